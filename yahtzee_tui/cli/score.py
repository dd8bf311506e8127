"""`yahtzee-tui score`: the points of every open box in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align, format_box, show, show_json
from yahtzee_tui.cli.positions import read_card, read_faces
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import find_ruleset

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Card, Faces, Potential


def score(args: Namespace) -> int:
    """Show what every open box would score."""
    ruleset = find_ruleset(args.rules)
    faces = read_faces(ruleset, args.faces)
    card = read_card(ruleset, args.card)
    if card.is_full:
        raise UserError("Every box of this card is filled.")
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
    title = f"{' '.join(map(str, faces))} in {ruleset.name} ({ruleset.id}):\n"
    rows = [
        (format_box(ruleset, potential.box), *_format_points(potential))
        for potential in card.potentials(faces)
    ]
    return title + align(rows, right=(1,)) + _format_bonus(card, faces)


def _format_points(potential: Potential) -> tuple[str, str]:
    if potential.refusal is not None:
        return "-", potential.refusal.sentence
    return str(potential.points), "as a joker" if potential.joker else ""


def _format_bonus(card: Card, faces: Faces) -> str:
    bonus = card.ruleset.repeat_bonus
    points = card.repeat_bonus(faces)
    if bonus is None or not points:
        return ""
    name = card.ruleset.box(bonus.box).name
    return f"A {name} bonus of {points} comes on top, whatever box is chosen.\n"
