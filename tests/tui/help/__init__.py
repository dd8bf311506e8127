"""Tests of yahtzee_tui.tui.help."""
