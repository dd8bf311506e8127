"""Tests of yahtzee_tui.tui.widgets."""
