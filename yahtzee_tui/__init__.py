"""Yahtzee and its relatives, full-screen in the terminal."""

__version__ = "0.1.0"
