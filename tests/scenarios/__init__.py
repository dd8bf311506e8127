"""Scenario tests: what people do in a game, run on every front end."""
