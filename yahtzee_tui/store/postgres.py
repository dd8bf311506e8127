"""PostgreSQL connections with a time limit for every answer of the server.

A server that was stopped, or whose host hangs, keeps its connections open and sends nothing;
neither PostgreSQL's own time limits nor those of TCP end that.
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
"""The time limit of an answer; every query takes far less."""


class TimeoutConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that closes itself when an answer takes too long."""

    answer_seconds = ANSWER_SECONDS

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait as psycopg does, which resumes the generator at least every tenth of a second."""
        return super().wait(self._until_late(gen), *args, **options)

    def _until_late(self, asking: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        latest = time.monotonic() + self.answer_seconds
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
    """Let an engine make connections with a time limit."""

    def connect(_: object, __: object, args: list[Any], options: dict[str, Any]) -> Any:
        return TimeoutConnection.connect(*args, **options)

    event.listen(engine, "do_connect", connect)
