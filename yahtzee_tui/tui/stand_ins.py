"""The computers of a shared table: those who have a seat, and those who play for people away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Score
from yahtzee_tui.tui import table_view
from yahtzee_tui.tui.company import SCORER
from yahtzee_tui.tui.computers import Computers

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Hold
    from yahtzee_tui.tui.company import Company
    from yahtzee_tui.tui.context import TableView

_PATIENCE = 6.0


class StandIns(Computers):
    """Moves for computers from one of several terminals at a table.

    Each knows its place in line: the first moves, the next one only if that doesn't happen. If two
    move all the same, what is written first counts.
    """

    def __init__(self, screen: TableView, company: Company) -> None:
        """Take the seats.

        Args:
            screen: Where the table is seen.
            company: Who is at the table.
        """
        super().__init__(screen, company.saved_table.table)
        self._company = company

    def computer(self, seat: int) -> str:
        """Return which computer plays at a seat now, nothing for a person."""
        return super().computer(seat) or self._company.stand_in(seat)

    def wake(self, at_once: bool = False) -> None:
        """Play, if it is a computer's turn and up to this terminal."""
        if self._company.place_in_line is not None:
            super().wake(at_once)

    @property
    def patience(self) -> float:
        """Seconds that other terminals have to move first."""
        return _PATIENCE * (self._company.place_in_line or 0)

    async def choose(self, player: str, game: Game) -> Hold | Score:
        """Return what a computer does with the dice on the table.

        Raises:
            Refusal: If there is no such computer, or it can't play this game.
        """
        best = table_view.best_box(game)
        if player == SCORER and best is not None:
            return Score(best)
        return await super().choose(player, game)

    def say(self) -> str | None:
        """Return what a computer does, None where none is to move."""
        game = self._company.saved_table.table.game
        if not self.playing or super().computer(game.seat):
            return super().say()
        seat = self._company.shared.seat_at(game.seat)
        if seat is not None and seat.is_gone:
            return f"{game.player} has left: a computer plays at that seat."
        if self.playing == SCORER:
            return f"{game.player}'s time is over: the best box is scored."
        if seat is not None and seat.who not in self._company.shared.present:
            return f"{game.player} is away: a computer plays this turn."
        return f"{game.player}'s time is over: a computer plays this turn."
