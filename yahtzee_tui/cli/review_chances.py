"""What a review tells in text of the chances of winning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.columns import align
from yahtzee_tui.strategy import tell_done, tell_faces
from yahtzee_tui.strategy.win import tell_change, tell_swing, tell_win_decision

if TYPE_CHECKING:
    from yahtzee_tui.strategy import ReviewedTurn
    from yahtzee_tui.strategy.win import Chances

_MOST = 5


def tell_swings(chances: Chances) -> str:
    """Return the turning points of a game, nothing if it had none."""
    swings = chances.swings()
    if not swings:
        return ""
    rows = [
        (
            tell_change(swing.change),
            *_tell_where(swing.turn),
            "left here" if swing.turn.scored is None else tell_done(swing.turn.scored),
            tell_swing(swing),
        )
        for swing in swings[:_MOST]
    ]
    title = f"What turned the game, by the chance of winning, {len(rows)} of {len(swings)}:"
    return f"{title}\n{align(rows, right=(0,))}"


def tell_win_costs(chances: Chances) -> str:
    """Return the decisions that cost most chance of winning, nothing if none did."""
    mistakes = chances.mistakes()
    if not mistakes:
        return ""
    rows = [
        (
            tell_change(-mistake.loss),
            *_tell_where(mistake.turn),
            tell_faces(mistake.roll.faces),
            tell_win_decision(mistake),
        )
        for mistake in mistakes[:_MOST]
    ]
    title = f"What cost most chance of winning, {len(rows)} of {len(mistakes)}:"
    return f"{title}\n{align(rows, right=(0,))}"


def _tell_where(turn: ReviewedTurn) -> tuple[str, str]:
    return f"round {turn.round}", turn.player
