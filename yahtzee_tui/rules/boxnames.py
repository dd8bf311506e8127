"""Finding a box by what people call it: its id, name, code, or a word of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules.refusal import Malformed
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.rules.ruleset import Box, Ruleset

_ALIASES: dict[str, tuple[str, ...]] = {
    "ones": ("aces", "ace", "1s", "1"),
    "twos": ("deuces", "2s", "2"),
    "threes": ("treys", "3s", "3"),
    "fours": ("4s", "4"),
    "fives": ("5s", "5"),
    "sixes": ("6s", "6"),
    "one_pair": ("pair", "1 pair", "1p"),
    "two_pairs": ("2 pairs", "2 pair", "two pair", "2p"),
    "three_of_a_kind": ("3 of a kind", "3k", "3kind", "trips"),
    "four_of_a_kind": ("4 of a kind", "4k", "4kind", "quads"),
    "full_house": ("fh", "house", "full"),
    "small_straight": ("ss", "sm straight", "small", "short straight"),
    "large_straight": ("ls", "lg straight", "large", "long straight"),
    "yahtzee": ("yatzy", "yz", "five of a kind", "5 of a kind", "5k", "y"),
    "chance": ("ch", "c"),
}


def find_box(ruleset: Ruleset, text: str) -> Box:
    """Return the one box that a text names exactly, by id, name, code or alias.

    Raises:
        Malformed: If it names none.
    """
    wanted = _fold(text)
    for box in ruleset.boxes:
        if wanted and wanted in _names(box):
            return box
    raise Malformed("unknown_box", f"{ruleset.name} has no box {quote(text)}.")


def match_boxes(ruleset: Ruleset, text: str) -> tuple[Box, ...]:
    """Return the boxes that a text being typed may mean, the likeliest first.

    A name that equals the text comes before one that begins with it, and that before one of which
    a later word does; within each, the order of the card holds.
    """
    wanted = _fold(text)
    if not wanted:
        return ruleset.boxes
    ranked = [(rank, box) for box in ruleset.boxes if (rank := _rank(box, wanted)) is not None]
    return tuple(box for _, box in sorted(ranked, key=lambda pair: pair[0]))


def _rank(box: Box, wanted: str) -> int | None:
    names = _names(box)
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(word.startswith(wanted) for name in names for word in name.split()):
        return 2
    return None


def _names(box: Box) -> set[str]:
    names = (box.id, box.name, box.short, box.code, *_ALIASES.get(box.id, ()))
    return set(map(_fold, names))


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").replace("'", "").split())
