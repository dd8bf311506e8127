"""Reviewing finished games one after the other."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.store.games import execute, fill_file
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.store.stats.statistics import Reviewed
from yahtzee_tui.strategy import Unsolvable, load_value_table, review_game

# Solved in a moment.
RULES = "yz"
GAMES_THERE = 23


@pytest.fixture
def file(tmp_path: Path) -> str:
    return fill_file(tmp_path / "games.sqlite", GAMES_THERE, (RULES,))


@pytest.fixture
def store(file: str) -> Iterator[Store]:
    opened = Store(file)
    yield opened
    opened.close()


def reviewed(store: Store, player: str = "ann") -> Reviewed | None:
    statistics = store.scores.statistics(player, RULES)
    assert statistics is not None
    return statistics.reviewed


def find(store: Store) -> list[str]:
    return store.scores.find_unreviewed("ann", RULES)


def work_off(store: Store) -> None:
    review_queue = ReviewQueue(store, partial(find, store))
    while review_queue.work():
        pass
    assert find(store) == []


def test_every_game_is_looked_at_a_few_at_a_time(store: Store) -> None:
    told: list[float] = []
    review_queue = ReviewQueue(store, partial(find, store), told.append)
    assert review_queue.work()
    assert review_queue.left == GAMES_THERE - 20
    first = reviewed(store)
    assert first is not None
    assert first.games == 20
    assert not review_queue.work()
    assert not review_queue.work(), "there is nothing left to do"
    assert (review_queue.left, review_queue.progress) == (0, 0.0)
    assert told[-1] == 0.0
    everything = reviewed(store)
    assert everything is not None
    assert everything.games == GAMES_THERE
    assert store.scores.find_unreviewed("bob") == [], "those who played along are done too"


def test_expected_score_luck_and_skill_are_the_total(store: Store) -> None:
    work_off(store)
    found = store.scores.statistics("ann", RULES)
    assert found is not None
    assert found.reviewed is not None
    assert all(skill <= 0 for skill in found.reviewed.skills)
    record, history = store.games.read(found.reviewed.luckiest.game).load()
    table = load_value_table(history.game.ruleset, cache_folder()).table
    assert found.reviewed.expected == pytest.approx(table.expected)
    players = review_game(table, record.setup.start(), record.events).players
    (ann,) = (player for player in players if player.name == "Ann")
    luckiest = found.reviewed.luckiest
    assert (luckiest.luck, luckiest.skill) == pytest.approx((ann.luck, ann.skill))
    assert table.expected + luckiest.luck + luckiest.skill == pytest.approx(luckiest.total)


def test_what_makes_no_sense_has_its_turn_once(file: str, store: Store) -> None:
    torn, unfinished = find(store)[:2]
    text = store.games.read(unfinished).text
    database, _ = open_database(file)
    for game, record in ((torn, "Dear Ann,"), (unfinished, text[: len(text) // 2])):
        execute(database, update(GAMES).where(GAMES.c.id == game).values(record=record))
    database.close()
    work_off(store)
    found = reviewed(store)
    assert found is not None
    assert found.games == GAMES_THERE - 2


def test_rules_that_cannot_be_solved(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Unsolvable("other_dice", "Best play can't be worked out.")

    monkeypatch.setattr("yahtzee_tui.services.reviews.load_table", refuse)
    work_off(store)
    assert reviewed(store) is None


def test_stopping_ends_it_soon(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    review_queue = ReviewQueue(store, partial(find, store), lambda _: review_queue.stop())
    assert not review_queue.work(), "left while best play was worked out"
    assert review_queue.left == GAMES_THERE
    assert len(find(store)) == GAMES_THERE
    review_queue.stop()
    assert not review_queue.work()
