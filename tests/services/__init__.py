"""Tests of yahtzee_tui.services."""
