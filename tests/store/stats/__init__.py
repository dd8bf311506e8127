"""Tests of results, scores and statistics."""
