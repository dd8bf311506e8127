"""High scores, their reset, and the people who are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.games import card_of, fill, write_game, write_results
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from pathlib import Path

    from yahtzee_tui.store.database import Database


def test_an_empty_store_has_no_scores(database: Database) -> None:
    scores = Scores(database)
    assert scores.count_games() == {}
    assert scores.scoreboard("official") == ("official", None, ())
    assert scores.people() == []
    assert scores.find("ann") == []
    assert scores.statistics("ann") is None


def test_the_best_come_first_and_equal_totals_share_a_place(database: Database) -> None:
    write_game(database, "a", 100, Ann=20, Bob=30)
    write_game(database, "b", 200, Cid=30)
    write_game(database, "c", 300, Ann=25)
    write_game(database, "d", 400, "yatzy", Ann=29)
    scores = Scores(database)
    lines = scores.scoreboard("official").lines
    assert [(line.place, line.name, line.total, line.game) for line in lines] == [
        (1, "Bob", 30, "a"),
        (1, "Cid", 30, "b"),
        (3, "Ann", 25, "c"),
        (4, "Ann", 20, "a"),
    ]
    assert [line.name for line in scores.scoreboard("official", most=2).lines] == ["Bob", "Cid"]
    assert scores.count_games() == {"official": 3, "yatzy": 1}


def test_a_reset_begins_anew_keeps_the_statistics_and_is_undone(database: Database) -> None:
    write_game(database, "a", 100, Ann=20)
    write_game(database, "b", 100, "yatzy", Ann=20)
    scores = Scores(database)
    before = scores.scoreboard("official")
    token = scores.reset("official")
    assert token is None
    board = scores.scoreboard("official")
    assert board.lines == ()
    assert board.since is not None
    assert len(scores.scoreboard("yatzy").lines) == 1
    statistics = scores.statistics("ann", "official")
    assert statistics is not None
    assert statistics.summary.games == 1
    write_game(database, "c", board.since + 1, Bob=5)
    assert [line.name for line in scores.scoreboard("official").lines] == ["Bob"]

    assert scores.reset("official") == board.since
    scores.undo_reset("official", board.since)
    assert scores.scoreboard("official").since == board.since
    scores.undo_reset("official", token)
    assert scores.scoreboard("official").lines[: len(before.lines)] == before.lines
    assert scores.scoreboard("official").since is None


def test_people_are_told_apart_by_their_case_folded_names(database: Database) -> None:
    write_game(database, "a", 100, ANN=20, Bob=3)
    write_game(database, "b", 300, Ann=20)
    write_game(database, "c", 200, "yatzy", ann=20)
    people = Scores(database).people()
    assert [(p.player, p.name, p.games, p.newest) for p in people] == [
        ("ann", "Ann", 3, 300),
        ("bob", "Bob", 1, 100),
    ]
    assert Scores(database).games_of("ann") == {"official": 2, "yatzy": 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("AB", ["ab", "Ann Berg", "Abel"]),
        ("a.b.", ["Ann Berg"]),
        ("ann berg", ["Ann Berg"]),
        ("  ANN   b", ["Ann Berg"]),
        ("berg", ["Ann Berg"]),
        ("", ["Abel", "ab", "Zoe", "Ann Berg"]),
        ("x", []),
    ],
)
def test_a_player_is_found_by_name_beginning_or_initials(
    database: Database, text: str, found: list[str]
) -> None:
    names = ("Ann Berg", "Zoe", "ab", "Abel")
    for at, name in enumerate(names):
        write_results(database, (name, at, [(name, card_of(OFFICIAL))]))
    assert [person.name for person in Scores(database).find(text)] == found


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite"))
    store.close()
    with pytest.raises(StoreProblem, match="closed"):
        store.scores.people()


def test_a_database_that_breaks_is_told_in_a_sentence(database: Database) -> None:
    with database.writing() as connection:
        for table in ("reviews", "results"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
    for ask in (
        lambda: Scores(database).people(),
        lambda: Scores(database).count_games(),
        lambda: Scores(database).scoreboard("official"),
        lambda: Scores(database).statistics("ann"),
    ):
        with pytest.raises(StoreProblem):
            ask()


def test_many_games_at_once(database: Database) -> None:
    fill(database, 50, ("official", "yatzy"))
    scores = Scores(database)
    assert scores.count_games() == {"official": 25, "yatzy": 25}
    assert scores.people()[0].newest == max(person.newest for person in scores.people())
    assert len(scores.scoreboard("yatzy").lines) == 10
