"""Tests of the table and the invitation to it."""
