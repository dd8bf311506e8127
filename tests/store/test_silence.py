"""A server that says nothing any more: one sentence soon, and all goes on once it speaks again."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from tests.store.begun import add, begun
from tests.store.opened import FINISHED
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.answering import ANSWER_SECONDS, PatientConnection
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.opening import CONNECT_SECONDS, open_database
from yahtzee_tui.store.sentences import GONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.postgres import Server
    from yahtzee_tui.store.database import Database

pytestmark = pytest.mark.slow

SLACK = 5.0
"""Seconds that a busy machine may take on top."""


@pytest.fixture
def database(postgres_address: str) -> Iterator[Database]:
    opened, _ = open_database(postgres_address)
    yield opened
    opened.close()


def refused(ask: Callable[[], object]) -> float:
    """Return how long it takes until one is told that the server doesn't answer."""
    began = time.monotonic()
    with pytest.raises(StoreProblem) as caught:
        ask()
    assert caught.value.sentence == GONE
    return time.monotonic() - began


def test_nobody_waits_for_long_and_all_goes_on_afterwards(
    postgres: Server, database: Database
) -> None:
    games = Games(database)
    ticket = add(games, begun())
    longest = ANSWER_SECONDS + CONNECT_SECONDS
    assert longest <= 5
    with postgres.silent():
        assert refused(lambda: games.read(ticket.game)) < longest + SLACK
        assert refused(lambda: games.add(*FINISHED)) < longest + SLACK

        async def ask_in_a_loop() -> float:
            return refused(lambda: games.add(*FINISHED))

        assert asyncio.run(ask_in_a_loop()) < 1, "nobody waits again where a screen is drawn"
    assert [saved.id for saved in games.each()] == [ticket.game]

    async def save_in_a_loop() -> None:
        games.add(*FINISHED)

    asyncio.run(save_in_a_loop())
    assert len([*games.each()]) == 2


def test_what_is_asked_for_while_another_waits(
    postgres: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen waits for nobody who waits for the server."""
    monkeypatch.setattr(PatientConnection, "patience", 1.0)
    games = Games(database)
    add(games, begun())

    async def ask_both() -> float:
        other = asyncio.create_task(asyncio.to_thread(refused, games.newest))
        await asyncio.sleep(0.2)
        took = refused(lambda: games.add(*FINISHED))
        await other
        return took

    with postgres.silent():
        assert asyncio.run(ask_both()) < ANSWER_SECONDS + SLACK


def test_a_server_that_is_silent_from_the_beginning(
    postgres: Server, postgres_address: str
) -> None:
    open_database(postgres_address)[0].close()
    with postgres.silent():
        began = time.monotonic()
        with pytest.raises(StoreProblem) as caught:
            open_database(postgres_address)
        assert time.monotonic() - began < CONNECT_SECONDS + SLACK
        assert caught.value.sentence == GONE
    open_database(postgres_address)[0].close()
