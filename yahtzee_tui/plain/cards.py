"""Cards in lines: what is filled, what is open, and what the dice would score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain.words import tell_list, tell_repeat_bonus
from yahtzee_tui.rules import Forbidden, Malformed, explain_points, find_box, match_boxes
from yahtzee_tui.table import tell_end
from yahtzee_tui.text import capitalise, count_noun, join_words, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Box, Card, Game, Potential, Ruleset

_SHORTEST = 2
"""Fewer letters only count if they are all that a box is called."""


def tell_card(player: str, card: Card) -> Iterator[str]:
    """Yield a player's card, a line for each box, and the totals."""
    yield f"The card of {player}, total {card.grand_total}."
    for number, (box, points) in enumerate(zip(card.ruleset.boxes, card.scores, strict=True), 1):
        held = "open" if points is None else count_noun(points, "point")
        yield f"{number}. {_name(card.ruleset, box)}, {held}."
    yield f"{capitalise(_tell_sections(card))}.{_tell_reach(card)}"


def tell_boxes(game: Game) -> Iterator[str]:
    """Yield what the dice would score in every box that may be filled, and why others may not."""
    ruleset = game.ruleset
    yield f"{game.player}'s dice show {tell_list(game.faces)}."
    why: dict[str, None] = {}
    for potential in game.potentials:
        if potential.refusal is None:
            box = potential.box
            number, brings = ruleset.place(box.id) + 1, _tell_potential(ruleset, potential)
            yield f"{number}. {_name(ruleset, box)}, {brings}."
        else:
            why[potential.refusal.sentence] = None
    yield from why


def find_open(game: Game, text: str) -> Box | None:
    """Return the box that a number, a code or a name stands for, None if there is none like that.

    Boxes have the same numbers all through the game. A name may be cut short as long as only one
    open box is called so.

    Raises:
        Forbidden: If several open boxes are called so.
    """
    ruleset, boxes = game.ruleset, game.ruleset.boxes
    if text.isascii() and text.isdigit():
        at = int(text[:4])
        return boxes[at - 1] if 1 <= at <= len(boxes) else None
    exact = _find_exactly(ruleset, text)
    if exact is not None or len(text) < _SHORTEST:
        return exact
    found = [box for box in match_boxes(ruleset, text) if box in game.card.open]
    if len(found) > 1:
        names = join_words((box.name for box in found), "or")
        raise Forbidden("many_boxes", f"{quote(text)} may be {names}.")
    return found[0] if found else None


def tell_prices(ruleset: Ruleset) -> Iterator[str]:
    """Yield what each box wants and pays."""
    for number, box in enumerate(ruleset.boxes, 1):
        wants = f"{box.wants[:1].lower()}{box.wants[1:]}"
        yield f"{number}. {_name(ruleset, box)}: {wants}, for {explain_points(box)}."


def tell_ranking(game: Game) -> Iterator[str]:
    """Yield who won, and how everybody's total came about."""
    yield tell_end(game)
    for place, seat, total in game.ranking:
        yield f"{place}. {game.players[seat]} {total}: {_tell_sections(game.cards[seat])}."


def _find_exactly(ruleset: Ruleset, text: str) -> Box | None:
    """Return the box that is called exactly so, None if there is none."""
    try:
        return find_box(ruleset, text)
    except Malformed:
        return None


def _tell_sections(card: Card) -> str:
    ruleset = card.ruleset
    parts = [f"upper section {card.upper_total}"]
    if ruleset.upper_bonus is not None:
        parts.append(f"upper bonus {card.upper_bonus}")
    parts.append(f"lower section {card.lower_total}")
    if ruleset.repeat_bonus is not None and card.repeats:
        name = ruleset.box(ruleset.repeat_bonus.box).name
        parts[-1] += f" with {card.repeat_points} of {name} bonus"
    return tell_list(parts)


def _tell_reach(card: Card) -> str:
    """Return how far away the upper bonus is, nothing where there is none or it is earned."""
    bonus = card.ruleset.upper_bonus
    if bonus is None or (card.upper_bonus and not card.upper_bonus_in_reach):
        return ""
    if not card.upper_bonus_in_reach:
        return " The upper bonus is out of reach."
    needed = min(need for need, _ in bonus.tiers if need > card.upper_total)
    return f" The upper bonus takes {needed - card.upper_total} more."


def _tell_potential(ruleset: Ruleset, potential: Potential) -> str:
    joker = " as a joker" if potential.joker else ""
    bonus = tell_repeat_bonus(ruleset, potential.bonus)
    return f"{count_noun(potential.points, 'point')}{joker}{bonus}"


def _name(ruleset: Ruleset, box: Box) -> str:
    return f"{box.name}, {box.code}" if ruleset.shows_codes else box.name
