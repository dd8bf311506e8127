"""`yahtzee-tui score`: what every open box of a card would score for some dice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from yahtzee_tui.cli.columns import align, name_box
from yahtzee_tui.cli.complaint import Complaint, refusals_as_complaints
from yahtzee_tui.cli.streams import show
from yahtzee_tui.rules import Card, attainable_points, find_box, find_ruleset, quoted

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Faces, Potential, Ruleset

_MOST_LISTED = 7
_MOST_DIGITS = 4


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


def read_faces(ruleset: Ruleset, words: Sequence[str]) -> Faces:
    """Return the dice that words such as `3 3 3 4 4` or `33344` show.

    Raises:
        Complaint: If a word shows no dice.
        Malformed: If they are not a roll of this game.
    """
    digits = "".join("".join(words).split())
    for word in words:
        if not word.strip() or set(word) - set("0123456789 "):
            raise Complaint(f"{quoted(word)} shows no dice; write them as 3 3 3 4 4 or 33344.")
    faces = tuple(map(int, digits))
    ruleset.check_faces(faces)
    return faces


def read_card(ruleset: Ruleset, texts: Iterable[str]) -> Card:
    """Return the card that texts such as `yahtzee=50,fh=25` describe.

    Raises:
        Complaint: If one makes no sense, or a box can't hold what it says.
        Malformed: If the game has no such box.
    """
    card = Card.empty(ruleset)
    for text in texts:
        for entry in text.split(",") if text.strip() else ():
            card = _fill(card, entry.strip())
    return card


def _fill(card: Card, entry: str) -> Card:
    name, sign, points = map(str.strip, entry.partition("="))
    if not sign or not name:
        raise Complaint(f"{quoted(entry)} is no entry of a card; write them as fours=12,chance=20.")
    box = find_box(card.ruleset, name)
    if card[box.id] is not None:
        raise Complaint(f"{box.name} can be filled only once.")
    attainable = attainable_points(card.ruleset, box.id)
    if not _is_number(points) or int(points) not in attainable:
        listed = ""
        if len(attainable) <= _MOST_LISTED:
            *others, last = map(str, sorted(attainable))
            listed = f", only {', '.join(others)} or {last}"
        raise Complaint(f"{box.name} can't hold {quoted(points)}{listed}.")
    return card.write(box.id, int(points))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


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
