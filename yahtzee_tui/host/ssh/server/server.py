"""Runs the SSH server: starts its parts, accepts connections, shuts down on a signal."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import secrets
import signal
import socket
import time
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import asyncssh

from yahtzee_tui.host.ssh.addresses import parse_address
from yahtzee_tui.host.ssh.config import ServerError
from yahtzee_tui.host.ssh.protocol import Drain, ListenerSettings
from yahtzee_tui.host.ssh.server.audit_log import AuditLog, QueuedStream
from yahtzee_tui.host.ssh.server.clients import Client, RateLimiter, networks_of
from yahtzee_tui.host.ssh.server.connection import Connection
from yahtzee_tui.host.ssh.server.connection_options import check_version, make_connection_options
from yahtzee_tui.host.ssh.server.context import ServerContext
from yahtzee_tui.host.ssh.server.fork_client import FORK_SERVER, ForkServerClient
from yahtzee_tui.host.ssh.server.hook_check import check_hooks
from yahtzee_tui.host.ssh.server.host_key import load_host_key
from yahtzee_tui.host.ssh.server.metrics import exchange_figures, serve_metrics
from yahtzee_tui.host.ssh.server.proxy_protocol import read_address
from yahtzee_tui.host.ssh.server.service import feed_watchdog, notify, reload
from yahtzee_tui.host.ssh.server.session_end import ExitReason
from yahtzee_tui.host.ssh.server.state_dir import find_user, prepare_state_dir
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from ipaddress import IPv4Address, IPv6Address

    from yahtzee_tui.host.ssh.config import ServerSettings
    from yahtzee_tui.host.ssh.server.service import ReadSettings

    Order = signal.Signals | Drain

_STARTING = "The game is being loaded. The event open tells that players get in."

_DRAIN_SIGNAL = signal.SIGUSR1
"""After it the server refuses connections, and ends with its last session, or at a time."""

_RELOAD_SIGNAL = signal.SIGHUP
_SIGNALS = (signal.SIGTERM, signal.SIGINT, _DRAIN_SIGNAL)

_BACKLOG = 1024  # in a flood, connections that the system refuses are tried again seconds later
_HEADER_SECONDS = 5
_ACCEPT_RETRY_SECONDS = 0.1
_DRAIN_POLL_SECONDS = 0.1
_KILL_SECONDS = 1.0
_FLUSH_SECONDS = 0.5
_LOG_SECONDS = 2.0


def serve(
    settings: ServerSettings,
    log: TextIO,
    worker: Sequence[str] = FORK_SERVER,
    read_settings: ReadSettings | None = None,
) -> None:
    """Run the server until a signal stops it; raises `ServerError` if it can't be started.

    `settings` have a state folder; `worker` is the fork server's program, as arguments of Python.
    `read_settings` reads the settings again for SIGHUP, and raises `UserError` if it can't.
    """
    check_version(asyncssh.__version__)
    stream = QueuedStream(log.fileno())
    try:
        audit_log = AuditLog(stream, settings.limits.log_kilobytes * 1024)
        asyncio.run(_serve(settings, audit_log, worker, read_settings or (lambda: settings)))
    finally:
        stream.close(_LOG_SECONDS)


async def _serve(
    settings: ServerSettings,
    audit_log: AuditLog,
    worker: Sequence[str],
    read_settings: ReadSettings,
) -> None:
    orders = _queue_hangups()
    _log_libraries_to(audit_log)
    user = find_user(settings.user)
    key = load_host_key(Path(settings.state), settings.host_key, user)
    keys = [key]
    if settings.next_host_key:
        keys.append(load_host_key(Path(settings.state), settings.next_host_key, user))
    sockets = open_sockets(settings.host, settings.port)
    worker_settings = prepare_state_dir(settings, user)._replace(
        identity={
            "id": secrets.token_hex(8),
            "name": socket.gethostname(),
            "process": os.getpid(),
            "public_name": settings.public_name,
            "key": key.get_fingerprint(),
            "started": time.time(),
        }
    )
    database = settings.listen_database or worker_settings.database
    of_listener = ListenerSettings(database, settings.notify)
    fork_server = ForkServerClient(worker_settings, audit_log, worker, of_listener)
    running = asyncio.create_task(fork_server.run())
    beside = [asyncio.create_task(feed_watchdog())]
    port = sockets[0].getsockname()[1]
    audit_log.write("starting", host=settings.host, port=port, text=_STARTING)
    try:
        context = ServerContext(
            settings,
            RateLimiter(settings.limits),
            audit_log,
            fork_server,
            make_connection_options(keys, settings.limits),
            host_key=key,
        )
        fork_server.on_figures = partial(exchange_figures, context)
        if settings.metrics.listen:
            beside.append(asyncio.create_task(serve_metrics(context, settings.metrics.listen)))
        await check_hooks()
        await fork_server.wait_ready()
        listener = Listener(context, settings.proxies)
        for number in _SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, orders.put_nowait, number)
        fork_server.on_drain = orders.put_nowait
        try:
            listener.listen(sockets)
        except OSError as error:  # another server has begun to, which was bound as well
            raise _explain(error, settings.host, settings.port) from None
        context.is_accepting = True
        if user is not None and user.pw_uid == 0:
            audit_log.write(
                "warning", text=("Games run as root. Use --user to run them as another user.")
            )
        audit_log.write(
            "open",
            host=settings.host,
            port=port,
            process=os.getpid(),
            key=key.get_fingerprint(),
        )
        notify("READY=1", "STATUS=Accepting players")
        take_over = partial(reload, context, read_settings, user, keys)
        tasks = (running, *listener.tasks)
        while (order := await _wait_for_order(orders, *tasks)) is _RELOAD_SIGNAL:
            await take_over()
        listener.stop()
        context.is_accepting = False
        why = ExitReason.CLOSING
        if (drain := _find_drain(order, settings)) is not None:
            why = await _drain(drain, orders, context, take_over)
        else:
            audit_log.write("closing", sessions=len(context.sessions))
        notify("STOPPING=1", "STATUS=Ending")  # after a drain: TimeoutStopSec starts here
        await _end_sessions(context, why)
        await listener.close()
    finally:
        await fork_server.close()
        for task in (running, *beside):
            task.cancel()
        audit_log.write("closed")


def _queue_hangups() -> asyncio.Queue[Order]:
    """Return the queue of orders, which has SIGHUP from now on: it may come before the start.

    It is the signal to read the settings again, and that of a terminal that was closed, which ends
    a server that runs in it.
    """
    orders: asyncio.Queue[Order] = asyncio.Queue()
    has_terminal = os.isatty(0)

    def queue_hangup() -> None:
        is_closed = has_terminal and not os.isatty(0)
        orders.put_nowait(signal.SIGTERM if is_closed else _RELOAD_SIGNAL)

    asyncio.get_running_loop().add_signal_handler(_RELOAD_SIGNAL, queue_hangup)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {_RELOAD_SIGNAL})
    return orders


async def _wait_for_order(orders: asyncio.Queue[Order], *tasks: asyncio.Task[None]) -> Order:
    """Return the next order; raise `ServerError` if one of the server's tasks ends before it."""
    waiting = asyncio.create_task(orders.get())
    done = (await asyncio.wait({waiting, *tasks}, return_when=asyncio.FIRST_COMPLETED))[0]
    if waiting in done:
        return waiting.result()
    waiting.cancel()
    why = ", ".join(repr(task.exception()) for task in done)
    raise ServerError(_("The server ended because a part of it failed: {why}.", why=why))


def _find_drain(order: Order, settings: ServerSettings) -> Drain | None:
    """Return the drain that is ordered, None if the server ends at once."""
    if order is _DRAIN_SIGNAL:
        return Drain(time.time() + settings.drain_seconds)
    return order if isinstance(order, Drain) else None


async def _drain(
    drain: Drain,
    orders: asyncio.Queue[Order],
    context: ServerContext,
    take_over: Callable[[], Awaitable[None]],
) -> ExitReason:
    """Wait until all sessions have ended, or have to; return why those left do."""
    until, shown = math.inf, -1
    orders.put_nowait(drain)
    while True:
        while not orders.empty():
            order = orders.get_nowait()
            found = _find_drain(order, context.settings)
            if order is _RELOAD_SIGNAL:
                await take_over()
            elif found is None:
                return ExitReason.CLOSING
            elif found.until < until:
                until = found.until
                context.fork_server.drain(found)
                seconds = max(0, round(until - time.time()))
                context.audit_log.write("draining", sessions=len(context.sessions), seconds=seconds)
        if not context.sessions or time.time() >= until:
            return ExitReason.RESTARTING
        if shown != (shown := len(context.sessions)):
            notify(f"STATUS=Draining; sessions left: {shown}")
        await asyncio.sleep(_DRAIN_POLL_SECONDS)


async def _end_sessions(context: ServerContext, why: ExitReason) -> None:
    """End all sessions within the grace period, and let clients receive the reason."""
    context.is_closing = True
    for session in tuple(context.sessions):
        session.stop(why)
    loop = asyncio.get_running_loop()
    deadline = loop.time() + context.settings.limits.grace_seconds + _KILL_SECONDS
    while context.sessions and loop.time() < deadline:
        await asyncio.sleep(0.02)
    await asyncio.sleep(_FLUSH_SECONDS)


class _AuditLogHandler(logging.Handler):
    """Writes libraries' warnings to the audit log, which escapes and limits them."""

    def __init__(self, audit_log: AuditLog) -> None:
        super().__init__(logging.WARNING)
        self._audit_log = audit_log

    def emit(self, record: logging.LogRecord) -> None:
        self._audit_log.write("library", name=record.name, text=self.format(record))


def _log_libraries_to(audit_log: AuditLog) -> None:
    logging.getLogger().handlers[:] = [_AuditLogHandler(audit_log)]
    # Below this level asyncssh logs text from clients.
    asyncssh.set_log_level(logging.WARNING)


_NO_SOCKET = N_("The server can't listen on {host}, port {port}: {why}.")
_NO_SOCKETS = N_("The server can't listen on all addresses, port {port}: {why}.")


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Return sockets bound to all addresses of a host or this machine; raises `ServerError`.

    They don't listen yet: clients and balancers go to another server until this one is ready.
    """
    try:
        if not host and socket.has_dualstack_ipv6():
            return [_bind(socket.AF_INET6, ("", port), is_dualstack=True)]
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        addresses = dict.fromkeys((each[0], each[4]) for each in found)
        return [_bind(family, address[:2]) for family, address in addresses]
    except (OSError, UnicodeError) as error:
        raise _explain(error, host, port) from None


def _explain(error: Exception, host: str, port: int) -> ServerError:
    why = describe_os_error(error) if isinstance(error, OSError) else _("it is not an address")
    sentence = _NO_SOCKET if host else _NO_SOCKETS
    return ServerError(_(sentence, host=host, port=port, why=why))


def _bind(family: int, address: tuple[object, ...], is_dualstack: bool = False) -> socket.socket:
    bound = socket.socket(family)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not is_dualstack)
        bound.bind(address)
    except OSError:
        bound.close()
        raise
    return bound


class Listener:
    """Accepts connections, and refuses those over a limit before any SSH is exchanged."""

    def __init__(self, context: ServerContext, proxies: tuple[str, ...]) -> None:
        self._context = context
        self._proxies = tuple(map(ip_network, proxies))
        self._connections: set[asyncio.Task[None]] = set()
        self.tasks: list[asyncio.Task[None]] = []  # one for each socket

    def listen(self, sockets: Iterable[socket.socket]) -> None:
        for each in sockets:
            each.listen(_BACKLOG)
            each.setblocking(False)
            self.tasks.append(asyncio.create_task(self._accept(each)))

    def stop(self) -> None:
        """Accept no more connections; present ones stay open."""
        for task in self.tasks:
            task.cancel()

    async def close(self) -> None:
        """Close all connections; call `stop` before."""
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, *self.tasks, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                try:
                    connection, address = await loop.sock_accept(listening)
                except OSError as error:  # no descriptor is left, for example
                    self._context.audit_log.write("error", why=str(error))
                    await asyncio.sleep(_ACCEPT_RETRY_SECONDS)
                    continue
                try:
                    task = self._handle(connection, parse_address(str(address[0])))
                except Exception as error:  # one connection must not end all others
                    self._context.audit_log.write("error", why=repr(error))
                    connection.close()
                    continue
                if task is not None:
                    self._connections.add(task)
                    task.add_done_callback(self._connections.discard)

    def _handle(
        self, connection: socket.socket, address: IPv4Address | IPv6Address
    ) -> asyncio.Task[None] | None:
        if any(address in network for network in self._proxies):
            return asyncio.create_task(self._handle_proxied(connection))
        client = self._admit(connection, address)
        if client is None:
            return None
        return asyncio.create_task(self._run_connection(connection, client))

    async def _handle_proxied(self, connection: socket.socket) -> None:
        try:
            timeout = min(self._context.settings.limits.login_seconds, _HEADER_SECONDS)
            address = await asyncio.wait_for(read_address(connection), timeout)
            # Without an address it is a load balancer's health check.
            client = self._admit(connection, parse_address(address)) if address else None
        except (OSError, ValueError) as error:
            self._context.audit_log.write("dropped", why="proxy", text=str(error))
            client = None
        if client is None:
            connection.close()
        else:
            await self._run_connection(connection, client)

    def _admit(
        self, connection: socket.socket, address: IPv4Address | IPv6Address
    ) -> Client | None:
        """Return the client, or close the connection and return None if a limit is reached."""
        known_keys = self._context.fork_server.known_keys
        client = Client(str(address), networks_of(address), known_keys)
        if why := self._context.rate_limiter.admit(client):
            self._context.log_drop(why, client.address)
            connection.close()
            return None
        return client

    async def _run_connection(self, connection: socket.socket, client: Client) -> None:
        try:
            with contextlib.closing(connection):
                await self._run_ssh(connection, Connection(self._context, client))
        except (asyncssh.Error, OSError, TimeoutError) as error:
            if not client.is_dropped:
                why = str(error)[:200]
                self._context.audit_log.write("login-failed", address=client.address, why=why)
        finally:
            self._context.rate_limiter.remove(client)
            if client.is_dropped:
                self._context.log_drop("crowded", client.address)

    async def _run_ssh(self, connection: socket.socket, handler: Connection) -> None:
        ssh = await asyncssh.run_server(
            connection, config=[], options=self._context.options, server_factory=lambda: handler
        )
        try:
            await ssh.wait_closed()
        finally:
            ssh.abort()
