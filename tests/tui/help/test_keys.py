"""The keys of the screen below, as they are in force, on every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from tests.tui.remote_visits import at, seen, until
from tests.tui.sampling import thin, thin_keys
from tests.tui.stage import STILL, Stage, at_table, at_title
from yahtzee_tui.tui.help.keys import describe_closing, draw_keys
from yahtzee_tui.tui.keymap import KeyGroup, KeyRow, list_keys
from yahtzee_tui.tui.lifecycle import GameScreen
from yahtzee_tui.tui.scores.statistics import STATISTICS_KEYS

if TYPE_CHECKING:
    from textual.binding import BindingType

    from tests.tui.remote_visits import RemoteUsers

SIZES = [(60, 20), (80, 24), (120, 40)]
ROW = KeyRow(("r",), "Roll", "Roll the dice", True)


def told(stage: Stage) -> str:
    """Return what the page says."""
    assert stage.at == "KeysScreen"
    return "\n".join(str(part.content) for part in stage.app.screen.query(Static))


async def look(stage: Stage) -> str:
    """Open the keys, check that they are all seen, close them, and return what they say."""
    below, lines = stage.app.screen, stage.lines
    groups = list_keys(below)
    await stage.press("f2")
    text = told(stage)
    for group in groups:
        assert group.title in text
        for row in group.rows:
            assert " ".join(row.keys) in text
            assert row.name in text or row.about in text
    box = stage.app.screen.query_one(VerticalScroll)
    assert box.max_scroll_y == 0
    assert "Any key closes this." in stage.text
    await stage.press("enter")
    assert stage.app.screen is below
    assert stage.lines == lines
    return text


def test_few_keys_are_told_in_full_and_many_in_two_columns() -> None:
    one, none = draw_keys([KeyGroup("Here", [ROW] * 3)], 4)
    assert str(one).splitlines() == ["Here", *["r  Roll the dice"] * 3]
    assert str(none) == ""
    first, second = draw_keys([KeyGroup("Here", [ROW] * 3), KeyGroup("There", [ROW] * 2)], 6)
    assert str(first).splitlines() == ["Here", *["r  Roll"] * 3]
    assert str(second).splitlines() == ["There", *["r  Roll"] * 2]


def test_no_title_stands_alone_at_the_end_of_a_column() -> None:
    first, second = draw_keys([KeyGroup("Here", [ROW]), KeyGroup("There", [ROW] * 4)], 1)
    assert "There" not in str(first)
    assert str(second).startswith("There")


def test_what_can_not_be_done_now_stands_in_brackets() -> None:
    one, _ = draw_keys([KeyGroup("Here", [ROW._replace(enabled=False)])], 9)
    assert str(one).splitlines()[1] == "r  (Roll the dice)"


def test_brackets_are_explained_only_where_there_are_any() -> None:
    groups = [KeyGroup("Here", [ROW])]
    assert describe_closing(groups) == "Any key closes this."
    groups.append(KeyGroup("There", [ROW, ROW._replace(enabled=False)]))
    assert describe_closing(groups) == "In brackets: not now. Any key closes this."


class Statistics(GameScreen[None]):
    """A screen with the keys of the statistics, of which there needn't be any."""

    BINDINGS: ClassVar[list[BindingType]] = STATISTICS_KEYS


async def test_no_key_of_a_row_is_told_twice_and_ctrl_comes_last() -> None:
    async with at_title() as stage:
        await stage.app.push_screen(Statistics())
        rows = [row for group in list_keys(stage.app.screen) for row in group.rows]
        keys = {row.name: row.keys for row in rows}
        assert len(keys) == len(rows)
        assert (keys["Up"], keys["Down"]) == (("↑", "k"), ("↓", "j"))
        assert keys["Quit"] == ("q", "^c", "^q")


async def test_what_the_widgets_bring_along_has_words_of_the_house() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "q")
        (group,) = (each for each in list_keys(stage.app.screen) if each.title == "On the button")
        assert [(row.keys, row.about) for row in group.rows] == [(("Enter",), "Press it")]


@pytest.mark.parametrize("size", thin_keys(SIZES))
async def test_they_are_told_on_every_screen_without_scrolling(size: tuple[int, int]) -> None:
    async with at_table("33344", size=size) as stage:
        await stage.press("space")
        for keys in (
            (), ("q",), ("escape", "o"), ("up", "enter"), ("escape", "escape", "s"),
            ("escape", "slash"), ("escape", "question_mark"), ("escape", "ctrl+p"),
        ):  # fmt: skip
            await stage.press(*keys)
            await look(stage)


async def test_the_table_says_all_its_keys() -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        before = stage.table.history
        await stage.press("K")
        text = told(stage)
        for line in ("space r  Roll", "1-5", "u        (Undo)", "K f2", "? f1", "^p", "q ^c ^q"):
            assert line in text
        await stage.press("1")
        assert stage.at == "TableScreen"
        assert stage.table.history == before


async def test_keys_that_were_changed_are_told_as_they_are() -> None:
    options = STILL._replace(keys={"roll": "x", "hold-2": "z", "keys": "f9"})
    async with at_table("33344", options=options) as stage:
        await stage.press("space", "x", "f9")
        assert "space r" not in told(stage)
        rows = (row for group in list_keys(stage.app.screen_stack[-2]) for row in group.rows)
        keys = {row.name: row.keys for row in rows}
        assert (keys["Roll"], keys["Hold die 2"], keys["Keys"]) == (("x",), ("z",), ("f9",))
        await stage.click_at(3, 3)
        assert stage.at == "TableScreen"


async def test_a_resize_shows_more() -> None:
    async with at_table("33344", size=(60, 20)) as stage:
        await stage.press("K")
        assert "Roll the dice that" not in told(stage)
        await stage.resize(120, 40)
        await until(stage, lambda: "Roll the dice that" in told(stage), "the keys in full")


async def test_the_title_and_its_form_say_theirs() -> None:
    async with at_title(size=(60, 20)) as stage:
        assert "Enter space" in await look(stage)
        await stage.press("n")
        await stage.press("down", "enter")
        assert stage.at == "NewGameScreen"
        assert "In the field" not in await look(stage)


@pytest.mark.parametrize("press", thin(["f2", "question_mark"]))
async def test_over_a_question_the_answer_waits(press: str) -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "q", press, "escape")
        assert stage.at == "ConfirmScreen"
        await stage.press("escape")
        assert stage.at == "TableScreen"


async def test_too_small_a_terminal_says_what_to_do() -> None:
    async with at_table("33344", size=(50, 12)) as stage:
        await stage.press("question_mark")
        assert "60 columns and 20 rows" in " ".join(stage.text.split())
        await stage.resize(80, 24)
        assert stage.at == "TableScreen"


async def test_in_the_lobby_and_at_a_shared_table(remote: RemoteUsers) -> None:
    table = remote.begin(remote.somebody("Ann"), remote.somebody("Bob"))
    async with remote.in_lobby("Ann", size=(60, 20)) as stage:
        text = await look(stage)
        assert "Suspend" not in text
        await stage.press("c")
        await at(stage, "JoinCodeScreen")
        await look(stage)
        await stage.type(table.code)
        await stage.press("enter")
        await at(stage, "OnlinePlayScreen")
        assert "Talk" in await look(stage)
        await stage.press("m")
        await seen(stage, "Messages at")
        assert "1-8" in await look(stage)
