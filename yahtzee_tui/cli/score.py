"""`yahtzee-tui score`: the points of every open box in a position, read from dice and a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align, format_box, show, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Card, attainable_points, find_box, find_ruleset
from yahtzee_tui.text import join_words, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Faces, Potential, Ruleset

_MOST_LISTED = 7
_MOST_DIGITS = 4


def score(args: Namespace) -> int:
    """Show what every open box would score."""
    ruleset = find_ruleset(args.rules)
    faces = read_faces(ruleset, args.faces)
    card = read_card(ruleset, args.card)
    if card.is_full:
        raise UserError(_("Every box on this card is filled."))
    if args.json:
        show_json(_to_json(card, faces))
    else:
        show(_format_table(card, faces))
    return 0


def _to_json(card: Card, faces: Faces) -> dict[str, Any]:
    return {
        "rules": card.ruleset.id,
        "dice": list(faces),
        "boxes": {
            potential.box.id: None if potential.refusal else potential.points
            for potential in card.potentials(faces)
        },
        "bonus": card.repeat_bonus(faces),
    }


def _format_table(card: Card, faces: Faces) -> str:
    ruleset = card.ruleset
    game = f"{ruleset.name} ({ruleset.id})"
    title = _("{dice} in {game}:", dice=" ".join(map(str, faces)), game=game)
    rows = [
        (format_box(ruleset, potential.box), *_format_points(potential))
        for potential in card.potentials(faces)
    ]
    return f"{title}\n{align(rows, right=(1,))}{_format_bonus(card, faces)}"


def _format_points(potential: Potential) -> tuple[str, str]:
    if potential.refusal is not None:
        return "-", potential.refusal.sentence
    return str(potential.points), _("as a joker") if potential.joker else ""


def _format_bonus(card: Card, faces: Faces) -> str:
    bonus = card.ruleset.repeat_bonus
    points = card.repeat_bonus(faces)
    if bonus is None or not points:
        return ""
    name = card.ruleset.box(bonus.box).name
    sentence = N_("Plus a {box} bonus of {points}, whichever box you choose.")
    return _(sentence, box=name, points=points) + "\n"


def read_faces(ruleset: Ruleset, words: Sequence[str]) -> Faces:
    """Return the dice of words such as `3 3 3 4 4` or `33344`; raises `UserError` otherwise."""
    return ruleset.parse_faces(" ".join(words))


def read_card(ruleset: Ruleset, texts: Iterable[str]) -> Card:
    """Return the card of texts such as `yahtzee=50,fh=25`; raises `UserError` otherwise."""
    card = Card.empty(ruleset)
    for text in texts:
        for entry in text.split(",") if text.strip() else ():
            card = _fill(card, entry.strip())
    return card


def _fill(card: Card, entry: str) -> Card:
    name, sign, points = map(str.strip, entry.partition("="))
    if not sign or not name:
        sentence = N_("{word} is not a box and its points. Write fours=12,chance=20.")
        raise UserError(_(sentence, word=quote(entry)))
    box = find_box(card.ruleset, name)
    if card[box.id] is not None:
        raise UserError(_("{box} can be filled only once.", box=box.name))
    attainable = attainable_points(card.ruleset, box.id)
    is_number = points.isascii() and points.isdigit() and len(points) <= _MOST_DIGITS
    if not is_number or int(points) not in attainable:
        sentence = N_("{box} can't hold {points}.")
        if len(attainable) <= _MOST_LISTED:
            sentence = N_("{box} can't hold {points}, only {others}.")
        others = join_words(sorted(attainable), "or")
        raise UserError(_(sentence, box=box.name, points=quote(points), others=others))
    return card.write(box.id, int(points))
