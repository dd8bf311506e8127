"""A session's link to the process that listens to the database for all sessions of this host.

That process reports changes, writes heartbeats, and finds out who is banned. Each message is one
packet of a Unix socket with a JSON object: of a session its whole `LinkState`, of the listener
`{"changes": ...}`, `{"removed": WHY}`, `{"is_missing": true}`, `{"notice": [ID, TEXT, SAID]}` or,
every `BEAT_SECONDS`, `{}` or, while the server drains, `{"drain": [SECONDS, TEXT, IS_REPLACED]}`.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.host.lobby.change_feed import LOBBY_LONGEST, ChangeFeed
from yahtzee_tui.host.lobby.servers import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BEAT_SECONDS = 2.0
"""Seconds between two signs of life of the listener."""

REPORT_SECONDS = 60.0
"""Seconds between two reports of a session about itself."""

SILENT_SECONDS = 5.0
"""Seconds after the last one until a session helps itself."""

MAX_PACKET = 1 << 16


def read_packet(link: socket.socket) -> bytes | None:
    """Return the next packet of a link, None if there is none yet; empty at the other end's end."""
    try:
        return link.recv(MAX_PACKET)
    except BlockingIOError:
        return None
    except OSError:
        return b""


class LinkState(NamedTuple):
    """What the listener does for a session."""

    ids: Sequence[str] = ()  # of games and tables whose changes it reports, or of the `LOBBY`
    presence: str = ""  # the id of the presence that it keeps alive
    subjects: Sequence[str] = ()  # what a ban of this session may name
    memory: int = 0  # bytes that the session takes, 0 if they aren't known
    saves: Sequence[float] = ()  # seconds that actions took to save, since the last message


class HostLink:
    """The link of one session; without a sign of the listener the session does all by itself."""

    def __init__(self, descriptor: int, measure_memory: Callable[[], int] = lambda: 0) -> None:
        """Use the end of a Unix socket from the first `open` on."""
        self._descriptor, self._measure_memory = descriptor, measure_memory
        self.saves = deque[float]()  # those of the database, once it is open
        self._report_at = time.monotonic() + REPORT_SECONDS
        self._link: socket.socket | None = None
        self._heard = 0.0
        self._state = LinkState()
        self._feeds: list[ChangeFeed] = []
        self.on_removal: Callable[[str], None] = lambda _: None  # called with `banned` or `ended`
        self.on_missing: Callable[[], None] = lambda: None  # the presence is in no row
        self.on_notice: Callable[[Notice], None] = lambda _: None  # the host tells all players
        # The server drains: seconds left, what the host says besides, whether a newer one has its
        # address.
        self.on_drain: Callable[[float, str, bool], None] = lambda *_: None

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

    def change_feed(self, ids: frozenset[str], counts: bool) -> ChangeFeed:
        """Return a feed of changes, as `Lobby.change_feed` does."""
        feed = ChangeFeed(self, ids, counts, LOBBY_LONGEST)
        self._feeds.append(feed)
        self._follow()
        return feed

    def drop(self, feed: ChangeFeed) -> None:
        self._feeds.remove(feed)
        self._follow()

    def _follow(self) -> None:
        ids = frozenset[str]().union(*(feed.ids for feed in self._feeds))
        self._send(self._state._replace(ids=sorted(ids)))

    def _send(self, state: LinkState, saves: Sequence[float] = ()) -> None:
        self._state = state
        if self._link is not None:
            with suppress(OSError):  # the listener is gone or stuck; its successor asks
                self._link.send(json.dumps(state._asdict() | {"saves": saves}).encode())

    def _read(self, link: socket.socket) -> None:
        if data := read_packet(link):
            self._handle(json.loads(data))
        elif data is not None:  # the fork server has ended
            self.close()

    def _handle(self, message: dict[str, Any]) -> None:
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
        if "notice" in message:
            self.on_notice(Notice(*message["notice"]))
        if "drain" in message:
            self.on_drain(*message["drain"])
        if self._heard >= self._report_at:
            self._report_at = self._heard + REPORT_SECONDS
            saves = [round(seconds, 5) for seconds in self.saves]
            self.saves.clear()
            self._send(self._state._replace(memory=self._measure_memory()), saves)
