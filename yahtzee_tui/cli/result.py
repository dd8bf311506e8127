"""How a game ended, or where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.table import tell_end

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
    if not game.turns and not game.roll:
        return ""
    totals = ", ".join(
        f"{player} {card.grand_total}"
        for player, card in zip(game.players, game.cards, strict=True)
    )
    return f"The game was left in round {game.round} of {game.rounds}: {totals}.\n"
