"""The form of a new game: who plays, by which rules, who begins; and names, which are text."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unicodedata import normalize

import pytest
from rich.cells import cell_len
from textual.widgets import Input, OptionList, Select

from tests.rules.conformance import check_sentence
from tests.store.games import play_out
from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, all_but_chance, run_app, run_title
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.settings import Options
from yahtzee_tui.settings.rule_files import register_rule_files
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.widgets.menu import Menu

FIXED = NO_TUMBLING._replace(first_player="fixed")
BAD = ("a\ufe0fb", "山田太郎山田太郎山田太郎", "a\u0301\u0302\u0303\u0304\u0305", "\u0301a")
"""A variation selector, too wide, piled marks, and one that begins with a mark."""
PASTED = {
    "\x1b\x00\u2066": "",
    "\x1b[31mred": "[31mred",
    "a\x07b": "ab",
    "a\u202ec": "ac",
    "x" * 200: "",
    "a\u200dd": "ad",
    "Bob\nCy\n": "Bob",
    "  ": "",
}
"""What is pasted, and the name of the player that it makes, if any."""
MARKUP = ["[b]x[/b]", "[@click=app.quit]x", "[/]", "\\[b]", "a]b[c"]


@asynccontextmanager
async def run_form(options: Options = NO_TUMBLING) -> AsyncIterator[AppDriver]:
    """Run the app at the form, with Ann as the first name and the cursor in the second."""
    async with run_title() as ui:
        await open_form(ui, options)
        yield ui


async def open_form(ui: AppDriver, options: Options = NO_TUMBLING) -> None:
    await ui.open_title(options)
    await ui.press("down", "enter", opens="NewGameScreen")


def fields(ui: AppDriver) -> list[str]:
    return [field.value for field in ui.app.screen.query(Input)]


def first(ui: AppDriver) -> object:
    """Return who is chosen to begin, the empty text for drawing."""
    return ui.app.screen.query_one("#first", Select).value


def beginners(ui: AppDriver) -> list[str]:
    """Return who can be chosen to begin, without the first line, which draws."""
    select: Select[str] = ui.app.screen.query_one("#first", Select)
    choices = select.query_one("SelectOverlay", OptionList)
    return [str(choice.prompt) for choice in choices.options][1:]


async def type_names(ui: AppDriver, *names: str) -> None:
    for name in names:
        await ui.type(name, "enter")


async def test_rules_are_in_groups_below_those_of_the_last_game() -> None:
    async with run_title(size=(130, 40)) as ui:
        await ui.press("enter", "enter", "escape", "down", "down", "enter", opens="NewGameScreen")
        rules = ui.app.screen.query_one("#rules", Menu)
        groups = [str(option.prompt) for option in rules.options[1:] if option.disabled]
        assert rules.marked == "official", "the rules of the last game are above all groups"
        assert groups == ["LIKE YAHTZEE", "SCANDINAVIAN", "OTHER DICE GAMES"]
        assert len(RULESETS) == len(rules.options) - len(groups)
        places = [str(option.prompt) for option in rules.options]
        assert [each.split()[0] for each in places[:3]] == ["Yahtzee", "Scandinavian", "Kniffel"]
        maxi = next(at for at, each in enumerate(places) if "Maxi Yatzy           20 box" in each)
        assert places.index(groups[1]) < maxi < places.index(groups[2])
        assert "Generala" in ui.text, "all games are in view"
        assert "Full house" in ui.text, "its boxes are beside the list"
        await ui.click_text("Kniffel, +50")
        assert rules.marked == "kniffel-50"
        assert "Full House" in ui.text
        await ui.resize(124, 30)
        await ui.click_text("Maxi Yatzy")
        assert "Upper bonus" not in ui.text
        ui.app.screen.query_one("#boxes").scroll_end(animate=False)
        await ui.settle()
        assert "Upper bonus" in ui.text


async def start(ui: AppDriver) -> tuple[str, ...]:
    await ui.press("ctrl+s")
    assert ui.screen_name == "TableScreen", ui.content("#said")
    return ui.game.players


async def check_refused(ui: AppDriver) -> None:
    """Check that starting is refused in one sentence, and that the form keeps its content."""
    before = fields(ui)
    await ui.press("ctrl+s", opens="NewGameScreen")
    check_sentence(ui.content("#said"))
    assert ui.content("#said") in ui.text
    assert fields(ui) == before
    assert ui.app.table is None


@pytest.mark.slow
async def test_names_are_typed_and_an_empty_one_begins() -> None:
    async with run_form() as ui:
        await type_names(ui, "Bob")
        await ui.type("Dee")
        await ui.click("#name-2")
        await ui.press("end", "ctrl+u", "enter")
        assert ui.game.players == ("Ann", "Dee")
        table = ui.app.table
        await ui.press("escape", "n", opens="NewGameScreen")
        await ui.press("escape", opens="TitleScreen")
        assert ui.app.table is table, "leaving the form changes nothing"
        await open_form(ui)
        await ui.click_text("Yahtzee, 1986")
        await ui.click("#go", opens="TableScreen")
        assert ui.game.ruleset.id == "macintosh", "the mouse alone begins a game too"


async def test_a_field_more_is_there_once_one_is_filled() -> None:
    async with run_form() as ui:
        assert " 3 " not in ui.text
        for size in SIZES:
            await ui.resize(*size)
            assert "2 name (optional)" in ui.text, size
        await type_names(ui, "Bob", "Cy")
        assert "4 name (optional)" in ui.text
        assert " 5 " not in ui.text
        await ui.click("#name-2")
        await ui.press("end", "ctrl+u")
        await ui.click("#name-3")
        await ui.press("end", "ctrl+u", "D")
        assert fields(ui)[:3] == ["Ann", "", "D"], "the field that is edited stays"
        await type_names(ui, "ee", *"EFGHI")
        assert list(ui.game.players) == ["Ann", "Dee", *"EFGHI"]


async def test_names_that_are_no_names_are_refused() -> None:
    async with run_form() as ui:
        await ui.click("#name-1")
        await ui.press("end", "ctrl+u")
        assert fields(ui) == [""] * 8
        await check_refused(ui)
        await open_form(ui)
        for name in BAD:
            await ui.paste(name)
            assert fields(ui)[1] == name
            await check_refused(ui)
            await ui.press("end", "ctrl+u")
        await ui.type("ann")
        await check_refused(ui)
        await ui.type("e")
        assert ui.content("#said") == ""
        assert await start(ui) == ("Ann", "anne")


async def test_what_cannot_be_printed_never_gets_into_a_field() -> None:
    async with run_form() as ui:
        names = ["Ann"]
        for pasted, name in PASTED.items():
            await ui.paste(pasted)
            assert fields(ui)[len(names)].strip() == name
            assert all(line.isprintable() for line in ui.lines)
            if name:
                names.append(name)
                await ui.press("tab")
        await ui.paste("मक्\u200dष")  # a joiner where its script needs it
        assert list(await start(ui)) == [*names, "मक्\u200dष"]


@pytest.mark.slow
async def test_markup_in_a_name_stays_text_to_the_end() -> None:
    async with run_form() as ui:
        for name in MARKUP:
            await ui.paste(name)
            assert name in ui.text
            await ui.press("tab")
        ui.app.screen.query_one("#first").focus()
        for name in MARKUP:
            await ui.press("enter", "down", *["down"] * (name == MARKUP[0]), "enter")
            assert f"{name} " in next(line for line in ui.lines if "First player" in line)
        assert await start(ui) == ("Ann", *MARKUP)
        assert ui.game.player == MARKUP[-1]
        assert MARKUP[-1] in ui.status
        await ui.resize(200, 50)
        players, throws = tuple(MARKUP), ["12346"] * len(MARKUP)
        await ui.open_table(*throws, players=players, filled=all_but_chance(len(players)))
        for name in MARKUP:
            assert name in ui.status
            await ui.press("space", "enter", "enter")
        await ui.wait_for_screen("ResultScreen")
        assert all(name in ui.text for name in MARKUP)
        await ui.press("escape")
        assert all(ui.text.count(f" {name} ") >= 3 for name in MARKUP)
        assert ui.app.is_running


async def test_names_of_any_script_stand_in_straight_columns(store: Store) -> None:
    """Wide letters, marks on and around letters, and letters that are read from the right."""
    names = ("김철수", "தமிழ்", "محمد علي", normalize("NFC", "O\u0308zge"))
    store.games.add(*play_out("official", names, 1))
    app = YahtzeeApp(
        TableConfig(names, "official", names[0], seed="1"), "Ann", NO_TUMBLING, store=store
    )
    async with run_app(app, (110, 40)) as ui:
        seen = ""
        for keys in (["space", "enter", "enter"] * 5, ["s", "h"]):
            await ui.press_and_finish(*keys)
            assert {cell_len(line) for line in ui.lines} == {110}
            if ui.screen_name == "TableScreen":
                head = next(line for line in ui.lines if "UPPER" in line)
                under = next(line for line in ui.lines if "Bonus +35" in line)
                for name in names:  # each ends where the numbers under it end
                    end = cell_len(head[: head.index(name)] + name)
                    assert under[end - 1].isdigit()
                    assert under[end] == " "
            seen += ui.text
        assert all(seen.count(name) > 1 for name in names)
        assert ui.screen_name == "ScoreboardScreen"
        await ui.resize(80, 24)
        await ui.open_table("33344", players=("山田太郎", "Bob", "ÄÖÜ"), keys="space")
        assert {cell_len(line) for line in ui.lines} == {80}
        assert ui.cell("full_house", 0) == "«25»"
        assert all(name in ui.card.names for name in ("山", "Bob", "ÄÖÜ"))


async def test_a_name_that_played_before_is_completed(store: Store) -> None:
    store.games.add(*play_out("yz", ("Barbara",), 1))
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await ui.press_and_finish("down", "enter")
        await ui.type("bar")
        assert "barbara" in ui.text
        await ui.press("right")
        assert fields(ui)[:2] == ["Ann", "Barbara"]
        await ui.type("x")
        assert fields(ui)[:2] == ["Ann", "Barbarax"]


async def test_who_begins_is_drawn_or_chosen() -> None:
    async with run_form() as ui:
        assert (first(ui), beginners(ui)) == ("", ["Ann"])
        await ui.type("Bob")
        assert beginners(ui) == ["Ann", "Bob"]
        await ui.press("backspace", "backspace", "backspace")
        assert beginners(ui) == ["Ann"]
        await ui.type("Bob")
        await start(ui)
        assert ui.app.config is not None
        assert ui.app.config.first is None
        await open_form(ui)
        await type_names(ui, "Bob", "Cy")
        ui.app.screen.query_one("#first").focus()
        await ui.press("enter", "down", "down", "enter")
        await ui.click("#name-4")
        await ui.type("Dee")
        await start(ui)
        assert ui.game.player == "Bob", "the choice stays while other names are typed"


@pytest.mark.slow
async def test_the_player_named_first_begins_by_an_option() -> None:
    async with run_form(FIXED) as ui:
        await ui.type("Bob")
        await start(ui)
        assert ui.app.config is not None
        assert (ui.app.config.first, ui.game.player) == ("Ann", "Ann")
        assert ui.app.config.next_game().first == "Ann"
        await open_form(ui, FIXED)
        await ui.click("#name-1")
        await ui.press("end", "a")
        assert first(ui) == "Anna", "the choice follows the name as it is typed"
        ui.app.screen.query_one("#first").focus()
        await ui.press("enter", "home", "enter")
        assert first(ui) == ""
        await ui.click("#name-2")
        await ui.type("Cy")
        assert first(ui) == "", "another choice stays"


async def test_every_part_of_the_form_is_seen_and_each_rule_set_chosen_by_key() -> None:
    async with run_form() as ui:
        for size in SIZES:
            await ui.resize(*size)
            for text in ("Rules", "Start", "First player", "Help", "Quit"):
                assert text in ui.text, size
        ui.app.screen.query_one("#rules").focus()
        await ui.resize(*SIZES[0])
        await ui.press("home")
        found = []
        for _ in RULESETS:
            ruleset = RULESETS[str(ui.app.screen.query_one("#rules", Menu).marked)]
            assert ruleset.name in ui.text
            assert ui.content("#summary") == ruleset.summary
            found.append(ruleset)
            await ui.press("down")
        assert {each.key for each in found} == RULESETS.keys()
        await ui.press("up")
        await start(ui)
        assert ui.game.ruleset is found[-1]


@pytest.mark.slow
async def test_all_get_the_same_dice_if_that_is_chosen() -> None:
    async with run_form() as ui:
        ui.app.screen.query_one("#dice", Select).value = "duplicate"
        await start(ui)
        assert ui.table.setup.dice.startswith("sha256:"), "a game alone shares no dice"
        await open_form(ui)
        await ui.type("Bob")
        ui.app.screen.query_one("#dice", Select).value = "duplicate"
        await ui.settle()
        assert "Everyone gets the same rolls" in ui.text
        await ui.press("ctrl+s", "space")
        assert ui.table.setup.dice.startswith("duplicate:")
        assert "same dice" in ui.text
        await ui.press("escape", "down", "down", "enter", opens="NewGameScreen")
        assert ui.app.screen.query_one("#dice", Select).value == "duplicate"


@pytest.mark.usefixtures("own_rulesets")
async def test_a_rule_file_is_listed_with_what_is_wrong_with_it(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("rolls = 4")
    big = 'id = "big"\nname = "Big"\nbased_on = "maxi-yatzy"\nsaved_rolls = false'
    (tmp_path / "big.toml").write_text(big)
    register_rule_files(tmp_path)
    async with run_form() as ui:
        menu = ui.app.screen.query_one("#rules", Menu)
        menu.highlighted = menu.get_option_index("ours.toml")
        for size in SIZES:
            await ui.resize(*size)
            await ui.wait_for_text("ours.toml has an error", "ours.toml, line 1, column 1:")
        await ui.press("ctrl+s")
        assert ui.screen_name == "NewGameScreen"
        assert "Choose other rules." in ui.text
        menu.highlighted = menu.get_option_index("ours.toml") - 1
        await ui.wait_for_text("The coach is off")
        await ui.press("ctrl+b", opens="BotPickerScreen")
        await ui.press("end", "enter")
        await ui.press("ctrl+s")
        await ui.wait_for_text("Big is too large to calculate best play for.")
        ui.app.screen.query_one("#name-2", Input).clear()
        menu.highlighted = 0
        await ui.press("ctrl+s", opens="TableScreen")
