"""The ladder of a rule set: how many points a game the decisions of each player lose."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.ladder import Rung, add_computers, describe_rating, format_rung, rate
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.scores.scoreboard import ScoreScreen
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store

_WIDEST, _AROUND = 76, 5
"""The most columns of the list, and those of them for its margins and its scroll bar."""


class LadderScreen(ScoreScreen):
    """Lists players and computers, who loses least first; games without a review are reviewed."""

    DEFAULT_CSS = """
    LadderScreen {
        #ladder-room { height: 1fr; align-horizontal: center; }
        #ladder { width: 76; max-width: 100%; padding: 1 2 0 2; scrollbar-size-vertical: 1; }
        #ladder-title { text-style: bold; margin-bottom: 1; }
        #ladder-lines { height: auto; }
        #ladder-about { height: auto; margin-top: 1; color: $card-muted; }
        StatusLine { height: auto; min-height: 1; padding: 0 2; text-wrap: wrap; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("ladder", "scroll", SCROLL_LINE, group=SCROLL),
        bind("escape,l", "dismiss", "Back", "ladder-back", "Back"),
    ]

    lines = getters.query_one("#ladder-lines", Static)

    def __init__(self, store: Store | None, ruleset: Ruleset) -> None:
        super().__init__(store)
        self._ruleset = ruleset
        self._queue: ReviewQueue | None = None
        self._rungs: list[Rung] | None = None

    def compose(self) -> ComposeResult:
        title = _("Ladder: {what}", what=self.ruleset.name)
        with Horizontal(id="ladder-room"), VerticalScroll(id="ladder", can_focus=False):
            yield Static(title, id="ladder-title", markup=False)
            yield Static(id="ladder-lines")
            about = _(
                "Points lost in daily games and events. Anyone can look up best play, so this is "
                "for friends, without prizes."
            )
            yield Static(about, id="ladder-about", markup=False)
        yield StatusLine()
        yield KeyBar()

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._ruleset.key, self._ruleset)

    def on_mount(self) -> None:
        start_worker(self, self._load)

    def on_resize(self) -> None:
        self._draw()

    def on_unmount(self) -> None:
        if self._queue is not None:
            self._queue.stop()

    async def _load(self) -> None:
        await self._show()
        if (store := self.store) is None:
            return
        find = partial(store.scores.find_unrated, self._ruleset.key)
        self._queue = queue = ReviewQueue(store, find, counts_left=True)
        try:
            while await asyncio.to_thread(queue.work):
                await self._show()
        except StoreProblem as problem:
            self._show_problem(problem.sentence)
        await self._show()

    async def _show(self) -> None:
        rules = self._ruleset.key
        games = await self.ask(lambda scores: scores.rated_games(rules))
        if games is not None:
            self._rungs = add_computers(rate(games), rules)
            self._draw()

    def _draw(self) -> None:
        if self._rungs is None:
            return
        me, columns = self.context.me.casefold(), min(_WIDEST, self.size.width) - _AROUND
        drawn = [
            Content.styled(
                format_rung(rung, columns),
                "$card-muted" if rung.computer
                else "bold $primary" if rung.name.casefold() == me else "",
            )
            for rung in self._rungs
        ]  # fmt: skip
        self.lines.update(Content("\n").join(drawn or [Content(describe_rating(None))]))
