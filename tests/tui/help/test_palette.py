"""The palette: everything that can be done here by its name, and nothing that can't be."""

from pathlib import Path

import pytest

from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_app, run_table, run_title
from yahtzee_tui.settings import read_settings
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.help.palette import Command, find_commands, match_commands


def nothing() -> None:
    """Close without doing anything."""


def offered(ui: AppDriver) -> list[str]:
    return [command.name for command in find_commands(ui.app, ui.app.screen)]


def found(text: str, *names: str) -> list[str]:
    return [each.name for each in match_commands([Command(name, nothing) for name in names], text)]


async def do(ui: AppDriver, text: str) -> None:
    """Open the palette, type a part of a name, and press Enter."""
    await ui.press("ctrl+p")
    await ui.type(text, "enter")


def test_the_likeliest_comes_first() -> None:
    names = ("Score 0 in Full house", "Score", "Scores", "Under score", "Roll")
    assert found("score", *names) == [names[1], names[0], names[2], names[3]]
    assert found("", *names) == list(names)
    assert found("ROLL", *names) == ["Roll"]
    assert found("house sc", *names) == [names[0]]
    assert found("score roll", *names) == []
    assert found("on", "Bonus", "Talk on", "Only", "Coach") == ["Only", "Talk on", "Bonus"]


def test_what_is_said_of_it_finds_it_too() -> None:
    command = Command("Help", nothing, "?", "How to play")
    assert match_commands([command], "play") == [command]
    assert match_commands([command], "?") == [command]
    other = Command("Display", nothing)
    assert match_commands([command, other], "play") == [other, command]


async def test_lines_stand_in_columns_and_pages_are_turned_by_key() -> None:
    async with run_table("33344", size=(60, 20)) as ui:
        await ui.press("space", "ctrl+p")
        for typed, line in (
            ("opt", "Options        o"),
            ("stat", "Scores         s       High scores and statistics"),
            ("roll", "Roll           Space r Roll all dice that aren't held"),
            ("zero", "Scoring a zero:        at once"),
            ("rerolls", "A click on a die:      rerolls it"),
            ("B3", "Score 25       B3      in Full house"),
        ):
            await ui.type(typed)
            (marked,) = (text for text in ui.lines if "▸" in text)
            assert marked.partition("▸")[2].strip("│ ") == line
            await ui.press(*["backspace"] * len(typed))
        await ui.press("ctrl+p", "ctrl+p", "down", "down", "up")
        assert ui.menu.highlighted == 1
        await ui.press("pagedown")
        assert (ui.menu.highlighted or 0) > 5
        await ui.press("pageup")
        assert ui.menu.highlighted in (0, 1)


async def test_it_offers_what_can_be_done_and_nothing_else() -> None:
    async with run_table("33344", players=("Ann", "Bob")) as ui:
        assert "Roll" in offered(ui)
        assert not {"Undo", "Hold die 1", "Score 25 in Full house"} & set(offered(ui))
        await ui.press("space", "1")
        names = offered(ui)
        assert {"Roll", "Undo", "Hold die 1", "Menu", "Coach", "Help", "Keys", "Quit"} <= set(names)
        assert {"Scores", "Options", "Change keys", "New game"} <= set(names)
        boxes = [name for name in names if name.startswith("Score ") and " in " in name]
        assert boxes == [f"Score {each.points} in {each.box.name}" for each in ui.game.potentials]
        assert len(names) == len(set(names))
        assert not {"More", "Up", "Suspend", "Redo", "Result"} & set(names)
        await ui.press("s", opens="StatisticsScreen")
        assert not {"New game", "Play", "Continue", "Scores"} & set(offered(ui))
        assert {"Back", "Options", "Change keys"} <= set(offered(ui))
        await ui.press("escape", "q")
        assert offered(ui) == ["Yes", "No", "Help", "Keys"]
        await do(ui, "no")
        assert ui.screen_name == "TableScreen"
        await do(ui, "quit")
        await do(ui, "yes")
        assert ui.app.return_code == 0


async def test_a_blank_card_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path))
    async with run_table(rules="yatzy") as ui:
        await do(ui, "blank")
        card = tmp_path / "yatzy-card.svg"  # which Textual closes after it has said so
        await ui.wait_until(lambda: ui.status == f"Saved: {card}" and "</svg>" in card.read_text())
        for name, folder in (("XDG_DOWNLOAD_DIR", "gone"), ("HOME", "none")):
            monkeypatch.setenv(name, str(tmp_path / folder))
        monkeypatch.chdir(tmp_path)
        await do(ui, "blank")
        await ui.wait_until(lambda: ui.status == "Not saved: no such file or folder.")


async def test_other_screens_are_opened() -> None:
    async with run_title(size=(60, 20)) as ui:
        for typed, screen in (
            ("solo", "TableScreen"),
            ("show the keys", "KeysScreen"),
            ("statis", "StatisticsScreen"),
            ("new ga", "NewGameScreen"),
            ("back", "TitleScreen"),
        ):
            await do(ui, typed)
            assert ui.screen_name == screen
            if screen in ("KeysScreen", "StatisticsScreen"):
                await ui.press("escape", opens="TableScreen")


async def test_a_box_is_scored_and_a_zero_asks_as_with_a_click() -> None:
    async with run_table("33344", "11111", keys="space") as ui:
        await do(ui, "in sixes")
        assert ui.status.startswith("Take 0 in Sixes")
        assert ui.game.turns == 0
        await do(ui, "full")
        assert ui.booked("full_house") == 25
        await do(ui, "undo")
        assert ui.booked("full_house") is None


async def test_a_choice_of_the_options_holds_at_once_and_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    app = YahtzeeApp(TableConfig(("Ann",), first="Ann"), options=NO_TUMBLING, settings=path)
    async with run_app(app) as ui:
        await do(ui, "theme paper")
        assert app.theme == "paper"
        await do(ui, "bell on rolls")
        assert "Sound: none" in offered(ui)
    options, _ = read_settings(path)
    assert (options.colors, options.sound) == ("paper", "bell")


async def test_keys_typed_ahead_do_it_once_and_closing_does_nothing() -> None:
    async with run_table("33344", "11111", "22222", keys="space") as ui:
        ui.type_ahead("ctrl+p", *"roll", "enter", "enter", "enter")
        await ui.settle()
        assert (ui.game.roll, ui.game.turns, ui.screen_name) == (2, 0, "TableScreen")
        ui.type_ahead("ctrl+p", *"options", "enter")
        await ui.settle()
        assert ui.screen_name == "OptionsScreen"
        await ui.press("escape", "1")
        before, picture = ui.table.history, ui.lines
        for close in ("escape", "ctrl+p"):
            await ui.press("ctrl+p")
            await ui.type("undo")
            await ui.press(close)
            assert ui.table.history == before
            assert ui.lines == picture
        await do(ui, "nothing like that")
        assert "No command matches." in ui.text
        assert ui.screen_name == "PaletteScreen"


async def test_the_mouse_alone_does_it() -> None:
    async with run_table("33344", keys="space", size=SIZES[0]) as ui:
        await ui.click_text("^P", opens="PaletteScreen")
        await ui.click_text("Hold die 2")
        assert ui.held() == (1,)
        await ui.click_text("^P")
        await ui.click_text("Back", opens="TableScreen")


async def test_saved_games_are_looked_for_from_the_table(store: Store) -> None:
    app = YahtzeeApp(TableConfig(("Ann",), first="Ann"), options=NO_TUMBLING, store=store)
    async with run_app(app) as ui:
        await ui.press("space")
        for keys, then in (("escape", "TableScreen"), ("d escape", "TitleScreen")):
            await do(ui, "saved")
            await ui.wait_for_screen("SavedGamesScreen")
            assert "Ann" in ui.text
            await ui.press(*keys.split(), opens=then)
            assert then == "TitleScreen" or ui.game.roll == 1


async def test_names_are_text_and_ascii_is_enough() -> None:
    name = "[b]Zoë[/"
    async with run_app(YahtzeeApp(me=name, options=NO_TUMBLING, ascii_only=True)) as ui:
        await ui.press("s")
        assert "[b]Zoe[/" in ui.text
        assert ui.text.isascii()
