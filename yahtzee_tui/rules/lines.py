"""What people write, in one line: text, never markup and never an escape sequence."""

from __future__ import annotations

import unicodedata

from yahtzee_tui.rules.refusal import Malformed
from yahtzee_tui.text import cell_width, character_width

_MOST_MARKS = 3
# Letters, marks, numbers, punctuation, symbols and the plain space: an allow-list, so that
# controls, bidirectional overrides, zero-width joiners and whatever comes next stay outside.
_ALLOWED = frozenset("LMNPS")


def check_line(line: str, kind: str, widest: int) -> str:
    """Return a line as the game writes it: composed, and with single spaces.

    Args:
        line: What somebody wrote.
        kind: What it is, such as `name`: a refusal says so.
        widest: How many columns it may take.

    Raises:
        Malformed: If it is empty, too wide, or has characters that don't belong into a line.
    """
    bad = f"bad_{kind}"
    if not isinstance(line, str):
        raise Malformed(bad, f"A {kind} is a text.")
    if len(line) > 40 * widest:
        raise _too_wide(kind, widest)
    line = unicodedata.normalize("NFC", " ".join(filter(None, line.split(" "))))
    if not cell_width(line):
        raise Malformed(f"empty_{kind}", f"A {kind} can't be empty.")
    if not character_width(line[0]):
        raise Malformed(bad, f"A {kind} can't begin with a mark for the letter before it.")
    marks = 0
    for character in line:
        if not _is_allowed(character):
            raise Malformed(bad, f"A {kind} can't contain the character U+{ord(character):04X}.")
        # Not `combining()`, which is 0 for many marks that pile up all the same.
        marks = 0 if character_width(character) else marks + 1
        if marks > _MOST_MARKS:
            raise Malformed(bad, f"A {kind} can't pile so many marks on one letter.")
    if cell_width(line) > widest:
        raise _too_wide(kind, widest)
    return line


def _too_wide(kind: str, widest: int) -> Malformed:
    return Malformed(f"long_{kind}", f"A {kind} takes at most {widest} columns.")


def _is_allowed(character: str) -> bool:
    if character == " ":
        return True
    is_variation = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return unicodedata.category(character)[0] in _ALLOWED and not is_variation
