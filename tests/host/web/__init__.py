"""Tests of the game in a browser."""
