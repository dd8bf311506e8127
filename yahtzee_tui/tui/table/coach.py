"""Best play on a table's screen: the coach's marks and values, and the live chance of winning."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from yahtzee_tui.services.coach import ChancePosition, Coach, shows_chance
from yahtzee_tui.text import use_minus_sign
from yahtzee_tui.tui.lifecycle import start_worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.strategy import Advice, Choice
    from yahtzee_tui.tui.context import TableView, WatchedTable
    from yahtzee_tui.tui.table.values import CoachPanel, ValuesScreen


class CoachController(Coach):
    """A coach that shows its advice on the screen of a table."""

    def __init__(self, screen: TableView) -> None:
        self._screen = screen
        super().__init__(
            screen.table,
            screen,
            lambda: screen.context.value_tables.find(screen.ruleset),
            screen.seats,
        )
        self._advice: Advice | None = None
        self._values: ValuesScreen | None = None
        self._panel: CoachPanel | None = None

    def toggle(self) -> None:
        super().toggle()
        self.start_loading()

    async def prepare(self) -> None:
        """Load best play before it is asked for, if the coach may be."""
        if self.is_enabled:
            await self._loader().load_outcomes()

    def start_loading(self) -> None:
        """Load the value table, or compute chances of winning, if the advice needs it."""
        if self.needs_loading:
            start_worker(self._screen.screen, self._load, "coach", exclusive=True)

    async def _load(self) -> None:
        await self._screen.context.shown.wait()
        await self.load(self._loaded)

    def update(self) -> Hints:
        """Advise on the present position, but not while dice are animated; return the marks."""
        self._advice = None if self._screen.is_tumbling else self.advice
        self._update_panel()
        return self.hints(self._advice)

    def describe_newest(self) -> tuple[str, ...]:
        return self.describe(self._advice)

    def describe_newest_reasons(self) -> tuple[str, ...]:
        return tuple(map(use_minus_sign, self.describe_reasons(self._advice)))

    def show_values(self) -> bool:
        """Open the list of all choices; return whether there is advice."""
        if (advice := self._advice) is None:
            return False
        from yahtzee_tui.tui.table.values import ValuesScreen

        find = partial(self._loader().find_reasons, advice)
        values = ValuesScreen(advice, self.wins(advice), find, held=self.find_held(advice))
        if self._screen.context.ask(values, self._take) is not None:
            self._values = values
        return True

    def _update_panel(self) -> None:
        if self._panel is None and self._advice is not None:
            from yahtzee_tui.tui.table.values import CoachPanel

            self._panel = CoachPanel(id="coach")
            self._screen.screen.mount(self._panel, before="#scorecard")
        if self._panel is not None:
            self._panel.is_wanted = self.is_wanted
            advice = self._advice
            self._panel.show(advice, self.wins(advice), self.find_held(advice))

    def _loaded(self) -> None:
        screen = self._screen
        values = self._values if screen.screen.app.screen is self._values else None
        if screen.screen.is_active or values is not None:
            screen.advice_changed()
        if values is not None:
            values.show_wins(self.wins(self._advice))

    def _take(self, choice: Choice) -> None:
        from yahtzee_tui.strategy import BoxChoice

        if self._advice is None or choice not in self._advice.choices:
            return
        if isinstance(choice, BoxChoice):
            self._screen.mark(choice.box.id)
        else:
            self._screen.hold(self._advice.positions(choice, self._screen.table.game.held))


_PREPARE_SECONDS = 0.5
"""Seconds until the tables for it begin to load, so that the first picture doesn't wait."""


class LiveChance:
    """Computes chances in a thread, one position at a time and always the newest next.

    Attributes:
        words: Each seat's chance of winning, such as `62%`; empty while there is none to show.
    """

    def __init__(self, screen: WatchedTable, show: Callable[[], None]) -> None:
        """Create the chances of a table's screen; `show` is called when they have changed."""
        self.words: tuple[str, ...] = ()
        self._screen, self._show = screen, show
        self._wanted: ChancePosition | None = None
        self._found: ChancePosition | None = None
        self._is_working = False

    def update(self) -> None:
        """Begin to compute the chances of the present position, but not while dice are animated."""
        screen = self._screen
        mode = screen.context.options.chance
        if not shows_chance(mode, screen.table.game, screen.seats):
            self._wanted, self._found, self.words = None, None, ()
        elif not screen.is_tumbling:
            self._wanted = ChancePosition.of(screen.table, screen.seats)
            if not self._is_working and self._wanted != self._found:
                self._is_working = True
                start_worker(screen.screen, self._follow, "chance")

    async def _follow(self) -> None:
        """Compute the chances of the newest position until no newer one has come meanwhile."""
        loader = self._screen.context.value_tables.find(self._screen.ruleset)
        try:
            if loader.values is None:
                await asyncio.sleep(_PREPARE_SECONDS)
            await loader.load(lambda: None)
            while (wanted := self._wanted) is not None and wanted != self._found:
                shares = await asyncio.to_thread(loader.find_shares, *wanted)
                if shares is None:
                    await loader.load_outcomes()
                    shares = await asyncio.to_thread(loader.find_shares, *wanted)
                if self._wanted is not None:
                    self._found = wanted
                    self._tell(shares or ())
        finally:
            self._is_working = False

    def _tell(self, shares: tuple[float, ...]) -> None:
        from yahtzee_tui.strategy import format_chance  # its numpy is loaded by now

        words = tuple(map(format_chance, shares))
        if words != self.words and self._screen.is_open:
            self.words = words
            self._show()
