"""The terminal's own cursor: its place, which screen readers and magnifiers follow."""

from tests.source import read_lines
from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_table, run_title
from tests.tui.terminal.recording_driver import HIDE, SHOW, record_with
from yahtzee_tui.tui.terminal.driver import CursorDriver

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
