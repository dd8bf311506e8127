"""The company at a shared table: what is read from the database, and when."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Engine, event

from tests.store.lobby.people import ANN, BOB, begin_new
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.services.online_match import OnlineTable
from yahtzee_tui.store import Store
from yahtzee_tui.store.lobby import TableStatus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def statements() -> Iterator[list[str]]:
    sent: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield sent
    event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "games.sqlite"))
    yield store
    store.close()


async def test_own_actions_are_not_read_back(store: Store, statements: list[str]) -> None:
    lobby = store.lobby
    begun = begin_new(lobby)
    ann, bob = (OnlineTable.at(store, each, lobby.tables.read(begun.table)) for each in (ANN, BOB))
    told: list[str] = []
    following = asyncio.create_task(ann.follow(lambda: told.append("ann")))
    await asyncio.sleep(0.6)
    statements.clear()
    told.clear()

    table = ann.saved_table.table
    for action in (Roll(), Hold((0,)), Roll(), Score("chance")):
        table.apply(0, action)
        await asyncio.sleep(0.3)
    assert [each for each in statements if each.startswith("SELECT")] == []
    assert (ann.shared.turn, ann.shared.status) == (1, TableStatus.PLAYING)
    assert told == ["ann"], "a turn has ended"
    assert ann.shared == lobby.tables.read(begun.table)

    await bob._refresh(lambda: None)
    bob.saved_table.table.apply(1, Roll())
    async with asyncio.timeout(10):
        while ann.saved_table.table.history != bob.saved_table.table.history:
            await asyncio.sleep(0.05)
    following.cancel()
