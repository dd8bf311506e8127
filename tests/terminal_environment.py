"""Environment variables that describe a terminal."""

from __future__ import annotations

TRUE_COLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""Of one that has all colors."""
