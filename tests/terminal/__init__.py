"""The real program on a real pseudo-terminal, played as people play it."""
