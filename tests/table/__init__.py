"""Tests of the table and the config to it."""
