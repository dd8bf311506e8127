"""Tests of the screens of shared play."""
