"""The live chance of winning: for whom it is shown, and of which position it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Held, Refusal

if TYPE_CHECKING:
    from collections.abc import Container

    from yahtzee_tui.rules import Faces, Game
    from yahtzee_tui.settings import ChanceMode
    from yahtzee_tui.table import Table


class ChancePosition(NamedTuple):
    """A position, and the dice that its player has chosen to keep, None while that is open."""

    game: Game
    hold: Faces | None

    @classmethod
    def of(cls, table: Table, own: Container[int]) -> ChancePosition:
        """Return the present position of a table.

        `own` are the seats that are played here. Their players can compare holds by the chances,
        so the record notes the coach; if it can't, the chance is that of the best hold.
        """
        game, done = table.game, table.history.done
        if not (game.held and done and isinstance(done[-1], Held)):
            return cls(game, None)
        if game.seat in own:
            try:
                table.note_coach(game.seat)
            except Refusal:
                return cls(game, None)
        return cls(game, tuple(game.faces[at] for at in game.held))


def shows_chance(mode: ChanceMode, game: Game, own: Container[int]) -> bool:
    """Return whether the chances of winning are shown now; `own` are the seats played here."""
    seats = range(len(game.players))
    if mode == "off" or len(seats) == 1 or game.is_over:
        return False
    return mode == "always" or not any(map(own.__contains__, seats))
