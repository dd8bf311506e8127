"""The terminal's own cursor: its place, which screen readers and magnifiers follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.source import read_lines
from tests.tui.app_driver import NO_TUMBLING, run_table, run_title
from tests.tui.terminal.recording_driver import HIDE, SHOW, record_with
from yahtzee_tui.settings import write_options
from yahtzee_tui.tui.terminal.driver import CursorDriver

if TYPE_CHECKING:
    from tests.host.screens.remote_users import RemoteUsers
    from tests.tui.app_driver import AppDriver

SHOWN = NO_TUMBLING._replace(cursor="shown")


def at_cursor(ui: AppDriver) -> str:
    column, row = ui.app.cursor_position
    return ui.lines[row][column:]


def before_cursor(ui: AppDriver) -> str:
    column, row = ui.app.cursor_position
    return ui.lines[row][:column]


async def test_at_the_table_it_follows_what_is_said_held_marked_or_opened() -> None:
    async with run_table("33344", players=("Ann", "Bob"), options=SHOWN) as ui:
        assert at_cursor(ui).startswith("Ann, press")
        for key, text in read_lines(__file__, "cursor_at_the_table.jsonl"):
            await ui.press(key)
            assert at_cursor(ui).startswith(text), key
        await ui.open_table("33344", options=SHOWN, keys="space question_mark")
        assert at_cursor(ui).startswith("How to play")
        await ui.press("escape", "o", "down")
        assert at_cursor(ui).startswith("Look ")
        await ui.press("escape", "slash", "f", "o")
        assert before_cursor(ui).endswith("fo")
        await ui.resize(10, 5)
        assert ui.app.cursor_position == (0, 0)


async def test_in_lists_forms_and_fields_it_is_where_a_key_acts() -> None:
    async with run_title(options=SHOWN) as ui:
        assert at_cursor(ui).startswith("p  Play ")
        await ui.press("down")
        assert at_cursor(ui).startswith("n  New game ")
        await ui.press("enter", *"Bob")
        assert before_cursor(ui).endswith("Bob")
        for keys, text in (
            ("left left", "ob "),
            ("tab tab", "Yahtzee "),
            ("down tab", "random"),
            ("enter down", "Ann "),
            ("escape tab tab tab", "Add a computer"),
        ):
            await ui.press(*keys.split())
            assert at_cursor(ui).startswith(text)


async def test_in_the_lobby_it_is_at_the_first_of_several_lines(remote: RemoteUsers) -> None:
    for name in ("Bob", "Cid"):
        remote.create_table(remote.user(name))
    remote.lobby.accounts.keep_options(remote.user("Ann").who, write_options(SHOWN))
    async with remote.in_lobby("Ann") as ui:
        assert ui.app.shows_cursor
        for text in ("1 free", "1 free", "Open a table", "Join by code", "Yahtzee alone"):
            (marked,) = (line for line in ui.lines if "▸" in line)
            assert text in marked, "the mark is before the first of several lines too"
            assert at_cursor(ui)[:9] == marked.partition("▸")[2][:9]
            await ui.press("down")
        assert at_cursor(ui).startswith("n  New game")


async def test_it_is_chosen_in_the_options_and_given_back_whatever_was_shown() -> None:
    async with run_table("33344") as ui:
        driver = record_with(CursorDriver, ui.app)
        for shown in (HIDE, SHOW):
            for _ in range(2):  # as where the program was stopped and goes on
                driver.written.clear()
                driver.start_application_mode()
                driver.write("a picture")
                driver.stop_application_mode()
                assert "".join(driver.written) == f"{shown}a picture\x1b[?1049l{SHOW}\x1b[?1004l"
            await ui.press("o")
            await ui.click_text("More   ")
            await ui.click_text("Terminal cursor")
            await ui.press("escape", "escape")
