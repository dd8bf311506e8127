"""`yahtzee-tui score`: what every open box of a card would score for some dice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from yahtzee_tui.cli.errors import Complaint, refusals_as_complaints
from yahtzee_tui.cli.output import align, name_box, show
from yahtzee_tui.cli.positions import read_card, read_faces
from yahtzee_tui.rules import find_ruleset

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Card, Faces, Potential


def score(args: Namespace) -> int:
    """Show what every open box would score.

    Raises:
        Complaint: If the dice, the card or the rule set make no sense.
    """
    with refusals_as_complaints():
        ruleset = find_ruleset(args.rules)
        faces = read_faces(ruleset, args.faces)
        card = read_card(ruleset, args.card)
    if card.is_full:
        raise Complaint("Every box of this card is filled.")
    show((_write_json if args.json else _write_table)(card, faces))
    return 0


def _write_json(card: Card, faces: Faces) -> str:
    answer = {
        "rules": card.ruleset.id,
        "dice": list(faces),
        "boxes": {
            potential.box.id: None if potential.refusal else potential.points
            for potential in card.potentials(faces)
        },
        "bonus": card.repeat_bonus(faces),
    }
    return json.dumps(answer) + "\n"


def _write_table(card: Card, faces: Faces) -> str:
    ruleset = card.ruleset
    title = f"{' '.join(map(str, faces))} in {ruleset.name} ({ruleset.id}):\n"
    rows = [
        (name_box(ruleset, potential.box), *_tell_points(potential))
        for potential in card.potentials(faces)
    ]
    return title + align(rows, right=(1,)) + _tell_bonus(card, faces)


def _tell_points(potential: Potential) -> tuple[str, str]:
    if potential.refusal is not None:
        return "-", potential.refusal.sentence
    return str(potential.points), "as a joker" if potential.joker else ""


def _tell_bonus(card: Card, faces: Faces) -> str:
    bonus = card.ruleset.repeat_bonus
    points = card.repeat_bonus(faces)
    if bonus is None or not points:
        return ""
    name = card.ruleset.box(bonus.box).name
    return f"A {name} bonus of {points} comes on top, whatever box is chosen.\n"
