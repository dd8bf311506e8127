"""The server from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import asyncssh

from yahtzee_tui.ssh.problem import ServerProblem
from yahtzee_tui.ssh.server.algorithms import check_version, choose_options
from yahtzee_tui.ssh.server.audit_log import Journal
from yahtzee_tui.ssh.server.client import receive
from yahtzee_tui.ssh.server.connection import Server
from yahtzee_tui.ssh.server.context import House
from yahtzee_tui.ssh.server.exit_reasons import Reason
from yahtzee_tui.ssh.server.fork_client import GAMES, Nursery
from yahtzee_tui.ssh.server.host_key import find_host_key
from yahtzee_tui.ssh.server.proxy_protocol import read_address
from yahtzee_tui.ssh.server.rate_limit import Crowd, is_among, network_of, plain_address
from yahtzee_tui.ssh.server.state_dir import prepare_rooms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.ssh.config import ServerSettings
    from yahtzee_tui.ssh.server.client import Guest


_STOP = (signal.SIGTERM, signal.SIGINT)
_EMPTY = (signal.SIGUSR1,)
"""After it nobody is let in any more, and the server ends with its last game."""

_LOOK = 0.1
_KILL_SECONDS = 1.0
_FAREWELL_SECONDS = 0.5


def serve(settings: ServerSettings, log: TextIO, games: Sequence[str] = GAMES) -> None:
    """Let people play until a signal says to stop, or to end with the last game.

    Args:
        settings: How the server is run; it says which folder is its own.
        log: Where it is written what happens.
        games: The program that forks the games, as Python is told it.

    Raises:
        ServerProblem: If it can't be started.
    """
    check_version(asyncssh.__version__)
    asyncio.run(_serve(settings, log, games))


async def _serve(settings: ServerSettings, log: TextIO, games: Sequence[str]) -> None:
    limits = settings.limits
    journal = Journal(log, limits.log_kilobytes * 1024)
    _log_to(journal)
    key = find_host_key(Path(settings.state))
    listeners = open_listeners(settings.host, settings.port)
    setup = prepare_rooms(settings)
    nursery = Nursery(setup, journal, games)
    running = asyncio.create_task(nursery.run())
    try:
        await nursery.wait_ready()
        house = House(limits, Crowd(limits), journal, nursery)
        reception = Reception(house, await choose_options(key, limits), settings.proxies)
        stopped, emptying = asyncio.Event(), asyncio.Event()
        _set_on(_STOP, stopped)
        _set_on(_EMPTY, emptying)
        reception.listen(listeners)
        if os.geteuid() == 0 and not setup.user:
            journal.tell("warning", text="Games run as root: name another user for them.")
        journal.tell(
            "open",
            host=settings.host,
            port=listeners[0].getsockname()[1],
            process=os.getpid(),
            key=key.get_fingerprint(),
        )
        await _wait_for_either(stopped, emptying)
        reception.stop()
        journal.tell("emptying" if emptying.is_set() else "closing", sessions=len(house.sessions))
        while emptying.is_set() and house.sessions and not stopped.is_set():
            await asyncio.sleep(_LOOK)
        await _close(house, reception)
    finally:
        await nursery.close()
        running.cancel()
        journal.tell("closed")


async def _close(house: House, reception: Reception) -> None:
    """Let everybody end, and then go."""
    house.is_closing = True
    for session in tuple(house.sessions):
        session.stop(Reason.CLOSING)
    patience = house.limits.grace_seconds + _KILL_SECONDS
    deadline = asyncio.get_running_loop().time() + patience
    while house.sessions and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.02)
    await asyncio.sleep(_FAREWELL_SECONDS)  # until everybody has what they were told
    await reception.close()


def _set_on(signals: Iterable[signal.Signals], event: asyncio.Event) -> None:
    for number in signals:
        asyncio.get_running_loop().add_signal_handler(number, event.set)


async def _wait_for_either(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


class _ToJournal(logging.Handler):
    """Writes what libraries complain of into the journal, where it is escaped and limited."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        self._journal.tell("library", name=record.name, text=self.format(record))


def _log_to(journal: Journal) -> None:
    root = logging.getLogger()
    root.handlers[:] = [_ToJournal(journal)]
    # What asyncssh says besides has in it what clients sent.
    asyncssh.set_log_level(logging.WARNING)


_BACKLOG = 128
_PAUSE = 0.1


def open_listeners(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on an address, or on all of the machine's.

    Raises:
        ServerProblem: If that can't be.
    """
    try:
        if not host and socket.has_dualstack_ipv6():
            address = ("", port)
            listener = socket.create_server(
                address, family=socket.AF_INET6, backlog=_BACKLOG, dualstack_ipv6=True
            )
            return [listener]
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        addresses = dict.fromkeys((family, address) for family, _, _, _, address in found)
        return [
            socket.create_server(address[:2], family=family, backlog=_BACKLOG)
            for family, address in addresses
        ]
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no address"
        place = f"{host or 'every address'}, port {port}"
        raise ServerProblem(f"The server can't listen on {place}: {why}.") from None


class Reception:
    """Takes connections until it is closed."""

    def __init__(
        self,
        house: House,
        options: asyncssh.SSHServerConnectionOptions,
        proxies: tuple[str, ...] = (),
    ) -> None:
        """Take nobody yet.

        Args:
            house: The server.
            options: How SSH is spoken.
            proxies: The networks of load balancers, whose PROXY protocol is believed.
        """
        self._house, self._options, self._proxies = house, options, proxies
        self._tasks: set[asyncio.Task[None]] = set()
        self._accepting: list[asyncio.Task[None]] = []

    def listen(self, listeners: list[socket.socket]) -> None:
        """Take connections from now on."""
        for listener in listeners:
            listener.setblocking(False)
            self._accepting.append(asyncio.create_task(self._accept(listener)))

    def stop(self) -> None:
        """Take no more connections; those that are there stay."""
        for task in self._accepting:
            task.cancel()

    async def close(self) -> None:
        """Drop all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._accepting, return_exceptions=True)

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listener:
            while True:
                try:
                    connection, address = await loop.sock_accept(listener)
                except OSError as error:  # no descriptor is left, say
                    self._house.journal.tell("trouble", why=str(error))
                    await asyncio.sleep(_PAUSE)
                    continue
                if task := self._receive(connection, plain_address(str(address[0]))):
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)

    def _receive(self, connection: socket.socket, address: str) -> asyncio.Task[None] | None:
        if is_among(address, self._proxies):
            return asyncio.create_task(self._receive_proxied(connection))
        guest = self._let_in(connection, address)
        return guest and asyncio.create_task(self._serve(connection, guest))

    async def _receive_proxied(self, connection: socket.socket) -> None:
        try:
            patience = self._house.limits.login_seconds
            address = await asyncio.wait_for(read_address(connection), patience)
            # A load balancer that speaks for itself only looks whether somebody is there.
            guest = self._let_in(connection, plain_address(address)) if address else None
        except (OSError, ValueError) as error:
            self._house.journal.tell("dropped", why="proxy", text=str(error))
            guest = None
        if guest is None:
            connection.close()
        else:
            await self._serve(connection, guest)

    def _let_in(self, connection: socket.socket, address: str) -> Guest | None:
        network = network_of(address)
        if why := self._house.crowd.why_no_connection(network):
            self._house.journal.tell("dropped", why=why, address=address)
            connection.close()
            return None
        self._house.crowd.connected(network)
        return receive(address, network)

    async def _serve(self, connection: socket.socket, guest: Guest) -> None:
        server = Server(self._house, guest)
        crowd = self._house.crowd
        try:
            with contextlib.closing(connection):
                await self._speak(connection, server)
        except (asyncssh.Error, OSError, TimeoutError) as error:
            self._house.journal.tell("no-login", address=guest.address, why=str(error)[:200])
        finally:
            if not server.has_logged_in:
                crowd.logged_in(guest.network)
            crowd.disconnected(guest.network)

    async def _speak(self, connection: socket.socket, server: Server) -> None:
        ssh = await asyncssh.run_server(
            connection, config=[], options=self._options, server_factory=lambda: server
        )
        try:
            await ssh.wait_closed()
        finally:
            ssh.abort()
