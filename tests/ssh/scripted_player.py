"""Players that press keys by themselves, connect again by the same command, and note what they saw.

A player notes an action once the screen shows it. A key whose session ended before that is judged
by the first screen after connecting again: either it counts, or it was never pressed.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import asyncssh
import pyte

from tests.ssh.clients import connect, start_session
from tests.terminal.console import QuietScreen
from tests.terminal.program import PATIENCE
from tests.terminal.screen_text import MARK, read_dice
from yahtzee_tui.rules import Held, Rolled, Scored

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.ssh.clients import ClientSession
    from tests.ssh.openssh import Key
    from yahtzee_tui.rules import Record

KEYS = (" ", "1", "2", "1", "3", " ", "4", "5", "4", "\r\r")
"""What a player presses in a turn: each rolls, holds or releases a die, or scores."""

_RETRY_SECONDS, _SETTLE_SECONDS = 0.05, 0.5


class Seen(NamedTuple):
    """What a screen shows of a game: whose turn it is, how many rolls, the dice, those held."""

    player: str = ""  # the first letter of the name
    rolls: int = 0
    faces: str = ""
    held: str = ""


class _Port(NamedTuple):
    port: int


class ScriptedPlayer:
    """A player of a table, who presses keys in their turns until `stop` is set."""

    def __init__(
        self, name: str, key: Key, code: str, ports: Callable[[], list[int]], pause: float
    ) -> None:
        """Join a table by one command; `ports` are those of the servers, the best first.

        `pause` is the average time between two keys, in seconds.
        """
        self.name = name
        self.done: list[tuple[str, str]] = []  # the actions that the screen showed
        self.again: list[float] = []  # seconds until the table was back after a session ended
        self.stop = asyncio.Event()
        self._key, self._code, self._ports = str(key.path), code, ports
        self._pause = pause
        self._session: ClientSession | None = None
        self._keys = iter(KEYS)
        self._pending, self._before, self._lost = "", Seen(), 0.0
        self._shown, self._seen = 0, Seen()

    def disconnect(self) -> None:
        """Lose the connection, perhaps while a key is on its way."""
        if self._session is not None:
            self._session.channel.get_connection().abort()

    async def play(self) -> None:
        """Play until `stop` is set, and the last key is seen or known to be lost."""
        while self._pending or not self.stop.is_set():
            try:
                await self._act()
            except (ConnectionError, asyncssh.Error):
                self._session = None
                self._lost = self._lost or time.monotonic()
        self.disconnect()

    async def _act(self) -> None:
        """Press one key in a turn of one's own, or wait for the turn."""
        now = await self._look(lambda seen: bool(seen.player))
        if self._lost:
            self.again.append(time.monotonic() - self._lost)
            self._lost = 0.0
        if self._pending:
            now = await self._settle()
            if now != self._before:
                self._note(self._pending, now)
            self._pending = ""
        if self.stop.is_set():
            return
        if now.player != self.name[0]:
            await self._look(lambda seen: seen.player == self.name[0] or self.stop.is_set())
            return
        if not now.rolls:
            self._keys = iter(KEYS)
        key, self._before = next(self._keys, KEYS[-1]), now
        assert self._session is not None
        self._pending = key
        self._session.press(key.encode())
        done = await self._look(lambda seen: _is_done(key, now, seen))
        await asyncio.sleep(random.uniform(0.5, 1.5) * self._pause)
        later = self._read(self._session)  # the rest of a frame, or the end of the session
        self._note(key, later if _is_done(key, now, later) else done)
        self._pending = ""

    def _note(self, key: str, now: Seen) -> None:
        what = {" ": ("roll", now.faces), KEYS[-1]: ("score", "")}
        self.done.append(what.get(key, ("hold", now.held)))

    async def _look(self, is_so: Callable[[Seen], bool]) -> Seen:
        """Return what the screen shows once something is so; raises if the session ends."""
        if self._session is None:
            await self._connect()
        session = self._session
        assert session is not None
        if not is_so(self._seen):
            await session.wait_for(lambda: is_so(self._read(session)) or session.is_over)
        if not is_so(self._seen):
            raise ConnectionResetError
        return self._seen

    async def _settle(self) -> Seen:
        """Return what the screen shows once nothing more comes: a first frame comes in parts."""
        session = self._session
        assert session is not None
        deadline = time.monotonic() + PATIENCE
        while True:
            size = len(session.seen)
            await asyncio.sleep(_SETTLE_SECONDS)
            if self._read(session).player and size == len(session.seen):
                return self._seen
            if session.is_over:
                raise ConnectionResetError
            assert time.monotonic() < deadline, self.text

    async def _connect(self) -> None:
        for port in self._ports():
            with suppress(OSError, asyncssh.Error):
                connection = await connect(_Port(port), "x", self._key)
                self._screen = QuietScreen(80, 24)
                self._stream = pyte.ByteStream(self._screen)
                self._shown, self._seen = 0, Seen()
                self._session = await start_session(connection, f"join {self._code}")
                return
        await asyncio.sleep(_RETRY_SECONDS)
        raise ConnectionRefusedError

    @property
    def lines(self) -> list[str]:
        return list(self._screen.display)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def _read(self, session: ClientSession) -> Seen:
        if len(session.seen) > self._shown:
            self._stream.feed(bytes(session.seen[self._shown :]))
            self._shown = len(session.seen)
            with suppress(IndexError):  # half of a wide character is still to come
                self._seen = self._read_screen()
        return self._seen

    def _read_screen(self) -> Seen:
        lines, text = self.lines, self.text
        if MARK not in lines[0] or " UPPER " not in text:
            return Seen()
        rolls = next(n for n in range(4) if f" {'●' * n}{'○' * (3 - n)}" in text or n == 3)
        faces, held = read_dice(self)
        if rolls and not faces:  # a part of the frame is still to come
            return Seen()
        return Seen(lines[0].partition(MARK)[2][:1], rolls, faces, held)


def _is_done(key: str, before: Seen, now: Seen) -> bool:
    """Return whether a screen shows all of what a key does."""
    if key == " ":
        return now.player == before.player and now.rolls == before.rolls + 1 and bool(now.faces)
    if key == KEYS[-1]:
        return bool(now.player) and now.player != before.player
    return now.player == before.player and now.held == _toggle(before.held, key)


def _toggle(held: str, key: str) -> str:
    return "".join(sorted(set(held) ^ {key}))


def list_actions(record: Record, seat: int) -> list[tuple[str, str]]:
    """Return the actions of a player in a record, as players note them."""
    found, at = [], 0
    for event in record.events:
        if isinstance(event, Rolled):
            action = ("roll", "".join(map(str, event.faces)))
        elif isinstance(event, Held):
            action = ("hold", "".join(str(die + 1) for die in event.positions))
        else:
            assert isinstance(event, Scored)
            action = ("score", "")
        if at == seat:
            found.append(action)
        if isinstance(event, Scored):
            at = (at + 1) % len(record.setup.players)
    return found
