"""The keys: given by the player, kept from clashing, and never a way to be locked in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

from tests.rules.conformance import check_sentence
from tests.tui.stage import STILL, Stage, at_table, on_stage
from yahtzee_tui.settings import read_settings
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.keymap import (
    RESERVED,
    changeable_keys,
    check_keys,
    describe_key,
    keys_of,
    split_keys,
)
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from pathlib import Path

BINDINGS = changeable_keys(YahtzeeApp())


async def open_keys(stage: Stage) -> None:
    """Open the list of keys from the table, with the first line marked."""
    await stage.press("o", "up", "enter")
    assert stage.at == "KeyMapScreen"


async def give(stage: Stage, name: str, key: str, how: str = "enter") -> None:
    """Give a key to a line of the list."""
    lines = [binding.description for binding in BINDINGS]
    await stage.press("home", *["down"] * lines.index(name), how)
    assert stage.at == "KeyCatcher"
    await stage.press(key)
    assert stage.at == "KeyMapScreen"


def line(stage: Stage, name: str) -> str:
    """Return the line of the list for something."""
    lines = (line.replace("▸", " ") for line in stage.lines)
    return next(line for line in lines if f" {name}  " in line)


def said(stage: Stage) -> str:
    """Return what is said under the list."""
    return str(stage.app.screen.query_one("#said", Static).content)


def hints(stage: Stage) -> dict[str, str]:
    """Return what the key line menu_items, and by which key."""
    return {hint.label: hint.key for hint in stage.app.screen.query_one(KeyBar).hints()}


async def test_a_key_is_given_and_does_what_it_says_everywhere() -> None:
    async with at_table("33344", "11111") as stage:
        await open_keys(stage)
        await give(stage, "Roll", "x")
        assert "x is for Roll now." in stage.text
        await stage.press("escape", "escape")
        assert stage.app.options.keys == {"roll": "x"}
        assert hints(stage)["Roll"] == "x"
        assert next(iter(hints(stage))) == "Roll", "it keeps its place"
        assert "x rolls the dice" in stage.status
        await stage.press("space", "r")
        assert not stage.game.roll
        await stage.press("x")
        assert stage.game.faces == (3, 3, 3, 4, 4)
        await stage.press("question_mark")
        rolls = next(line for line in stage.lines if "Roll the dice that" in line)
        assert rolls.split()[0] == "x"
        assert "space" not in rolls


async def test_a_key_is_added() -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        await give(stage, "Undo", "backspace", how="plus")
        assert line(stage, "Undo").split()[1:5] == ["Undo", "u", "⌫", "(changed)"]
        await stage.press("escape", "escape", "space", "1", "backspace")
        assert stage.held() == ()


async def test_dice_may_be_held_with_other_keys() -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        for number, key in enumerate(("f", "g", "w", "v", "b"), 1):
            await give(stage, f"Hold die {number}", key)
        await stage.press("escape", "escape", "space")
        assert "Hold with f g w v b or a click." in stage.status
        assert hints(stage)["Hold"] == "fgwvb"
        await stage.press("f", "v")
        assert stage.held() == (0, 3)


@pytest.mark.parametrize("key", ["u", "question_mark", "down", "5"])
async def test_a_key_of_something_else_is_refused(key: str) -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        await give(stage, "Roll", key)
        assert f"Not changed: {describe_key(key)} is for " in stage.text
        await stage.press("escape", "escape")
        assert stage.app.options.keys == {}


@pytest.mark.parametrize("key", ["escape", "enter", "tab"])
async def test_reserved_keys_are_never_caught(key: str) -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        await give(stage, "Roll", key)
        assert stage.at == "KeyMapScreen"
        await stage.press("escape", "escape")
        assert stage.app.options.keys == {}


async def test_one_line_is_reset_and_all_are() -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        await give(stage, "Roll", "x")
        await give(stage, "Undo", "z")
        await stage.press("delete")
        assert "Undo has its own keys again." in stage.text
        assert line(stage, "Undo").split()[1:3] == ["Undo", "u"]
        assert "(changed)" in line(stage, "Roll")
        await stage.press("R")
        assert stage.at == "ConfirmScreen"
        await stage.press("enter")
        assert "(changed)" in line(stage, "Roll")
        await stage.press("R", "y")
        assert stage.at == "KeyMapScreen"
        assert "(changed)" not in stage.text
        await stage.press("R")
        assert stage.at == "KeyMapScreen", "nothing is asked where nothing would be lost"
        await stage.press("escape", "escape")
        assert stage.app.options == STILL


async def test_a_line_whose_key_was_given_away_is_not_reset() -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        await give(stage, "Undo", "z")
        await give(stage, "Roll", "u")
        await give(stage, "Undo", "z")
        await stage.press("delete")
        assert "already" in stage.text
        await stage.press("escape", "escape")
        assert stage.app.options.keys == {"undo": "z", "roll": "u"}


async def test_the_menu_and_scoring_keep_their_keys() -> None:
    async with at_table("33344") as stage:
        await open_keys(stage)
        await give(stage, "Menu", "m")
        await give(stage, "Score", "x")
        await stage.press("escape", "escape", "space", "enter")
        assert stage.table.history.posted is not None
        await stage.press("escape")
        assert stage.at == "TitleScreen"


async def test_the_mouse_alone_changes_a_key_but_for_the_key() -> None:
    async with at_table("33344") as stage:
        await stage.press("o")
        await stage.click_text("Keys")
        await stage.click_text("Undo")
        assert stage.at == "KeyCatcher"
        await stage.click("#leave")
        assert stage.at == "KeyMapScreen"
        await stage.click_text("Undo")
        await stage.press("z")
        await stage.click_text("Reset all")
        await stage.click_text("Reset (y)")
        assert "All keys are as they came." in stage.text
        await stage.click_text("Done")
        assert stage.at == "OptionsScreen"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_every_line_can_be_reached(size: tuple[int, int]) -> None:
    async with at_table("33344", size=size) as stage:
        await open_keys(stage)
        for binding in BINDINGS:
            assert f"▸{binding.description} " in stage.text
            assert said(stage) == f"{binding.description}: {binding.tooltip}."
            assert "Done" in stage.lines[-1]
            await stage.press("down")


async def test_keys_are_saved_and_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    app = YahtzeeApp(TableConfig(("Ann",)), options=STILL, settings=path)
    async with on_stage(app) as stage:
        await open_keys(stage)
        await give(stage, "Roll", "less_than_sign")
        await stage.press("escape", "escape")
    assert path.read_text() == '[keys]\nroll = "less_than_sign"\n'
    app = YahtzeeApp(TableConfig(("Ann",)), options=read_settings(path)[0])
    async with on_stage(app) as stage:
        assert hints(stage)["Roll"] == "<"


async def test_what_makes_no_sense_in_the_file_is_said_and_left_out() -> None:
    options = STILL._replace(keys={"roll": "u", "undo": "z,escape", "find": "f"})
    app = YahtzeeApp(TableConfig(("Ann",)), options=options)
    async with on_stage(app) as stage:
        assert "2 settings make no sense" in stage.text
        assert stage.app.options.keys == {"find": "f"}
        assert hints(stage)["Roll"] == "space"


FAULTS = {
    ("rol", "x"): "Keys: there is nothing called rol; the nearest is roll.",
    ("quit-always", "x"): "Keys: there is nothing called quit-always",
    ("roll", "u"): "Keys of roll: u is for Undo already.",
    ("roll", "x,escape"): "Keys of roll: esc always does what it does now.",
    ("roll", "ctrl+c"): "Keys of roll: ^c always does what it does now.",
    ("roll", "spcae"): "Keys of roll: there is no key called spcae.",
    ("roll", "hypo+x"): "Keys of roll: there is no key called hypo+x.",
    ("roll", "\x1b[31m" * 99): "Keys of roll: there is no key called \\x1b[31m",
    ("roll", ""): "Keys of roll: they must be 1 to 6.",
    ("roll", ","): "Keys of roll: they must be 1 to 6.",
    ("roll", "a" * 9999): "Keys of roll: there is no key called aaaa",
    ("roll", "x," * 4999): "Keys of roll: they must be 1 to 6.",
    ("roll", "b,c,d,f,g,h,i"): "Keys of roll: they must be 1 to 6.",
}


@pytest.mark.parametrize(("name", "text"), FAULTS, ids=lambda text: ascii(text[:12]))
def test_a_fault_is_named(name: str, text: str) -> None:
    kept, notices = check_keys(BINDINGS, {name: text, "find": "f"})
    assert kept == {"find": "f"}
    (notice,) = notices
    assert notice.startswith(FAULTS[name, text])
    check_sentence(notice)


def test_keys_may_change_places() -> None:
    swapped = {"roll": "u", "undo": "space,r"}
    assert check_keys(BINDINGS, swapped) == (swapped, [])


def test_what_falls_back_on_a_key_given_away_takes_the_other_with_it() -> None:
    kept, notices = check_keys(BINDINGS, {"roll": "u", "undo": "nonsense"})
    assert kept == {}
    assert len(notices) == 2


def test_short_names_are_taken_too() -> None:
    kept, notices = check_keys(BINDINGS, {"find": "f, %,ctrl+f"})
    assert (kept, notices) == ({"find": "f,percent_sign,ctrl+f"}, [])


def test_no_binding_ever_loses_a_reserved_key() -> None:
    for binding in BINDINGS:
        own = set(split_keys(binding.key)) & set(RESERVED)
        assert own <= set(keys_of(binding, {str(binding.id): "x"}))


def test_no_key_does_two_things_as_they_came() -> None:
    keys = [key for binding in BINDINGS for key in keys_of(binding, {})]
    assert len(keys) == len(set(keys))
