"""The hand of whoever sits at the keyboard: marks, picks and complaints, without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.conformance import check_sentence
from tests.tui.stage import STILL, lay
from yahtzee_tui.services.player_input import Hand
from yahtzee_tui.settings import DiceClick, Options

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.table import Table

REROLL = STILL._replace(dice_click=DiceClick.REROLL)


def take(table: Table, options: Options = STILL) -> Hand:
    """Return a hand that follows a table."""
    hand = Hand(table, lambda: options)
    table.watch(hand.changed)
    return hand


def test_it_starts_at_the_best_box_or_at_the_one_just_filled() -> None:
    table = lay("33344")
    assert take(table).cursor is None
    hand = take(table)
    marks = []
    acts: tuple[Callable[[], object], ...] = (
        hand.roll,
        hand.mark_best,
        lambda: hand.score("threes"),
    )
    for act in acts:
        act()
        marks.append(hand.cursor)
    assert marks == [None, "full_house", "threes"]
    assert take(table).cursor == "threes"


def test_only_boxes_that_are_open_and_have_dice_can_be_marked() -> None:
    table = lay("33344", "33344", filled=[("12346", "chance")])
    hand = take(table)
    assert "chance" in hand.open  # the posting before can still be moved
    hand.roll()
    assert "chance" not in hand.open
    assert len(hand.open) == 12
    assert take(lay()).open == ()


def test_moving_without_a_mark_begins_at_either_end() -> None:
    down, up = take(lay("33344")), take(lay("33344"))
    for hand in (down, up):
        hand.roll()
        assert hand.cursor is None
    down.move(1)
    up.move(-1)
    assert (down.cursor, up.cursor) == ("ones", "chance")


def test_whatever_is_refused_is_one_sentence_and_changes_nothing() -> None:
    table = lay("33344", "11111", filled=[("44444", "yahtzee"), ("12346", "ones")])
    hand = take(table)
    refused = [hand.pick(0), hand.pick_all(), hand.score("yahtzee")]
    hand.roll()
    refused += [hand.score("ones"), hand.score("yahtzee")]
    hand.pick_all()
    before = table.history
    refused.append(hand.roll())
    assert table.history == before
    for sentence in refused:
        assert sentence is not None
        check_sentence(sentence)


def test_a_hand_that_picks_rerolls_asks_for_a_pick() -> None:
    table = lay("33344", "11111")
    hand = take(table, REROLL)
    assert hand.roll() is None
    complaint = hand.roll()
    assert complaint is not None
    check_sentence(complaint)
    assert table.game.roll == 1
    hand.pick(4)
    assert table.game.held == (0, 1, 2, 3)
    assert hand.roll() is None
    assert table.game.faces == (3, 3, 3, 4, 1)


@pytest.mark.parametrize("options", [STILL, REROLL])
def test_all_are_picked_or_none(options: Options) -> None:
    table = lay("33344")
    hand = take(table, options)
    hand.roll()
    hand.pick(1)
    picks = []
    for _ in range(2):
        hand.pick_all()
        picks.append(len(table.game.held))
    assert picks == ([5, 0] if options is STILL else [0, 5])


def test_a_zero_asked_about_is_forgotten_by_anything_else() -> None:
    table = lay("33344")
    hand = take(table)
    hand.roll()
    betweens: tuple[Callable[[], object], ...] = (
        lambda: hand.mark("ones"),
        lambda: hand.pick(0),
        hand.undo,
    )
    for between in betweens:
        assert hand.score("ones") is not None
        between()
    assert hand.score("ones") is not None
    assert table.game.turns == 0
    assert hand.score("ones") is None
    assert table.game.turns == 1


def test_a_question_about_one_box_does_not_answer_for_another() -> None:
    table = lay("33344")
    hand = take(table)
    hand.roll()
    assert hand.score("ones") is not None
    assert hand.score("twos") is not None
    assert hand.score("ones") is not None
    assert table.game.turns == 0


def test_finding_goes_through_open_boxes_the_likeliest_first() -> None:
    hand = take(lay("33344", filled=[("12346", "small_straight")]))
    hand.roll()
    assert hand.find("full")[0] == "full_house"
    assert hand.find("straight") == ("large_straight",)
    assert hand.find("xyzzy") == ()
    assert len(hand.find("")) == 12


def test_undo_and_redo_with_nothing_to_do_do_nothing() -> None:
    table = lay("33344")
    hand = take(table)
    hand.undo()
    hand.redo()
    hand.roll()
    before = table.history
    hand.undo()
    hand.redo()
    assert table.history == before
