"""A player's statistics: worked out by hand, and against the standard library."""

from __future__ import annotations

import statistics
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from tests.store.games import card_of, play_out, write_game, write_results
from yahtzee_tui.rules import RULESETS, History, Record, Roll, Setup
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.schema import RESULTS
from yahtzee_tui.store.stats.models import Balance, Solo, summarise
from yahtzee_tui.store.stats.phrases import describe_statistics
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.stats.models import Statistics

UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
"""63 points, which are 98 with the bonus."""


def of(database: Database, player: str, rules: str | None = None) -> Statistics:
    """Return a player's statistics, of whom there must be some."""
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


def test_one_game_has_no_deviation(database: Database) -> None:
    write_game(database, "a", 100, Ann=10)
    ann = of(database, "ann", "official")
    assert ann.summary == (1, 10, 10, 10.0, 10.0, None)
    assert ann.solo == Solo(10, 1, None)


def test_wins_losses_and_draws(database: Database) -> None:
    write_game(database, "a", 1, Ann=20, Bob=10)
    write_game(database, "b", 2, Bob=10, ANN=10)
    write_game(database, "c", 3, Ann=10, Bob=12, Cid=8)
    write_game(database, "d", 4, Ann=12, Cid=12, bob=3)
    write_game(database, "e", 5, Ann=30)
    write_game(database, "f", 6, bob=30, Cid=10)
    ann = of(database, "ann")
    assert ann.name == "Ann"
    assert ann.alone == 1
    assert ann.balance == Balance(wins=1, losses=1, draws=2)
    assert ann.opponents == (("bob", (2, 1, 1)), ("Cid", (1, 0, 1))), "as written in the newest"
    cid = of(database, "cid")
    assert cid.balance == Balance(wins=0, losses=2, draws=1)
    assert cid.opponents == (("bob", (1, 2, 0)), ("Ann", (0, 1, 1)))


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
    assert together.totals == (20, 30, 28)
    assert together.boxes == ()
    assert together.balance == Balance(1, 1, 0)
    assert Scores(database).statistics("bob", "yz") is None


def test_rules_of_a_newer_version_only_count(database: Database) -> None:
    write_game(database, "a", 1, Ann=20)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE results SET rules = 'maxi'")
    for rules in (None, "maxi"):
        ann = of(database, "ann", rules)
        assert ann.summary.games == 1
        assert ann.boxes == ()
        assert ann.bonuses == (None, None, 0)


@pytest.mark.parametrize("points", ["", "1,2,x", "1" + ",1" * 11 + ",x", "1" + ",1" * 13, "1.5"])
def test_results_that_somebody_changed(database: Database, points: str) -> None:
    write_game(database, "a", 1, Ann=20)
    write_game(database, "b", 2, Ann=30)
    with database.writing() as connection:
        connection.execute(update(RESULTS).where(RESULTS.c.game == "a").values(points=points))
    with pytest.raises(StoreProblem, match="Results of Yahtzee are damaged"):
        of(database, "ann", "official")


def test_games_that_were_begun_count_too(database: Database) -> None:
    finished = play_out("official", ("Ann", "Bob"), 1)
    games = Games(database)
    games.add(*finished)
    setup = Setup("official", ("ANN", "Cid"))
    history = History(setup.start()).play(Roll(), (1, 2, 3, 4, 5))
    games.add(Record.of(setup, history), history.game)
    second = games.add(Record.of(setup, history), history.game)
    games.discard(second.game)
    assert of(database, "ann", "official").unfinished == 2
    assert of(database, "bob").unfinished == 0


def test_taking_the_last_score_back_takes_the_results_back(database: Database) -> None:
    record, game = play_out("official", ("Ann",), 1)
    games = Games(database)
    version = games.add(record, game)
    shorter = record._replace(events=record.events[:-1])
    before = shorter.setup.start()
    for event in shorter.events:
        before = before.apply(event)
    games.save(version, shorter, before)
    assert Scores(database).statistics("ann") is None


def test_words_leave_out_what_says_nothing(database: Database) -> None:
    write_game(database, "a", 1, Ann=20)
    titles = [chapter.title for chapter in describe_statistics(of(database, "ann", "official"))]
    waiting = "Luck and skill, 0 of 1 games"
    assert titles == ["Games", "Totals", waiting, "Bonuses", "Newest game alone"]
    write_game(database, "b", 2, Ann=10)
    write_game(database, "c", 3, Ann=10, Bob=10)
    words = {
        chapter.title: dict(chapter.rows)
        for chapter in describe_statistics(of(database, "ann", "official"))
    }
    assert words["Games"] == {"Finished": "3", "Alone": "2", "With others": "1"}
    assert words["Totals"]["Median"] == "10"
    assert words["Newest game alone"]["Against own mean"] == "−10"
    assert words["Newest game alone"]["Place"] == "2 of 2"
    assert words["Against others"]["Drawn"].split() == ["1", "100%"]


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_against_a_naive_recomputation(seed: int) -> None:
    with TemporaryDirectory() as folder:
        database, _ = open_database(f"{folder}/games.sqlite")
        _compare_with_naive(database, Random(seed))
        database.close()


def _compare_with_naive(database: Database, rng: Random) -> None:
    everybody = ("Ann", "Bob", "Cid", "Dee")
    games: list[dict[str, int]] = []
    for at in range(rng.randint(1, 12)):
        who = rng.sample(everybody, rng.randint(1, 4))
        totals = {name: rng.randint(5, 12) for name in who}
        games.append(totals)
        write_game(database, f"{at}", at, **totals)
    for name in everybody:
        mine = [totals for totals in games if name in totals]
        found = Scores(database).statistics(name.casefold(), "official")
        if not mine:
            assert found is None
            continue
        assert found is not None
        totals_ = [totals[name] for totals in mine]
        assert found.totals == tuple(totals_)
        assert found.summary.mean == pytest.approx(statistics.fmean(totals_))
        assert found.summary.median == statistics.median(totals_)
        if len(totals_) > 1:
            assert found.summary.deviation == pytest.approx(statistics.stdev(totals_))
        naive = {
            other: [(t[name] > t[other], t[name] < t[other]) for t in mine if other in t]
            for other in everybody
            if other != name
        }
        assert {o.name: o.balance for o in found.opponents} == {
            other: (
                sum(won for won, _ in met),
                sum(lost for _, lost in met),
                sum(not won and not lost for won, lost in met),
            )
            for other, met in naive.items()
            if met
        }
        ranks = [sorted(t.values(), reverse=True) for t in mine if len(t) > 1]
        wins = sum(
            t[name] == r[0] != r[1]
            for t, r in zip((t for t in mine if len(t) > 1), ranks, strict=True)
        )
        assert found.balance.wins == wins
        assert found.balance.games == len(ranks)


@given(st.lists(st.integers(0, 1575), min_size=2, max_size=60))
def test_summaries(totals: list[int]) -> None:
    summary = summarise(totals)
    assert summary.deviation == pytest.approx(statistics.stdev(totals))
    assert summary.mean == pytest.approx(statistics.fmean(totals))
    assert (summary.best, summary.worst) == (max(totals), min(totals))
