"""The review screen: computes a review in threads and shows its page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from yahtzee_tui.rules import Refusal
from yahtzee_tui.services.reviews import ReviewJob
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table.judged import find_day, score_best_play
from yahtzee_tui.text import capitalise, format_number, format_percent
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from yahtzee_tui.rules import Record, Ruleset
    from yahtzee_tui.strategy import Review
    from yahtzee_tui.strategy.win_review import WinReview
    from yahtzee_tui.tui.review.page import ReviewPage, ReviewTurnScreen

_PLAYERS = Binding.Group(N_("Player"), compact=True)
_FEW = 4
"""Most players whose table leaves room for the chart on the smallest screen."""


class ReviewScreen(GameScreen[None]):
    """Shows the page once best play is solved, and the chances to win some time later."""

    DEFAULT_CSS = """
    ReviewScreen {
        #review-head { height: 2; padding: 1 2 0 2; }
        #review-title { width: 1fr; text-style: bold; }
        StatusLine { height: auto; padding: 1 2 0 2; text-wrap: wrap; }
        Chart { height: 10; }
        &.-tall Chart { height: 18; }
        &.-huge Chart { height: 30; }
        &.-wide #review-read { width: 54; }
        &.-short {
            #review-head { height: 1; padding: 0 2; }
            #review-list { margin-top: 0; }
            #review-about { display: none; }
            ReviewPage { padding: 0 1; }
        }
        &.-narrow {
            #review-top { layout: vertical; }
            #review-read, #review-chart { width: 100%; }
            #review-about { display: none; }
            Chart { height: 8; }
        }
        &.-middle.-many #review-about, &.-middle.-many #review-moment { display: none; }
        &.-narrow.-short Chart { height: 6; }
        &.-narrow.-short #review-moment { display: none; }
        &.-narrow.-short.-alone #review-moment {
            display: block;
            text-wrap: nowrap;
            text-overflow: ellipsis;
        }
        &.-narrow.-short.-many #review-chart { display: none; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal"), (104, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-short"), (24, "-middle"), (34, "-tall"), (50, "-huge"),
    ]  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space,enter", "open", "Open", "review-open", "Show the turn of the selected decision",
            key_display="Enter",
        ),
        bind("t", "browse", "Turns", "review-turns", "Go through the game turn by turn"),
        bind(
            "w", "toggle_chances", "Odds", "review-winning",
            "Switch between points and chances of winning",
        ),
        bind(
            "left", "step(-1)", "Previous player", "review-player", "Previous player",
            group=_PLAYERS,
        ),
        bind(
            "right", "step(1)", "Next player", "review-next-player", "Next player",
            group=_PLAYERS,
        ),
        bind("escape,v", "dismiss", "Back", "review-back", "Back"),
    ]  # fmt: skip

    line = getters.query_one(StatusLine)

    def __init__(self, read: Callable[[], Record]) -> None:
        """Create the screen; `read` runs in a thread, and may raise a `StoreProblem`."""
        super().__init__()
        self._job = ReviewJob(read)
        self._review: Review | None = None
        self._chances: WinReview | None = None
        self._page: ReviewPage | None = None
        self._turn_screen: ReviewTurnScreen | None = None
        self._seat = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="review-head"):
            yield Static(_("Review"), id="review-title", markup=False)
            yield Stepper(id="review-stepper")
        yield StatusLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self.line.say(_("Reading the game …"))
        self._clock = self.set_interval(0.1, self._show_progress)
        start_worker(self, self._load)

    async def compose_again(self) -> None:
        self._clock.stop()
        self._review = self._page = None
        await super().compose_again()

    def on_unmount(self) -> None:
        self._job.stop()

    @property
    def ruleset(self) -> Ruleset:
        return self._review.game.ruleset if self._review else super().ruleset

    def action_step(self, step: int) -> None:
        if self._review is not None and self._page is not None:
            self._seat = (self._seat + step) % len(self._review.players)
            self._page.show(self._seat)
            self._name_player(self._review)

    def action_toggle_chances(self) -> None:
        if self._page is not None:
            self._page.toggle_chances()
            self.refresh_bindings()

    @on(Menu.OptionSelected)
    def action_open(self) -> None:
        if self._page is not None and self._page.marked is not None:
            self._browse(self._page.marked)

    def action_browse(self) -> None:
        turns = self._review.turns if self._review else ()
        own = (number for number, turn in enumerate(turns) if turn.seat == self._seat)
        self._browse(next(own, 0))

    def allowed(self) -> dict[str, bool | None]:
        review, page = self._review, self._page
        return {
            "step": review is not None and len(review.players) > 1,
            "toggle_chances": review is not None and len(review.players) > 1 and review.is_whole,
            "open": page is not None and page.marked is not None,
            "browse": review is not None and bool(review.turns),
        }

    def _browse(self, turn: int) -> None:
        from yahtzee_tui.tui.review.page import ReviewTurnScreen

        if self._review is not None and self._review.turns:
            self._turn_screen = ReviewTurnScreen(self._review, turn, self._chances, self._job)
            self.app.push_screen(self._turn_screen)

    def _work(self) -> Review | None:
        import yahtzee_tui.tui.review.page  # noqa: F401 - it takes long to import numpy

        return self._job.work()

    async def _load(self) -> None:
        try:
            review = await asyncio.to_thread(self._work)
        except (StoreProblem, Refusal) as problem:
            self.line.say(problem.sentence, warning=True)
        else:
            if review is not None:
                await self._show(review)
                await self._compare(review)
                await self._foresee(review)
        finally:
            self._clock.stop()

    async def _compare(self, review: Review) -> None:
        """Say what best play scores with the dice of a daily game, and how often less."""
        record, game = self._job.record, review.game
        loader = self.context.value_tables.find(game.ruleset)
        if record is None or find_day(record.setup) is None or not game.is_over:
            return
        await loader.load(lambda: None)
        if (values := loader.values) is None:
            return
        points = await asyncio.to_thread(score_best_play, values, record.setup)
        parts = [_("best play with these dice: {points}", points=points)]
        if (best := await loader.find_best_play()) is not None:
            below = describe_share_below(best.totals, game.cards[0].grand_total)
            parts.append(_("better than {percent} of Expert's games", percent=below))
        if self._page is not None and self.is_open:
            self._page.tell_dice(capitalise(" · ".join(parts)))

    async def _foresee(self, review: Review) -> None:
        self._chances = await asyncio.to_thread(self._job.forecast, review)
        if self._chances is not None and self._page is not None and self.is_open:
            self._page.show_chances(self._chances)
            self.refresh_bindings()
            if self._turn_screen is not None and self._turn_screen.is_open:
                self._turn_screen.show_chances(self._chances)

    def _show_progress(self) -> None:
        if done := self._job.progress:
            percent = format_percent(done, 1)
            self.line.say(
                _("Calculating best play for these rules (once only): {percent}", percent=percent)
            )

    async def _show(self, review: Review) -> None:
        from yahtzee_tui.tui.review.page import ReviewPage

        self.set_class(len(review.players) > _FEW, "-many")
        self.set_class(len(review.players) == 1, "-alone")
        page = ReviewPage(review, self._job.explain)
        await self.mount(page, after=self.line)
        self._review, self._page = review, page
        self.line.display = False
        self.query_one("#review-title", Static).update(
            f"{_('Review')} · {review.game.ruleset.name}"
        )
        self._name_player(review)

    def _name_player(self, review: Review) -> None:
        name, others = review.players[self._seat].name, len(review.players) > 1
        self.query_one(Stepper).show(name, has_others=others)
        self.refresh_bindings()


def describe_share_below(odds: Sequence[float], total: int) -> str:
    """Return the share of games with a lower total, given the odds of each total from 0 on."""
    percent = min(100 * sum(odds[:total]), 99.9)
    return _("{number}%", number=format_number(percent, 0 if 1 <= percent < 99 else 1))
