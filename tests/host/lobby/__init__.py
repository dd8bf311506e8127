"""Tests of where people far apart meet, each on a file and on a real server."""
