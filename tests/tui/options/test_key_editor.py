"""The keys: given by the player, kept from clashing, and never a way to be locked in."""

from pathlib import Path

import pytest

from tests.rules.conformance import check_sentence
from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_app, run_table
from tests.tui.opening import page
from yahtzee_tui.settings import read_settings
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.keymap import RESERVED, check_keys, describe_key, keys_of, split_keys
from yahtzee_tui.tui.table.actions import changeable_keys
from yahtzee_tui.tui.widgets.key_bar import KeyBar

BINDINGS = changeable_keys(YahtzeeApp())


async def open_keys(ui: AppDriver) -> None:
    await ui.press("o", "up", "enter", "up", "enter", opens="KeyMapScreen")


async def give(ui: AppDriver, name: str, key: str, how: str = "enter") -> None:
    lines = [binding.description for binding in BINDINGS]
    await ui.press("home", *["down"] * lines.index(name), how, opens="KeyCatcher")
    await ui.press(key, opens="KeyMapScreen")


def line(ui: AppDriver, name: str) -> str:
    lines = (line.replace("▸", " ") for line in ui.lines)
    found = next(line for line in lines if f" {name}  " in line)
    return found[found.index(f" {name}  ") :]


def hints(ui: AppDriver) -> dict[str, str]:
    """Return the key of each label in the key bar, the first of those that do the same."""
    hints: dict[str, str] = {}
    for hint in ui.app.screen.query_one(KeyBar).hints():
        hints.setdefault(hint.label, hint.key)
    return hints


@pytest.mark.slow
async def test_a_key_is_given_or_added_and_does_what_it_says_everywhere() -> None:
    async with run_table("33344", "11111") as ui:
        await open_keys(ui)
        await give(ui, "Roll", "x")
        assert "x now does: Roll." in ui.text
        await give(ui, "Undo", "backspace", how="plus")
        assert line(ui, "Undo").split()[:4] == ["Undo", "u", "Backspace", "(changed)"]
        for number, key in enumerate(("f", "g", "w", "y", "z"), 1):
            await give(ui, f"Hold die {number}", key)
        await give(ui, "Score", "v")
        await ui.press("escape", "escape", "escape")
        assert ui.app.options.keys["roll"] == "x"
        assert hints(ui)["Roll"] == "x"
        assert next(iter(hints(ui))) == "Roll", "it keeps its place"
        assert "press x to roll" in ui.status
        await ui.press("space", "r")
        assert not ui.game.roll
        await ui.press("x")
        assert ui.game.faces == (3, 3, 3, 4, 4)
        assert "Hold dice with f g w y z." in ui.status
        assert hints(ui)["Hold"] == "fgwyz"
        await ui.press("f", "y", "backspace")
        assert ui.held() == (0,)
        await ui.press("question_mark")
        rolls = next(line for line in page(ui).splitlines() if "Roll all dice that" in line)
        assert rolls.split()[0] == "x"
        assert "space" not in rolls.casefold()
        await ui.press("escape", "enter", "enter")
        assert ui.table.history.posted is not None, "scoring keeps its key"


@pytest.mark.slow
async def test_some_keys_are_refused_and_one_line_is_reset_or_all_are() -> None:
    async with run_table("33344") as ui:
        await open_keys(ui)
        for key in ("u", "question_mark", "down", "5"):
            await give(ui, "Roll", key)
            assert f"Not changed: {describe_key(key)} is already used for " in ui.text
        for key in ("escape", "enter", "tab"):
            await give(ui, "Roll", key)
        assert "(changed)" not in ui.text
        await give(ui, "Roll", "x")
        await give(ui, "Undo", "z")
        await ui.press("delete")
        assert "Undo has its default keys again." in ui.text
        assert line(ui, "Undo").split()[:2] == ["Undo", "u"]
        await ui.press("R", opens="ConfirmScreen")
        await ui.press("enter")
        assert "(changed)" in line(ui, "Roll")
        await ui.press("R", "y", opens="KeyMapScreen")
        assert "(changed)" not in ui.text
        await ui.press("R")
        assert ui.screen_name == "KeyMapScreen", "nothing is asked where nothing would be lost"
        await give(ui, "Undo", "z")
        await give(ui, "Roll", "u")
        await give(ui, "Undo", "z")
        await ui.press("delete")
        assert "already" in ui.text, "its own key was given away"
        await ui.press("escape", "escape", "escape")
        assert ui.app.options.keys == {"undo": "z", "roll": "u"}


@pytest.mark.slow
async def test_the_mouse_alone_changes_a_key_and_every_line_is_reached() -> None:
    async with run_table("33344", keys="o") as ui:
        await ui.click_text("More")
        await ui.click_text("Keys", opens="KeyMapScreen")
        await ui.click_text("Undo", opens="KeyCatcher")
        await ui.click("#leave", opens="KeyMapScreen")
        await ui.click_text("Undo")
        await ui.press("z")
        await ui.click_text("Reset all")
        await ui.click_text("Reset (y)")
        assert "All keys are back to default." in ui.text
        await ui.click_text("Done", opens="OptionsScreen")
        await ui.press("enter", opens="KeyMapScreen")
        for size in SIZES:
            await ui.resize(*size)
            await ui.press("home")
            for binding in BINDINGS:
                assert f"▸{binding.description} " in ui.text, size
                assert ui.content("#said") == f"{binding.description}: {binding.tooltip}."
                assert "Done" in ui.lines[-1]
                await ui.press("down")


async def test_keys_are_saved_and_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with run_app(YahtzeeApp(TableConfig(("Ann",)), options=NO_TUMBLING, settings=path)) as ui:
        await open_keys(ui)
        await give(ui, "Roll", "less_than_sign")
        await ui.press("escape", "escape", "escape")
    assert path.read_text() == '[keys]\nroll = "less_than_sign"\n'
    async with run_app(YahtzeeApp(TableConfig(("Ann",)), options=read_settings(path)[0])) as ui:
        assert hints(ui)["Roll"] == "<"


async def test_what_makes_no_sense_in_the_file_is_said_and_left_out() -> None:
    options = NO_TUMBLING._replace(keys={"roll": "u", "undo": "z,escape", "find": "f"})
    async with run_app(YahtzeeApp(TableConfig(("Ann",)), options=options)) as ui:
        assert "2 notices" in ui.text
        assert ui.app.options.keys == {"find": "f"}
        assert hints(ui)["Roll"] == "Space"


FAULTS = {
    ("rol", "x"): "Keys: unknown command rol; did you mean roll?",
    ("quit-always", "x"): "Keys: unknown command quit-always",
    ("roll", "u"): "Keys of roll: u is already used for Undo.",
    ("roll", "x,escape"): "Keys of roll: Esc can't be changed.",
    ("roll", "ctrl+c"): "Keys of roll: ^C can't be changed.",
    ("roll", "spcae"): "Keys of roll: spcae is not a key.",
    ("roll", "hypo+x"): "Keys of roll: hypo+x is not a key.",
    ("roll", "\x1b[31m" * 99): "Keys of roll: \\x1b[31m",
    ("roll", ""): "Keys of roll: give 1 to 6 keys.",
    ("roll", ","): "Keys of roll: give 1 to 6 keys.",
    ("roll", "a" * 9999): "Keys of roll: aaaa",
    ("roll", "x," * 4999): "Keys of roll: give 1 to 6 keys.",
    ("roll", "b,c,d,f,g,h,i"): "Keys of roll: give 1 to 6 keys.",
}


def test_a_fault_is_named_and_nothing_else_is_one() -> None:
    for (name, text), sentence in FAULTS.items():
        kept, notices = check_keys(BINDINGS, {name: text, "find": "f"})
        assert kept == {"find": "f"}
        (notice,) = notices
        assert notice.startswith(sentence)
        check_sentence(notice)
    # What falls back on a key given away takes the other with it.
    kept, notices = check_keys(BINDINGS, {"roll": "u", "undo": "nonsense"})
    assert (kept, len(notices)) == ({}, 2)
    # Keys may change places, and have short names.
    swapped = {"roll": "u", "undo": "space,r"}
    assert check_keys(BINDINGS, swapped) == (swapped, [])
    kept, notices = check_keys(BINDINGS, {"find": "f, ~,ctrl+f"})
    assert (kept, notices) == ({"find": "f,tilde,ctrl+f"}, [])


def test_no_binding_loses_a_reserved_key_and_no_key_does_two_things() -> None:
    for binding in BINDINGS:
        own = set(split_keys(binding.key)) & set(RESERVED)
        assert own <= set(keys_of(binding, {str(binding.id): "x"}))
    shared = ("die-left", "die-right", "hold-selected")  # at the dice, instead of the boxes
    keys = [key for each in BINDINGS if each.id not in shared for key in keys_of(each, {})]
    assert len(keys) == len(set(keys))
