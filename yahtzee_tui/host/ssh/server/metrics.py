"""The figures of a server: for its row in the database, and for Prometheus, over HTTP.

prometheus-client writes the text. Its own server isn't used: it starts a thread for each client,
and waits for a slow one without an end.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import closing, suppress
from http import HTTPStatus
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.ssh.addresses import split_address
from yahtzee_tui.host.ssh.figures import BOUNDS
from yahtzee_tui.host.ssh.server.session_end import REFUSALS, ExitReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from prometheus_client import Metric

    from yahtzee_tui.host.ssh.server.context import ServerContext

_SILENT_SECONDS = 30.0
"""After which a listener that reports nothing, each 10 seconds, can't use the database."""

_CLIENT_SECONDS = 5.0
_MAX_CLIENTS = 20  # at a time
_MAX_REQUEST = 8192  # bytes
_RETRY_SECONDS = 10.0

_GAUGES = {
    "ready": "Whether the server accepts players and its database answers.",
    "draining": "Whether the server accepts no players any more.",
    "start_time_seconds": "When the server started, in seconds since 1970.",
    "sessions": "Sessions now.",
    "sessions_limit": "The most sessions at a time.",
    "sessions_at_tables": "Sessions at a shared table, those that watch included.",
    "sessions_in_lobby": "Sessions elsewhere: in the lobby, or in a game of their own.",
    "sessions_watching": "Sessions that watch a table.",
    "session_memory_bytes": "Memory of a session (PSS), the median.",
    "games_started_today": "Games of the database that started today in UTC, on all servers.",
    "games_finished_today": "Games of the database that ended today in UTC, on all servers.",
}
_COUNTERS = {
    "log_lines_lost": "Lines of the log that were not written.",
    "fork_server_restarts": "Restarts of the process that forks the sessions.",
    "listener_restarts": "Restarts of the listener, since the fork server started.",
    "refusals": "Clients that logged in but got no session.",
    "drops": "Connections that were closed before the login.",
    "session_ends": "Sessions that ended.",
}
_HISTOGRAMS = {
    "key_seconds": "Seconds from the last input of a session to its next output.",
    "save_seconds": "Seconds that saving an action took.",
}


def exchange_figures(context: ServerContext, found: Mapping[str, Any]) -> dict[str, Any]:
    """Take the figures of the listener, and return what it writes besides."""
    context.listener_figures, context.listener_heard = found, time.monotonic()
    return count(context) | {"key_seconds": context.key_times.read_recent()}


def is_ready(context: ServerContext) -> bool:
    """Return whether the server accepts players, and its database answers."""
    is_silent = time.monotonic() - context.listener_heard > _SILENT_SECONDS
    return context.is_accepting and bool(context.listener_figures) and not is_silent


def count(context: ServerContext) -> dict[str, Any]:
    """Return the figures of a server, without times; reasons that are known are there with 0."""

    def count_by_reason(event: str, known: Iterable[str] = ()) -> dict[str, int]:
        counts = context.audit_log.counts.items()
        return dict.fromkeys(known, 0) | {why: n for (each, why), n in counts if each == event}

    return {
        "sessions": len(context.sessions),
        "sessions_watching": sum(session.is_watching for session in context.sessions),
        "refusals": count_by_reason("refused", REFUSALS),
        "drops": count_by_reason("dropped"),
        "session_ends": count_by_reason("session-end", [each.value for each in ExitReason]),
        "log_lines_lost": context.audit_log.lost,
        "fork_server_restarts": context.fork_server.restarts,
        "listener_restarts": context.fork_server.listener_restarts,
    }


class MetricsCollector:
    """The figures of a server as prometheus-client takes them."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context

    def collect(self) -> Iterator[Metric]:
        from prometheus_client import core

        context, of_listener = self._context, self._context.listener_figures
        figures = count(context) | {
            "ready": is_ready(context),
            "draining": not context.is_accepting,
            "start_time_seconds": context.started,
            "sessions_limit": context.settings.limits.sessions,
            "key_seconds": context.key_times.counts,
            "save_seconds": [0] * (len(BOUNDS) + 1),
            **of_listener,
        }
        version = {"version": of_listener.get("version", "")}
        yield core.InfoMetricFamily("yahtzee_tui", "The program.", version)
        for name, text in _GAUGES.items():
            if (number := figures.get(name)) is not None:
                yield core.GaugeMetricFamily(f"yahtzee_tui_{name}", text, number)
        for name, text in _COUNTERS.items():
            found = figures[name]
            labels = ["reason"] if isinstance(found, dict) else []
            family = core.CounterMetricFamily(f"yahtzee_tui_{name}", text, labels=labels)
            for reason, number in (found if labels else {"": found}).items():
                family.add_metric([reason], number)
            yield family
        for name, text in _HISTOGRAMS.items():
            bounds = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
            buckets = [*zip(bounds, accumulate(figures[name]), strict=True)]
            yield core.HistogramMetricFamily(f"yahtzee_tui_{name}", text, buckets)


async def serve_metrics(context: ServerContext, address: str) -> None:
    """Answer requests at an address, or by a Unix socket at a path, until this is cancelled.

    While another program has the address, such as an older server that drains, this waits for it.
    """
    slots, reported = asyncio.Semaphore(_MAX_CLIENTS), ""

    async def serve_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            if not slots.locked():
                async with slots, asyncio.timeout(_CLIENT_SECONDS):
                    writer.write(await _answer(context, reader))
                    await writer.drain()

    while True:
        try:
            if address.startswith("/"):
                server = await asyncio.start_unix_server(serve_client, address, limit=_MAX_REQUEST)
            else:
                host, port = split_address(address)
                server = await asyncio.start_server(serve_client, host, port, limit=_MAX_REQUEST)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            if why != reported:
                sentence = f"The figures can't be served at {address} yet: {why}."
                context.audit_log.write("error", why=sentence)
            reported = why
            await asyncio.sleep(_RETRY_SECONDS)
        else:
            await server.serve_forever()


async def _answer(context: ServerContext, reader: asyncio.StreamReader) -> bytes:
    """Read a request, and return what it is answered."""
    from prometheus_client import generate_latest

    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        return _format(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    words = head.partition(b"\r\n")[0].split(b" ")
    if len(words) != 3 or not words[2].startswith(b"HTTP/1."):
        return _format(HTTPStatus.BAD_REQUEST)
    if words[0] != b"GET":
        return _format(HTTPStatus.METHOD_NOT_ALLOWED)
    path = words[1].partition(b"?")[0]
    if path == b"/metrics":
        return _format(HTTPStatus.OK, generate_latest(MetricsCollector(context)))
    if path == b"/ready" and not is_ready(context):
        return _format(HTTPStatus.SERVICE_UNAVAILABLE)
    return _format(HTTPStatus.OK if path in (b"/ready", b"/live") else HTTPStatus.NOT_FOUND)


def _format(status: HTTPStatus, body: bytes = b"") -> bytes:
    body = body or f"{status.phrase}\n".encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n"
        f"Content-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {len(body)}"
    )
    return head.encode() + b"\r\n\r\n" + body
