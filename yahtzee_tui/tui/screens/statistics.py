"""The statistics of one player: numbers, and charts where people would rather look than read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.tui.charts import (
    FEWEST_TO_FOLLOW,
    FEWEST_TO_SPREAD,
    FINE,
    draw_course,
    draw_histogram,
    games_a_point,
)
from yahtzee_tui.tui.screens.score_screen import ScoreScreen
from yahtzee_tui.tui.statistics_view import draw_boxes, draw_numbers, draw_opponents, name_rules
from yahtzee_tui.tui.widgets.chart import Chart
from yahtzee_tui.tui.widgets.hint_bar import HintBar
from yahtzee_tui.tui.widgets.status_line import StatusLine
from yahtzee_tui.tui.widgets.stepper import Stepper

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Shelf
    from yahtzee_tui.store.people import Person
    from yahtzee_tui.store.scores import Scores
    from yahtzee_tui.store.statistics import Statistics

_SCROLL = Binding.Group("Scroll", compact=True)


class _Found(NamedTuple):
    """What was read.

    Attributes:
        people: Everybody who has finished a game.
        choices: The rule sets to step through, None for all together.
        statistics: One player's numbers, None where there is nobody yet.
    """

    people: list[Person]
    choices: list[str | None]
    statistics: Statistics | None


class StatisticsScreen(ScoreScreen):
    """One page that scrolls, over the screen below."""

    DEFAULT_CSS = """
    StatisticsScreen {
        #person-head { height: 2; padding: 1 2 0 2; }
        #person { width: 1fr; color: $primary; text-style: bold; }
        StatusLine { height: auto; padding: 1 2 0 2; text-wrap: wrap; }
        #page {
            layout: horizontal;
            height: 1fr;
            padding: 1 0 0 2;
            scrollbar-size-vertical: 1;
            scrollbar-color: $primary;
            scrollbar-background: $panel;
        }
        #read { width: 36; height: auto; }
        #look { width: 1fr; height: auto; margin: 0 1 0 2; }
        #numbers, #boxes, #opponents { height: auto; margin-bottom: 1; text-wrap: nowrap; }
        .caption { color: $primary; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
        #spread, #course { margin-bottom: 1; }
        &.-narrow {
            #page { layout: vertical; }
            #read, #look { width: 100%; margin-left: 0; }
        }
        Chart { height: 8; }
        &.-tall Chart { height: 12; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - no ClassVar in Textual either
        (0, "-narrow"),
        (78, "-normal"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "up,k", "scroll(-1)", "Up", key_display="↑", id="statistics-up", tooltip="A line up",
            group=_SCROLL,
        ),
        Binding(
            "down,j", "scroll(1)", "Down", key_display="↓", id="statistics-down",
            tooltip="A line down", group=_SCROLL,
        ),
        Binding("escape,t", "back", "Back", id="statistics-back", tooltip="Back"),
        Binding(
            "pageup", "page(-1)", "Page up", id="statistics-page-up", show=False,
            tooltip="A page up",
        ),
        Binding(
            "slash,p", "find", "Player", id="find-player",
            tooltip="Find a player by name or initials",
        ),
        Binding("left", "step(-1)", "Rules", id="statistics-rules", tooltip="The rules before"),
        Binding(
            "right", "step(1)", "Next rules", id="statistics-next-rules", show=False,
            tooltip="The next rules",
        ),
        Binding("space,pagedown", "page(1)", "Page", id="statistics-page", tooltip="A page down"),
    ]  # fmt: skip

    page = getters.query_one("#page", VerticalScroll)

    def __init__(self, shelf: Shelf | None, name: str, rules: str | None) -> None:
        """Show statistics.

        Args:
            shelf: Where games are saved, None if they aren't.
            name: The player; somebody else if there are no games of this one.
            rules: The id of the rule set to begin with, None for all together.
        """
        super().__init__(shelf)
        self._player = name.casefold()
        self._rules = rules
        self._found: _Found | None = None

    def compose(self) -> ComposeResult:
        """Make the frame; what belongs in it is read meanwhile."""
        bar, point = ("#", "*") if self.app.ascii_only else (FINE, FINE)
        with Horizontal(id="person-head"):
            yield Static("Statistics", id="person", markup=False)
            yield Stepper(id="person-rules")
        yield StatusLine()
        with VerticalScroll(id="page", can_focus=False):
            with Vertical(id="read"):
                yield Static(id="numbers")
                yield Static(id="boxes")
            with Vertical(id="look"):
                yield Static(id="spread-caption", classes="caption")
                yield Chart(draw_histogram, bar, id="spread")
                yield Static(id="course-caption", classes="caption")
                yield Chart(draw_course, point, id="course")
                yield Static(id="opponents")
        yield HintBar()

    def on_mount(self) -> None:
        """Read the numbers."""
        self.line.display = self.shelf is None
        self.page.display = False
        self._load()

    def on_resize(self) -> None:
        """Say anew how many games a point of the line stands for."""
        self.call_after_refresh(self._show_captions)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the games that are shown, or those of the table."""
        return RULESETS.get(self._rules or "", self.app.ruleset)

    def action_scroll(self, step: int) -> None:
        """Scroll by a line."""
        self.page.scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """Scroll by a page."""
        self.page.scroll_relative(y=step * self.page.size.height, animate=False)

    def action_step(self, step: int) -> None:
        """Show the games by other rules."""
        choices = self._choices
        at = choices.index(self._rules) if self._rules in choices else 0
        self._rules = choices[(at + step) % len(choices)]
        self._load()

    def action_find(self) -> None:
        """Choose another player."""
        from yahtzee_tui.tui.screens.find_player import FindPlayerScreen

        def chosen(player: str | None) -> None:
            if player is not None:
                self._player = player
                self.page.scroll_home(animate=False)
                self._load()

        self.app.push_screen(FindPlayerScreen(self._found.people if self._found else []), chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what there is nothing to do with."""
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
        self.run_worker(self._read(), exclusive=True)

    async def _read(self) -> None:
        player, rules = self._player, self._rules
        found = await self.ask(lambda scores: _read(scores, player, rules))
        if found is not None:
            self._show(found)

    def _show(self, found: _Found) -> None:
        self._found = found
        statistics = found.statistics
        self.line.display, self.page.display = statistics is None, statistics is not None
        if statistics is None:
            self.line.say("Nobody has finished a game yet. Play one, and its numbers are here.")
        else:
            self._player, self._rules = statistics.name.casefold(), statistics.rules
            self.query_one("#person", Static).update(f"Statistics of {statistics.name}")
            self.query_one(Stepper).show(name_rules(self._rules), has_others=len(found.choices) > 1)
            self.query_one("#numbers", Static).update(draw_numbers(statistics))
            self.query_one("#boxes", Static).update(draw_boxes(statistics))
            self.query_one("#boxes").display = bool(statistics.boxes)
            self.query_one("#opponents", Static).update(draw_opponents(statistics))
            self.query_one("#spread", Chart).show(statistics.totals)
            self.query_one("#course", Chart).show(statistics.totals)
            self.call_after_refresh(self._show_captions)
        self.refresh_bindings()

    def _show_captions(self) -> None:
        """Say what the charts show, and hide those that would say nothing."""
        if self._found is None or self._found.statistics is None:
            return
        statistics = self._found.statistics
        # Totals of different games can't be compared.
        games = len(statistics.totals) if statistics.rules is not None else 0
        together = games_a_point(games, self.query_one("#course").size.width)
        course = "Totals, game by game" if together == 1 else f"Mean of each {together} games"
        for name, caption, fewest in (
            ("spread", "Distribution of totals", FEWEST_TO_SPREAD),
            ("course", f"{course}[$card-muted]  ─ mean of all[/]", FEWEST_TO_FOLLOW),
        ):
            shown = games >= fewest
            self.query_one(f"#{name}").display = shown
            self.query_one(f"#{name}-caption").display = shown
            self.query_one(f"#{name}-caption", Static).update(caption)


def _read(scores: Scores, player: str, rules: str | None) -> _Found:
    """Read a player's numbers; of others if there is no such player or no such game of theirs."""
    people = scores.people()
    if not people:
        return _Found([], [], None)
    if player not in {person.player for person in people}:
        player = people[0].player
    played = scores.games_of(player)
    choices: list[str | None] = [rules for rules in RULESETS if rules in played]
    choices += [rules for rules in played if rules not in RULESETS]
    if len(choices) > 1:
        choices.append(None)
    if rules not in choices:
        rules = next(iter(played))
    return _Found(people, choices, scores.statistics(player, rules))
