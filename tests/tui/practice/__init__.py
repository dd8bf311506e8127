"""Tests of yahtzee_tui.tui.review."""
