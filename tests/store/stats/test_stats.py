"""High scores, statistics, luck and skill beside the results, and whether dice are fair."""

from __future__ import annotations

import statistics
from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text, update

from tests.source import read_lines
from tests.store.games import (
    card_of,
    count_rows,
    execute,
    import_game,
    play_out,
    without_last,
    write_game,
    write_results,
)
from tests.table.scripted import play_turn
from yahtzee_tui.rules import OFFICIAL, RULESETS, History, Record, Roll, Setup, gather_turns
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.events import Events
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.schema import GAMES, RESULTS, REVIEWS
from yahtzee_tui.store.stats.fairness import Fairness, chi_square_tail
from yahtzee_tui.store.stats.results import match_people
from yahtzee_tui.store.stats.scores import Scores
from yahtzee_tui.store.stats.statistics import RECENT, Balance, Solo, find_trend, summarise
from yahtzee_tui.store.stats.statistics_text import (
    describe_fairness,
    describe_statistics,
    judge_fairness,
)
from yahtzee_tui.store.stats.stored_reviews import SavedReview, SeatReview
from yahtzee_tui.table.judged import daily_event

if TYPE_CHECKING:
    from pathlib import Path

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.stats.statistics import Statistics


@pytest.fixture
def scores(database: Database) -> Scores:
    return Scores(database)


def test_the_best_come_first_and_equal_totals_share_a_place(
    database: Database, scores: Scores
) -> None:
    assert (scores.count_games(), scores.people(), scores.statistics("ann")) == ({}, [], None)
    assert scores.scoreboard("official") == ("official", None, ())
    write_game(database, "a", 100, ANN=20, Bob=30)
    write_game(database, "b", 200, Cid=30)
    write_game(database, "c", 300, Ann=25)
    write_game(database, "d", 250, "yatzy", ann=29)
    lines = scores.scoreboard("official").lines
    assert [(line.place, line.name, line.total, line.game) for line in lines] == [
        (1, "Bob", 30, "a"), (1, "Cid", 30, "b"), (3, "Ann", 25, "c"), (4, "ANN", 20, "a")
    ]  # fmt: skip
    assert [line.name for line in scores.scoreboard("official", most=2).lines] == ["Bob", "Cid"]
    assert scores.count_games() == {"official": 3, "yatzy": 1}
    assert [(p.player, p.name, p.games, p.newest) for p in scores.people()] == [
        ("ann", "Ann", 3, 300), ("cid", "Cid", 1, 200), ("bob", "Bob", 1, 100)
    ]  # fmt: skip
    assert scores.games_of("ann") == {"official": 2, "yatzy": 1}


def test_a_reset_begins_anew_keeps_the_statistics_and_is_undone(
    database: Database, scores: Scores
) -> None:
    write_game(database, "a", 100, Ann=20)
    write_game(database, "b", 100, "yatzy", Ann=20)
    before = scores.scoreboard("official")
    assert scores.reset("official") is None
    board = scores.scoreboard("official")
    assert board.lines == ()
    assert board.since is not None
    assert len(scores.scoreboard("yatzy").lines) == 1
    assert of(database, "ann", "official").summary.games == 1
    write_game(database, "c", board.since + 1, Bob=5)
    assert [line.name for line in scores.scoreboard("official").lines] == ["Bob"]

    assert scores.reset("official") == board.since
    scores.undo_reset("official", board.since)
    assert scores.scoreboard("official").since == board.since
    scores.undo_reset("official", None)
    assert scores.scoreboard("official").lines[: len(before.lines)] == before.lines
    assert scores.scoreboard("official").since is None


def test_a_player_is_found_by_name_beginning_or_initials(database: Database) -> None:
    for at, name in enumerate(("Ann Berg", "Zoe", "ab", "Abel")):
        write_results(database, (name, at, [(name, card_of(OFFICIAL))]))
    for typed, found in read_lines(__file__, "matches.jsonl"):
        assert [person.name for person in match_people(Scores(database).people(), typed)] == found


def test_a_database_that_breaks_is_told_in_a_sentence(database: Database, scores: Scores) -> None:
    with database.writing() as connection:
        for table in ("reviews", "results"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
    for ask in (
        scores.people,
        scores.count_games,
        lambda: scores.scoreboard("official"),
        lambda: scores.statistics("ann"),
    ):
        with pytest.raises(StoreProblem):
            ask()


UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
"""63 points, which are 98 with the bonus."""


def of(database: Database, player: str, rules: str | None = None) -> Statistics:
    found = Scores(database).statistics(player, rules)
    assert found is not None
    return found


def test_totals_come_in_the_order_of_time(database: Database) -> None:
    write_game(database, "a", 300, Ann=10)
    write_game(database, "b", 100, Ann=30)
    write_game(database, "c", 200, Ann=26)
    ann = of(database, "ann")
    assert ann.totals == (30, 26, 10)
    assert (ann.first, ann.newest) == (100, 300)
    assert ann.summary[:5] == (3, 30, 10, 22.0, 26.0)
    assert ann.summary.deviation == pytest.approx(statistics.stdev([10, 26, 30]))
    write_game(database, "d", 100, Bob=10)
    bob = of(database, "bob", "official")
    assert (bob.summary, bob.solo) == ((1, 10, 10, 10.0, 10.0, None), Solo(10, 1, None))


def test_wins_losses_and_draws(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=10)
    write_game(database, "b", 2, Bob=10, ANN=10)
    write_game(database, "c", 3, Ann=10, Bob=12, Cid=8)
    write_game(database, "d", 4, Ann=12, Cid=12, bob=3)
    write_game(database, "e", 5, Ann=30)
    write_game(database, "f", 6, bob=30, Cid=10)
    ann = of(database, "ann")
    assert (ann.name, ann.alone) == ("Ann", 1)
    assert ann.balance == Balance(wins=1, losses=1, draws=2)
    assert ann.opponents == (("bob", (2, 1, 1)), ("Cid", (1, 0, 1))), "as written in the newest"
    cid = of(database, "cid")
    assert cid.balance == Balance(wins=0, losses=2, draws=1)
    assert cid.opponents == (("bob", (1, 2, 0)), ("Ann", (0, 1, 1)))
    execute(database, update(RESULTS).where(RESULTS.c.name == "Cid").values(computer="expert"))
    assert [person.player for person in Scores(database).people()] == ["bob", "ann"]
    assert of(database, "ann").opponents == ann.opponents


def test_boxes_and_bonuses(database: Database) -> None:
    official = RULESETS["official"]
    cards = [
        card_of(official, **UPPER, yahtzee=50, repeats=2),
        card_of(official, yahtzee=50, chance=10),
        card_of(official, chance=20, ones=1),
        card_of(official, chance=6),
    ]
    for at, card in enumerate(cards):
        write_results(database, (str(at), at, [("Ann", card)]))
    ann = of(database, "ann", "official")
    means = dict(zip((box.id for box in official.boxes), ann.boxes, strict=True))
    assert (means["ones"], means["sixes"], means["yahtzee"], means["chance"]) == (1, 4.5, 25, 9)
    assert ann.bonuses == (0.25, 0.5, 2)
    assert ann.totals[0] == 63 + 35 + 50 + 200


def test_the_newest_game_alone_against_earlier_ones(database: Database) -> None:
    for at, total in enumerate((20, 30, 10)):
        write_game(database, f"s{at}", at, Ann=total)
    write_game(database, "with", 50, Ann=5, Bob=1)
    write_game(database, "last", 60, Ann=20)
    solo = of(database, "ann", "official").solo
    assert solo is not None
    assert (solo.last, solo.rank) == (20, 2)
    assert solo.earlier == summarise([20, 30, 10])
    assert of(database, "ann") == of(database, "ann", "official")  # the only rules she knows
    write_game(database, "yz", 70, "yz", Ann=20)
    assert of(database, "ann").solo is None


def test_rule_sets_apart_and_together(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=10)
    write_game(database, "b", 2, "yz", Ann=30)
    write_game(database, "c", 3, "yatzy", Ann=28, Bob=29)
    assert of(database, "ann", "yz").bonuses.upper is None
    assert of(database, "ann", "yatzy").opponents == (("Bob", (0, 1, 0)),)
    together = of(database, "ann")
    assert (together.totals, together.boxes) == ((20, 30, 28), ())
    assert together.balance == Balance(1, 1, 0)
    assert Scores(database).statistics("bob", "yz") is None
    execute(database, update(RESULTS).values(rules="maxi"))  # of a newer version
    for rules in (None, "maxi"):
        ann = of(database, "ann", rules)
        assert (ann.summary.games, ann.boxes, ann.bonuses) == (3, (), (None, None, 0))


def test_results_that_somebody_changed(database: Database) -> None:
    write_game(database, "a", 1, Ann=20)
    write_game(database, "b", 2, Ann=30)
    for points in ("", "1,2,x", "1" + ",1" * 11 + ",x", "1" + ",1" * 13, "1.5"):
        execute(database, update(RESULTS).where(RESULTS.c.game == "a").values(points=points))
        with pytest.raises(StoreProblem, match="The Yahtzee results are damaged"):
            of(database, "ann", "official")


def test_games_that_were_begun_count_too(database: Database) -> None:
    games = Games(database)
    games.add(*play_out("official", ("Ann", "Bob"), 1))
    setup = Setup("official", ("ANN", "Cid"))
    history = History(setup.start()).play(Roll(), (1, 2, 3, 4, 5))
    for _ in range(2):
        version = games.add(Record.of(setup, history), history.game)
    games.discard(version.game)
    assert of(database, "ann", "official").unfinished == 2
    assert of(database, "bob").unfinished == 0


def test_words_leave_out_what_says_nothing(database: Database) -> None:
    write_game(database, "a", 1, Ann=20)
    titles = [chapter.title for chapter in describe_statistics(of(database, "ann", "official"))]
    waiting = "Luck and skill, 0 of 1 game"
    assert titles == ["Games", waiting, "Bonuses"]
    write_game(database, "b", 2, Ann=10)
    write_game(database, "c", 3, Ann=10, Bob=10)
    words = {
        chapter.title: dict(chapter.rows)
        for chapter in describe_statistics(of(database, "ann", "official"))
    }
    games = {"Best": "20", "Average": "13.3", "Games with a Yahtzee": "0%"}
    assert words["Games"] == {"Finished": "3", **games, "Solo": "2", "With others": "1"}
    assert words["Last 3 games vs. average"] == {"Better": "1 of 3"}
    assert words["Totals"]["Median"] == "10"
    assert words["Against others"]["Drawn"].split() == ["1", "100%"]


EXPECTED = 254.5


def note(database: Database, game: str, *seats: tuple[float, float]) -> None:
    found = {seat: SeatReview(*each, 0.5) for seat, each in enumerate(seats)}
    Scores(database).save_reviews([SavedReview(Games(database).read(game).version, found)])


def test_what_is_missing_comes_by_rules_and_the_newest_first(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=30)
    write_game(database, "b", 5, "yatzy", Ann=20)
    write_game(database, "c", 3, Ann=25)
    write_game(database, "d", 4, Bob=25)
    write_game(database, "e", 9, Ann=25)
    execute(database, update(RESULTS).where(RESULTS.c.game == "e").values(rules="maxi"))
    scores = Scores(database)
    assert scores.find_unreviewed("ann", "official") == ["c", "a"]
    assert scores.find_unreviewed("ann") == ["c", "a", "b"], "nobody here knows those others"
    assert of(database, "ann").waiting == 3
    note(database, "a", (1.0, -2.0), (0.0, 0.0))
    assert scores.find_unreviewed("ann") == ["c", "b"]
    assert scores.find_unreviewed("bob") == ["d"], "both seats were noted"


def test_means_extremes_and_the_sum_of_it_all(database: Database) -> None:
    played = [(20.0, -10.0), (-30.0, -4.5), (70.0, -60.0)]
    for at, (luck, skill) in enumerate(played):
        write_game(database, f"g{at}", at, Ann=int(EXPECTED + luck + skill))
        note(database, f"g{at}", (luck, skill))
    write_game(database, "new", 9, Ann=200)
    ann = of(database, "ann", "official")
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
        "Points dice gave": "+20.0",
        "Points choices cost": "24.8",
        "Perfect choices": "50%",
        "Luckiest game": "+70.0",
        "Least cost of a game": "4.5",
        "Not yet reviewed": "1",
    }


def test_a_game_that_makes_no_sense_is_marked_and_counts_for_nothing(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=30)
    note(database, "a")
    assert Scores(database).find_unreviewed("ann") == []
    ann = of(database, "ann", "official")
    assert (ann.waiting, ann.reviewed) == (0, None)
    assert "Luck" not in str(describe_statistics(ann))
    note(database, "a", (1.0, -1.0))
    reviewed = of(database, "ann", "official").reviewed
    assert reviewed is not None
    assert reviewed.luck == 1.0, "noting again replaces what was noted"


def test_undo_takes_reviews_back_and_late_ones_are_not_noted(database: Database) -> None:
    record, game = play_out("official", ("Ann", "Bob"), 1)
    games, scores = Games(database), Scores(database)
    version = games.add(record, game)
    note(database, version.game, (1.0, -1.0), (2.0, -2.0))
    assert count_rows(database, REVIEWS) == 2
    late = SavedReview(version, {0: SeatReview(1.0, -1.0, 1.0)})
    for now in (without_last(record), (record, game)):
        version = games.save(version, *now)
        assert count_rows(database, REVIEWS) == 0
        scores.save_reviews([late])
        assert count_rows(database, REVIEWS) == 0
    for player in ("ann", "bob"):
        assert scores.find_unreviewed(player) == [version.game]


def test_a_trend_takes_games_enough_and_more_than_chance() -> None:
    calm = [-10.0, -12.0] * 5
    assert find_trend(calm * 2 + [-11.0]) is not None
    assert find_trend(calm[:-1] + calm) is None
    for skills, is_clear in (
        (calm + calm, False),
        ([-20.0, -22.0] * 5 + calm, True),
        ([-1.0, -45.0] * 5 + [-1.0, -39.0] * 5, False),  # three points are nothing there
    ):
        trend = find_trend(skills)
        assert trend is not None
        assert (trend.games, trend.is_clear) == (RECENT, is_clear)
        assert (trend.recent, trend.earlier) == (fmean(skills[10:]), fmean(skills[:10]))


def test_a_board_has_the_finished_games_of_a_day_of_the_owner_or_of_remote_users(
    database: Database,
) -> None:
    day = "2026-11-21"
    for owner, name, turns in ((None, "Ann", 13), ("key:b", "Bob", 13), ("key:c", "Cid", 3)):
        table = daily_event(day, "5" * 64 if owner else "").configure(1, name).create_table()
        for _ in range(turns):
            play_turn(table)
        Games(database, owner).add(table.record, table.game)
    for owner, who, name in ((None, "name:ann", "Ann"), ("key:z", "key:b", "Bob")):
        events = Events(database, owner)
        (line,) = events.read_table(events.find_day(day), sees_all=True)
        assert (line.place, line.name, line.who, line.lost) == (1, name, who, None)
        assert events.read_table(events.find_day("2026-11-22"), sees_all=True) == []


@pytest.mark.parametrize(
    ("degrees", "statistic", "tail"),  # from the usual tables of critical values
    [(1, 3.841, 0.05), (2, 5.991, 0.05), (4, 9.488, 0.05), (5, 11.070, 0.05), (5, 15.086, 0.01)],
)
def test_the_tail_of_chi_square(degrees: int, statistic: float, tail: float) -> None:
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=1e-3)
    assert chi_square_tail(0.0, degrees) == 1.0


def test_only_dice_that_the_player_rolled_are_counted(database: Database, scores: Scores) -> None:
    played = [play_out("official", ("Ann", "Bob"), 1), play_out("yz", ("Bob",), 2)]
    for each in played:
        Games(database).add(*each)
    expected: Counter[int] = Counter()
    for record, game in played:
        for turn in gather_turns(game, record.events):
            for roll in turn.rolls if turn.player == "Bob" else ():
                expected.update(f for at, f in enumerate(roll.faces) if at not in roll.kept)
    found = scores.fairness("bob")
    assert found == Fairness(2, tuple(expected[face] for face in range(1, 7)))
    assert found.dice < 26 * 15, "held dice were not rolled"
    one = scores.fairness("bob", "yz")
    assert one is not None
    assert one.games == 1
    assert scores.fairness("cid") is None


def test_fairness_in_words() -> None:
    fair = Fairness(3, (100, 101, 99, 100, 98, 102))
    assert describe_fairness(fair).rows[:2] == (("Dice rolled", "600"), ("Ones", "100   0.0%"))
    assert judge_fairness(fair).endswith("Nothing is unusual about these dice.")
    loaded = Fairness(3, (50, 100, 100, 100, 100, 150))
    assert "<0.1% of the time (chi-square 50.0" in judge_fairness(loaded)
    assert judge_fairness(loaded).endswith("That is rare.")


def test_figures_stay_those_that_are_counted_anew(database: Database, scores: Scores) -> None:
    """What was rolled is counted once: at the end of a game, or later for older versions."""
    games = Games(database)
    for seed, rules in enumerate(("official", "yz", "crag", "official")):
        games.add(*play_out(rules, ("Ann", "Bob"), seed))
    assert import_game(games, *play_out("official", ("Ann", "Bob"), 9), ended=5.0)
    asked = [(who, rules) for who in ("ann", "bob", "cid") for rules in (None, "official", "yz")]
    at_the_end = [scores.fairness(*each) for each in asked]
    execute(database, update(RESULTS).values(rolled=None))  # as an older version left them
    shares: list[float] = []
    assert [scores.fairness(*each, shares.append) for each in asked] == at_the_end
    assert {*shares} == {1.0}
    execute(database, update(GAMES).values(record="{}"))  # a record isn't read again
    assert [scores.fairness(*each, shares.append) for each in asked] == at_the_end


def test_a_file_that_cannot_be_written_is_counted_all_the_same(file: Path) -> None:
    database, _ = open_database(str(file))
    scores = Scores(database)
    Games(database).add(*play_out("official", ("Ann", "Bob"), 1))
    known = scores.fairness("bob")
    execute(database, update(RESULTS).values(rolled=None))
    trigger = "CREATE TRIGGER full BEFORE UPDATE ON results BEGIN SELECT RAISE(FAIL, 'full'); END"
    execute(database, text(trigger))
    assert known is not None
    assert scores.fairness("bob") == known
    database.close()
