"""Computer players: what they do is legal, always the same, and the better the higher up."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.rules.strategies import throw
from tests.strategy.conftest import EVERY_SOLVABLE
from yahtzee_tui.rules import (
    OFFICIAL,
    RULESETS,
    Card,
    Game,
    Hold,
    Malformed,
    NotNow,
    Roll,
    Rolled,
    Score,
)
from yahtzee_tui.strategy import Advice
from yahtzee_tui.strategy.bots import LADDER, find_rank, make_bot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.strategy.conftest import Tables
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import ValueTable
    from yahtzee_tui.strategy.bots import Bot

EVERY_RANK = pytest.mark.parametrize("rank", [rank.id for rank in LADDER])


def positions(players: list[Bot], ruleset: Ruleset, seed: int) -> Iterator[Game]:
    """Play a game through the checked door, and yield each position with dice on the table."""
    rng = Random(seed)
    game = Game.start(ruleset, tuple(f"Seat {seat + 1}" for seat in range(len(players))))
    while not game.is_over:
        game = game.play(Roll(), throw(rng, ruleset))
        while game.roll:
            yield game
            choice = players[game.seat].choose(game)
            game = game.play(choice)
            if isinstance(choice, Hold):
                game = game.play(Roll(), throw(rng, ruleset))


@EVERY_SOLVABLE
def test_whole_games_of_every_rank(tables: Tables, ruleset: Ruleset) -> None:
    players = [make_bot(rank.id, ruleset, tables[ruleset]) for rank in LADDER]
    for seed in range(2):
        *_, last = positions(players, ruleset, seed)
        assert last.round == last.rounds


@EVERY_RANK
def test_the_same_in_the_same_position(official: ValueTable, rank: str) -> None:
    once, again = (make_bot(rank, OFFICIAL, official) for _ in range(2))
    game_once = [(game, once.choose(game)) for game in positions([once, once], OFFICIAL, 5)]
    # Neither what was asked before nor in which order may matter.
    for game, choice in reversed(game_once):
        assert again.choose(game) == choice


@EVERY_RANK
def test_dice_in_any_order(official: ValueTable, rank: str) -> None:
    player, rng = make_bot(rank, OFFICIAL, official), Random(8)
    for game in positions([player], OFFICIAL, 9):
        order = rng.sample(range(5), 5)
        faces = tuple(game.faces[at] for at in order)
        other = Game(OFFICIAL, game.players, 0, game.cards, game.turns, game.roll, faces)
        first, second = player.choose(game), player.choose(other)
        if isinstance(first, Score):
            assert second == first
        else:
            assert isinstance(second, Hold)
            assert _faces(game, first) == _faces(other, second)


@EVERY_RANK
def test_no_dice_no_decision(official: ValueTable, rank: str) -> None:
    player = make_bot(rank, OFFICIAL, official)
    with pytest.raises(NotNow):
        player.choose(Game.start(OFFICIAL, ("Ann",)))
    over = Game(OFFICIAL, ("Ann",), 0, (Card(OFFICIAL, (0,) * 13),), turns=13)
    with pytest.raises(NotNow):
        player.choose(over)


def test_dice_that_are_held_stay_held(official: ValueTable) -> None:
    player = make_bot("expert", OFFICIAL, official)
    game = Game.start(OFFICIAL, ("Ann",)).apply(Rolled((5, 5, 1, 5, 5)))
    assert player.choose(game) == Hold((0, 1, 3, 4))
    game = Game(OFFICIAL, ("Ann",), 0, game.cards, 0, 1, (6, 2, 5, 6, 1), held=(3,))
    choice = player.choose(game)
    assert isinstance(choice, Hold)
    assert 3 in choice.positions


def test_expert_does_what_is_advised(official: ValueTable) -> None:
    player = make_bot("expert", OFFICIAL, official)
    for game in positions([player], OFFICIAL, 12):
        choice = player.choose(game)
        advice = Advice(official, game.card, game.faces, game.rolls_left)
        if isinstance(choice, Score):
            found = advice.box(choice.box)
            assert found is not None
            assert found.value == pytest.approx(advice.value, abs=1e-8)
        else:
            hold = advice.hold(choice.positions)
            assert hold is not None
            assert hold.value == pytest.approx(advice.value, abs=1e-8)


def test_champion_plays_for_the_win_at_last(official: ValueTable) -> None:
    """Glenn's example: 40 behind, chance and not a zero in Yahtzee, whatever the mean."""
    written = {"chance": 30, "full_house": 10}
    mine = Card(OFFICIAL, tuple(None if box.id in ("yahtzee", "chance") else 0
                                for box in OFFICIAL.boxes))  # fmt: skip
    other = Card(OFFICIAL, tuple(None if box.id == "ones" else written.get(box.id, 0)
                                 for box in OFFICIAL.boxes))  # fmt: skip
    game = Game(OFFICIAL, ("Ann", "Bob"), 0, (mine, other), 22, 3, (1, 1, 1, 1, 2))
    expert, champion = (make_bot(rank, OFFICIAL, official) for rank in ("expert", "champion"))
    assert expert.choose(game) == Score("yahtzee")
    assert champion.choose(game) == Score("chance")
    alone = Game(OFFICIAL, ("Ann",), 0, (mine,), 11, 3, (1, 1, 1, 1, 2))
    assert champion.choose(alone) == Score("yahtzee")


def test_champion_takes_points_where_the_win_is_certain(official: ValueTable) -> None:
    champion = make_bot("champion", OFFICIAL, official)
    lost = Card(OFFICIAL, (0,) * 12 + (None,))
    won = Card(OFFICIAL, (3, 6, 9, 12, 15, 18, 20, 20, 25, 30, 40, 50, None))
    for mine, other in ((lost, won), (won, lost)):
        game = Game(OFFICIAL, ("Ann", "Bob"), 0, (mine, other), 24, 1, (6, 6, 1, 6, 1))
        assert champion.choose(game) == Hold((0, 1, 3))


def test_beginner_sees_only_the_dice() -> None:
    player = make_bot("beginner", OFFICIAL)
    game = Game.start(OFFICIAL, ("Ann",))
    assert player.choose(game.apply(Rolled((2, 4, 2, 4, 1)))) == Hold((1, 3))
    assert player.choose(game.apply(Rolled((2, 3, 4, 5, 6)))) == Score("large_straight")


def test_what_needs_no_table_does_without(official: ValueTable) -> None:
    for rank in LADDER:
        if not rank.needs_table:
            bare, rich = make_bot(rank.id, OFFICIAL), make_bot(rank.id, OFFICIAL, official)
            for game in positions([bare], OFFICIAL, 3):
                assert bare.choose(game) == rich.choose(game)
        else:
            with pytest.raises(ValueError, match="needs best play"):
                make_bot(rank.id, OFFICIAL)


def test_the_ladder_as_data() -> None:
    assert len({rank.id for rank in LADDER}) == len(LADDER) >= 5
    assert [find_rank(rank.id) for rank in LADDER] == list(LADDER)
    for rank in LADDER:
        assert rank.about.endswith(".")
        assert len(rank.about) < 90
    for lower, higher in pairwise(LADDER):
        gain = higher.strength.share - lower.strength.share
        assert gain > 2 * (lower.strength.share_error + higher.strength.share_error)
    with pytest.raises(Malformed, match="there are beginner, casual"):
        find_rank("Expert!")


def _faces(game: Game, hold: Hold) -> list[int]:
    return sorted(game.faces[position] for position in hold.positions)


@EVERY_RANK
def test_decisions_are_quick(official: ValueTable, rank: str) -> None:
    """The bounds are generous, and count processor time: a busy machine changes nothing."""
    player = make_bot(rank, OFFICIAL, official)
    seconds = []
    asked = list(positions([player, make_bot("casual", OFFICIAL)], OFFICIAL, 21))
    for game in asked:
        before = time.thread_time()
        player.choose(game)
        seconds.append(time.thread_time() - before)
    assert sorted(seconds)[len(seconds) // 2] < 0.005
    assert max(seconds) < 1


@pytest.mark.slow
async def test_a_clock_goes_on_ticking_while_a_champion_thinks(tables: Tables) -> None:
    ruleset = RULESETS["yatzy"]
    games = list(positions([make_bot("casual", ruleset) for _ in range(4)], ruleset, 4))
    champion = make_bot("champion", ruleset, tables[ruleset])
    done = threading.Event()

    def think() -> None:
        for game in games[-80:]:
            champion.choose(game)
        done.set()

    late = []
    thinking = asyncio.create_task(asyncio.to_thread(think))
    while not done.is_set():
        before = time.perf_counter()
        await asyncio.sleep(0.010)
        late.append(time.perf_counter() - before - 0.010)
    await thinking
    assert len(late) > 10
    assert sorted(late)[len(late) // 2] < 0.02
