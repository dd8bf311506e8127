"""The list of commands, the keys of a screen, and how the game is played."""
