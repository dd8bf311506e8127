"""Computer players: what they do is legal, always the same, and the better the higher up."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.rules.strategies import throw
from tests.strategy.brute_force import only_open
from tests.strategy.conftest import EVERY_SOLVABLE, Tables
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import (
    OFFICIAL,
    Card,
    Game,
    Hold,
    Malformed,
    NotNow,
    Roll,
    Rolled,
    Ruleset,
    Score,
)
from yahtzee_tui.strategy import ValueTable
from yahtzee_tui.strategy.bots import LEVELS, Bot, find_rank, make_bot

EVERY_RANK = pytest.mark.parametrize("rank", [rank.id for rank in LEVELS])


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
    players = [make_bot(rank.id, ruleset, tables[ruleset]) for rank in LEVELS]
    for seed in range(2):
        *_, last = positions(players, ruleset, seed)
        assert last.round == last.rounds


@EVERY_RANK
def test_the_same_in_the_same_position_with_dice_in_any_order(
    official: ValueTable, rank: str
) -> None:
    (once, again), rng = (make_bot(rank, OFFICIAL, official) for _ in range(2)), Random(8)
    decided = [(game, once.choose(game)) for game in positions([once, once], OFFICIAL, 5)]
    # Neither what was asked before nor in which order may matter.
    for game, choice in reversed(decided):
        assert again.choose(game) == choice
        faces = tuple(rng.sample(game.faces, 5))
        other = Game(OFFICIAL, game.players, 0, game.cards, game.turns, game.roll, faces)
        second = again.choose(other)
        if isinstance(choice, Score):
            assert second == choice
        else:
            assert isinstance(second, Hold)
            assert _faces(game, choice) == _faces(other, second)
    with pytest.raises(NotNow):
        once.choose(Game.start(OFFICIAL, ("Ann",)))
    with pytest.raises(NotNow):
        once.choose(Game(OFFICIAL, ("Ann",), 0, (Card(OFFICIAL, (0,) * 13),), turns=13))


def test_known_decisions(official: ValueTable) -> None:
    start = Game.start(OFFICIAL, ("Ann",))
    beginner = make_bot("beginner", OFFICIAL)  # sees only the dice
    assert beginner.choose(start.play(Rolled((2, 4, 2, 4, 1)))) == Hold((1, 3))
    assert beginner.choose(start.play(Rolled((2, 3, 4, 5, 6)))) == Score("large_straight")
    expert = make_bot("expert", OFFICIAL, official)
    assert expert.choose(start.play(Rolled((5, 5, 1, 5, 5)))) == Hold((0, 1, 3, 4))
    choice = expert.choose(Game(OFFICIAL, ("Ann",), 0, start.cards, 0, 1, (6, 2, 5, 6, 1), (3,)))
    assert isinstance(choice, Hold)
    assert 3 in choice.positions, "dice that are held stay held"


def test_champion_plays_for_the_win_at_last(official: ValueTable) -> None:
    """Glenn's example: 40 behind, chance and not a zero in Yahtzee, whatever the mean."""
    mine = only_open(OFFICIAL, "yahtzee", "chance")
    other = only_open(OFFICIAL, "ones", chance=30, full_house=10)
    game = Game(OFFICIAL, ("Ann", "Bob"), 0, (mine, other), 22, 3, (1, 1, 1, 1, 2))
    expert, champion = (make_bot(rank, OFFICIAL, official) for rank in ("expert", "champion"))
    assert expert.choose(game) == Score("yahtzee")
    assert champion.choose(game) == Score("chance")
    alone = Game(OFFICIAL, ("Ann",), 0, (mine,), 11, 3, (1, 1, 1, 1, 2))
    assert champion.choose(alone) == Score("yahtzee")
    # Where the win is certain or impossible, points decide.
    lost = Card(OFFICIAL, (0,) * 12 + (None,))
    won = Card(OFFICIAL, (3, 6, 9, 12, 15, 18, 20, 20, 25, 30, 40, 50, None))
    for mine, other in ((lost, won), (won, lost)):
        game = Game(OFFICIAL, ("Ann", "Bob"), 0, (mine, other), 24, 1, (6, 6, 1, 6, 1))
        assert champion.choose(game) == Hold((0, 1, 3))


def test_what_needs_no_table_does_without(official: ValueTable) -> None:
    for rank in LEVELS:
        if not rank.needs_table:
            bare, rich = make_bot(rank.id, OFFICIAL), make_bot(rank.id, OFFICIAL, official)
            for game in positions([bare], OFFICIAL, 3):
                assert bare.choose(game) == rich.choose(game)
        else:
            with pytest.raises(UserError, match=r"needs best play: pass solve\(ruleset\), too"):
                make_bot(rank.id, "official")


def test_the_ladder_is_found_by_name() -> None:
    assert [find_rank(rank.id) for rank in LEVELS] == list(LEVELS)
    with pytest.raises(Malformed, match="did you mean expert"):
        find_rank("Expert!")


def _faces(game: Game, hold: Hold) -> list[int]:
    return sorted(game.faces[position] for position in hold.positions)


def test_a_chaser_plays_for_its_target(official: ValueTable) -> None:
    """With chance and Yahtzee open only chance can still bring the points that are missing."""
    rank = find_rank("chaser:250")
    assert (rank.name, rank.needs_outcomes) == ("Chaser of 250", True)
    for wrong in ("chaser:", "chaser:0", "chaser:-5", "chaser:025", "chaser:99999"):
        with pytest.raises(Malformed, match="chaser:N"):
            find_rank(wrong)
    card = only_open(OFFICIAL, "yahtzee", "chance", sixes=18, fives=20)
    written = card.grand_total
    game = Game(OFFICIAL, ("Ann",), 0, (card,), 11, 2).play(Rolled((1, 1, 1, 1, 2)))
    for_points = make_bot("expert", OFFICIAL, official).choose(game)
    for target, choice in ((written + 6, Score("chance")), (written + 9000, for_points)):
        bot = make_bot(f"chaser:{min(9999, target)}", OFFICIAL, official)
        assert bot.choose(game) == choice
