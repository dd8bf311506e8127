"""The live chance of winning: for whom it is shown, and of which position it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Held, Refusal
from yahtzee_tui.settings import ChanceMode

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Faces, Game
    from yahtzee_tui.table import Table


class ChancePosition(NamedTuple):
    """A position, and the dice that its player has chosen to keep, None while that is open."""

    game: Game
    hold: Faces | None

    @classmethod
    def of(cls, table: Table, acts_for: Callable[[int], bool]) -> ChancePosition:
        """Return the present position of a table.

        `acts_for` returns whether a seat is played here. Its player can compare holds by their
        chances, so the record notes the coach; if it can't, the chance is that of the best hold.
        """
        game, done = table.game, table.history.done
        if not (game.held and done and isinstance(done[-1], Held)):
            return cls(game, None)
        if acts_for(game.seat):
            try:
                table.note_coach(game.seat)
            except Refusal:
                return cls(game, None)
        return cls(game, tuple(game.faces[at] for at in game.held))


def shows_chance(mode: ChanceMode, game: Game, acts_for: Callable[[int], bool]) -> bool:
    """Return whether the chances of winning are shown now; `acts_for` tells who is played here."""
    seats = range(len(game.players))
    if mode is ChanceMode.OFF or len(seats) == 1 or game.is_over:
        return False
    return mode is ChanceMode.ALWAYS or not any(map(acts_for, seats))
