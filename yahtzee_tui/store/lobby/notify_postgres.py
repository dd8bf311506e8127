"""Hearing of changes of a PostgreSQL database, which tells of them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

import psycopg
from sqlalchemy import exc

from yahtzee_tui.store.lobby.notify import LONGEST, Pause
from yahtzee_tui.store.schema import CHANNEL

if TYPE_CHECKING:
    from sqlalchemy import Engine

    _Connection = psycopg.Connection[tuple[object, ...]]


_PATIENCE = 2.0
"""Seconds after which a server is asked again that can't be reached."""


class _Line(NamedTuple):
    """A connection that listens, and its socket, which a broken one doesn't tell any more."""

    connection: _Connection
    socket: int


class PostgresChangeFeed:
    """Listens to what the triggers of the database tell."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine; the connection is made when somebody first waits."""
        self.interest: frozenset[str] | None = None
        self._engine = engine
        self._line: _Line | None = None
        self._connecting: asyncio.Future[_Connection] | None = None
        self._is_closed = False
        self._pause = Pause()
        self._something = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def wait(self) -> None:
        """Return once something of interest has changed, or there is no telling."""
        await self._pause.take()
        if self._line is None:
            await self._connect()  # what happened before it listened wasn't heard
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await self._something.wait()
        self._something.clear()

    def close(self) -> None:
        """Listen no more."""
        self._is_closed = True
        self._hang_up()
        if self._connecting is not None:
            self._connecting.add_done_callback(_close_what_came)

    async def _connect(self) -> None:
        if self._connecting is None:
            self._connecting = self._loop.run_in_executor(None, _listen, self._engine)
        try:
            # Who waits no longer may wait again, or close what comes.
            connection = await asyncio.shield(self._connecting)
        except (exc.SQLAlchemyError, psycopg.Error):
            self._connecting = None
            await asyncio.sleep(_PATIENCE)
            return
        self._connecting = None
        if self._is_closed:
            return
        self._line = _Line(connection, connection.pgconn.socket)
        self._loop.add_reader(self._line.socket, self._hear)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._loop.remove_reader(self._line.socket)
            self._line.connection.close()
            self._line = None

    def _hear(self) -> None:
        if self._line is None:
            return
        server = self._line.connection.pgconn
        try:
            server.consume_input()
        except psycopg.OperationalError:  # broken: who waits next makes a new one
            self._hang_up()
            self._something.set()
            return
        while (told := server.notifies()) is not None:
            if self.interest is None or told.extra.decode() in self.interest:
                self._something.set()


def _listen(engine: Engine) -> _Connection:
    pooled = engine.raw_connection()
    connection = cast("_Connection", pooled.driver_connection)
    pooled.detach()  # it is of no use for anything else, and ours to close
    try:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
    except BaseException:
        connection.close()
        raise
    return connection


def _close_what_came(connecting: asyncio.Future[_Connection]) -> None:
    """Close a connection for which nobody waits any more."""
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()
