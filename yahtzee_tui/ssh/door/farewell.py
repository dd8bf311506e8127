"""Why a session ends, and what its player is told of it."""

from __future__ import annotations

import signal
from enum import Enum

IN_ORDER = (0, 128 + signal.SIGHUP)
"""The exit codes of a game that left the terminal as it was: it ended by itself, or was hung up."""


class Reason(Enum):
    """Why a session ends."""

    LEFT = "left"
    GONE = "gone"
    IDLE = "idle"
    AGE = "age"
    CLOSING = "closing"
    BROKEN = "broken"


SENTENCES = {
    Reason.LEFT: "Goodbye.",
    Reason.GONE: "",
    Reason.IDLE: "You were away for a while; your game is saved.",
    Reason.AGE: "This session has lasted as long as it may; your game is saved.",
    Reason.CLOSING: "The server is restarting; your game is saved, so come back in a minute.",
    Reason.BROKEN: "Sorry, the game stopped unexpectedly; it is saved up to your last action.",
}
"""What the player is told; nothing if they are gone."""

REFUSALS = {
    "closing": "The server is restarting; please come back in a minute.",
    "full": "All seats are taken; please come back later.",
    "sessions": "Your network plays as many games here as it may.",
    "term": "The game needs a full-screen terminal, and TERM names none.",
    "no-terminal": "The game needs a terminal; ssh -t gives it one.",
    "busy": "No game can begin just now; please try again.",
}
"""What is said to those who can't play, by why not."""
