"""How long saving takes. In a plain test run each of these runs once and isn't timed.

A save must take less than 5 ms, so that nobody at the table notices it.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from yahtzee_tui.rules import History, Record
from yahtzee_tui.store import Autosaver, Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

FINISHED = play_out("official", ("Ann", "Bob"), 3)
HALF = FINISHED.record.events[: len(FINISHED.record.events) // 2]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "games.sqlite"))
    assert store.games.newest() is None
    yield store
    store.close()


def test_a_save_in_the_middle_of_a_game(benchmark: BenchmarkFixture, store: Store) -> None:
    history = History(FINISHED.record.setup.start(), (), HALF)
    record, game = Record.of(FINISHED.record.setup, history), history.game
    autosaver = Autosaver(store)
    benchmark(autosaver.save, record, game)
    assert autosaver.version is not None
    assert autosaver.version.number >= 1


def test_a_save_of_a_finished_game(benchmark: BenchmarkFixture, store: Store) -> None:
    autosaver = Autosaver(store)
    benchmark(autosaver.save, *FINISHED)
    assert store.scores.count_games() == {"official": 1}


def test_bringing_in_a_game(benchmark: BenchmarkFixture, store: Store) -> None:
    setup, number = FINISHED.record.setup, count()

    def import_game() -> bool:
        another = setup._replace(dice=f"seed:{next(number)}")
        return store.games.import_game(FINISHED.record._replace(setup=another), FINISHED.game)

    assert benchmark(import_game)


def test_loading_a_game(benchmark: BenchmarkFixture, store: Store) -> None:
    game = store.games.add(*FINISHED).game
    assert benchmark(lambda: store.games.read(game).load()[0]) == FINISHED.record
