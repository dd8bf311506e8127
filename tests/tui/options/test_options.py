"""The options: what they change at the table, and that they keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tui.stage import STILL, at_table, at_title, on_stage
from yahtzee_tui.settings import COLOURS, DiceClick, DiceSpeed, Options, Sound
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.widgets.die import Die
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from pathlib import Path

REROLL = STILL._replace(dice_click=DiceClick.REROLL)


async def test_picked_dice_are_rolled_again() -> None:
    async with at_table("33344", "11111", "66666", options=REROLL) as stage:
        await stage.press("space", "4", "5")
        assert "HELD" not in stage.text
        assert stage.text.count("4 ROLL") == 1
        await stage.press("space")
        assert stage.game.faces == (3, 3, 3, 1, 1)
        await stage.click("#die-1")
        await stage.press("space")
        assert stage.game.faces == (6, 3, 3, 1, 1)


async def test_options_chosen_over_another_screen_hold_at_the_table_below() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("space", "1", "s")
        assert stage.at == "ScoreboardScreen"
        stage.app.choose_options(REROLL)
        await stage.press("escape")
        assert [die.held for die in stage.table_screen.query(Die)] == [False] + [True] * 4


async def test_every_roll_begins_with_none_picked() -> None:
    async with at_table("33344", "11111", "66666", options=REROLL) as stage:
        await stage.press("space", "1", "space")
        assert " ROLL" not in stage.lines[7]
        await stage.press("space")
        assert stage.game.roll == 2
        await stage.press("2", "space")
        assert stage.game.faces == (1, 6, 3, 4, 4)


async def test_a_roll_without_a_pick_says_so() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "space")
        assert stage.game.roll == 1
        assert "ick" in stage.status
        await stage.press("1", "1", "space")
        assert stage.game.roll == 1


async def test_all_are_picked_at_once() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "2", "a", "space")
        assert stage.game.faces == (1, 1, 1, 1, 1)
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "a", "a", "space")
        assert stage.game.roll == 1


async def test_undoing_a_pick_unpicks() -> None:
    async with at_table("33344", "11111", options=REROLL) as stage:
        await stage.press("space", "1", "2", "u", "space")
        assert stage.game.faces == (1, 3, 3, 4, 4)


async def test_options_are_chosen_by_key_and_keep() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("space", "o")
        assert stage.at == "OptionsScreen"
        await stage.press("enter", "escape")
        assert stage.at == "TableScreen"
        assert stage.app.options.dice_click is DiceClick.REROLL
        await stage.press("1", "space")
        assert stage.game.faces == (1, 3, 3, 4, 4)
        await stage.press("o")
        assert "rolled again" in stage.text
        await stage.press("left", "o")
        assert stage.app.options == STILL


async def test_options_are_chosen_by_mouse() -> None:
    async with at_title(options=Options()) as stage:
        await stage.click_text("Options")
        await stage.click_text("Dice tumble")
        await stage.click_text("A zero by choice")
        await stage.click_text("First roll")
        await stage.click_text("Done")
        assert stage.at == "TitleScreen"
        options = stage.app.options
        assert options.dice_speed is not DiceSpeed.FULL
        assert not options.confirm_zero
        assert options.auto_roll


@pytest.mark.slow
async def test_every_option_steps_round_to_where_it_was() -> None:
    async with at_title(options=Options(auto_roll=True)) as stage:
        await stage.click_text("Options")
        for steps in (2, 3, 2, 4, 2, 2, 3, 2, 2, 5):
            await stage.press(*["right"] * steps, "down")
        await stage.press("escape")
        assert stage.app.options == Options(auto_roll=True)
        await stage.press("enter", "right", "left", "space", "left", "escape")
        assert stage.app.options == Options(auto_roll=True)


async def test_there_is_no_pause_where_nothing_comes_by_itself() -> None:
    async with at_table("33344", options=Options()) as stage:
        await stage.press("o", "down", "down")
        assert "Pause before that     none" in stage.text
        await stage.press("down", "enter")
        assert not stage.app.screen_stack[-1].query_one(Menu).get_option("auto_roll").disabled
        await stage.press("up", "enter")
        assert "Pause before that     4 seconds" in stage.text
        await stage.press("down", "enter", "escape")
        assert stage.app.options == Options(auto_roll=True, pause=8.0, confirm_zero=False)


async def test_a_line_stays_marked_while_it_is_changed() -> None:
    async with at_table("33344", options=Options(auto_roll=True)) as stage:
        await stage.press("o", "down", "down", "down", "right", "right")
        assert stage.app.screen_stack[-1].query_one(Menu).marked == "pause"
        assert "15 seconds" in stage.text


@pytest.mark.parametrize(("key", "pause"), [("right", 8.0), ("left", 4.0)])
async def test_a_pause_of_ones_own_steps_to_its_neighbours(key: str, pause: float) -> None:
    async with at_table("33344", options=Options(auto_roll=True, pause=5.5)) as stage:
        await stage.press("o", "down", "down", "down")
        assert "5.5 seconds" in stage.text
        await stage.press(key, "escape")
        assert stage.app.options.pause == pause


async def test_colours_are_seen_at_once_and_stay() -> None:
    async with at_table("33344") as stage:
        await stage.press("o", "up", "up")
        seen = []
        for _ in COLOURS:
            seen.append(stage.app.theme)
            await stage.press("right")
        assert tuple(seen) == COLOURS
        await stage.press("right", "escape")
        assert stage.app.theme == stage.app.options.colours == "paper"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_every_option_is_seen(size: tuple[int, int]) -> None:
    async with at_table("33344", size=size) as stage:
        await stage.press("o")
        for line in ("Picking a die", "Pause before", "Sound", "Who begins", "Colours", "Keys"):
            assert line in stage.text


def saving(path: Path, *notices: str) -> YahtzeeApp:
    """Return an app that saves its options in a file."""
    return YahtzeeApp(me="Ann", options=STILL, settings=path, notices=notices)


async def test_what_was_chosen_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with on_stage(saving(path)) as stage:
        await stage.click_text("Options")
        await stage.press("escape")
        assert not path.exists(), "nothing was changed"
        await stage.click_text("Options")
        await stage.click_text("A zero by choice")
        assert not path.exists(), "not before they are left"
        await stage.press("escape")
    assert path.read_text() == "confirm_zero = false\n"


async def test_colours_of_this_run_alone_are_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    app = YahtzeeApp(options=STILL._replace(colours="paper"), settings=path)
    async with on_stage(app) as stage:
        await stage.click_text("Options")
        await stage.click_text("Sound")
        await stage.press("escape")
    assert path.read_text() == 'sound = "bell"\n'


async def test_what_cannot_be_saved_holds_and_is_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("no TOML")
    async with on_stage(saving(path)) as stage:
        await stage.click_text("Options")
        await stage.click_text("Sound")
        await stage.press("escape")
        assert "Nothing was saved." in stage.text
        assert stage.app.options.sound is Sound.BELL
    assert path.read_text() == "no TOML"


NOTICE = "settings.toml: pause can't be -3, only 1 to 60 seconds."


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_what_is_wrong_with_the_file_is_said_under_the_menu(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with on_stage(saving(tmp_path / "settings.toml", NOTICE), size) as stage:
        assert NOTICE in " ".join(stage.text.split())
        assert "Quit" in stage.text


async def test_what_is_wrong_with_the_file_is_said_at_the_table() -> None:
    app = YahtzeeApp(TableConfig(("Ann",)), options=STILL, notices=[NOTICE])
    async with on_stage(app, (60, 20)) as stage:
        assert NOTICE in stage.text
        await stage.press("space")
        assert NOTICE not in stage.text


async def test_many_faults_are_counted_and_named_in_the_options() -> None:
    notices = [NOTICE.replace("pause", f"fault{number}") for number in range(9)]
    app = YahtzeeApp(TableConfig(("Ann",)), options=STILL, notices=notices)
    async with on_stage(app) as stage:
        assert "9 settings make no sense; the options name them." in stage.text
        await stage.press("o")
        assert "fault1" in stage.text
        assert "And 7 more." in stage.text


@pytest.mark.slow
async def test_a_posting_is_untouched_by_a_look_at_the_options() -> None:
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        await stage.press("space", "enter")
        said = stage.status
        await stage.press("o", "escape")
        assert stage.status == said
        await stage.press("u")
        assert stage.game.player == "Ann"
