"""The statistics of one player; older games are reviewed while the screen is open."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import getters
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS, WIDEST_NAME
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.stats.phrases import describe_statistics
from yahtzee_tui.text import pad
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import after_refresh, start_worker
from yahtzee_tui.tui.scores.scoreboard import ScoreScreen
from yahtzee_tui.tui.widgets.chart import (
    HIGH_RESOLUTION,
    MIN_GAMES_HISTOGRAM,
    MIN_GAMES_TREND,
    Chart,
    draw_histogram,
    draw_trend,
    games_a_point,
)
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.status_line import StatusLine
from yahtzee_tui.tui.widgets.text_field import SearchScreen, TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.models import Statistics
    from yahtzee_tui.store.stats.results import Person
    from yahtzee_tui.store.stats.scores import Scores


class SelectedStatistics(NamedTuple):
    """A player's statistics, None without players; all players; their rule sets, None for all."""

    people: list[Person]
    choices: list[str | None]
    statistics: Statistics | None


def load_statistics(scores: Scores, player: str, rules: str | None) -> SelectedStatistics:
    """Read a player's statistics; those of another player or rule set if there are none.

    `player` is the case-folded name, `rules` the id of a rule set, None for all together.
    """
    people = scores.people()
    if not people:
        return SelectedStatistics([], [], None)
    if player not in {person.player for person in people}:
        player = people[0].player
    played = scores.games_of(player)
    choices: list[str | None] = [rules for rules in RULESETS if rules in played]
    choices += [rules for rules in played if rules not in RULESETS]
    if len(choices) > 1:
        choices.append(None)
    if rules not in choices:
        rules = next(iter(played))
    return SelectedStatistics(people, choices, scores.statistics(player, rules))


_LABEL, _NUMBER = 21, 11
_COUNTS = (5, 6, 6)
_HEADING = "bold $primary"
_MUTED = "$card-muted"


def name_rules(rules: str | None) -> str:
    """Return the name of a rule set by its id, or that of all together for None."""
    ruleset = RULESETS.get(rules or "")
    return ruleset.name if ruleset else rules or "All rules"


def draw_numbers(statistics: Statistics, solved: float = 0.0) -> Content:
    """Return a player's numbers; `solved` is the part of best play that is solved, or 0."""
    chapters = describe_statistics(statistics, solved)
    return _join(_draw_chapter(chapter.title, chapter.rows) for chapter in chapters)


def draw_boxes(statistics: Statistics) -> Content:
    """Return the mean points of every box; empty for all rule sets together."""
    ruleset = RULESETS.get(statistics.rules or "")
    if ruleset is None or not statistics.boxes:
        return Content("")
    means = zip(ruleset.boxes, statistics.boxes, strict=True)
    return _draw_chapter(
        "Mean points of every box", [(box.name, f"{mean:.1f}") for box, mean in means]
    )


def _draw_chapter(title: str, rows: Iterable[tuple[str, str]]) -> Content:
    lines = [
        Content.assemble((f"  {label:<{_LABEL}}", _MUTED), (f"{value:>{_NUMBER}}", "bold"))
        for label, value in rows
    ]
    return _join([Content.styled(title, _HEADING), *lines])


def draw_opponents(statistics: Statistics) -> Content:
    """Return the balance against each opponent; empty if there are none."""
    if not statistics.opponents:
        return Content("")
    head = _row("Opponents", ("Won", "Lost", "Drawn"))
    rows = [Content(_row(opponent.name, opponent.balance)) for opponent in statistics.opponents]
    return _join([Content.styled(head, _HEADING), *rows])


def _row(name: str, numbers: Iterable[object]) -> str:
    padded = pad(name, WIDEST_NAME)
    return padded + "".join(
        f"{number!s:>{width}}" for number, width in zip(numbers, _COUNTS, strict=True)
    )


def _join(lines: Iterable[Content]) -> Content:
    return Content("\n").join(lines)


class StatisticsPage(VerticalScroll, can_focus=False):
    """One player's numbers and charts; hidden until there are any."""

    DEFAULT_CSS = """
    StatisticsPage {
        layout: horizontal;
        height: 1fr;
        padding: 1 0 0 2;
        scrollbar-size-vertical: 1;
        #read { width: 36; height: auto; }
        #look { width: 1fr; height: auto; margin: 0 1 0 2; }
        #numbers, #boxes, #opponents { height: auto; margin-bottom: 1; text-wrap: nowrap; }
        .caption { color: $primary; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
        Chart { height: 8; margin-bottom: 1; }
    }
    """

    def __init__(self, coarse: bool) -> None:
        """Create an empty page; `coarse` charts use plain characters only."""
        super().__init__(id="page")
        self.display = False
        self._bar, self._point = ("#", "*") if coarse else (HIGH_RESOLUTION, HIGH_RESOLUTION)
        self._statistics: Statistics | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="read"):
            yield Static(id="numbers")
            yield Static(id="boxes")
        with Vertical(id="look"):
            yield Static(id="spread-caption", classes="caption")
            yield Chart(draw_histogram, self._bar, id="spread")
            yield Static(id="course-caption", classes="caption")
            yield Chart(draw_trend, self._point, id="course")
            yield Static(id="cost-caption", classes="caption")
            yield Chart(draw_trend, self._point, id="cost")
            yield Static(id="opponents")

    def on_resize(self) -> None:
        after_refresh(self, self._show_captions)

    def show(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self.show_progress(statistics.waiting)
        self.query_one("#boxes", Static).update(draw_boxes(statistics))
        self.query_one("#boxes").display = bool(statistics.boxes)
        self.query_one("#opponents", Static).update(draw_opponents(statistics))
        self.query_one("#spread", Chart).show(statistics.totals)
        self.query_one("#course", Chart).show(statistics.totals)
        self.query_one("#cost", Chart).show(_costs(statistics))
        after_refresh(self, self._show_captions)

    def show_progress(self, waiting: int, solved: float = 0.0) -> None:
        """Show how many games aren't reviewed, and the part of best play that is solved."""
        if self._statistics is not None:
            statistics = self._statistics._replace(waiting=waiting)
            self.query_one("#numbers", Static).update(draw_numbers(statistics, solved))

    def _show_captions(self) -> None:
        statistics = self._statistics
        if statistics is None:
            return
        # Totals of different rule sets can't be compared.
        totals = statistics.totals if statistics.rules is not None else ()
        self._show_caption("spread", "Distribution of totals", len(totals) >= MIN_GAMES_HISTOGRAM)
        together = self._games_a_point(totals)
        games = "Totals, game by game" if together == 1 else f"Mean of each {together} games"
        course = f"{games}[$card-muted]  ─ mean of all[/]"
        self._show_caption("course", course, len(totals) >= MIN_GAMES_TREND)
        costs = _costs(statistics)
        together = self._games_a_point(costs)
        games = "game by game" if together == 1 else f"each {together} games"
        cost = f"Decisions cost, {games}[$card-muted]  ─ mean[/]"
        self._show_caption("cost", cost, len(costs) >= MIN_GAMES_TREND)

    def _show_caption(self, name: str, caption: str, shown: bool) -> None:
        self.query_one(f"#{name}").display = shown
        self.query_one(f"#{name}-caption").display = shown
        self.query_one(f"#{name}-caption", Static).update(caption)

    def _games_a_point(self, points: Sequence[float]) -> int:
        return games_a_point(len(points), self.query_one("#look").size.width)


def _costs(statistics: Statistics) -> tuple[float, ...]:
    reviewed = statistics.reviewed
    return tuple(abs(skill) for skill in reviewed.skills) if reviewed else ()


STATISTICS_KEYS: list[BindingType] = [
    *bind_arrows("statistics", "scroll", SCROLL_LINE, ("up,k", "down,j"), group=SCROLL),
    bind("escape,t", "dismiss", "Back", "statistics-back", "Back"),
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
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal")]  # noqa: RUF012 - as in Textual
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
        def chosen(person: Person) -> None:
            self._player = person.player
            self.page.scroll_home(animate=False)
            self._load()

        self.context.ask(FindPlayerScreen(self._found.people if self._found else []), chosen)

    def allowed(self) -> dict[str, bool | None]:
        found = self._found
        return {
            "step": len(self._choices) > 1,
            "find": found is not None and len(found.people) > 1,
            "scroll": found is not None and found.statistics is not None,
            "page": found is not None and found.statistics is not None,
        }

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


BY_PLAYER = ("The player above", "The player below")


class FindPlayerScreen(SearchScreen["Person"]):
    """Searches the players by name or initials."""

    DEFAULT_CSS = """
    FindPlayerScreen {
        .box { width: 44; }
        #find-title { color: $primary; text-style: bold; }
        Input { margin: 1 0; }
        Menu { height: auto; max-height: 8; scrollbar-size-vertical: 1; }
        #nothing { color: $warning; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("find", "move", BY_PLAYER, ("up", "down"), show=False),
        bind("enter", "choose", "Choose", "find-choose", "Choose the marked player"),
        bind("escape", "dismiss", "Back", "find-back", "Choose nobody"),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static("Whose statistics?", id="find-title")
            yield TextField(placeholder="name or initials", compact=True, max_length=WIDEST_NAME)
            yield Menu()
            yield Static("Nobody is called that.", id="nothing")
        yield KeyBar()

    def match(self, text: str) -> Sequence[Person]:
        from yahtzee_tui.store.stats.results import match_people

        return match_people(self.items, text)

    def draw(self, item: Person) -> Content:
        games = f"{item.games:>6} {'game' if item.games == 1 else 'games'}"
        return Content.assemble(pad(item.name, WIDEST_NAME), (games, "$card-muted"))
