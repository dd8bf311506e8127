"""PostgreSQL: connections with a time limit for every answer, and the change feed.

A server that was stopped, or whose host hangs, keeps its connections open and sends nothing;
neither PostgreSQL's own time limits nor those of TCP end that.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, cast

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import event, exc

from yahtzee_tui.host.lobby.change_feed import LOBBY, WHOLE_LOBBY
from yahtzee_tui.host.lobby.schema import CHANNEL, PLAY_CHANNEL
from yahtzee_tui.store.database import SLOW, is_in_loop

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Sequence

    from sqlalchemy import Connection, Engine

    from yahtzee_tui.host.lobby.change_feed import Changes

    _Connection = psycopg.Connection[tuple[object, ...]]


ANSWER_SECONDS = 3.0  # the time limit of an answer; every query that is asked often takes far less
_PING_SECONDS = 2  # the least that libpq waits for a connection
_SLOW_SECONDS = 60.0  # the time limit in a thread, while the server answers others


class TimeoutConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that closes itself when an answer takes too long.

    In a thread a slow query may go on while the server answers others: only the event loop, which
    draws the screen, can't wait for it.
    """

    answer_seconds = ANSWER_SECONDS

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait as psycopg does, which resumes the generator at least every tenth of a second."""
        return super().wait(self._until_late(gen), *args, **options)

    def _until_late(self, asking: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        begin = time.monotonic()
        latest = begin + self.answer_seconds
        ready = None
        while True:
            try:
                wanted = asking.send(ready)
            except StopIteration as end:
                return end.value
            ready = yield wanted
            if ready or time.monotonic() < latest:
                continue
            if is_in_loop() or not self._is_server_alive():
                self.close()
                raise psycopg.OperationalError("the server is not responding")
            if time.monotonic() > begin + _SLOW_SECONDS:
                self.close()
                raise psycopg.errors.QueryCanceled(SLOW)
            latest = time.monotonic() + self.answer_seconds

    def _is_server_alive(self) -> bool:
        """Return whether the server answers another connection."""
        found = self.info.get_parameters() | {"connect_timeout": f"{_PING_SECONDS}"}
        state = psycopg.pq.PGconn.ping(make_conninfo(**found).encode())
        return state == psycopg.pq.Ping.OK


def set_up(engine: Engine) -> Engine:
    """Return the engine with a time limit for each answer, and transactions that it begins itself.

    The driver would begin them with the first query; so a lost connection shows before that.
    """

    def connect(_: object, __: object, args: list[Any], options: dict[str, Any]) -> Any:
        return TimeoutConnection.connect(*args, **options)

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "begin", _begin)
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _begin(connection: Connection) -> None:
    is_snapshot = connection.get_execution_options().get("is_snapshot")
    level = " ISOLATION LEVEL REPEATABLE READ" if is_snapshot else ""
    connection.exec_driver_sql(f"BEGIN{level}")


_RETRY_SECONDS = 2.0
"""How long a feed waits before it connects again to a server that can't be reached."""


class PostgresListener:
    """Hears the notifications of the database's triggers, on one connection that is made again."""

    def __init__(self, engine: Engine, ids: Collection[str]) -> None:
        """Connect at the first `wait`; with the lobby alone, hear of no action or chat."""
        self._engine = engine
        self._channels = (CHANNEL,) if ids == WHOLE_LOBBY else (CHANNEL, PLAY_CHANNEL)
        self._connection: _Connection | None = None
        self._socket = -1  # that of the connection, which psycopg forgets once it is broken
        self._connecting: asyncio.Future[_Connection] | None = None
        self._is_closed = False
        self._heard: Changes = []
        self._has_news = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def follow(self, ids: Collection[str]) -> None:
        """Do nothing: what is not followed is dropped where it would be reported."""

    async def wait(self) -> Changes | None:
        if self._connection is None:
            await self._connect()  # what happened before it listened wasn't heard
            return None
        await self._has_news.wait()
        self._has_news.clear()
        heard, self._heard = self._heard, []
        return None if self._connection is None else heard

    def close(self) -> None:
        """Close the connection, also one that is only being made."""
        self._is_closed = True
        self._disconnect()
        if self._connecting is not None:
            self._connecting.add_done_callback(_close_result)

    async def _connect(self) -> None:
        if self._connecting is None:
            self._connecting = self._loop.run_in_executor(
                None, _listen, self._engine, self._channels
            )
        try:
            # If this task is cancelled, the next `wait` or `close` takes the connection.
            connection = await asyncio.shield(self._connecting)
        except (exc.SQLAlchemyError, psycopg.Error):
            self._connecting = None
            await asyncio.sleep(_RETRY_SECONDS)
            return
        self._connecting = None
        if self._is_closed:
            return
        self._connection, self._socket = connection, connection.pgconn.socket
        self._loop.add_reader(self._socket, self._read)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._loop.remove_reader(self._socket)
            self._connection.close()
            self._connection = None

    def _read(self) -> None:
        if self._connection is None:
            return
        server = self._connection.pgconn
        try:
            server.consume_input()
        except psycopg.OperationalError:  # broken: the next `wait` connects again
            self._disconnect()
            self._has_news.set()
            return
        while (notification := server.notifies()) is not None:
            self._heard.append((notification.extra.decode(), None))
            if notification.relname.decode() == CHANNEL:
                self._heard.append((LOBBY, None))
            self._has_news.set()


def _listen(engine: Engine, channels: Sequence[str]) -> _Connection:
    pooled = engine.raw_connection()
    connection = cast("_Connection", pooled.driver_connection)
    pooled.detach()  # nothing else can use it, and it is ours to close
    try:
        connection.autocommit = True
        for channel in channels:
            connection.execute(f"LISTEN {channel}")
    except BaseException:
        connection.close()
        raise
    return connection


def _close_result(connecting: asyncio.Future[_Connection]) -> None:
    """Close a connection that came after the feed was closed."""
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()
