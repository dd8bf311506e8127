"""The terminal's own cursor: where it stands for those whose readers and magnifiers follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.driver import Driver

from tests.tui.stage import STILL, at_table, at_title
from yahtzee_tui.settings import Cursor, write_options
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal.driver import CursorDriver, mix_in

if TYPE_CHECKING:
    from tests.tui.remote_visits import RemoteUsers
    from tests.tui.stage import Stage

SHOWN = STILL._replace(cursor=Cursor.SHOWN)
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


class Slate(Driver):
    """A driver on whose slate one reads what was written."""

    slate: str = ""

    def write(self, data: str) -> None:
        self.slate += data

    def start_application_mode(self) -> None:
        self.write(HIDE)

    def disable_input(self) -> None:
        """Take nothing in; it never did."""

    def stop_application_mode(self) -> None:
        self.write("\x1b[?1049l")
        self.write(SHOW)
        self.write("\x1b[?1004l")


def at_cursor(stage: Stage) -> str:
    """Return what stands from the cursor on."""
    column, row = stage.app.cursor_position
    return stage.lines[row][column:]


def before_cursor(stage: Stage) -> str:
    """Return what stands before the cursor."""
    column, row = stage.app.cursor_position
    return stage.lines[row][:column]


async def test_at_the_table_it_follows_what_is_said_held_and_marked() -> None:
    async with at_table("33344", players=("Ann", "Bob"), options=SHOWN) as stage:
        assert at_cursor(stage).startswith("Ann begins")
        for key, text in (
            ("space", "Full house "),
            ("2", "2 HELD"),
            ("4", "4 HELD"),
            ("2", "2   "),
            ("up", "Four of a kind "),
            ("u", "2 HELD"),
            ("a", "1 HELD"),
            ("home", "1 HELD"),
            ("down", "Full house "),
            ("left", "Threes "),
            ("up", "Twos "),
            ("enter", "0 in Twos instead of 25?"),
            ("enter", "Twos "),
        ):
            await stage.press(key)
            assert at_cursor(stage).startswith(text), key


async def test_in_lists_forms_and_fields_it_is_where_a_key_acts() -> None:
    async with at_title(options=SHOWN) as stage:
        assert at_cursor(stage).startswith("Play ")
        await stage.press("down")
        assert at_cursor(stage).startswith("New game ")
        await stage.press("enter", *"Bob")
        assert before_cursor(stage).endswith("Bob")
        await stage.press("left", "left")
        assert at_cursor(stage).startswith("ob ")
        await stage.press(*["tab"] * 7)
        assert at_cursor(stage).startswith("Yahtzee ")
        await stage.press("down", "tab")
        assert at_cursor(stage).startswith("drawn at random")
        await stage.press("enter", "down")
        assert at_cursor(stage).startswith("Ann ")
        await stage.press("escape", "tab", "tab", "tab")
        assert at_cursor(stage).startswith("Add a computer")


async def test_options_may_take_several_lines(remote: RemoteUsers) -> None:
    for name in ("Bob", "Cid"):
        remote.lay(remote.somebody(name))
    async with remote.in_lobby("Ann") as stage:
        stage.app.options = SHOWN
        for _ in range(5):
            (marked,) = (line for line in stage.lines if "▸" in line)
            assert at_cursor(stage)[:9] == marked.partition("▸")[2][:9]
            await stage.press("down")
        assert at_cursor(stage).startswith("New game")


async def test_visitors_find_it_as_they_left_it(remote: RemoteUsers) -> None:
    remote.lobby.accounts.keep_options(remote.somebody("Ann").who, write_options(SHOWN))
    async with remote.in_lobby("Ann") as stage:
        assert stage.app.shows_cursor
        assert at_cursor(stage).startswith("New table")


async def test_over_the_table_it_is_in_what_lies_over_it() -> None:
    async with at_table("33344", options=SHOWN) as stage:
        await stage.press("space", "question_mark")
        assert at_cursor(stage).startswith("How to play")
        await stage.press("escape", "K")
        assert at_cursor(stage).startswith("Here ")
        await stage.press("escape", "o", "down")
        assert at_cursor(stage).startswith("Dice tumble")
        await stage.press("escape", "slash", "f", "o")
        assert before_cursor(stage).endswith("fo")
        await stage.resize(10, 5)
        assert stage.app.cursor_position == (0, 0)


async def test_it_is_chosen_in_the_options_and_seen_at_once() -> None:
    async with at_table("33344", options=STILL) as stage:
        driver = mix_in(CursorDriver, Slate)(stage.app)
        assert isinstance(driver, Slate)
        driver.start_application_mode()
        driver.write("a picture")
        assert driver.slate == f"{HIDE}a picture"
        await stage.press("o")
        await stage.click_text("The terminal's cursor")
        await stage.press("escape")
        driver.write("another")
        driver.write("a third")
        assert driver.slate.endswith(f"picture{SHOW}anothera third")


@pytest.mark.parametrize("cursor", Cursor)
async def test_the_terminal_gets_its_cursor_back_whatever_was_shown(cursor: Cursor) -> None:
    driver = mix_in(CursorDriver, Slate)(YahtzeeApp(options=STILL._replace(cursor=cursor)))
    assert isinstance(driver, Slate)
    for _ in range(2):  # as where the program was stopped and goes on
        driver.slate = ""
        driver.start_application_mode()
        driver.write("a picture")
        driver.stop_application_mode()
        begin = SHOW if cursor is Cursor.SHOWN else HIDE
        assert driver.slate == f"{begin}a picture\x1b[?1049l{SHOW}\x1b[?1004l"
