"""Tests of yahtzee_tui.tui.lobby."""
