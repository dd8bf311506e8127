"""Luck and skill beside the results: what is missing, what is noted, and what takes it away."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from tests.store.games import fill_file, play_out, write_game
from yahtzee_tui.store import connect
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.schema import MIGRATIONS, REVIEWS
from yahtzee_tui.store.stats.phrases import describe_statistics
from yahtzee_tui.store.stats.reviews import RECENT, SavedReview, SeatReview, find_trend
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from pathlib import Path

    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.stats.models import Statistics

EXPECTED = 254.5


def note(database: Database, game: str, *seats: tuple[float, float]) -> None:
    """Note luck and skill of every seat of a game."""
    found = {seat: SeatReview(*each, 0.5) for seat, each in enumerate(seats)}
    Scores(database).save_reviews([SavedReview(Games(database).read(game).version, found)])


def of_ann(database: Database, rules: str | None = "official") -> Statistics:
    found = Scores(database).statistics("ann", rules)
    assert found is not None
    return found


def count_reviews(database: Database) -> int:
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(REVIEWS)) or 0


def without_last(record: Record) -> tuple[Record, Game]:
    """Return a finished game as it is after its last score was taken back."""
    shorter = record._replace(events=record.events[:-1], undone=record.events[-1:])
    game = shorter.setup.start()
    for event in shorter.events:
        game = game.apply(event)
    return shorter, game


def test_what_is_missing_comes_by_rules_and_the_newest_first(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=30)
    write_game(database, "b", 5, "yatzy", Ann=20)
    write_game(database, "c", 3, Ann=25)
    write_game(database, "d", 4, Bob=25)
    write_game(database, "e", 9, Ann=25)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE results SET rules = 'maxi' WHERE game = 'e'")
    scores = Scores(database)
    assert scores.find_unreviewed("ann", "official") == ["c", "a"]
    assert scores.find_unreviewed("ann") == ["c", "a", "b"], "nobody here knows those others"
    assert of_ann(database, None).waiting == 3
    note(database, "a", (1.0, -2.0), (0.0, 0.0))
    assert scores.find_unreviewed("ann") == ["c", "b"]
    assert scores.find_unreviewed("bob") == ["d"], "both seats were noted"


def test_means_extremes_and_the_sum_of_it_all(database: Database) -> None:
    played = [(20.0, -10.0), (-30.0, -4.5), (70.0, -60.0)]
    for at, (luck, skill) in enumerate(played):
        write_game(database, f"g{at}", at, Ann=int(EXPECTED + luck + skill))
        note(database, f"g{at}", (luck, skill))
    write_game(database, "new", 9, Ann=200)
    ann = of_ann(database)
    reviewed = ann.reviewed
    assert reviewed is not None
    assert (reviewed.games, ann.waiting) == (3, 1)
    assert reviewed.luck == pytest.approx(20)
    assert reviewed.skill == pytest.approx(-74.5 / 3)
    assert reviewed.accuracy == 0.5
    mean = fmean(ann.totals[:3])
    assert reviewed.expected + reviewed.luck + reviewed.skill == pytest.approx(mean)
    assert reviewed.share == pytest.approx(1 + reviewed.skill / reviewed.expected)
    assert reviewed.skills == (-10.0, -4.5, -60.0)
    assert (reviewed.luckiest.game, reviewed.luckiest.luck) == ("g2", 70.0)
    assert (reviewed.best_played.game, reviewed.best_played.skill) == ("g1", -4.5)
    words = {chapter.title: dict(chapter.rows) for chapter in describe_statistics(ann)}
    assert words["Luck and skill, 3 of 4 games"] == {
        "Luck a game": "+20.0",
        "Decisions cost a game": "24.8",
        "Share of best play": "90.2%",
        "Accuracy": "50%",
        "Luckiest game": "+70.0",
        "Best-played game cost": "4.5",
        "Still to look at": "1",
    }


def test_a_game_that_makes_no_sense_is_marked_and_counts_for_nothing(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=30)
    note(database, "a")
    assert Scores(database).find_unreviewed("ann") == []
    ann = of_ann(database)
    assert (ann.waiting, ann.reviewed) == (0, None)
    assert "Luck" not in str(describe_statistics(ann))


def test_noting_again_replaces_what_was_noted(database: Database) -> None:
    write_game(database, "a", 1, Ann=20)
    note(database, "a")
    note(database, "a", (1.0, -1.0))
    reviewed = of_ann(database).reviewed
    assert reviewed is not None
    assert reviewed.luck == 1.0


def test_undo_at_the_end_takes_the_review_back(database: Database) -> None:
    record, game = play_out("official", ("Ann", "Bob"), 1)
    games = Games(database)
    version = games.add(record, game)
    note(database, version.game, (1.0, -1.0), (2.0, -2.0))
    assert count_reviews(database) == 2
    version = games.save(version, *without_last(record))
    assert count_reviews(database) == 0
    games.save(version, record, game)
    assert Scores(database).find_unreviewed("bob") == [version.game]


def test_a_review_of_what_was_changed_meanwhile_is_not_noted(database: Database) -> None:
    record, game = play_out("official", ("Ann",), 1)
    games = Games(database)
    read = games.add(record, game)
    late = SavedReview(read, {0: SeatReview(1.0, -1.0, 1.0)})
    scores = Scores(database)
    version = games.save(read, *without_last(record))
    scores.save_reviews([late])
    games.save(version, record, game)
    scores.save_reviews([late])
    assert count_reviews(database) == 0
    assert scores.find_unreviewed("ann") == [version.game]


def test_games_of_the_first_schema_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "MIGRATIONS", MIGRATIONS[:1])
    fill_file(file, 5)
    monkeypatch.undo()
    database, notice = open_database(str(file))
    assert notice is None
    ann = of_ann(database)
    assert (ann.summary.games, ann.waiting, ann.reviewed) == (5, 5, None)
    newest, *others = Scores(database).find_unreviewed("ann")
    saved = Games(database).read(newest)
    assert saved.load()[1].game.is_over
    note(database, newest, (1.0, -1.0), (2.0, -2.0))
    assert Scores(database).find_unreviewed("ann") == others
    database.close()


def test_a_trend_takes_games_enough_and_more_than_chance() -> None:
    calm = [-10.0, -12.0] * 5
    assert find_trend(calm * 2 + [-11.0]) is not None
    assert find_trend(calm[:-1] + calm) is None
    alike = find_trend(calm + calm)
    assert alike is not None
    assert (alike.games, alike.recent, alike.earlier, alike.is_clear) == (RECENT, -11, -11, False)
    better = find_trend([-20.0, -22.0] * 5 + calm)
    assert better is not None
    assert better.is_clear
    wild = find_trend([-1.0, -45.0] * 5 + [-1.0, -39.0] * 5)
    assert wild is not None
    assert not wild.is_clear, "three points are nothing where games are so different"
