"""What happened at a table, in one sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, Rolled, Section
from yahtzee_tui.table.table import Kind

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Scored
    from yahtzee_tui.table.table import Change


def tell(change: Change) -> str:
    """Return what a change was, such as `Ann scored 25 in Full house.`."""
    event, game, player = change.event, change.game, change.player
    if change.kind is Kind.UNDO:
        return f"Taken back: {_tell_undone(change)}."
    if isinstance(event, Rolled):
        return f"{player} rolled {'-'.join(map(str, event.faces))}."
    if isinstance(event, Held):
        return f"{player} {_tell_held(game)}."
    return f"{player} {_tell_scored(game, event)}."


def tell_joker(game: Game) -> str | None:
    """Return what a Yahtzee rolled as a joker means here, or None if the dice are no joker."""
    forced = [p for p in game.potentials if p.refusal and p.refusal.code.startswith("joker")]
    free = [p for p in game.potentials if p.joker]
    bonus = max((p.bonus for p in game.potentials), default=0)
    extra = f" +{bonus}." if bonus else ""
    if forced and forced[0].refusal is not None:
        return f"{forced[0].refusal.sentence}{extra}"
    pays = []
    if any(p.box.section is Section.LOWER for p in free):
        pays.append("lower boxes pay in full")
    if upper := [p.points for p in free if p.box.section is Section.UPPER]:
        pays.append(f"upper boxes {upper[0]}")
    if pays:
        return f"Joker: {', '.join(pays)}.{extra}"
    return f"A bonus, whatever box it goes into:{extra}" if bonus else None


def tell_end(game: Game) -> str:
    """Return who won a finished game, such as `Ann wins with 254.`."""
    winners = [game.players[seat] for seat in game.winners]
    total = game.ranking[0].total
    if len(game.players) == 1:
        return f"{winners[0]} scored {total}."
    if len(winners) == 1:
        return f"{winners[0]} wins with {total}."
    names = f"{', '.join(winners[:-1])} and {winners[-1]}"
    return f"{names} share the win with {total}."


def _tell_undone(change: Change) -> str:
    event = change.event
    if isinstance(event, Held):
        return f"{change.player} {_tell_held(change.game)} again"
    if isinstance(event, Rolled):  # no table takes a roll back
        return str(event)
    return f"{event.points} in {change.game.ruleset.box(event.box).name}"


def _tell_held(game: Game) -> str:
    if not game.held:
        return "holds no dice"
    return f"holds {', '.join(str(game.faces[position]) for position in game.held)}"


def _tell_scored(game: Game, event: Scored) -> str:
    bonus = f" and +{event.bonus}" if event.bonus else ""
    return f"scored {event.points} in {game.ruleset.box(event.box).name}{bonus}"
