"""Results, high scores and statistics of players, read from the rows of finished games.

The package reads the database only and computes no best play: luck and skill are saved by the
service that reviews games.
"""
