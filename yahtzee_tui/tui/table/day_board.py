"""The board of a daily game: all who have finished it, with totals and lost points."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table.daily import number_day
from yahtzee_tui.text import cell_width, format_number, pad
from yahtzee_tui.translation import N_, _, ngettext
from yahtzee_tui.tui.keymap import bind, bind_arrows
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.scores import DayResult


def find_winners(store: Store, day: str) -> list[DayResult]:
    """Return the best of a day's finished games, several if they tie."""
    return [each for each in store.scores.day_board(day, store.games.is_hosted) if each.place == 1]


def day_before(day: str) -> str:
    """Return the day before a day, both as in `2026-11-21`."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


class DayBoardScreen(Dialog[None]):
    """Lists the results of a day, for players who have finished its game."""

    DEFAULT_CSS = """
    DayBoardScreen {
        #board-lines { height: auto; max-height: 1fr; }
        #board-lines Static { width: 1fr; height: auto; }
        #board-head { color: $card-muted; }
        #board-before { color: $card-muted; margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("day-board", "scroll", (N_("Scroll up"), N_("Scroll down")), show=False),
        bind("escape,b", "dismiss", "Back", "day-board-back", "Back to the result"),
        bind("q", "app.quit", "Quit", "day-board-quit", "Quit the program"),
    ]

    def __init__(self, store: Store, day: str, name: str) -> None:
        super().__init__()
        self._store, self._day, self._player = store, day, name.casefold()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Daily game {number}", number=number_day(self._day))
            heads = "".join(f"{'':{_GAP}}{head}" for head in _heads())
            head = f"{'':5}{pad('', WIDEST_NAME)}{heads}"
            yield Static(head, id="board-head", markup=False)
            with VerticalScroll(id="board-lines", can_focus=False):
                yield Static(markup=False)
            yield Static(id="board-before", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        start_worker(self, self._load)

    async def _load(self) -> None:
        lines = self.query_one("#board-lines Static", Static)
        try:
            today, before = await asyncio.to_thread(self._read)
        except StoreProblem as problem:
            lines.update(problem.sentence)
            return
        lines.update(Content("\n").join([self._draw(each) for each in today]))
        self.query_one("#board-before", Static).update(
            describe_winners(before, _("The day before"))
        )

    def _read(self) -> tuple[Sequence[DayResult], Sequence[DayResult]]:
        """Return the results of the day, and the best of the day before."""
        today = self._store.scores.day_board(self._day, self._store.games.is_hosted)
        return today, find_winners(self._store, day_before(self._day))

    def _draw(self, result: DayResult) -> Content:
        lost = "–" if result.skill is None else format_number(abs(result.skill))
        style = "bold $primary" if result.player == self._player else ""
        total, lost = (
            text.rjust(cell_width(head) + _GAP)
            for text, head in zip((str(result.total), lost), _heads(), strict=True)
        )
        line = f"{result.place:>3}. {pad(result.name, WIDEST_NAME)}{total}{lost}"
        return Content.styled(f"{line}  {_('coach')}" if result.coached else line, style)


_GAP = 2
"""The columns between two numbers."""


def _heads() -> tuple[str, str]:
    # Translators: two columns of a table, at most 18 cells together
    return _("total"), _("points lost")


def describe_winners(winners: Sequence[DayResult], when: str) -> str:
    """Return who had the most points of a day, empty if there was no game."""
    if not winners:
        return ""
    first, *others = winners
    places = {"when": when, "player": first.name, "points": first.total}
    if not others:
        return _("{when}: {player} {points}", **places)
    # Translators: such as "Yesterday: Ann and 2 others: 300"
    return ngettext(
        "{when}: {player} and {count} other: {points}",
        "{when}: {player} and {count} others: {points}",
        len(others), **places,
    )  # fmt: skip
