"""Tests of yahtzee_tui.tui.scores."""
