"""The page of an event, or of the game of a day: one's own games, and the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS, Refusal
from yahtzee_tui.services.events import (
    FINISH,
    describe_costliest,
    describe_line,
    describe_parts,
    describe_terms,
    find_costliest,
    find_partings,
    format_table,
    review_entries,
    share_event,
)
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import use_minus_sign
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import REVIEW, SCROLL, SCROLL_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import RefusingScreen, start_worker
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.services.events import Parting, ReviewedEntry
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.entries import EventView
    from yahtzee_tui.strategy import Mistake, ValueTable

_MOST_SHOWN = 200
"""The most lines of the table, of which the last may be the player's own from further below."""

_AROUND = 3
"""The columns beside the table: margins and the scroll bar."""


class EventScreen(RefusingScreen[None]):
    """One event, or one day; keys step through all of them."""

    DEFAULT_CSS = """
    EventScreen {
        #event-room { height: 1fr; align-horizontal: center; }
        #event { width: 100; max-width: 100%; padding: 1 1 0 1; scrollbar-size-vertical: 1; }
        #event-head { height: 1; margin: 0 0 1 0; }
        #event-title { width: 1fr; text-style: bold; }
        .event-part { height: auto; margin-bottom: 1; }
        #event-about, #event-dice { color: $card-muted; }
        #event-table { text-wrap: nowrap; }
        StatusLine { height: auto; min-height: 1; padding: 0 1; text-wrap: wrap; }
    }
    """
    REFUSALS: ClassVar[dict[str, str]] = {
        "play": N_("You can play each game of an event once, while it is open."),
        "review": FINISH,
        "copy": FINISH,
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space,p", "play", "Play", "event-play", "Play your next game of the event"),
        bind("v", "review", "Review", "event-review", REVIEW),
        bind("r", "practice", "Practice", "event-practice", "Test yourself against best play"),
        bind("c", "copy", "Copy", "event-copy", "Copy the line to share"),
        *bind_arrows("event", "scroll", SCROLL_LINE, group=SCROLL, show=False),
        bind("left", "step(-1)", "Previous", "event-earlier", "Previous choice"),
        bind("right", "step(1)", "Next", "event-later", "Next choice"),
        bind("escape,e", "dismiss", "Back", "event-back", "Back"),
    ]

    line = getters.query_one(StatusLine)

    def __init__(self, name: str, player: str) -> None:
        """Create the page of an event with an id or a name, as a player may see it."""
        super().__init__()
        self._wanted, self._player = name, player
        self._view: EventView | None = None
        self._names: list[str] = []
        """The ids of all events, or of all days, the first to close first."""
        self._costliest: tuple[ReviewedEntry, Mistake] | None = None
        self._partings: list[Parting] = []
        self._queue: ReviewQueue | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="event-room"), VerticalScroll(id="event", can_focus=False):
            with Horizontal(id="event-head"):
                yield Static(id="event-title", markup=False)
                yield Stepper(id="event-stepper")
            for part in ("about", "own", "table", "winners", "costliest", "partings", "dice"):
                yield Static(id=f"event-{part}", classes="event-part", markup=False)
        yield StatusLine()
        yield KeyBar()

    @property
    def ruleset(self) -> Ruleset:
        rules = self._view.event.rules if self._view else ""
        return RULESETS.get(rules, super().ruleset)

    def on_mount(self) -> None:
        self.set_interval(20.0, self._reread)

    def on_screen_resume(self) -> None:
        """Read it again, as a game may have been played."""
        start_worker(self, self._load, exclusive=True)

    def on_unmount(self) -> None:
        if self._queue is not None:
            self._queue.stop()

    def on_resize(self) -> None:
        self._show()

    def show_message(self, sentence: str, warning: bool = True) -> None:
        self.line.say(sentence, warning)

    def allowed(self) -> dict[str, bool | None]:
        view = self._view
        return {
            "play": (view is not None and view.may_play) or None,
            "review": bool(self._costliest) or None,
            "copy": bool(view and view.own and view.own.finished) or None,
            "step(-1,)": bool(self._find(-1)),
            "step(1,)": bool(self._find(1)),
        }

    def action_step(self, step: int) -> None:
        if name := self._find(step):
            self._wanted, self._costliest, self._partings = name, None, []
            start_worker(self, self._load, exclusive=True)

    def _find(self, step: int) -> str:
        """Return the id of the event that closes before or after this one, empty without one."""
        at = self._names.index(self._view.event.id) + step if self._view else -1
        return self._names[at] if 0 <= at < len(self._names) else ""

    def action_play(self) -> None:
        start_worker(self, self._play, "play", exclusive=True)

    def action_review(self) -> None:
        if self._costliest is not None:
            record = self._costliest[0].record
            self.context.show_review(lambda: record)

    def action_practice(self) -> None:
        self.context.show_practice(self.ruleset)

    async def action_copy(self) -> None:
        store, view, context = self.context.navigator.store, self._view, self.context
        if store is None or view is None:
            return
        values = context.value_tables.find(self.ruleset).values
        share = partial(
            share_event, store, view.event, self._player, values, context.daily_command,
            ascii_only=context.filters.coarse,
        )  # fmt: skip
        try:
            text = await asyncio.to_thread(share)
        except StoreProblem as problem:
            self.show_message(problem.sentence)
            return
        self.app.copy_to_clipboard(text)
        context.copied = text
        self.show_message(_("Copied a text to share"), warning=False)

    async def _play(self) -> None:
        """Open the player's next game of this event in place of this page."""
        store, view = self.context.navigator.store, self._view
        if store is None or view is None:
            return
        try:
            self.context.check_config(view.event.configure(1, self._player))
            game = await asyncio.to_thread(store.events.enter, view.event, self._player)
        except (StoreProblem, Refusal) as problem:
            self.show_message(problem.sentence)
            return
        if self.is_active:
            for _above in self.app.screen_stack[2:]:  # as the scores, which led here
                self.app.pop_screen()
            self.context.navigator.open_game(game)

    async def _reread(self) -> None:
        """Show what others have done meanwhile, as long as they may play."""
        store, view = self.context.navigator.store, self._view
        if store and view and self.is_active and view.event.is_open(view.line.now):
            with suppress(StoreProblem):
                newer = await asyncio.to_thread(store.events.look, view.event, self._player)
                if self._view is view:  # else another event, or the same, was read meanwhile
                    self._view = newer
                    self._show()

    def _read(self, store: Store) -> EventView:
        event = store.events.find_judged(self._wanted)
        self._names = store.events.list_alike(event)
        return store.events.look(event, self._player)

    async def _load(self) -> None:
        """Read the event, then review its games, and find out what needs these reviews."""
        if (store := self.context.navigator.store) is None:
            self.show_message(_("There are no events."))
            return
        await self.context.shown.wait()
        try:
            self._view = view = await asyncio.to_thread(self._read, store)
            self._show()
            if not (view.table or view.own):
                return
            loader = self.context.value_tables.find(self.ruleset)
            await loader.load(lambda: None)
            if (values := loader.values) is None:
                return
            await asyncio.to_thread(self._judge, store, view, values)
            if view.line.is_over and self.is_open:
                self._show()  # what follows may take half a minute, once
                await loader.load_outcomes()
                read = partial(find_partings, store, self._view.table, values)
                self._partings = await asyncio.to_thread(read)
        except StoreProblem as problem:
            self.show_message(problem.sentence)
        if self.is_open:
            self._show()

    def _judge(self, store: Store, view: EventView, values: ValueTable) -> None:
        find = partial(store.events.find_unreviewed, view.event)
        self._queue = queue = ReviewQueue(store, find)
        with suppress(StoreProblem):  # a file that can't be written keeps no reviews
            while queue.work():
                pass
        view = self._view = self._read(store)
        if view.own is not None:
            self._costliest = find_costliest(review_entries(store, view.own, values))

    def _show(self) -> None:
        if self._view is None or not self.is_mounted:
            return
        line, table, own = self._view[:3]
        event, shown = line.event, table[:_MOST_SHOWN]
        if own in table[_MOST_SHOWN:]:
            shown[-1] = own
        title = event.id if event.is_daily else _("Event")
        self.query_one("#event-title", Static).update(title)
        first, last = not self._find(-1), not self._find(1)
        self.query_one(Stepper).show(event.name, has_others=True, first=first, last=last)
        about = [describe_terms(event), describe_line(line)[0]]
        if not line.is_over:
            terms = N_("The same dice for everyone, one try at each game, without the coach.")
            if event.is_daily:
                terms = N_("Same dice for everyone, one try. Using the coach will be noted.")
            about.append(_(terms))
        lines = format_table(event, shown, min(100, self.size.width) - _AROUND)
        parts = {"about": about, **describe_parts(self._view, self._partings)}
        parts["costliest"] = [describe_costliest(*self._costliest)] if self._costliest else []
        for part, said in parts.items():
            self._update(part, Content("\n").join([Content(use_minus_sign(each)) for each in said]))
        drawn = [Content(each) for each in lines] if shown else [Content("")]
        drawn[0] = drawn[0].stylize("$card-muted")
        if own in shown:
            at = 1 + shown.index(own) + (not own.competes)
            drawn[at] = drawn[at].stylize("bold $primary")
        self._update("table", Content("\n").join(drawn))
        self.refresh_bindings()

    def _update(self, part: str, content: Content) -> None:
        widget = self.query_one(f"#event-{part}", Static)
        widget.update(content)
        widget.display = bool(content.plain)
