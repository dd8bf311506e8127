"""Table events, jokers and results as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, Rolled, Section, format_faces
from yahtzee_tui.table.table import EventKind
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Game, Positions, Scored
    from yahtzee_tui.table.table import TableEvent


SAVING = N_("Saving ...")
"""What is shown while saving waits for other programs."""


def describe_event(change: TableEvent) -> str:
    """Return an event as a sentence, such as `Ann scored 25 in Full house.`."""
    event, game, player = change.event, change.game, change.player
    is_undone = change.kind is EventKind.UNDO
    if isinstance(event, Held):
        return describe_dice(game, game.held, "undone" if is_undone else "holds", player)
    if isinstance(event, Rolled) and is_undone:
        return _("Undone.")
    if isinstance(event, Rolled):
        return _("{player} rolled {faces}.", player=player, faces=format_faces(event.faces))
    box = game.ruleset.box(event.box).name
    if is_undone:
        return _("Undone: {points} in {box}.", points=event.points, box=box)
    if change.kind is EventKind.CORRECT:
        corrected = N_("Corrected: {player} has {points} in {box}.")
        return _(corrected, player=player, points=event.points, box=box)
    bonuses, _short = describe_bonuses(game.cards[change.seat], event)
    # Translators: bonuses are empty, or such as ", Yahtzee bonus +100, upper bonus +35"
    scored = N_("{player} scored {points} in {box}{bonuses}.")
    return _(scored, player=player, points=event.points, box=box, bonuses=bonuses)


def describe_short(change: TableEvent) -> str:
    """Return an event in fewer words, without the player's name."""
    event, game, is_undone = change.event, change.game, change.kind is EventKind.UNDO
    if isinstance(event, Held):
        held = describe_dice(game, game.held, "held")
        return f"{_('Undone.')} {held}" if is_undone else held
    if isinstance(event, Rolled) or is_undone:
        return describe_event(change)
    _named, bonuses = describe_bonuses(game.cards[change.seat], event)
    box = game.ruleset.box(event.box).short
    # Translators: bonuses are empty, or such as " and +100 and +35"
    return _("{points} in {box}{bonuses}.", points=event.points, box=box, bonuses=bonuses)


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
    return _(_FREE_JOKER[frozenset(points)], points=points.get(Section.UPPER)) + extra


_FREE_JOKER = {
    # Translators: the bonus follows, such as " +100."
    frozenset(): N_("A bonus, whichever box you choose:"),
    frozenset({Section.LOWER}): N_("Joker: lower boxes score in full."),
    frozenset({Section.UPPER}): N_("Joker: upper boxes score {points}."),
    frozenset(Section): N_("Joker: lower boxes score in full, upper boxes score {points}."),
}
"""What is said of a joker that may go anywhere, by the sections in which it scores more."""


def describe_end(game: Game) -> str:
    """Return the winners of a finished game, such as `Ann wins with 254.`."""
    winners = [game.players[seat] for seat in game.winners]
    total = game.ranking[0].total
    if len(game.players) == 1:
        return _("{player} scored {total}.", player=winners[0], total=total)
    if len(winners) == 1:
        return _("{player} wins with {total}.", player=winners[0], total=total)
    names = join_words(winners)
    return _("{players} tie for the win with {total}.", players=names, total=total)


def describe_left(game: Game) -> str:
    """Return the state of an unfinished game; empty if it had not begun."""
    if not game.turns and not game.roll:
        return ""
    totals = ", ".join(
        f"{player} {card.grand_total}"
        for player, card in zip(game.players, game.cards, strict=True)
    )
    paused = N_("Game paused in round {round} of {rounds}: {totals}.")
    return _(paused, round=game.round, rounds=game.rounds, totals=totals)


_DICE = {
    "holds": (
        N_("{player} holds no dice."), N_("{player} holds die {places}: {faces}."),
        N_("{player} holds dice {places}: {faces}."), N_("{player} holds all dice: {faces}."),
    ),
    "undone": (
        N_("Undone: {player} holds no dice again."),
        N_("Undone: {player} holds die {places} again: {faces}."),
        N_("Undone: {player} holds dice {places} again: {faces}."),
        N_("Undone: {player} holds all dice again: {faces}."),
    ),
    "held": (
        N_("No dice held."), N_("Die {places} held: {faces}."), N_("Dice {places} held: {faces}."),
        N_("All dice held: {faces}."),
    ),
    "reroll": (
        N_("No dice to reroll."), N_("Die {places} to reroll: {faces}."),
        N_("Dice {places} to reroll: {faces}."), N_("All dice to reroll: {faces}."),
    ),
    "still": (
        "", N_("Die {places} still held."), N_("Dice {places} still held."),
        N_("All dice still held."),
    ),
}  # fmt: skip
"""What is said of no die, of one, of several, and of all."""


def describe_dice(game: Game, positions: Positions, what: str, player: str = "") -> str:
    """Return a sentence on some dice and their faces, such as `Dice 1, 3 held: 5-5.`."""
    is_all = len(positions) == len(game.faces) > 0
    sentence = _DICE[what][3 if is_all else min(2, len(positions))]
    places = ", ".join([str(position + 1) for position in positions])
    faces = format_faces([*map(game.faces.__getitem__, positions)])
    return _(sentence, places=places, faces=faces, player=player)


def describe_bonuses(card: Card, event: Scored) -> tuple[str, str]:
    """Return the bonuses of a posting, by the card after it, with names and without."""
    named: list[str] = []
    points: list[int] = []
    ruleset = card.ruleset
    if event.bonus and ruleset.repeat_bonus is not None:
        name = ruleset.box(ruleset.repeat_bonus.box).name
        named.append(_("{box} bonus +{points}", box=name, points=event.bonus))
        points.append(event.bonus)
    if ruleset.upper_bonus is not None and ruleset.box(event.box).section is Section.UPPER:
        earned = card.upper_bonus - ruleset.upper_bonus.paid(card.upper_total - event.points)
        if earned > 0:
            named.append(_("upper bonus +{points}", points=earned))
            points.append(earned)
    # Translators: after points and a box, as in "20 in Fours and +100 and +35."
    short = "".join(_(" and +{points}", points=each) for each in points)
    return "".join(f", {each}" for each in named), short
