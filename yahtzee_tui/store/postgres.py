"""Waiting for a server's answers no longer than people wait for theirs.

A server that was stopped, or whose host hangs, keeps its connections open and says nothing; neither
PostgreSQL's own limits nor those of TCP end that, so the waiting itself must.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import event

if TYPE_CHECKING:
    from collections.abc import Generator

    from sqlalchemy import Engine


ANSWER_SECONDS = 3.0
"""How long one waits for an answer; the longest that any question takes is far less."""


class TimeoutConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed once an answer doesn't come.

    Attributes:
        patience: Seconds in which it must come.
    """

    patience = ANSWER_SECONDS

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Return what psycopg waits for, which asks every tenth of a second whether to go on."""
        return super().wait(self._until_late(gen), *args, **options)

    def _until_late(self, asking: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        latest = time.monotonic() + self.patience
        ready = None
        while True:
            try:
                wanted = asking.send(ready)
            except StopIteration as end:
                return end.value
            ready = yield wanted
            if not ready and time.monotonic() > latest:
                self.close()
                raise psycopg.OperationalError("the server doesn't answer")


def use_timeouts(engine: Engine) -> None:
    """Let an engine of PostgreSQL make connections of this kind."""

    def connect(_: object, __: object, args: list[Any], options: dict[str, Any]) -> Any:
        return TimeoutConnection.connect(*args, **options)

    event.listen(engine, "do_connect", connect)
