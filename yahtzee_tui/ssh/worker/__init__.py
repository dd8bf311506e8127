"""The games: one process that has everything ready forks another for each session."""
