"""The coach on a table's screen: toggles it, shows its marks and values, applies a chosen one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from yahtzee_tui.services.coach import Coach
from yahtzee_tui.tui.lifecycle import start_worker

if TYPE_CHECKING:
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.strategy import Advice, Choice
    from yahtzee_tui.tui.context import TableView
    from yahtzee_tui.tui.table.values import CoachPanel, ValuesScreen


class CoachController:
    """Shows a coach's advice on the screen of a table."""

    def __init__(self, screen: TableView) -> None:
        self._screen = screen
        self._coach = Coach(
            screen.table,
            lambda: screen.context.options,
            lambda: screen.context.value_tables.find(screen.ruleset),
            screen.acts_for,
        )
        self._advice: Advice | None = None
        self._values: ValuesScreen | None = None
        self._panel: CoachPanel | None = None

    @property
    def is_available(self) -> bool:
        return self._coach.is_enabled

    @property
    def is_wanted(self) -> bool:
        return self._coach.is_wanted

    def toggle(self) -> None:
        self._coach.toggle()
        self.load()

    def load(self) -> None:
        """Load the value table, or compute chances of winning, if the advice needs it."""
        if self._coach.needs_loading:
            load = partial(self._coach.load, self._loaded)
            start_worker(self._screen.screen, load, "coach", exclusive=True)

    def hints(self) -> Hints:
        """Return the marks for the present position; none while dice are animated."""
        self._advice = None if self._screen.is_tumbling else self._coach.advice
        self._update_panel()
        return self._coach.hints(self._advice)

    def describe(self) -> str | None:
        return self._coach.describe(self._advice)

    def show_values(self) -> bool:
        """Open the list of all choices; return whether there is advice."""
        if (advice := self._advice) is None:
            return False
        from yahtzee_tui.tui.table.values import ValuesScreen

        values = ValuesScreen(advice, self._coach.wins(advice))
        if self._screen.context.ask(values, self._take) is not None:
            self._values = values
        return True

    def _update_panel(self) -> None:
        """Update the panel beside the card; mount it with the first advice."""
        if self._panel is None and self._advice is not None:
            beside = self._screen.screen.query_one("#beside")
            if beside.is_mounted:
                from yahtzee_tui.tui.table.values import CoachPanel

                self._panel = CoachPanel()
                beside.mount(self._panel, before=0)
        if self._panel is not None:
            self._panel.is_wanted = self.is_wanted
            self._panel.show(self._advice, self._coach.wins(self._advice))

    def _loaded(self) -> None:
        screen = self._screen
        values = self._values if screen.screen.app.screen is self._values else None
        if screen.screen.is_active or values is not None:
            screen.advice_changed()
        if values is not None:
            values.show_wins(self._coach.wins(self._advice))

    def _take(self, choice: Choice | None) -> None:
        from yahtzee_tui.strategy import BoxChoice

        if choice is None or self._advice is None or choice not in self._advice.choices:
            return
        if isinstance(choice, BoxChoice):
            self._screen.mark(choice.box.id)
        else:
            held = self._screen.table.game.held
            self._screen.hold(self._advice.positions(choice, held))
