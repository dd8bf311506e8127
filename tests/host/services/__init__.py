"""Tests of the services of shared play."""
