"""Tests of yahtzee_tui.tui.table."""
