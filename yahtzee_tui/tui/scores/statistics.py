"""The page of one player with their statistics.

Older games are reviewed while the screen is open.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import getters
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import REAL_DICE, RULESETS, WIDEST_NAME, find_played, name_rules
from yahtzee_tui.services.own_page import read_own_page
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table.judged import today
from yahtzee_tui.text import pad
from yahtzee_tui.translation import N_, _, ngettext
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, STEP_RULES, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.scores.scoreboard import ScoreboardScreen, ScoreScreen
from yahtzee_tui.tui.scores.statistics_page import StatisticsPage
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.status_line import StatusLine
from yahtzee_tui.tui.widgets.text_field import SearchScreen, TextField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.services.value_tables import BestPlay
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.results import Person
    from yahtzee_tui.store.stats.scores import Scores
    from yahtzee_tui.store.stats.statistics import Statistics


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
    if sum(not each.endswith(REAL_DICE) for each in played) > 1:
        choices.append(None)
    if rules not in choices:
        others = (rules or "").removesuffix(REAL_DICE)
        rules = others if others in choices else next(iter(played))
    return SelectedStatistics(people, choices, scores.statistics(player, rules))


_PRACTICE = N_("Test yourself against best play")
STATISTICS_KEYS: list[BindingType] = [
    *bind_arrows("statistics", "scroll", SCROLL_LINE, ("up,k", "down,j"), group=SCROLL),
    bind("h", "show_scoreboard", "High scores", "statistics-scores", "The best of all players"),
    bind("c", "show_days", "Days", "statistics-days", "Today's game and missed ones"),
    bind("escape,s", "dismiss", "Back", "statistics-back", "Back"),
    bind("pageup", "page(-1)", "Page up", "statistics-page-up", "Scroll up a page", show=False),
    bind("slash,p", "find", "Player", "find-player", "Find a player by name or initials"),
    *STEP_RULES,
    bind("space,pagedown", "page(1)", "Page", "statistics-page", "Scroll down a page"),
    bind("r", "practice", "Practice", "statistics-practice", _PRACTICE, show=False),
]  # fmt: skip


BACKLOG = "backlog"
"""The group of the worker that reviews games."""


class StatisticsScreen(ScoreScreen):
    """One page that scrolls; luck and skill are added as reviews are computed."""

    DEFAULT_CSS = """
    StatisticsScreen {
        #own-days { margin: 0 0 0 2; }
        #person-head { height: 2; padding: 1 2 0 2; }
        #person { width: 1fr; text-style: bold; }
        StatusLine { height: auto; padding: 1 2 0 2; text-wrap: wrap; }
        &.-narrow {
            #own-days { margin: 0 0 0 1; }
            #more { layout: vertical; }
            #read, #look { width: 100%; margin-left: 0; }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal")]  # noqa: RUF012 - as in Textual
    BINDINGS: ClassVar[list[BindingType]] = STATISTICS_KEYS

    page = getters.query_one(StatisticsPage)

    def __init__(self, store: Store | None, name: str, rules: str | None) -> None:
        """Show a player, or another one if this one has no games; `rules` None is for all."""
        super().__init__(store)
        self._asked, self._player = name, name.casefold()
        self._rules = rules
        self._found: SelectedStatistics | None = None
        # What best play scores by rule set.
        self._best_play: dict[str, BestPlay | None] = {}
        self._review_queue: ReviewQueue | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="person-head"):
            yield Static(self._asked, id="person", markup=False)
            yield Stepper(id="person-rules")
        yield StatusLine()
        yield StatisticsPage()
        yield KeyBar()

    def on_mount(self) -> None:
        self.line.display = self.store is None
        self._load()

    def on_unmount(self) -> None:
        self._stop_reviewing()

    @property
    def ruleset(self) -> Ruleset:
        return find_played(self._rules) or self.context.ruleset

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

    def action_show_scoreboard(self) -> None:
        self.app.push_screen(ScoreboardScreen(self.store, self.ruleset))

    def action_show_days(self) -> None:
        self.context.show_event(today(), self._shown_name)

    def action_practice(self) -> None:
        self.context.show_practice(self.ruleset)

    def allowed(self) -> dict[str, bool | None]:
        has_page = self._statistics is not None
        boards = [each for each in self.app.screen_stack if isinstance(each, ScoreboardScreen)]
        return {
            "show_scoreboard": not boards,
            "show_days": self._has_days,
            "step": len(self._choices) > 1,
            "find": self._found is not None and len(self._found.people) > 1,
            **dict.fromkeys(("scroll", "page"), has_page),
        }

    @property
    def _shown_name(self) -> str:
        return self._statistics.name if self._statistics else self._asked

    @property
    def _has_days(self) -> bool:
        """Whether it is known which daily games are the player's: on a host, one's own."""
        me = self.context.me.casefold()
        is_mine = self.context.is_known and self._shown_name.casefold() == me
        return self.store is not None and (self.context.IS_AT_HOME or is_mine)

    @property
    def _statistics(self) -> Statistics | None:
        return self._found.statistics if self._found else None

    @property
    def _choices(self) -> list[str | None]:
        return self._found.choices if self._found else []

    def _load(self) -> None:
        self._stop_reviewing()
        start_worker(self, self._read, exclusive=True)

    async def _read(self) -> None:
        if await self._show_newest() and self.store is not None:
            start_worker(self, self._load_best_play, "best-play", exclusive=True)
            start_worker(self, self._load_dice, "dice", exclusive=True)
            statistics = self._statistics
            if statistics is not None and statistics.waiting:
                find = partial(self.store.scores.find_unreviewed, self._player, self._rules)
                self._review_queue = ReviewQueue(self.store, find)
                review_games = partial(self._review_games, self._review_queue, statistics.waiting)
                start_worker(self, review_games, BACKLOG)

    async def _load_best_play(self) -> None:
        """Load what best play scores, which may take some seconds the first time."""
        rules = self._rules or ""
        ruleset = find_played(rules)
        if ruleset is not None and rules not in self._best_play:
            loader = self.context.value_tables.find(ruleset)
            self._best_play[rules] = await loader.find_best_play()
        if rules == self._rules and (statistics := self._statistics) is not None:
            self.page.show(statistics, self._best_play.get(rules))

    async def _load_dice(self) -> None:
        """Count the faces rolled, for which games of older versions are read once."""
        player, rules = self._player, self._rules
        if (fairness := await self.ask(lambda scores: scores.fairness(player, rules))) is not None:
            self.page.show_dice(fairness)

    async def _show_newest(self) -> bool:
        """Read and show the numbers; return whether they were read and are still wanted."""
        player, rules = self._player, self._rules
        found = await self.ask(lambda scores: load_statistics(scores, player, rules))
        if found is None or (player, rules) != (self._player, self._rules):
            return False
        self._show(found)
        if (store := self.store) is not None and self._has_days:
            name, ruleset = self._shown_name, self.ruleset
            if own := await self.ask(lambda _: read_own_page(store, name, ruleset)):
                self.page.show_own(own)
        return True

    async def _review_games(self, review_queue: ReviewQueue, games: int) -> None:
        """Review games in a thread, and show luck and skill in between.

        The numbers are read again whenever the count of reviews has doubled: often at first, rarely
        when it takes long.
        """
        known, problem = 0, ""
        clock = self.set_interval(0.25, self._show_progress)
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
        self.line.display = statistics is None
        self.query_one("#person", Static).update(self._shown_name)
        if statistics is None:
            self.line.say(_("No finished games yet. Finish one to see statistics."))
        else:
            self._player, self._rules = statistics.name.casefold(), statistics.rules
            name = name_rules(self._rules) if self._rules else _("All rule sets")
            self.query_one(Stepper).show(name, has_others=len(found.choices) > 1)
            self.page.show(statistics, self._best_play.get(self._rules or ""))
        self.refresh_bindings()

    def _show_progress(self) -> None:
        if self._review_queue is not None and self._review_queue.left is not None:
            self.page.show_progress(self._review_queue.left, self._review_queue.progress)


BY_PLAYER = (N_("Previous player"), N_("Next player"))


class FindPlayerScreen(SearchScreen["Person"]):
    """Searches the players by name or initials."""

    DEFAULT_CSS = """
    FindPlayerScreen {
        .box { width: 44; }
        #find-title { text-style: bold; }
        Input { margin: 1 0; }
        Menu { height: auto; max-height: 8; }
        #nothing { color: $warning; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("find", "move", BY_PLAYER, ("up", "down"), show=False),
        bind("enter", "choose", "Choose", "find-choose", "Choose the selected player"),
        bind("escape", "dismiss", "Back", "find-back", "Close"),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(_("Whose statistics?"), id="find-title")
            yield TextField(placeholder=_("name or initials"), compact=True, max_length=WIDEST_NAME)
            yield Menu()
            yield Static(_("No player matches."), id="nothing")
        yield KeyBar()

    def match(self, text: str) -> Sequence[Person]:
        from yahtzee_tui.store.stats.results import match_people

        return match_people(self.items, text)

    def draw(self, item: Person) -> Content:
        number = f"{item.games:>6}"
        games = ngettext("{number} game", "{number} games", item.games, number=number)
        return Content.assemble(pad(item.name, WIDEST_NAME), (games, "$card-muted"))
