"""Transactions: what reads, and what writes and so waits for whoever else is writing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from yahtzee_tui.store.sentences import in_a_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the database.

    Raises:
        StoreProblem: If the database complains.
    """
    with in_a_sentence(), engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection of which everything is written at the end, or nothing.

    Raises:
        StoreProblem: If the database complains.
    """
    with (
        in_a_sentence(),
        engine.connect() as connection,
        connection.execution_options(writes=True).begin(),
    ):
        yield connection
