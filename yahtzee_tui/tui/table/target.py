"""The dialog that asks for the score to play for: one to beat, a round one, or a typed one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table.judged import find_day
from yahtzee_tui.text import cell_width, cut, pad, shorten
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Table

_WIDTH, _LONGEST_NAME, _MOST_DIGITS = 36, 16, 4
_ROUND, _TYPED = 50, "typed"


class Target(NamedTuple):
    """A score that can be played for, and whose it beats."""

    about: str
    points: int


def find_targets(table: Table, store: Store | None, game_id: str | None) -> list[Target]:
    """Return the scores to beat: of finished players here, of today's leader, one's own best.

    It queries the store, and leaves out what that can't tell.
    """
    game, setup = table.game, table.setup
    found = [
        _beat(N_("beat {player}'s {points}"), card.grand_total, name)
        for name, card in zip(game.players, game.cards, strict=True)
        if card.is_full
    ]
    if store is None:
        return found
    player = game.player.casefold()
    with suppress(StoreProblem):  # the app says so
        day = find_day(setup)
        events = store.events
        board = events.read_table(events.find_day(day), sees_all=True) if day else []
        others = [each for each in board if each.name.casefold() != player]
        if leader := max(others, key=lambda each: each.total, default=None):
            sentence = N_("beat {player}'s {points} of today")
            found.append(_beat(sentence, leader.total, leader.name))
        best = store.scores.rank_total(player, setup.rules, 0, game_id).best
        if best is not None:
            found.append(_beat(N_("beat your best, {points}"), best))
    return found


def _beat(sentence: str, points: int, player: str = "") -> Target:
    about = _(sentence, player=shorten(player, _LONGEST_NAME), points=points)
    return Target(about, points + 1)


class TargetScreen(Dialog["int"], MenuScreen):
    """Asks for a final score to play for; the result is 0 for the highest average."""

    DEFAULT_CSS = """
    TargetScreen {
        .box { width: 50; margin-bottom: 1; }
        #target-about { color: $card-muted; margin-bottom: 1; }
        Menu { max-height: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "select", "Choose", "take-target", "Play for this", key_display="Enter"),
        bind("escape,b", "dismiss", "Back", "target-back", "Change nothing"),
        bind("q", "app.quit", "Quit", "target-quit", "Quit the program"),
    ]

    def __init__(
        self, find: Callable[[], list[Target]], average: float | None, chosen: int | None
    ) -> None:
        """Create the dialog; `find` finds the scores to beat, in a thread.

        `average` is that of best play, None if it isn't known yet.
        """
        super().__init__()
        self._find = find
        self._targets = [Target(_("the highest average"), 0)]
        if average is not None:
            middle = round(average / _ROUND) * _ROUND
            rounds = (middle - _ROUND, middle, middle + _ROUND)
            self._targets += [Target(_("a round score"), points) for points in rounds]
        is_listed = chosen is None or chosen in [each.points for each in self._targets]
        self._digits = "" if is_listed else str(chosen)
        self._chosen = chosen or 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Play for a score")
            about = _("The coach then goes for the best chance of that many points or more.")
            yield Static(about, id="target-about", markup=False)
            yield Menu(*self._lines())
        yield KeyBar()

    def on_mount(self) -> None:
        points = [each.points for each in self._targets]
        is_listed = self._chosen in points
        self.menu.highlighted = points.index(self._chosen) if is_listed else len(points)
        start_worker(self, self._add_rivals)

    async def _add_rivals(self) -> None:
        found = await asyncio.to_thread(self._find)
        known = {each.points for each in self._targets}
        rivals = {each.points: each for each in found if each.points not in known}
        self._targets[1:1] = rivals.values()
        self.menu.show(list(self._lines()))

    def on_key(self, event: events.Key) -> None:
        """Type the digits of another score."""
        character = event.character or ""
        if event.key == "backspace":
            self._digits = self._digits[:-1]
        elif character.isascii() and character.isdigit() and len(self._digits) < _MOST_DIGITS:
            self._digits = (self._digits + character).lstrip("0")
        else:
            return
        event.stop()
        self.menu.show(list(self._lines()))
        self.menu.highlighted = len(self._targets)

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        chosen = self._digits if event.option_id == _TYPED else str(event.option_id)
        if chosen:
            self.dismiss(int(chosen))

    def _lines(self) -> Iterator[Option]:
        # Translators: the highest average, and a number to be typed; between numbers of points
        points, typed = _("points"), _("type it")
        width = max(map(cell_width, (points, typed))) + 2
        for each in self._targets:
            shown = str(each.points) if each.points else points
            yield Option(_line(shown, width, each.about), id=str(each.points))
        yield Option(_line(self._digits or typed, width, _("another score")), id=_TYPED)


def _line(shown: str, width: int, about: str) -> Content:
    return Content.assemble((pad(shown, width), "bold"), (cut(about, _WIDTH), "$card-muted"))
