"""Tests of yahtzee_tui.tui: through the keys and the mouse, and of its widgets as text."""
