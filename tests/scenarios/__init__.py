"""What people do in a game, tried once on every front end."""
