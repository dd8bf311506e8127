"""The screens before a game: title, new game, saved games, dice of the day."""
