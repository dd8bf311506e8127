"""How a game ended, or where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.table import tell_end, tell_left

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game


def tell_ranking(game: Game) -> str:
    """Return the ranking of a finished game and who won, a line each."""
    places = (f"{s.place}. {game.players[s.seat]} {s.total}\n" for s in game.ranking)
    return f"{''.join(places)}{tell_end(game)}\n"


def tell_result(game: Game) -> str:
    """Return how a game ended, or where it was left; nothing if it had not begun."""
    if game.is_over:
        return tell_ranking(game)
    left = tell_left(game)
    return f"{left}\n" if left else ""
