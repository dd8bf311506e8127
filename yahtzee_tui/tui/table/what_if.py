"""The table of a what-if game, which is saved nowhere and has no result."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import NOT_SAVED
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.widgets.turn_panel import ButtonView, Next

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.table import Table


_BACK = N_("Back")


class WhatIfScreen(TableScreen):
    """Continues a recorded game from one of its turns, over its review, or any position."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "leave", "Back", "what-if-back", "Leave this game"),
    ]
    LEADS_ANYWHERE = False
    gives_tips = False
    limits = MappingProxyType({"review": False})

    def __init__(self, table: Table, totals: tuple[int, ...] = ()) -> None:
        """Create the screen; `totals` are those at the end of the recorded game."""
        setup = table.setup
        config = TableConfig(setup.players, setup.rules, computers=setup.computers)
        super().__init__(SavedTable(config, table))
        self._totals, self._recorded = totals, len(table.history.events)

    def compose(self) -> ComposeResult:
        # The turns of a position aren't known.
        empty = () if self._totals else (self.race, self.log_)
        yield from (widget for widget in super().compose() if widget not in empty)

    @property
    def would_be_lost(self) -> bool:
        table = self.table
        return not table.game.is_over and len(table.history.events) != self._recorded

    def refresh_table(self) -> None:
        self.margin = _("what if: not counted")
        self.bar_labels = {"show_result": _BACK} if self.table.game.is_over else {}
        super().refresh_table()

    def action_leave(self) -> None:
        """Go back, after a question if that loses what was played."""
        if self.input.cancel_question():
            self.say_state()
        elif not self.would_be_lost:
            self.dismiss()
        else:
            question = f"{_('Leave this game?')} {_(NOT_SAVED)}"
            self.context.confirm(question, _("Leave"), _("Stay"), self.dismiss)

    def button_view(self) -> ButtonView:
        if self.table.game.is_over:
            return ButtonView((_(_BACK).upper(),), "Enter", Next.NEXT)
        return super().button_view()

    def action_show_result(self) -> None:
        self.action_leave()

    def show_end(self) -> None:
        """Say the totals, compared with those of the recorded game."""
        self.say_state()

    def say_state(self, warning: bool = False) -> None:
        game = self.table.game
        if not game.is_over or not self._totals:
            super().say_state(warning)
            return
        parts = (
            _("{player} {points} instead of {total}", player=name, points=points, total=total)
            for name, points, total in zip(
                game.players, [card.grand_total for card in game.cards], self._totals, strict=True
            )
        )
        self.line.say(_("Game over: {totals}.", totals=join_words(parts)), warning)
