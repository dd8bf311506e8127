"""Environment variables that describe a terminal."""

TRUE_COLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""Of one that has all colors."""
