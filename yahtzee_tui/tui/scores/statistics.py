"""The statistics screen of one player, which reviews older games while it is open."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.services.statistics import SelectedStatistics, load_statistics
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.scores.scoreboard import ScoreScreen
from yahtzee_tui.tui.scores.statistics_page import StatisticsPage, name_rules
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store


_SCROLL = Binding.Group("Scroll", compact=True)

STATISTICS_KEYS: list[BindingType] = [
    bind("up,k", "scroll(-1)", "Up", "statistics-up", "A line up", key_display="↑", group=_SCROLL),
    bind(
        "down,j", "scroll(1)", "Down", "statistics-down", "A line down", key_display="↓",
        group=_SCROLL,
    ),
    bind("escape,t", "back", "Back", "statistics-back", "Back"),
    bind("pageup", "page(-1)", "Page up", "statistics-page-up", "A page up", show=False),
    bind("slash,p", "find", "Player", "find-player", "Find a player by name or initials"),
    bind("left", "step(-1)", "Rules", "statistics-rules", "The rules before"),
    bind("right", "step(1)", "Next rules", "statistics-next-rules", "The next rules", show=False),
    bind("space,pagedown", "page(1)", "Page", "statistics-page", "A page down"),
]  # fmt: skip


BACKLOG = "backlog"
"""The group of the worker that reviews games."""

_SECONDS = 0.25


class StatisticsScreen(ScoreScreen):
    """One page that scrolls; luck and skill are added as reviews are computed."""

    DEFAULT_CSS = """
    StatisticsScreen {
        #person-head { height: 2; padding: 1 2 0 2; }
        #person { width: 1fr; color: $primary; text-style: bold; }
        StatusLine { height: auto; padding: 1 2 0 2; text-wrap: wrap; }
        &.-narrow {
            #page { layout: vertical; }
            #read, #look { width: 100%; margin-left: 0; }
        }
        &.-tall Chart { height: 12; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - no ClassVar in Textual either
        (0, "-narrow"),
        (78, "-normal"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = STATISTICS_KEYS

    page = getters.query_one(StatisticsPage)

    def __init__(self, store: Store | None, name: str, rules: str | None) -> None:
        """Show a player, or another one if this one has no games; `rules` None is for all."""
        super().__init__(store)
        self._player = name.casefold()
        self._rules = rules
        self._found: SelectedStatistics | None = None
        self._review_queue: ReviewQueue | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="person-head"):
            yield Static("Statistics", id="person", markup=False)
            yield Stepper(id="person-rules")
        yield StatusLine()
        yield StatisticsPage(self.context.filters.coarse)
        yield KeyBar()

    def on_mount(self) -> None:
        self.line.display = self.store is None
        self._load()

    def on_unmount(self) -> None:
        self._stop_reviewing()

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._rules or "", self.context.ruleset)

    def action_scroll(self, step: int) -> None:
        self.page.scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        self.page.scroll_relative(y=step * self.page.size.height, animate=False)

    def action_step(self, step: int) -> None:
        choices = self._choices
        at = choices.index(self._rules) if self._rules in choices else 0
        self._rules = choices[(at + step) % len(choices)]
        self._load()

    def action_find(self) -> None:
        from yahtzee_tui.tui.scores.find_player import FindPlayerScreen

        def chosen(player: str | None) -> None:
            if player is not None:
                self._player = player
                self.page.scroll_home(animate=False)
                self._load()

        self.context.ask(FindPlayerScreen(self._found.people if self._found else []), chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not super().check_action(action, parameters):
            return False
        found = self._found
        allowed = {
            "step": len(self._choices) > 1,
            "find": found is not None and len(found.people) > 1,
            "scroll": found is not None and found.statistics is not None,
            "page": found is not None and found.statistics is not None,
        }
        return allowed.get(action, True)

    @on(Stepper.Stepped)
    def _stepped(self, event: Stepper.Stepped) -> None:
        if self.check_action("step", ()):
            self.action_step(event.step)

    @property
    def _choices(self) -> list[str | None]:
        return self._found.choices if self._found else []

    def _load(self) -> None:
        self._stop_reviewing()
        start_worker(self, self._read, exclusive=True)

    async def _read(self) -> None:
        if await self._show_newest() and self.store is not None:
            statistics = self._found and self._found.statistics
            if statistics is not None and statistics.waiting:
                self._review_queue = ReviewQueue(self.store, self._player, self._rules)
                review_games = partial(self._review_games, self._review_queue, statistics.waiting)
                start_worker(self, review_games, BACKLOG)

    async def _show_newest(self) -> bool:
        """Read and show the numbers; return whether they were read and are still wanted."""
        player, rules = self._player, self._rules
        found = await self.ask(lambda scores: load_statistics(scores, player, rules))
        if found is None or (player, rules) != (self._player, self._rules):
            return False
        self._show(found)
        return True

    async def _review_games(self, review_queue: ReviewQueue, games: int) -> None:
        """Review games in a thread, and show luck and skill in between.

        The numbers are read again whenever the count of reviews has doubled: often at first, rarely
        when it takes long.
        """
        known, problem = 0, ""
        clock = self.set_interval(_SECONDS, self._show_progress)
        try:
            while await asyncio.to_thread(review_queue.work):
                done = games - (review_queue.left or 0)
                if done >= 2 * known:
                    known = done
                    await self._show_newest()
        except StoreProblem as caught:
            problem = caught.sentence
        finally:
            clock.stop()
        if review_queue is self._review_queue:
            self._stop_reviewing()
            if await self._show_newest() and problem:
                self._show_problem(problem)

    def _stop_reviewing(self) -> None:
        if self._review_queue is not None:
            self._review_queue.stop()
            self._review_queue = None

    def _show(self, found: SelectedStatistics) -> None:
        self._found = found
        statistics = found.statistics
        self.line.display, self.page.display = statistics is None, statistics is not None
        if statistics is None:
            self.line.say("Nobody has finished a game yet. Play one, and its numbers are here.")
        else:
            self._player, self._rules = statistics.name.casefold(), statistics.rules
            self.query_one("#person", Static).update(f"Statistics of {statistics.name}")
            self.query_one(Stepper).show(name_rules(self._rules), has_others=len(found.choices) > 1)
            self.page.show(statistics)
        self.refresh_bindings()

    def _show_progress(self) -> None:
        if self._review_queue is not None and self._review_queue.left is not None:
            self.page.show_progress(self._review_queue.left, self._review_queue.progress)
