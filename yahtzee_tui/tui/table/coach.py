"""The coach at a table on the screen: asked for, marked, listed, and taken at their word."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from yahtzee_tui.services.coach import Coach
from yahtzee_tui.tui.lifecycle import start_worker

if TYPE_CHECKING:
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.strategy import Advice, Choice
    from yahtzee_tui.tui.context import TableView
    from yahtzee_tui.tui.table.values import ValuesScreen
    from yahtzee_tui.tui.table.widgets.coach_panel import CoachPanel


class CoachController:
    """Shows on the screen of a table what its coach has to say."""

    def __init__(self, screen: TableView) -> None:
        """Begin silently.

        Args:
            screen: Where the coach stands.
        """
        self._screen = screen
        self._service = Coach(
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
        """Whether there is a coach at all."""
        return self._service.is_enabled

    @property
    def is_wanted(self) -> bool:
        """Whether the player whose turn it is wants advice."""
        return self._service.is_wanted

    def toggle(self) -> None:
        """Let the player whose turn it is have advice, or none any more."""
        self._service.toggle()
        self.learn()

    def learn(self) -> None:
        """Let the coach learn what there is to say, if anybody wants to hear it."""
        if self._service.needs_loading:
            learning = partial(self._service.load, self._learned)
            start_worker(self._screen.screen, learning, "teacher", exclusive=True)

    def hints(self) -> Hints:
        """Return what is to be marked; nothing while dice tumble."""
        self._advice = None if self._screen.is_tumbling else self._service.advice
        self._show_beside()
        return self._service.hints(self._advice)

    def say(self) -> str | None:
        """Return what is best and why, or what the coach waits for; None if there is nothing."""
        return self._service.say(self._advice)

    def show_values(self) -> bool:
        """Show what everything is worth that can be done now; return whether that is known."""
        if (advice := self._advice) is None:
            return False
        from yahtzee_tui.tui.table.values import ValuesScreen

        values = ValuesScreen(advice, self._service.wins(advice))
        if self._screen.context.ask(values, self._take) is not None:
            self._values = values
        return True

    def _show_beside(self) -> None:
        """Show beside the card what everything is worth, if there is room and it is wanted."""
        if self._panel is None and self._advice is not None:
            beside = self._screen.screen.query_one("#beside")
            if beside.is_mounted:
                from yahtzee_tui.tui.table.widgets.coach_panel import CoachPanel

                self._panel = CoachPanel()
                beside.mount(self._panel, before=0)
        if self._panel is not None:
            self._panel.is_wanted = self.is_wanted
            self._panel.show(self._advice, self._service.wins(self._advice))

    def _learned(self) -> None:
        screen = self._screen
        values = self._values if screen.screen.app.screen is self._values else None
        if screen.screen.is_active or values is not None:
            screen.advice_changed()
        if values is not None:
            values.show_wins(self._service.wins(self._advice))

    def _take(self, choice: Choice | None) -> None:
        from yahtzee_tui.strategy import BoxChoice

        if choice is None or self._advice is None or choice not in self._advice.choices:
            return
        if isinstance(choice, BoxChoice):
            self._screen.mark(choice.box.id)
        else:
            held = self._screen.table.game.held
            self._screen.hold(self._advice.positions(choice, held))
