"""Shared play: hosting over SSH and for browsers, the lobby and its tables.

The game imports nothing of it; `yahtzee_tui.extension` finds what it adds.
"""
