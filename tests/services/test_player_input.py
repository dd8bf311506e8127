"""The hand of whoever sits at the keyboard: marks, picks and complaints, without a screen."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING
from yahtzee_tui.services.player_input import PlayerInput
from yahtzee_tui.settings import Options, apply_manners
from yahtzee_tui.table import Table

REROLL = NO_TUMBLING._replace(dice_click="reroll")


def take(table: Table, options: Options = NO_TUMBLING) -> PlayerInput:
    here = SimpleNamespace(options=apply_manners(options, table.game.ruleset))
    player_input = PlayerInput(table, here)
    table.watch(player_input.changed)
    return player_input


@pytest.fixture
def table() -> Table:
    return create_scripted_table("33344")


@pytest.fixture
def player_input(table: Table) -> PlayerInput:
    return take(table)


def test_it_starts_at_the_best_box_or_at_the_one_just_filled(
    table: Table, player_input: PlayerInput
) -> None:
    marks = [player_input.cursor]
    for act in (player_input.roll, player_input.mark_best, lambda: player_input.score("threes")):
        act()
        marks.append(player_input.cursor)
    assert marks == [None, None, "full_house", "threes"]
    assert take(table).cursor == "threes"


def test_only_boxes_that_are_open_and_have_dice_can_be_marked() -> None:
    table = create_scripted_table("33344", "33344", filled=[("12346", "chance")])
    player_input = take(table)
    assert "chance" in player_input.open  # the posting before can still be moved
    player_input.roll()
    assert "chance" not in player_input.open
    assert len(player_input.open) == 12
    assert take(create_scripted_table()).open == ()


@pytest.mark.parametrize("step", [1, -1])
def test_moving_without_a_mark_begins_at_the_best_box(player_input: PlayerInput, step: int) -> None:
    player_input.roll()
    player_input.move(step)
    assert player_input.cursor == "full_house"


def test_a_box_that_was_not_chosen_is_asked_about_while_another_roll_could_help() -> None:
    table = create_scripted_table("33344", "33342", "33342")
    player_input = take(table)
    player_input.roll()
    player_input.mark_best()
    for _ in range(2):
        question = player_input.score("full_house")
        assert question == "25 in Full house on roll 1? Enter again, or reroll."
        player_input.cancel_question()
    ways: tuple[Callable[[], object], ...] = (
        lambda: player_input.score("full_house"),  # asked
        lambda: player_input.mark("full_house"),
        player_input.pick_all,
    )
    for way in ways:
        way()
        assert player_input.score("full_house") is None
        player_input.undo()
        assert table.game.roll == 1
    assert player_input.score("chance") is None, "named, as by a click"
