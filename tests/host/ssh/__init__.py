"""Tests of the server: who comes in, and what becomes of those who mean no good."""
