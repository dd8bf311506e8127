"""Tests of yahtzee_tui.tui.options."""
