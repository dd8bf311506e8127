"""A session's link to the process that listens to the database for all sessions of this host.

That process reports changes, writes heartbeats, and finds out who is banned. Each message is one
packet of a Unix socket with a JSON object: of a session its whole `LinkState`, of the listener
`{"changes": ...}`, `{"removed": WHY}`, `{"is_missing": true}` or, every `BEAT_SECONDS`, `{}`.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.store.lobby.notify import LOBBY, LOBBY_LONGEST, ReportThrottle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from yahtzee_tui.store.lobby.notify import Changes

BEAT_SECONDS = 2.0
"""Seconds between two signs of life of the listener."""

SILENT_SECONDS = 5.0
"""Seconds after the last one until a session helps itself."""

_OWN_SECONDS = 2.0  # how often a session then reads
MAX_PACKET = 1 << 16


class LinkState(NamedTuple):
    """What the listener does for a session."""

    interest: Sequence[str] = ()  # the ids of games and tables whose changes it reports
    is_in_lobby: bool = False  # whether it reports what the lobby shows, too
    presence: str = ""  # the id of the presence that it keeps alive
    subjects: Sequence[str] = ()  # what a ban of this session may name


class HostLink:
    """The link of one session; without a sign of the listener the session does all by itself."""

    def __init__(self, descriptor: int) -> None:
        """Use the end of a Unix socket from the first `open` on."""
        self._descriptor = descriptor
        self._link: socket.socket | None = None
        self._heard = 0.0
        self._state = LinkState()
        self._feeds: list[HostChangeFeed] = []
        self.on_removal: Callable[[str], None] = lambda _: None  # called with `banned` or `ended`
        self.on_missing: Callable[[], None] = lambda: None  # the presence is in no row

    @property
    def seconds_alive(self) -> float:
        """In how many seconds the listener counts as silent, 0 if it does so now."""
        return max(0.0, self._heard + SILENT_SECONDS - time.monotonic())

    def open(self) -> None:
        """Hear from the listener; call it in the event loop."""
        self._link = socket.socket(fileno=self._descriptor)
        self._link.setblocking(False)
        asyncio.get_running_loop().add_reader(self._link, self._read, self._link)

    def close(self) -> None:
        """Leave the listener."""
        if self._link is not None:
            asyncio.get_running_loop().remove_reader(self._link)
            self._link.close()
            self._link = None

    def be_present(self, presence: str, subjects: Sequence[str]) -> None:
        """Let the listener keep a presence alive, and tell when a ban names one of the subjects."""
        self._send(self._state._replace(presence=presence, subjects=subjects))

    def change_feed(self, interest: frozenset[str] | None, counts: bool) -> HostChangeFeed:
        """Return a feed of changes, as `Lobby.change_feed` does."""
        feed = HostChangeFeed(self, interest, counts)
        self._feeds.append(feed)
        self._follow()
        return feed

    def drop(self, feed: HostChangeFeed) -> None:
        self._feeds.remove(feed)
        self._follow()

    def _follow(self) -> None:
        wanted = [feed.interest for feed in self._feeds]
        ids = {each for interest in wanted for each in interest or ()}
        self._send(self._state._replace(interest=sorted(ids), is_in_lobby=None in wanted))

    def _send(self, state: LinkState) -> None:
        self._state = state
        if self._link is not None:
            with suppress(OSError):  # the listener is gone or stuck; its successor asks
                self._link.send(json.dumps(state._asdict()).encode())

    def _read(self, link: socket.socket) -> None:
        try:
            data = link.recv(MAX_PACKET)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:  # the fork server has ended
            self.close()
            return
        message = json.loads(data)
        was_alive, self._heard = self.seconds_alive > 0, time.monotonic()
        if message.get("is_new"):
            self._send(self._state)
        if not was_alive or "changes" in message:
            changes = message.get("changes") if was_alive else None
            for feed in self._feeds:
                feed.report(changes)
        if "removed" in message:
            self.on_removal(message["removed"])
        if "is_missing" in message:
            self.on_missing()


class HostChangeFeed:
    """Reports what the listener of this host tells; while that is silent, every two seconds."""

    def __init__(self, link: HostLink, interest: frozenset[str] | None, counts: bool) -> None:
        """Report changes of the ids in `interest`, or of what the lobby shows (None).

        `counts` says that changes come without versions, one for each write.
        """
        self.interest = interest
        self._link = link
        self._counts = counts
        self._throttle = ReportThrottle()
        self._has_news = asyncio.Event()
        self._skipped: Counter[str] = Counter()
        self._written: dict[str, float] = {}

    async def wait(self) -> None:
        await self._throttle.wait()
        latest = time.monotonic() + LOBBY_LONGEST
        while not self._has_news.is_set() and time.monotonic() < latest:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._link.seconds_alive or _OWN_SECONDS):
                    await self._has_news.wait()
            if not self._link.seconds_alive:
                break
        self._has_news.clear()

    def report(self, changes: Changes | None) -> None:
        """Take in what has changed, None if that isn't known."""
        if changes is None:
            self._skipped.clear()
            self._has_news.set()
            return
        for changed, version in changes:
            if self._skipped[changed] > 0:
                self._skipped[changed] -= 1
                continue
            is_own = version is not None and self._written.get(changed) == version
            if not is_own and changed in (self.interest or (LOBBY,)):
                self._has_news.set()

    def skip(self, written: Mapping[str, float]) -> None:
        if not self._counts:
            self._written |= written
        elif self._link.seconds_alive:
            self._skipped.update(written.keys())

    def close(self) -> None:
        self._link.drop(self)
