"""What was rolled in a game is counted once: at its end, or later for games of older versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from tests.store.games import import_game, play_out
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.schema import GAMES, RESULTS
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = ("Ann", "Bob")


def test_figures_stay_those_that_are_counted_anew(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    database, _ = open_database(str(file))
    games, scores = Games(database), Scores(database)
    for seed, rules in enumerate(("official", "yz", "crag", "official")):
        games.add(*play_out(rules, PLAYERS, seed))
    record, game = play_out("official", PLAYERS, 9)
    assert import_game(games, record, game, ended=5.0)
    asked = [(who, rules) for who in ("ann", "bob", "cid") for rules in (None, "official", "yz")]
    at_the_end = [scores.fairness(*each) for each in asked]

    with database.writing() as connection:  # as an older version left them
        connection.execute(update(RESULTS).values(rolled=None))
    shares: list[float] = []
    assert [scores.fairness(*each, shares.append) for each in asked] == at_the_end
    assert shares
    assert {*shares} == {1.0}

    with database.writing() as connection:  # a record isn't read again
        connection.execute(update(GAMES).values(record="{}"))
    assert [scores.fairness(*each, shares.append) for each in asked] == at_the_end
    database.close()


def test_a_file_that_cannot_be_written_is_counted_all_the_same(tmp_path: Path) -> None:
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    scores = Scores(database)
    Games(database).add(*play_out("official", PLAYERS, 1))
    known = scores.fairness("bob")
    with database.writing() as connection:
        connection.execute(update(RESULTS).values(rolled=None))
        connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE UPDATE ON results BEGIN SELECT RAISE(FAIL, 'full'); END"
        )
    assert known is not None
    assert scores.fairness("bob") == known
    database.close()
