"""How fast advice is. In a plain test run each of these runs once and isn't timed."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.rules import OFFICIAL, Card
from yahtzee_tui.strategy import Advice, ValueTable, load_value_table

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

    from yahtzee_tui.rules import Faces

EMPTY = Card.empty(OFFICIAL)
MIXED = (1, 2, 3, 4, 6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("tables")
    load_value_table(OFFICIAL, found)
    return found


@pytest.fixture
def table(folder: Path) -> ValueTable:
    """Return best play of the official rules, with nothing remembered."""
    return load_value_table(OFFICIAL, folder).table


def test_a_table_from_a_file(benchmark: BenchmarkFixture, folder: Path) -> None:
    assert benchmark(load_value_table, OFFICIAL, folder).cached


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


def test_the_value_of_a_card(benchmark: BenchmarkFixture, table: ValueTable) -> None:
    assert benchmark(table.value_of, EMPTY) == table.expected


def test_a_whole_game(benchmark: BenchmarkFixture, folder: Path) -> None:
    """Every roll, hold and posting of a game: the target is 4 ms."""
    game = _random_game(Random(1))
    tables = [load_value_table(OFFICIAL, folder).table]

    def analyse() -> list[float]:
        table = ValueTable(tables[0].space, tables[0].values)
        values = []
        for card, rolls, box in game:
            turn = table.turn(card)
            values.append(turn.value)
            for rolls_left, faces in zip((2, 1, 0), rolls, strict=True):
                values.append(turn.of_roll(faces, rolls_left))
                if rolls_left:
                    values.append(turn.of_hold(faces[:2], faces, rolls_left))
            values.append(turn.of_posting(box, rolls[-1]) or 0)
        return values

    assert len(benchmark(analyse)) == 13 * 7


def _random_game(rng: Random) -> list[tuple[Card, list[Faces], str]]:
    game, card = [], EMPTY
    while not card.is_full:
        rolls: list[Faces] = [tuple(rng.choices(range(1, 7), k=5)) for _ in range(3)]
        found = rng.choice([p for p in card.potentials(rolls[-1]) if p.refusal is None])
        game.append((card, rolls, found.box.id))
        card = card.write(found.box.id, found.points, found.bonus)
    return game
