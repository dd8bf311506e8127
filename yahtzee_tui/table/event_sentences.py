"""Table events, jokers and results as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, Rolled, Section, format_faces
from yahtzee_tui.table.table import EventKind
from yahtzee_tui.text import capitalise, join_words

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Game, Positions, Scored
    from yahtzee_tui.table.table import TableEvent


SAVING = "Saving ..."
"""What is shown while saving waits for other programs."""


def describe_event(change: TableEvent) -> str:
    """Return an event as a sentence, such as `Ann scored 25 in Full house.`."""
    event, game, player = change.event, change.game, change.player
    if change.kind is EventKind.UNDO:
        return f"Undone: {_describe_undone(change)}."
    if isinstance(event, Rolled):
        return f"{player} rolled {format_faces(event.faces)}."
    if isinstance(event, Held):
        return f"{player} holds {describe_picked(game, game.held)}."
    box, (bonuses, _) = (
        game.ruleset.box(event.box),
        describe_bonuses(game.cards[change.seat], event),
    )
    return f"{player} scored {event.points} in {box.name}{bonuses}."


def describe_short(change: TableEvent) -> str:
    """Return an event in fewer words, without the player's name."""
    event, game, is_undone = change.event, change.game, change.kind is EventKind.UNDO
    if isinstance(event, Held):
        held = describe_picked(game, game.held, " held")
        return f"Undone: {held}." if is_undone else f"{capitalise(held)}."
    if isinstance(event, Rolled) or is_undone:
        return describe_event(change)
    _, bonuses = describe_bonuses(game.cards[change.seat], event)
    return f"{event.points} in {game.ruleset.box(event.box).short}{bonuses}."


def describe_joker(game: Game) -> str | None:
    """Return what a joker allows in a position, or None if the dice are no joker."""
    special = [p for p in game.potentials if p.joker or p.bonus or p.refusal]
    if not special:
        return None
    bonus = max([p.bonus for p in special])
    extra = f" +{bonus}." if bonus else ""
    for each in special:
        if each.refusal and each.refusal.code.startswith("joker"):
            return f"{each.refusal.sentence}{extra}"
    points = {p.box.section: p.points for p in special if p.joker}
    if not points and not bonus:
        return None
    return _FREE_JOKER[frozenset(points)].format(points.get(Section.UPPER)) + extra


_FREE_JOKER = {
    frozenset(): "A bonus, whichever box you choose:",
    frozenset({Section.LOWER}): "Joker: lower boxes score in full.",
    frozenset({Section.UPPER}): "Joker: upper boxes score {}.",
    frozenset(Section): "Joker: lower boxes score in full, upper boxes score {}.",
}
"""What is said of a joker that may go anywhere, by the sections in which it scores more."""


def describe_end(game: Game) -> str:
    """Return the winners of a finished game, such as `Ann wins with 254.`."""
    winners = [game.players[seat] for seat in game.winners]
    total = game.ranking[0].total
    if len(game.players) == 1:
        return f"{winners[0]} scored {total}."
    if len(winners) == 1:
        return f"{winners[0]} wins with {total}."
    return f"{join_words(winners)} tie for the win with {total}."


def describe_left(game: Game) -> str:
    """Return the state of an unfinished game; empty if it had not begun."""
    if not game.turns and not game.roll:
        return ""
    totals = ", ".join(
        f"{player} {card.grand_total}"
        for player, card in zip(game.players, game.cards, strict=True)
    )
    return f"Game paused in round {game.round} of {game.rounds}: {totals}."


def describe_picked(game: Game, positions: Positions, what: str = "") -> str:
    """Return some dice and their faces, such as `dice 1, 3 held: 5-5`.

    `what` is a word on them, such as ` held`.
    """
    if not positions:
        return f"no dice{what}"
    places = ", ".join([str(position + 1) for position in positions])
    which = f"dice {places}" if len(positions) > 1 else f"die {places}"
    faces = format_faces([game.faces[position] for position in positions])
    return f"{'all dice' if len(positions) == len(game.faces) else which}{what}: {faces}"


def describe_bonuses(card: Card, event: Scored) -> tuple[str, str]:
    """Return the bonuses of a posting, by the card after it, with names and without."""
    earned, ruleset = [], card.ruleset
    if event.bonus and ruleset.repeat_bonus is not None:
        earned.append((f"{ruleset.box(ruleset.repeat_bonus.box).name} bonus", event.bonus))
    if ruleset.upper_bonus is not None and ruleset.box(event.box).section is Section.UPPER:
        before = ruleset.upper_bonus.paid(card.upper_total - event.points)
        if card.upper_bonus > before:
            earned.append(("upper bonus", card.upper_bonus - before))
    named = "".join(f", {name} +{points}" for name, points in earned)
    return named, "".join(f" and +{points}" for _, points in earned)


def _describe_undone(change: TableEvent) -> str:
    event = change.event
    if isinstance(event, Held):
        return f"{change.player} holds {describe_picked(change.game, change.game.held, ' again')}"
    if isinstance(event, Rolled):  # no table undoes a roll
        return f"rolled {''.join(map(str, event.faces))}"
    return f"{event.points} in {change.game.ruleset.box(event.box).name}"
