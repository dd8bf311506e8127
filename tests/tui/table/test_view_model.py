"""From a table to what its screen shows, without a screen."""

from __future__ import annotations

import pytest

from tests.rules.positions import position
from tests.table.scripted import create_scripted_table
from tests.tui.stage import STILL
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.services.player_input import best_box, displayed_game, picked, zero_question
from yahtzee_tui.settings import DiceClick
from yahtzee_tui.tui.table import view_model

REROLL = STILL._replace(dice_click=DiceClick.REROLL)


def test_before_the_first_roll_the_dice_are_blank_and_idle() -> None:
    view = view_model.dice_view(create_scripted_table(), STILL)
    assert view.faces == ()
    assert view.idle
    assert not any(view.held)


def test_held_dice_are_shown_held_as_long_as_they_can_be_let_go() -> None:
    table = create_scripted_table("33344", "11111", "66666")
    table.apply(0, Roll())
    table.apply(0, Hold((0, 2)))
    assert view_model.dice_view(table, STILL).held == (True, False, True, False, False)
    table.apply(0, Roll())
    table.apply(0, Roll())
    assert not any(view_model.dice_view(table, STILL).held)


def test_picked_to_reroll_is_the_reverse_of_held() -> None:
    table = create_scripted_table("33344", "11111")
    table.apply(0, Roll())
    assert picked(table, REROLL) == ()
    table.apply(0, Hold((0, 1, 2)))
    assert picked(table, REROLL) == (3, 4)
    assert picked(table, STILL) == (0, 1, 2)
    assert view_model.dice_view(table, STILL).mark != view_model.dice_view(table, REROLL).mark
    table.apply(0, Roll())
    assert picked(table, REROLL) == ()
    assert picked(table, STILL) == (0, 1, 2)


def test_after_a_posting_the_dice_stay_to_be_seen_until_the_next_roll() -> None:
    table = create_scripted_table("33344", "11111", players=("Ann", "Bob"))
    table.apply(0, Roll())
    table.apply(0, Score("full_house"))
    assert displayed_game(table).faces == (3, 3, 3, 4, 4)
    view = view_model.card_view(table, None, None, tumbling=False)
    assert (view.live, view.turn, view.posted) == (0, 1, "full_house")
    assert view.cards[0]["full_house"] == 25
    table.apply(1, Roll())
    view = view_model.card_view(table, None, None, tumbling=False)
    assert (view.live, view.turn, view.posted) == (1, 1, None)


def test_while_the_dice_tumble_the_card_gives_nothing_away() -> None:
    table = create_scripted_table("33344")
    table.apply(0, Roll())
    assert view_model.card_view(table, "threes", None, tumbling=False).potentials
    hidden = view_model.card_view(table, "threes", None, tumbling=True)
    assert hidden.potentials == {}
    assert hidden.cursor is None


@pytest.mark.parametrize(
    ("rules", "faces", "filled", "best"),
    [
        ("official", "33344", {}, "full_house"),
        ("official", "12345", {}, "large_straight"),
        ("official", "44444", {}, "yahtzee"),
        ("official", "44444", {"yahtzee": 50}, "fours"),
        ("official", "44444", {"yahtzee": 0, "fours": 8}, "large_straight"),
        ("macintosh", "66666", {"yahtzee": 50, "sixes": 30}, "large_straight"),
        ("yatzy", "55331", {}, "chance"),
    ],
)
def test_the_best_box_is_the_one_that_pays_most(
    rules: str, faces: str, filled: dict[str, int], best: str
) -> None:
    assert best_box(position(rules, faces, filled)) == best


def test_of_equal_boxes_a_lower_one_is_the_best() -> None:
    assert best_box(position("official", "33344", {"full_house": 0})) in (
        "three_of_a_kind",
        "chance",
    )
    assert best_box(position("official", "")) is None


def test_a_zero_is_asked_about_only_where_points_could_be_had() -> None:
    game = position("official", "33344")
    question = zero_question(game, "ones")
    assert question is not None
    assert "Ones" in question
    assert "25" in question
    assert zero_question(game, "threes") is None
    zeros = {box.id: 0 for box in game.ruleset.boxes if box.id not in ("ones", "yahtzee")}
    assert zero_question(position("official", "33344", zeros), "ones") is None


def test_a_joker_that_must_be_a_zero_but_earns_its_bonus_is_not_asked_about() -> None:
    lower = {box.id: 0 for box in position("official", "").ruleset.lower}
    game = position("official", "44444", lower | {"yahtzee": 50, "fours": 8})
    assert zero_question(game, "ones") is None


def test_the_panel_counts_rounds_and_rolls() -> None:
    table = create_scripted_table("33344", "11111", "66666", players=("Ann", "Bob"))
    view = view_model.turn_view(table, STILL)
    assert (view.round, view.rounds) == (1, 13)
    assert view.player.startswith("Ann")
    assert view.can_press
    for roll in (1, 2, 3):
        table.apply(0, Roll())
        view = view_model.turn_view(table, STILL)
        assert f"{roll} of 3" in view.rolls
        assert view.rolls.count("●") == roll
        assert view.can_press is (roll < 3)


def test_the_standing_names_the_leader_or_nobody() -> None:
    table = create_scripted_table("33344", "33344", players=("Ann", "Bob"))
    assert "leads" not in view_model.turn_view(table, STILL).standing
    table.apply(0, Roll())
    table.apply(0, Score("full_house"))
    standing = view_model.turn_view(table, STILL).standing
    assert "Ann" in standing
    assert "25" in standing
    table.apply(1, Roll())
    table.apply(1, Score("full_house"))
    assert "Ann" not in view_model.turn_view(table, STILL).standing
    assert (
        "25"
        in view_model.turn_view(
            create_scripted_table(filled=[("33344", "full_house")]), STILL
        ).standing
    )
