"""Players' names: what a name may be. A name is text, never markup and never an escape sequence."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from yahtzee_tui.rules.refusal import Malformed, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PLAYERS = 8
WIDEST_NAME = 20
"""Most columns of a terminal that a name may take."""

_MOST_MARKS = 3
# Letters, marks, numbers, punctuation, symbols and the plain space: an allow-list, so that
# controls, bidirectional overrides, zero-width joiners and whatever comes next stay outside.
_ALLOWED = frozenset("LMNPS")


def name_width(name: str) -> int:
    """Return how many columns of a terminal a name takes."""
    return sum(map(_width, name))


def check_name(name: str) -> str:
    """Return a name as the game writes it: composed, and with single spaces.

    Raises:
        Malformed: If it is empty, too wide, or has characters that are no part of a name.
    """
    if not isinstance(name, str):
        raise Malformed("bad_name", "A player's name is a text.")
    if len(name) > 40 * WIDEST_NAME:
        raise _too_wide()
    name = unicodedata.normalize("NFC", " ".join(filter(None, name.split(" "))))
    if not name_width(name):
        raise Malformed("empty_name", "A player needs a name.")
    if not _width(name[0]):
        raise Malformed("bad_name", "A name can't begin with a mark for the letter before it.")
    marks = 0
    for character in name:
        if not _is_allowed(character):
            sentence = f"A name can't contain the character U+{ord(character):04X}."
            raise Malformed("bad_name", sentence)
        # Not `combining()`, which is 0 for many marks that pile up all the same.
        marks = 0 if _width(character) else marks + 1
        if marks > _MOST_MARKS:
            raise Malformed("bad_name", "A name can't pile so many marks on one letter.")
    if name_width(name) > WIDEST_NAME:
        raise _too_wide()
    return name


def check_players(players: Sequence[str]) -> None:
    """Make sure that these are the names of the players of one game.

    Raises:
        Malformed: If they are too few, too many, no names, or two are the same.
    """
    if not 1 <= len(players) <= MOST_PLAYERS:
        sentence = f"A game has 1 to {MOST_PLAYERS} players, not {len(players)}."
        raise Malformed("bad_players", sentence)
    seen = set()
    for name in players:
        if check_name(name) != name:
            raise Malformed("bad_name", f"The name {quoted(name)} has stray spaces or marks.")
        if name.casefold() in seen:
            raise Malformed("same_name", f"Two players can't both be called {name}.")
        seen.add(name.casefold())


def _too_wide() -> Malformed:
    return Malformed("long_name", f"A name takes at most {WIDEST_NAME} columns.")


def _is_allowed(character: str) -> bool:
    if character == " ":
        return True
    is_variation = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return unicodedata.category(character)[0] in _ALLOWED and not is_variation


def _width(character: str) -> int:
    # Marks, and the vowels and finals of Hangul, stand on the letter before them.
    if unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
