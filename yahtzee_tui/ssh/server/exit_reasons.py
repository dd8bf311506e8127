"""Why a session ends, and what its player is told of it."""

from __future__ import annotations

import asyncio
import signal
from enum import Enum
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.server.terminal import RESTORE

if TYPE_CHECKING:
    import asyncssh
    from asyncssh.connection import SSHConnection


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


_FLUSH_SECONDS = 5


def refuse(channel: asyncssh.SSHServerChannel[bytes], sentence: str, *, has_terminal: bool) -> None:
    """Say why nothing can be played."""
    if channel.is_closing():
        return
    if has_terminal:
        channel.write(f"{sentence}\r\n".encode())
    else:
        channel.write_stderr(f"{sentence}\n".encode())
    channel.exit(1)


def say_farewell(
    channel: asyncssh.SSHServerChannel[bytes], reason: Reason, code: int | None
) -> None:
    """Say why a session has ended, with the terminal put right.

    Args:
        channel: Where to say it.
        reason: Why.
        code: The exit code of the game; None if it is still running.
    """
    if channel.is_closing():
        return
    restore = "" if code in IN_ORDER else RESTORE
    channel.write(f"{restore}{SENTENCES[reason]}\r\n".encode())
    channel.exit(0 if reason is Reason.LEFT else 1)


def end_soon(connection: SSHConnection) -> None:
    """End a connection once its client has had the time to take what it was told."""
    asyncio.get_running_loop().call_later(_FLUSH_SECONDS, connection.abort)
