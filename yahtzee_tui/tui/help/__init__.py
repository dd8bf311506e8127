"""The help: how to play, the keys of a screen, and the command palette."""
