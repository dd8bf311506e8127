"""Undo and redo: holds and postings can be taken back until the next roll, rolls never."""

from __future__ import annotations

import pytest

from tests.rules.positions import dice
from yahtzee_tui.rules import (
    OFFICIAL,
    Game,
    Held,
    History,
    NotNow,
    PlayedRoll,
    PlayedTurn,
    Roll,
    Rolled,
    Score,
    Scored,
    find_ruleset,
)


def rolled(faces: str = "33344", *, players: tuple[str, ...] = ("Ann", "Bob")) -> History:
    return History(Game.start(OFFICIAL, players)).play(Roll(), dice(faces))


def refused(history: History, way: str) -> str:
    """Return the code with which an undo or redo is refused."""
    with pytest.raises(NotNow) as caught:
        history.undo() if way == "undo" else history.redo()
    assert caught.value.game == history.game
    return caught.value.code


def test_nothing_to_undo_or_redo_at_the_start() -> None:
    fresh = History(Game.start(OFFICIAL, ("Ann",)))
    assert refused(fresh, "undo") == "nothing_to_undo"
    assert refused(fresh, "redo") == "nothing_to_redo"
    assert (fresh.posted, fresh.before, fresh.turns) == (None, fresh.game, [])


def test_a_posting_can_be_taken_back_and_made_elsewhere() -> None:
    posted = rolled().play(Score("threes"))
    assert posted.posted == Scored("threes", 9)
    assert posted.game.player == "Bob"
    assert posted.before.player == "Ann"
    moved = posted.undo().play(Score("full_house"))
    assert moved.game.cards[0]["full_house"] == 25
    assert moved.game.cards[0]["threes"] is None
    assert moved.events == (Rolled(dice("33344")), Scored("full_house", 25))
    assert refused(moved, "redo") == "nothing_to_redo"
    assert moved.play(Roll(), dice("12345")).posted is None


def test_the_turns_of_a_game_from_its_events() -> None:
    game = Game.start(OFFICIAL, ("Ann", "Bob"), first=1)
    history = History(game)
    for event in (
        Rolled(dice("33344")),
        Held((0, 1)),
        Held((0, 1, 2)),
        Rolled(dice("33356")),
        Rolled(dice("33322")),
        Scored("full_house", 25),
        Rolled(dice("12345")),
        Held((4,)),
    ):
        history = history.play(event)
    kept = (0, 1, 2)
    rolls = (
        PlayedRoll(dice("33344"), ()),
        PlayedRoll(dice("33356"), kept),
        PlayedRoll(dice("33322"), kept),
    )
    assert history.turns == [
        PlayedTurn(1, "Bob", 1, rolls, None, Scored("full_house", 25)),
        PlayedTurn(0, "Ann", 1, (PlayedRoll(dice("12345"), ()),), (4,), None),
    ]
    assert rolls[1].kept_faces == (3, 3, 3)
    later = History(history.game.play(Score("chance")), past=())
    later = later.play(Rolled(dice("55555"))).play(Scored("yahtzee", 50))
    assert [(turn.player, turn.round) for turn in later.turns] == [("Bob", 2)]


def test_unused_rolls_are_saved_and_taken_back_with_the_score() -> None:
    maxi = find_ruleset("maxi-yatzy")
    ann = History(Game.start(maxi, ("Ann", "Bob"))).play(Roll(), dice("111234"))
    bob = ann.play(Score("ones"))
    assert (bob.game.saved, bob.game.rolls_left) == ((2, 0), 3)
    assert bob.undo().game == ann.game
    bob = bob.play(Roll(), dice("222345")).play(Roll(), dice("222345")).play(Score("twos"))
    again = bob
    for rolls_left in range(4, -1, -1):
        assert again.game.most_rolls == 5
        again = again.play(Roll(), dice("123456"))
        assert again.game.rolls_left == rolls_left
    with pytest.raises(NotNow):
        again.play(Roll(), dice("123456"))
    assert again.play(Score("chance")).game.saved == (0, 1)
    # Two of the five rolls are used, and three stay.
    some = bob.play(Roll(), dice("123456")).play(Roll(), dice("123456"))
    assert some.play(Score("full_straight")).game.saved == (3, 1)
