"""Tests of shared play."""
