"""Accepting connections: who may come in at all, before a word of SSH is spoken with them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.door.guest import receive
from yahtzee_tui.ssh.door.networks import is_among, network_of, plain_address
from yahtzee_tui.ssh.door.proxy import read_address
from yahtzee_tui.ssh.door.server import Server
from yahtzee_tui.ssh.problem import ServerProblem

if TYPE_CHECKING:
    from yahtzee_tui.ssh.door.guest import Guest
    from yahtzee_tui.ssh.door.house import House

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
