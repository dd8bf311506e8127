"""Positions on the command line: parses dice and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Card, attainable_points, find_box
from yahtzee_tui.text import join_words, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Faces, Ruleset

_MOST_LISTED = 7
_MOST_DIGITS = 4


def read_faces(ruleset: Ruleset, words: Sequence[str]) -> Faces:
    """Return the dice of words such as `3 3 3 4 4` or `33344`; raises `UserError` otherwise."""
    digits = "".join("".join(words).split())
    for word in words:
        if not word.strip() or set(word) - set("0123456789 "):
            raise UserError(f"{quote(word)} shows no dice; write them as 3 3 3 4 4 or 33344.")
    faces = tuple(map(int, digits))
    ruleset.check_faces(faces)
    return faces


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
        raise UserError(f"{quote(entry)} is no entry of a card; write them as fours=12,chance=20.")
    box = find_box(card.ruleset, name)
    if card[box.id] is not None:
        raise UserError(f"{box.name} can be filled only once.")
    attainable = attainable_points(card.ruleset, box.id)
    if not _is_number(points) or int(points) not in attainable:
        listed = ""
        if len(attainable) <= _MOST_LISTED:
            listed = f", only {join_words(sorted(attainable), 'or')}"
        raise UserError(f"{box.name} can't hold {quote(points)}{listed}.")
    return card.write(box.id, int(points))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
