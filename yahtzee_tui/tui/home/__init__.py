"""What one does before a game: the title, a new game, saved games, the daily dice."""
