"""Tests of shared play in lines."""
