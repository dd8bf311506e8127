"""Undo and redo: holds and postings can be taken back until the next roll, rolls never."""

from __future__ import annotations

import pytest

from tests.rules.positions import dice
from yahtzee_tui.rules import (
    OFFICIAL,
    Game,
    Held,
    History,
    Hold,
    NotNow,
    PlayedRoll,
    PlayedTurn,
    Refusal,
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


def test_holds_and_postings_are_undone_one_by_one_and_put_back_in_that_order() -> None:
    history = rolled().play(Hold((0, 1))).play(Hold((0, 1, 2)))
    assert history.undo().game.held == (0, 1)
    assert history.undo().undo().game.held == ()
    assert refused(history.undo().undo(), "undo") == "nothing_to_undo"
    assert history.undo().undo().redo().redo() == history
    history = rolled().play(Hold((0,))).play(Hold((1,))).play(Score("threes"))
    back = history.undo().undo()
    assert back.undone == (Scored("threes", 9), Held((1,)))
    assert back.redo().game.held == (1,)
    assert back.redo().redo().game.turns == 1


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


def test_after_taking_a_posting_back_the_rolls_left_can_be_used() -> None:
    back = rolled().play(Hold((0, 1, 2))).play(Score("threes")).undo()
    assert back.game.rolls_left == 2
    again = back.play(Roll(), dice("11133"))
    assert again.game.faces == dice("33333")
    assert (again.game.roll, again.game.player) == (2, "Ann")
    spent = rolled().play(Roll(), dice("11112")).play(Roll(), dice("11114"))
    legal = spent.play(Score("ones")).undo().game.legal_actions
    assert all(isinstance(action, Score) for action in legal)
    assert Roll() not in legal


def test_a_roll_is_final_and_empties_both_stacks() -> None:
    history = rolled().play(Hold((0,))).play(Hold((1,))).undo()
    assert history.undone
    after = history.play(Roll(), dice("55555"))
    assert (after.done, after.undone) == ((), ())
    for way in ("undo", "redo"):
        assert refused(after, way) == f"nothing_to_{way}"
    assert after.game.faces == dice("35555")
    assert after.events == (Rolled(dice("33344")), Held((0,)), Rolled(dice("35555")))
    after = rolled().play(Score("threes")).play(Roll(), dice("12345"))
    assert (after.posted, after.game.cards[0]["threes"]) == (None, 9)
    assert refused(after, "undo") == "nothing_to_undo"
    assert after.play(Hold((1,))).done == (Held((1,)),)


def test_a_new_action_clears_redo_and_a_refused_one_does_not() -> None:
    back = rolled().play(Hold((0,))).play(Score("threes")).undo()
    assert back.undone
    for action in (Hold((4,)), Score("chance")):
        assert refused(back.play(action), "redo") == "nothing_to_redo"
    with pytest.raises(Refusal):
        back.play(Hold((9,)))
    assert back.redo().game.cards[0]["threes"] == 9


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
