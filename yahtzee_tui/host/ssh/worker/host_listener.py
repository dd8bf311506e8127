"""The listener: one process that hears the database for all sessions of this host.

The fork server forks it, gives it a link to each session, and replaces it when it ends or is
silent. It has the sessions' user, and shares nothing with a session but what that may ask: which
games and tables it follows, under which presence it is there. A session that sends anything else
is ended. See `yahtzee_tui.host.lobby.host_link` for the messages.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from yahtzee_tui import __version__
from yahtzee_tui.host.lobby.bans import explain_removal
from yahtzee_tui.host.lobby.change_feed import LOBBY
from yahtzee_tui.host.lobby.host_link import BEAT_SECONDS, MAX_PACKET, LinkState, read_packet
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.ssh import protocol
from yahtzee_tui.host.ssh.config import Notify
from yahtzee_tui.host.ssh.figures import Histogram
from yahtzee_tui.host.ssh.worker.sandbox import find_needs, name_connections, restrict
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import is_file
from yahtzee_tui.store.database import MOST_SAVES
from yahtzee_tui.store.errors import MovedStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.host.lobby.change_feed import Changes, DatabaseListener
    from yahtzee_tui.host.lobby.servers import ServerOrders
    from yahtzee_tui.host.ssh.worker.notification_sender import NotificationSender

KEEP_ALIVE_SECONDS = 10.0
"""Seconds between two transactions that write all heartbeats and read all bans."""

SYNC_SECONDS = 0.1
"""Seconds of actions that a power cut may lose; games in a file only."""

LOBBY_PAUSE_SECONDS = 0.04
"""Seconds between two sessions that are told of a change in the lobby: all of them read then, which
together may take only a part of the machine and of the database's connections."""

_MAX_FOLLOWED = 16  # ids that one session may follow
_MAX_LENGTH = 100  # characters of an id or a subject
_MAX_SUBJECTS = 200
_GAMES_SECONDS = 60.0  # between two counts of the games of today
_KEYS_SECONDS, _KEYS_PAUSE = 60.0, 0.1  # between two looks for known keys, and two messages of them
_MAX_BYTES, _MAX_SECONDS = 1 << 40, 3600.0  # that a session may report
_MAX_RECEIVED = 100  # messages of a session between two signs of life


def run_listener(
    control: socket.socket,
    links: Mapping[int, socket.socket],
    settings: protocol.WorkerSettings,
    drain: protocol.Drain | None,
    asking: socket.socket,
) -> None:
    """Listen in this forked process until the fork server is gone.

    By `asking` it gets its `ListenerSettings` from the SSH server.
    """
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.environ["PGAPPNAME"] = name_connections("listener")
    asking.send(b"?")
    own = protocol.unpack(asking.recv(protocol.MAX_BYTES))
    assert isinstance(own, protocol.ListenerSettings)
    needs, sender = find_needs(own.database, settings.cache), None
    store = HostStore(own.database, check=False)
    identity = {**(settings.identity or {}), "version": __version__}
    if any(own.notify):
        from yahtzee_tui.host.ssh.worker.notification_sender import NotificationSender

        needs = needs._replace(has_network=True)
        sender = NotificationSender(Notify(*own.notify), store, identity["public_name"])
    restrict(needs)
    asyncio.run(HostListener(control, links, store, identity, drain, sender).run())


class HostListener:
    """Tells each session what it follows, and keeps all of them present."""

    def __init__(
        self,
        control: socket.socket,
        links: Mapping[int, socket.socket],
        store: HostStore,
        identity: Mapping[str, Any],
        drain: protocol.Drain | None = None,
        sender: NotificationSender | None = None,
    ) -> None:
        """Listen for sessions by their links; `identity` is that of `write_heartbeat`."""
        self._control, self._store, self._sender = control, store, sender
        self._identity, self._drain = identity, drain
        self._is_replaced = False  # whether a newer server has the address of this one
        self._links: dict[int, socket.socket] = {}
        self._states: dict[int, LinkState] = {}
        self._followers: defaultdict[str, set[int]] = defaultdict(set)
        self._behind: set[int] = set()  # sessions that could not be told of a change
        self._in_lobby: asyncio.Queue[int] = asyncio.Queue()  # who is to be told of a change there
        self._due: set[int] = set()  # the same
        self._received: Counter[int] = Counter()  # messages since the last sign of life
        self._saves = Histogram()
        self._of_server: Mapping[str, Any] = {}  # its figures
        self._given = links
        self._listener: DatabaseListener | None = None
        self._ended = asyncio.Event()

    async def run(self) -> None:
        """Work until the fork server closes its end of the control socket."""
        self._control.setblocking(False)
        asyncio.get_running_loop().add_reader(self._control, self._read_control)
        for session, link in self._given.items():
            self._add(session, link)
        self._tell_server(figures={})  # the server answers with its own
        jobs = [self._beat, self._keep_alive, self._hear, self._tell_lobby, self._ended.wait]
        jobs.append(self._tell_known_keys)
        if is_file(self._store.address):
            jobs.append(self._sync)
        if self._sender is not None:
            jobs.append(self._sender.run)
        tasks = [asyncio.create_task(job()) for job in jobs]
        done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        for session in tuple(self._links):
            self._drop(session)
        if self._listener is not None:
            self._listener.close()
        if self._ended.is_set():
            with suppress(StoreProblem):
                self._store.lobby.servers.leave(self._identity["id"])
        for task in done:
            task.result()  # of one that failed raises its error

    async def _beat(self) -> None:
        """Send a sign of life to all sessions, and to the fork server: no session is to end."""
        while True:
            self._tell_server()
            news: dict[str, Any] = {}
            if (drain := self._drain) is not None:
                seconds = max(0.0, drain.until - time.time())
                news["drain"] = [seconds, drain.text, self._is_replaced]
            for session in tuple(self._links):
                behind = {"changes": None} if session in self._behind else {}
                self._tell(session, news | behind)
            self._received.clear()
            await asyncio.sleep(BEAT_SECONDS)

    async def _sync(self) -> None:
        """Sync to the disk what the sessions write: a thread in each took a sixth of a key."""
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            await self._store.sync_changes()

    async def _tell_known_keys(self) -> None:
        """Tell the server which keys have a name here; the fork server holds few messages."""
        while True:
            try:
                lobby = await asyncio.to_thread(lambda: self._store.lobby)
                known = await asyncio.to_thread(lobby.accounts.fingerprints)
            except StoreProblem:  # the sessions say so, which can't read either
                known = []
            for start in range(0, len(known), protocol.MAX_FINGERPRINTS):
                self._tell_server(known_keys=known[start : start + protocol.MAX_FINGERPRINTS])
                await asyncio.sleep(_KEYS_PAUSE)
            await asyncio.sleep(_KEYS_SECONDS)

    async def _keep_alive(self) -> None:
        newest, next_count, newest_problem = 0, 0.0, ""
        figures: dict[str, Any] = {}
        games: dict[str, int] = {}
        seconds = BEAT_SECONDS  # in which those of the listener before come
        while True:
            await asyncio.sleep(seconds)
            seconds = KEEP_ALIVE_SECONDS
            present = {session: each for session, each in self._states.items() if each.presence}
            presences = [state.presence for state in present.values()]
            drain = self._drain and self._drain[:2]
            written = {**self._of_server, **figures} if self._of_server else {}
            try:
                lobby = await asyncio.to_thread(lambda: self._store.lobby)
                news = await asyncio.to_thread(
                    lobby.keep_alive, presences, self._identity, written, drain, newest
                )
                if time.monotonic() >= next_count:
                    next_count = time.monotonic() + _GAMES_SECONDS
                    started, finished = await asyncio.to_thread(lobby.count_games)
                    games = {"games_started_today": started, "games_finished_today": finished}
            except StoreProblem as problem:  # the sessions say so, which can't read either
                if isinstance(problem, MovedStore) and newest_problem != problem.sentence:
                    sys.stderr.write(f"{problem.sentence}\n")
                newest_problem = problem.sentence
                self._store.retry()
                self._tell_server(figures={})
                continue
            in_lobby = len(present) - len(news.missing) - news.at_tables
            figures = {
                "sessions_at_tables": news.at_tables,
                "sessions_in_lobby": in_lobby,
                "session_memory_bytes": self._memory,
            }
            report = {**figures, **games, "save_seconds": self._saves.counts}
            self._tell_server(figures=report | {"version": __version__})
            figures["save_seconds"] = self._saves.read_recent()
            newest = max([newest, *(notice.id for notice in news.orders.notices)])
            newest_problem = ""
            self._follow_orders(news.orders)
            for session, state in present.items():
                if session not in self._links:  # it has ended meanwhile
                    continue
                if why := explain_removal(news.banned.intersection(state.subjects)):
                    self._tell(session, {"removed": why})
                elif state.presence in news.missing:
                    self._tell(session, {"is_missing": True})
            self._report([(table, None) for table in news.left])

    def _follow_orders(self, orders: ServerOrders) -> None:
        """Tell the server of a drain that is the first, or sooner, and all sessions of notices."""
        self._is_replaced = orders.is_replaced
        until, drain = orders.drain_until, self._drain
        if until is not None and (drain is None or until < drain.until):
            self._tell_server(drain=[until, orders.drain_text])
        for notice in orders.notices:
            for session in tuple(self._links):
                self._tell(session, {"notice": notice})

    @property
    def _memory(self) -> int | None:
        """The median of the bytes that sessions take, None if no session has told."""
        found = sorted(state.memory for state in self._states.values() if state.memory)
        return found[len(found) // 2] if found else None

    def _tell_server(self, **message: object) -> None:
        """Send a message to the fork server, which passes on what is for the SSH server."""
        with suppress(OSError):
            self._control.send(json.dumps(message).encode())

    async def _hear(self) -> None:
        """Hear of changes, and report each to the sessions that follow it."""
        while self._listener is None:
            try:
                lobby = await asyncio.to_thread(lambda: self._store.lobby)
                self._listener = lobby.listen()
            except StoreProblem:
                self._store.retry()
                await asyncio.sleep(BEAT_SECONDS)
        self._follow()
        self._report(None)
        while True:
            self._report(await self._listener.wait())

    def _follow(self) -> None:
        self._followers.clear()
        for session, state in self._states.items():
            for each in state.ids:
                self._followers[each].add(session)
        if self._listener is not None:
            self._listener.follow(frozenset(self._followers))

    def _report(self, changes: Changes | None) -> None:
        """Tell each session what it follows of some changes; None if that may be anything."""
        told: defaultdict[int, Changes | None] = defaultdict(list)
        in_lobby = {
            each for each in self._followers.get(LOBBY, ()) if len(self._states[each].ids) == 1
        }
        if changes is None:
            told.update(dict.fromkeys(self._links.keys() - in_lobby))
        for change in changes or ():
            for session in self._followers.get(change[0], set()) - in_lobby:
                cast("Changes", told[session]).append(change)
        if changes is None or any(change[0] == LOBBY for change in changes):
            for session in in_lobby - self._due:
                self._in_lobby.put_nowait(session)
            self._due |= in_lobby
        for session, its_changes in told.items():
            self._tell(session, {"changes": its_changes})

    async def _tell_lobby(self) -> None:
        """Tell those in the lobby of changes there, one after another."""
        while True:
            session = await self._in_lobby.get()
            self._due.discard(session)
            if session in self._links:
                self._tell(session, {"changes": None})
                await asyncio.sleep(LOBBY_PAUSE_SECONDS)

    def _tell(self, session: int, message: Mapping[str, Any]) -> None:
        """Send a message to a session, which hears of changes later if it doesn't read now."""
        behind = {session} if "changes" in message else set[int]()
        self._behind |= behind
        with suppress(OSError):
            self._links[session].send(json.dumps(message).encode())
            self._behind -= behind

    def _add(self, session: int, link: socket.socket) -> None:
        link.setblocking(False)
        self._links[session] = link
        self._states[session] = LinkState()
        asyncio.get_running_loop().add_reader(link, self._read, session)
        self._tell(session, {"is_new": True})

    def _drop(self, session: int) -> None:
        link = self._links.pop(session)
        asyncio.get_running_loop().remove_reader(link)
        link.close()
        del self._states[session]
        self._behind.discard(session)
        self._follow()

    def _read(self, session: int) -> None:
        """Take what a session wants; end one that sends anything else."""
        data = read_packet(self._links[session])
        if data is None:
            return
        if not data:  # it has ended
            self._drop(session)
            return
        self._received[session] += 1
        state = read_state(data) if self._received[session] <= _MAX_RECEIVED else None
        if state is None:
            self._tell_server(misbehaving=[session])
            self._drop(session)
            return
        for seconds in state.saves:
            self._saves.add(seconds)
        before, self._states[session] = self._states[session], state
        if before.ids != state.ids:
            self._follow()
            self._tell(session, {"changes": None})  # what happened before isn't reported

    def _read_control(self) -> None:
        """Take the link of a new session, that the server drains, or its figures."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, MAX_PACKET, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        if not data:  # the fork server has ended
            self._ended.set()
            return
        if not descriptors:
            message = protocol.unpack(data)
            if isinstance(message, protocol.Figures):
                self._of_server = message.figures
            else:
                assert isinstance(message, protocol.Drain)
                self._drain = message
        for descriptor in descriptors:
            self._add(int(data), socket.socket(fileno=descriptor))


def read_state(data: bytes) -> LinkState | None:
    """Return what a session wants, None if it is not in the right form."""
    try:
        state = LinkState(**json.loads(data))
    except (ValueError, TypeError, RecursionError):
        return None
    is_fit = (
        _is_word(state.presence)
        and _are_words(state.ids, _MAX_FOLLOWED)
        and _are_words(state.subjects, _MAX_SUBJECTS)
        and _is_number(state.memory, _MAX_BYTES)
        and isinstance(state.saves, list)
        and len(state.saves) <= MOST_SAVES
        and all(_is_number(seconds, _MAX_SECONDS) for seconds in state.saves)
    )
    return state if is_fit else None


def _are_words(found: object, most: int) -> bool:
    return isinstance(found, list) and len(found) <= most and all(map(_is_word, found))


def _is_number(found: object, most: float) -> bool:
    return type(found) in (int, float) and 0 <= cast("float", found) <= most


def _is_word(found: object) -> bool:
    return isinstance(found, str) and len(found) <= _MAX_LENGTH
