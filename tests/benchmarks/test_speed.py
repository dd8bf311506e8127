"""How fast rules, saving and advice are. In a plain test run each is run once and not timed."""

from __future__ import annotations

from itertools import combinations_with_replacement, count
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Game, History, Hold, Record, Roll, Score
from yahtzee_tui.store import Autosaver
from yahtzee_tui.strategy import Advice, ValueTable, load_value_table

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

    from yahtzee_tui.rules import Faces, Ruleset
    from yahtzee_tui.store import Store

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
FIRST_YAHTZEE = (4, 4, 4, 4, 4)
EMPTY = Card.empty(OFFICIAL)
MIXED = (1, 2, 3, 4, 6)
FINISHED = play_out("official", ("Ann", "Bob"), 3)
HALF = FINISHED.record.events[: len(FINISHED.record.events) // 2]


def play_random_game(ruleset: Ruleset, rng: Random) -> Game:
    """Play a game of two to its end through the checked door: three rolls a turn, any holds."""
    game = Game.start(ruleset, ("Ann", "Bob"))
    dice = range(ruleset.dice)
    while not game.is_over:
        for roll in range(ruleset.rolls):
            if roll:
                held = rng.randrange(2**ruleset.dice - 1)  # every die held could not be rolled
                game = game.play(Hold(tuple(at for at in dice if held >> at & 1)))
            game = game.play(Roll(), _throw(ruleset, rng))
        allowed = [p.box.id for p in game.potentials if p.refusal is None]
        game = game.play(Score(allowed[int(rng.random() * len(allowed))]))
    return game


def _throw(ruleset: Ruleset, rng: Random) -> Faces:
    return tuple([1 + int(rng.random() * ruleset.sides) for _ in range(ruleset.dice)])


def test_a_random_game_of_two(benchmark: BenchmarkFixture) -> None:
    rng = Random(1)
    games = benchmark(lambda: [play_random_game(each, rng) for each in RULESETS.values()])
    assert all(game.is_over for game in games)


def test_the_points_of_all_boxes(benchmark: BenchmarkFixture) -> None:
    """Of all 252 rolls in turn: divide by 252."""

    def every_roll() -> int:
        return sum(OFFICIAL.points(faces)[-1] for faces in ROLLS)

    assert benchmark(every_roll) == 17.5 * len(ROLLS)


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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("tables")
    load_value_table(OFFICIAL, found)
    return found


@pytest.fixture
def table(folder: Path) -> ValueTable:
    """Return best play of the official rules, with nothing remembered."""
    return load_value_table(OFFICIAL, folder).table


@pytest.mark.slow
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
