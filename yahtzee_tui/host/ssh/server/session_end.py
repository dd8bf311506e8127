"""When and why sessions end or are refused, and what the client is told of it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from enum import Enum
from io import FileIO
from typing import TYPE_CHECKING, Self

from yahtzee_tui.host.ssh.protocol import PLAYING, REMOVAL_CODES, WATCHING
from yahtzee_tui.translation import N_

if TYPE_CHECKING:
    from collections.abc import Callable

    Translate = Callable[[str], str]
    from yahtzee_tui.host.ssh.config import Limits
    from yahtzee_tui.host.ssh.server.fork_client import SessionProcess

CLEAN_EXIT_CODES = (0, 2, 128 + signal.SIGHUP, *REMOVAL_CODES.values())
"""Exit codes of a game that restored the terminal: it ended by itself, or after SIGHUP.

2 is that of a request for a text that there isn't.
"""


class ExitReason(Enum):
    """Why a session ends; the values are logged."""

    LEFT = "left"
    DISCONNECTED = "disconnected"
    IDLE = "idle"
    SESSION_LIMIT = "session-limit"
    CLOSING = "closing"
    RESTARTING = "restarting"
    CRASHED = "crashed"
    BANNED = "banned"
    ENDED = "ended"

    @classmethod
    def of(cls, code: int) -> ExitReason:
        """Return why a game ended by itself, from its exit code."""
        return _REMOVALS.get(code, cls.LEFT if code in CLEAN_EXIT_CODES else cls.CRASHED)


_REMOVALS = {code: ExitReason(why) for why, code in REMOVAL_CODES.items()}


EXIT_MESSAGES = {
    ExitReason.LEFT: N_("Goodbye."),
    ExitReason.DISCONNECTED: "",
    ExitReason.IDLE: N_("Disconnected after a long pause. Your game is saved."),
    ExitReason.SESSION_LIMIT: N_(
        "This session reached its time limit. Your game is saved; connect again to continue."
    ),
    ExitReason.CLOSING: N_("The server is restarting. Your game is saved; come back in a minute."),
    ExitReason.RESTARTING: N_(
        "This server is restarting. Your games are saved; connect again to continue."
    ),
    ExitReason.BANNED: N_("The host of this server banned you."),
    ExitReason.ENDED: N_(
        "The host of this server ended your session, or its SSH key was taken away. Your game is "
        "saved."
    ),
    ExitReason.CRASHED: N_(
        "Sorry, the game crashed. It is saved up to your last action; connect again."
    ),
}

REFUSALS = {
    "banned": EXIT_MESSAGES[ExitReason.BANNED],
    "closing": N_("The server is restarting. Come back in a minute."),
    "full": N_("The server is full. Try again later."),
    "sessions": N_("Too many games from your network. Close one or try again later."),
    "busy": N_("No game can start right now. Try again in a moment."),
    "json": N_("The host of this server doesn't allow answers in JSON."),
    "settings": N_("The settings of this host are faulty. Its log says what is wrong."),
    # Translators: what is in quotes is typed as it is, but for CODE and W
    # Translators: what begins with {ssh} is typed as it is, but for CODE
    "request": N_(
        "Only the game runs here: {ssh}\n"
        "To join a friend's table: {ssh} join CODE\n"
        "To watch a game: {ssh} watch CODE"
    ),
}
"""Messages to clients that get no session, by reason; the reasons are logged."""

_REQUESTS_IN_JSON = (
    'Programs can add "scores --json", "daily --json", "event --json", "ladder --json" or '
    '"tables --json".'
)


def explain_refusal(why: str, translate: Translate, destination: str, wants_json: bool) -> str:
    """Return a message of `REFUSALS`; `destination` is that of the client's ssh.

    A program that `wants_json` is told of the other requests that are answered in JSON.
    """
    if wants_json and why == "request":
        return _REQUESTS_IN_JSON
    return translate(REFUSALS[why]).format(ssh=f"ssh -t {destination}")


class StatusPipe(asyncio.Protocol):
    """Reads one session's status; `write_end` is for its process."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        self.is_spectator = False  # whether the user only watches
        self._on_change = on_change
        read_end, write_end = os.pipe()
        self._read_end, self.write_end = FileIO(read_end), FileIO(write_end, "w")

    async def connect(self) -> Self:
        loop = asyncio.get_running_loop()
        self._reading, _ = await loop.connect_read_pipe(lambda: self, self._read_end)
        return self

    def close(self) -> None:
        self.write_end.close()
        self._reading.close()

    def data_received(self, data: bytes) -> None:
        # A word that is split between two reads is unknown, and so ignored.
        for word in data.decode("ascii", "replace").split("\n"):
            if word in (WATCHING, PLAYING):
                self.is_spectator = word == WATCHING
                self._on_change()


class IdleTimeout:
    """Waits for the end of one session, whose time starts now."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = self.last_input = time.monotonic()
        self._stop_reason: ExitReason | None = None
        self.changed = asyncio.Event()  # lets `wait` look at the process and the status again

    @property
    def age(self) -> float:
        """Seconds since the session started."""
        return time.monotonic() - self._started

    def stop(self, reason: ExitReason) -> None:
        """Let `wait` return this reason; the first one counts."""
        self._stop_reason = self._stop_reason or reason
        self.changed.set()

    async def wait(self, process: SessionProcess, status: StatusPipe) -> ExitReason:
        """Wait until the session has to end or its process has exited; return why."""
        while True:
            idle_left = self._limits.idle_seconds - (time.monotonic() - self.last_input)
            left = self._limits.session_seconds - self.age
            if process.exited.done():
                return ExitReason.of(process.exited.result())
            if self._stop_reason is not None:
                return self._stop_reason
            if left <= 0:
                return ExitReason.SESSION_LIMIT
            if not status.is_spectator:
                if idle_left <= 0:
                    return ExitReason.IDLE
                left = min(idle_left, left)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)
            self.changed.clear()
