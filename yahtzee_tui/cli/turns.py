"""The turns of a game, gathered from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Rolled, Scored

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules import Event, Faces, Game


@dataclass(slots=True)
class Turn:
    """One turn of one player.

    Attributes:
        round: The round, from 1.
        player: Whose turn it is.
        rolls: What all dice showed after each roll.
        kept: The faces kept before each roll but the first.
        scored: How it ended, None if it hasn't.
    """

    round: int
    player: str
    rolls: list[Faces] = field(default_factory=list)
    kept: list[Faces] = field(default_factory=list)
    scored: Scored | None = None


def gather_turns(game: Game, events: Iterable[Event]) -> list[Turn]:
    """Return the turns that have begun.

    Args:
        game: The position before the events.
        events: What happened, already checked.
    """
    turns: list[Turn] = []
    for event in events:
        if isinstance(event, Rolled):
            if not game.roll:
                turns.append(Turn(game.round, game.player))
            else:
                turns[-1].kept.append(tuple(game.faces[at] for at in game.held))
            turns[-1].rolls.append(event.faces)
        elif isinstance(event, Scored):
            turns[-1].scored = event
        game = game.apply(event)
    return turns
