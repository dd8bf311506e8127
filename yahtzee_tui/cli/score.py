"""`yahtzee-tui score`: the points of every open box in a position, read from dice and a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.arguments import RULES
from yahtzee_tui.cli.output import align, format_box, show, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Card, Position, find_box, find_ruleset
from yahtzee_tui.rules.card import check_points
from yahtzee_tui.text import join_words, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from yahtzee_tui.rules import Faces, Potential, Ruleset


def score(args: Namespace) -> int:
    """Show what every open box would score."""
    position = read_position(args, 0)
    if args.position:
        show(f"{position}\n")
    elif args.json:
        show_json(_to_json(position))
    else:
        show(_format_table(position))
    return 0


def _to_json(position: Position) -> dict[str, Any]:
    card, faces = position.card, position.faces
    return {
        "rules": card.ruleset.id,
        "dice": list(faces),
        "boxes": {
            potential.box.id: None if potential.refusal else potential.points
            for potential in card.potentials(faces, is_first=position.roll == 1)
        },
        "bonus": card.repeat_bonus(faces),
    }


def _format_table(position: Position) -> str:
    card, faces = position.card, position.faces
    ruleset = card.ruleset
    game = f"{ruleset.name} ({ruleset.id})"
    title = _("{dice} in {game}:", dice=" ".join(map(str, faces)), game=game)
    rows = [
        (format_box(ruleset, potential.box), *_format_points(potential))
        for potential in card.potentials(faces, is_first=position.roll == 1)
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


def parse_position(text: str, rules: str, needs_dice: bool = True) -> Position:
    """Return a position in one line, by the rules of `--rules` if there are any.

    Raises `UserError` for others, and without dice if these are needed.
    """
    position = Position.parse(text)
    ruleset = position.card.ruleset
    if rules not in (RULES.settings["default"], ruleset.key) and find_ruleset(rules) != ruleset:
        sentence = N_("This position is from {game}, but --rules names other rules.")
        raise UserError(_(sentence, game=ruleset.name))
    if needs_dice and not position.faces:
        raise UserError(_("This position has no dice yet: {text}.", text=text))
    return position


def read_position(args: Namespace, rolls_left: int | str | None) -> Position:
    """Return the dice, the card and the rolls left of a command, also from a line with all three.

    `rolls_left` is what it says beside them. Raises `UserError`.
    """
    text = " ".join(args.faces)
    if "," in text:
        if args.card or rolls_left:
            raise UserError(_("A position in one line already has its card and rolls left."))
        return parse_position(text, args.rules)
    ruleset = find_ruleset(args.rules)
    faces, card = ruleset.parse_faces(text), read_card(ruleset, args.card)
    if rolls_left is None:
        raise UserError(_("Give the number of rolls left with --rolls-left."))
    left = _read_rolls_left(card, str(rolls_left))
    if card.is_full:
        raise UserError(_("Every box on this card is filled."))
    roll = max(1, ruleset.rolls - left)
    return Position(card, roll, faces, saved=left - ruleset.rolls + roll)


def _read_rolls_left(card: Card, text: str) -> int:
    """Return the rolls left, with those that the player may have saved."""
    ruleset = card.ruleset
    turns = len(card.scores) - len(card.open) if ruleset.saved_rolls else 0
    most = (ruleset.rolls - 1) * (1 + turns)
    known = [str(left) for left in range(most + 1)]
    if text not in known:
        choices = join_words(known, "or")
        if ruleset.saved_rolls:
            choices = _("{least} to {most}", least=0, most=most)
        raise UserError(
            _("--rolls-left must be {choices}, not {word}.", choices=choices, word=quote(text))
        )
    return int(text)


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
    return card.write(box.id, check_points(card.ruleset, box, points))
