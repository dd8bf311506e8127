"""What a finished game amounts to, derived from it and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Game


def result_rows(
    game_id: str, game: Game, ended: float, computers: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return a row of the table of results for each seat.

    Args:
        game_id: The game's id.
        game: The finished game.
        ended: When it ended, in seconds since 1970.
        computers: What plays at each seat, nothing for a person; empty if all are people.
    """
    totals = [card.grand_total for card in game.cards]
    return [
        {
            "game": game_id,
            "seat": seat,
            "player": player.casefold(),
            "name": player,
            "computer": computers[seat] if computers else "",
            "rules": game.ruleset.id,
            "seats": len(game.players),
            "total": card.grand_total,
            "best_other": max(totals[:seat] + totals[seat + 1 :], default=None),
            "upper_bonus": card.upper_bonus,
            "repeats": card.repeats,
            "points": ",".join(map(str, card.scores)),
            "ended": ended,
        }
        for seat, (player, card) in enumerate(zip(game.players, game.cards, strict=True))
    ]
