"""Tests of yahtzee_tui.tui.terminal: what is sent, and what is read."""
