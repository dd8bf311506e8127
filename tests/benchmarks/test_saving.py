"""How long saving takes. In a plain test run each of these runs once and isn't timed.

A save must take less than 5 ms, so that nobody at the table notices it.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from yahtzee_tui.rules import History, Record
from yahtzee_tui.store import Keeper, Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

FINISHED = play_out("official", ("Ann", "Bob"), 3)
HALF = FINISHED.record.events[: len(FINISHED.record.events) // 2]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """Give an open shelf."""
    shelf = Shelf(str(tmp_path / "games.sqlite"))
    assert shelf.games.newest() is None
    yield shelf
    shelf.close()


def test_a_save_in_the_middle_of_a_game(benchmark: BenchmarkFixture, shelf: Shelf) -> None:
    history = History(FINISHED.record.setup.start(), (), HALF)
    record, game = Record.of(FINISHED.record.setup, history), history.game
    keeper = Keeper(shelf)
    benchmark(keeper.keep, record, game)
    assert keeper.ticket is not None
    assert keeper.ticket.version >= 1


def test_a_save_of_a_finished_game(benchmark: BenchmarkFixture, shelf: Shelf) -> None:
    keeper = Keeper(shelf)
    benchmark(keeper.keep, *FINISHED)
    assert shelf.scores.count_games() == {"official": 1}


def test_bringing_in_a_game(benchmark: BenchmarkFixture, shelf: Shelf) -> None:
    setup, number = FINISHED.record.setup, count()

    def bring_in() -> bool:
        another = setup._replace(dice=f"seed:{next(number)}")
        return shelf.games.bring_in(FINISHED.record._replace(setup=another), FINISHED.game)

    assert benchmark(bring_in)


def test_loading_a_game(benchmark: BenchmarkFixture, shelf: Shelf) -> None:
    game = shelf.games.add(*FINISHED).game
    assert benchmark(lambda: shelf.games.read(game).load()[0]) == FINISHED.record
