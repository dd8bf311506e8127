"""Tests of the commands of hosting."""
