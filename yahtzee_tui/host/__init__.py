"""Shared play: hosting over SSH and for browsers, the lobby and its tables. The game imports nothing
of it."""
