"""Tests of yahtzee_tui.tui.home."""
