"""How fast rules, saving and advice are. In a plain test run each is run once and not timed."""

from __future__ import annotations

from itertools import combinations_with_replacement, count
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from yahtzee_tui.rules import OFFICIAL, Card, History, Record
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Autosaver
from yahtzee_tui.strategy import Advice, ValueTable, load_value_table

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from yahtzee_tui.store import Store

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
FIRST_YAHTZEE = (4, 4, 4, 4, 4)
EMPTY = Card.empty(OFFICIAL)
MIXED = (1, 2, 3, 4, 6)
FINISHED = play_out("official", ("Ann", "Bob"), 3)
HALF = FINISHED.record.events[: len(FINISHED.record.events) // 2]


def test_the_points_of_all_boxes(benchmark: BenchmarkFixture) -> None:
    """Of all 252 rolls in turn: divide by 252."""
    points = benchmark(lambda: sum(OFFICIAL.points(faces)[-1] for faces in ROLLS))
    assert points == 17.5 * len(ROLLS)


def test_the_potentials_of_a_joker(benchmark: BenchmarkFixture) -> None:
    potentials = benchmark(EMPTY.write("yahtzee", 50).potentials, FIRST_YAHTZEE)
    assert [p.box.id for p in potentials if p.refusal is None] == ["fours"]


def test_a_save_in_the_middle_of_a_game(benchmark: BenchmarkFixture, store: Store) -> None:
    """The target is 5 ms, so that nobody at the table notices it."""
    assert store.games.newest() is None  # the store is open
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


@pytest.fixture
def table() -> ValueTable:
    """Return best play of the official rules, with nothing remembered."""
    return load_value_table(OFFICIAL, cache_folder()).table


def test_a_table_from_a_file(benchmark: BenchmarkFixture, table: ValueTable) -> None:
    loaded = benchmark(load_value_table, OFFICIAL, cache_folder())
    assert loaded.cached
    assert loaded.table.expected == table.expected


def test_all_hints_of_a_fresh_turn(benchmark: BenchmarkFixture, table: ValueTable) -> None:
    """The target is 1 ms."""
    extras = count()

    def advise() -> Advice:
        # Cards that differ are not remembered, however much alike they are.
        return Advice(table, Card(OFFICIAL, EMPTY.scores, repeats=next(extras)), MIXED, 2)

    assert benchmark(advise).holds


def test_further_hints_of_a_turn(benchmark: BenchmarkFixture, table: ValueTable) -> None:
    """The target is 50 µs."""
    table.turn(EMPTY)
    assert benchmark(Advice, table, EMPTY, MIXED, 2).holds
