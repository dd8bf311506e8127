"""The palette: everything that can be done here by its name, and nothing that can't be."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.tui.remote_visits import at, seen
from tests.tui.sampling import thin_keys
from tests.tui.stage import STILL, Stage, at_table, at_title, on_stage
from yahtzee_tui.settings import Sound, read_settings
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.help.palette import Command, find_commands, match_commands
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.remote_visits import RemoteUsers

SIZES = [(60, 20), (80, 24), (120, 40)]


def nothing() -> None:
    """Do nothing."""


def offered(stage: Stage) -> list[str]:
    """Return the names of what is offered on the screen that is seen."""
    return [command.name for command in find_commands(stage.app, stage.app.screen)]


def found(text: str, *names: str) -> list[str]:
    """Return the names that a text may mean."""
    return [each.name for each in match_commands([Command(name, nothing) for name in names], text)]


async def do(stage: Stage, text: str) -> None:
    """Open the palette, type a part of a name, and press Enter."""
    await stage.press("ctrl+p")
    await stage.type(text)
    await stage.press("enter")


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


async def test_lines_stand_in_columns_and_say_nothing_twice() -> None:
    async with at_table("33344", size=(60, 20)) as stage:
        await stage.press("space", "ctrl+p")
        for typed, line in (
            ("opt", "Options        o"),
            ("stat", "Statistics             Those of Ann"),
            ("roll", "Roll           space r Roll the dice that aren't held"),
            ("zero", "A zero by choice:      is written at once"),
            ("to be", "Picking a die:         marks it to be rolled again"),
            ("B3", "Score 25       B3      in Full house"),
        ):
            await stage.type(typed)
            (marked,) = (text for text in stage.lines if "▸" in text)
            assert marked.partition("▸")[2].strip("│ ") == line
            await stage.press(*["backspace"] * len(typed))


async def test_statistics_are_those_of_somebody_at_the_table() -> None:
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        for me, whose in (("Carol", "Ann"), ("BOB", "BOB"), ("Ann", "Ann")):
            stage.app.me = me
            commands = find_commands(stage.app, stage.app.screen)
            (command,) = (each for each in commands if each.name == "Statistics")
            assert command.about == f"Those of {whose}"


async def test_it_offers_what_can_be_done_and_nothing_else() -> None:
    async with at_table("33344") as stage:
        assert "Roll" in offered(stage)
        assert not {"Undo", "Hold die 1", "Score 25 in Full house"} & set(offered(stage))
        await stage.press("space", "1")
        names = offered(stage)
        assert {"Roll", "Undo", "Hold die 1", "Menu", "Coach", "Help", "Keys", "Quit"} <= set(names)
        assert {"Scores", "Statistics", "Options", "Change keys", "New game"} <= set(names)
        boxes = [name for name in names if name.startswith("Score ") and " in " in name]
        assert boxes == [
            f"Score {each.points} in {each.box.name}" for each in stage.game.potentials
        ]
        assert len(names) == len(set(names))
        assert not {"More", "Up", "Suspend", "Redo", "Result"} & set(names)


async def test_every_screen_can_be_opened() -> None:
    over = {
        "how to": "HowToPlayScreen",
        "which keys": "KeysScreen",
        "change keys": "KeyMapScreen",
        "statis": "StatisticsScreen",
        "scores": "ScoreboardScreen",
        "options": "OptionsScreen",
    }
    async with at_table("33344", size=(60, 20)) as stage:
        for typed, screen in over.items():
            await do(stage, typed)
            assert stage.at == screen
            await stage.press("escape")
            assert stage.at == "TableScreen"
        for typed, screen in (("new ga", "NewGameScreen"), ("back", "TitleScreen")):
            await do(stage, typed)
            assert stage.at == screen


async def test_from_the_title_a_game_begins() -> None:
    async with at_title() as stage:
        await do(stage, "ann alone")
        assert stage.at == "TableScreen"
        await do(stage, "roll")
        assert stage.game.roll == 1


async def test_a_box_is_scored_and_a_zero_asks_as_with_a_click() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("space")
        await do(stage, "in sixes")
        assert stage.status.startswith("0 in Sixes")
        assert stage.game.turns == 0
        await do(stage, "full")
        assert stage.booked("full_house") == 25
        await do(stage, "undo")
        assert stage.booked("full_house") is None


async def test_a_choice_of_the_options_holds_at_once_and_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    app = YahtzeeApp(TableConfig(("Ann",), first="Ann"), options=STILL, settings=path)
    async with on_stage(app) as stage:
        await do(stage, "theme paper")
        assert app.theme == "paper"
        await do(stage, "sound: the bell")
        assert "Sound: none" in offered(stage)
    options, _ = read_settings(path)
    assert (options.colours, options.sound) == ("paper", Sound.BELL)


async def test_letters_typed_ahead_come_into_the_field_and_enter_does_it_once() -> None:
    async with at_table("33344", "11111", "22222") as stage:
        await stage.press("space")
        stage.type_ahead("ctrl+p", *"roll", "enter", "enter", "enter")
        await stage.settle()
        assert (stage.game.roll, stage.game.turns, stage.at) == (2, 0, "TableScreen")
        stage.type_ahead("ctrl+p", *"options", "enter")
        await stage.settle()
        assert stage.at == "OptionsScreen"


async def test_it_closes_and_nothing_has_happened() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "1")
        before, picture = stage.table.history, stage.lines
        for close in ("escape", "ctrl+p"):
            await stage.press("ctrl+p")
            await stage.type("undo")
            await stage.press(close)
            assert stage.table.history == before
            assert stage.lines == picture
        await do(stage, "nothing like that")
        assert "Nothing that can be done here is called that." in stage.text
        assert stage.at == "PaletteScreen"


@pytest.mark.parametrize("size", thin_keys(SIZES))
async def test_the_mouse_alone_does_it(size: tuple[int, int]) -> None:
    async with at_table("33344", size=size) as stage:
        await stage.press("space")
        await stage.click_text("^p")
        assert stage.at == "PaletteScreen"
        await stage.click_text("Hold die 2")
        assert stage.held() == (1,)
        await stage.click_text("^p")
        await stage.click_text("Back")
        assert stage.at == "TableScreen"


async def test_a_dialog_offers_its_own_and_opens_nothing_under_itself() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "q")
        assert offered(stage) == ["Yes", "No", "Help", "Keys"]
        await do(stage, "no")
        assert stage.at == "TableScreen"
        await do(stage, "quit")
        await do(stage, "yes")
        assert stage.app.return_code == 0


async def test_over_another_screen_no_way_leads_away_from_below() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "s")
        assert stage.at == "ScoreboardScreen"
        assert not {"New game", "Play", "Continue", "Scores"} & set(offered(stage))
        assert {"Back", "Options", "Change keys"} <= set(offered(stage))


async def test_saved_games_are_looked_for_from_the_table(tmp_path: Path) -> None:
    with closing(Store(str(tmp_path / "games.sqlite"))) as store:
        app = YahtzeeApp(TableConfig(("Ann",), first="Ann"), options=STILL, store=store)
        async with on_stage(app) as stage:
            await stage.press("space")
            await do(stage, "saved")
            await at(stage, "SavedGamesScreen")
            assert "Ann" in stage.text
            await stage.press("escape")
            assert (stage.at, stage.game.roll) == ("TableScreen", 1)
            await do(stage, "saved")
            await at(stage, "SavedGamesScreen")
            await stage.press("d", "escape")
            assert stage.at == "TitleScreen"


async def test_names_are_text_and_ascii_is_enough() -> None:
    name = "[b]Zoë[/"
    app = YahtzeeApp(me=name, options=STILL, ascii_only=True)
    async with on_stage(app) as stage:
        await stage.press("ctrl+p")
        assert "Those of [b]Zoe[/" in stage.text
        assert stage.text.isascii()


async def test_a_shared_table_offers_what_its_screen_offers(remote: RemoteUsers) -> None:
    table = remote.begin(remote.somebody("Ann"), remote.somebody("Bob"))
    async with remote.visit("Ann", request=("join", table.code)) as stage:
        await at(stage, "OnlinePlayScreen")
        names = set(offered(stage))
        assert {"Talk", "Lobby", "Give up", "Options", "Scores", "Help", "Quit"} <= names
        assert not {"New game", "Play", "Statistics", "Suspend", "Dice of the day"} & names
        await do(stage, "talk")
        await seen(stage, "Messages at")


async def test_nobody_goes_anywhere_before_they_have_signed_in(remote: RemoteUsers) -> None:
    async with remote.visit(login="Eve") as stage:
        await seen(stage, "What is your name?")
        assert offered(stage) == ["Help", "Keys"]


def test_the_first_screens_load_nothing_of_it() -> None:
    code = """
import sys
import yahtzee_tui.tui.table.play_screen, yahtzee_tui.tui.home.title
names = ("help.commands", "help.palette", "help.keys")
print([name for name in names if f"yahtzee_tui.tui.{name}" in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_the_list_turns_pages_by_key() -> None:
    app = YahtzeeApp(options=STILL)
    app.navigator.saved_table = SavedTable.new(TableConfig(("Ann",), first="Ann"), None)
    async with on_stage(app, (60, 20)) as stage:
        await stage.press("ctrl+p", "down", "down", "up")
        menu = stage.app.screen.query_one(Menu)
        assert menu.highlighted == 1
        await stage.press("pagedown")
        assert menu.highlighted is not None
        assert menu.highlighted > 5
        await stage.press("pageup")
        assert menu.highlighted in (0, 1)
