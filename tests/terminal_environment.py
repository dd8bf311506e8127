"""Environment variables that describe a terminal."""

from __future__ import annotations

TRUE_COLOUR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""Of one that has all colours."""
