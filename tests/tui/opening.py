"""Opens screens that the tests of several others need."""

from collections.abc import Callable
from typing import cast

from textual.widgets import Static

from tests.store.games import play_out
from tests.tui.app_driver import AppDriver
from yahtzee_tui.rules import Record
from yahtzee_tui.services.practice import read_positions
from yahtzee_tui.tui.practice.exercise import ExerciseScreen

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
POSITIONS = len(read_positions("official"))


def record(players: int = 2, events: int | None = None) -> Record:
    """Return the record of a game by rules that are solved in a moment."""
    setup, done, *_ = play_out("yz", NAMES[:players], 3).record
    return Record(setup, done[:events])


async def open_review(
    ui: AppDriver, game: Record | Callable[[], Record], waits: bool = True
) -> None:
    """Open a review over a new title, and wait for it with its chances."""
    await ui.open_title()
    ui.app.show_review(game if callable(game) else lambda: game)
    await (ui.finish_workers() if waits else ui.settle())


async def open_practice(ui: AppDriver, line: str) -> ExerciseScreen:
    """Choose practice on the title, and a theme there."""
    await ui.settle()
    await ui.press("r", opens="PracticeScreen")
    await ui.wait_for_text(f"{POSITIONS} to do")
    await ui.click_text(line)
    await ui.wait_for_screen("ExerciseScreen")
    await ui.settle()
    return cast("ExerciseScreen", ui.app.screen)


def page(ui: AppDriver, screen: str = "HowToPlayScreen") -> str:
    """Return a whole page of help as text, however far it is scrolled."""
    assert ui.screen_name == screen
    return "\n".join(str(part.content) for part in ui.app.screen.query(Static))
