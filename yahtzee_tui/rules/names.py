"""Players' names and other lines that people type: text only, never an escape sequence."""

from __future__ import annotations

import unicodedata
from itertools import chain, count
from typing import TYPE_CHECKING

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.text import BLANK, UNEVEN, cell_width, character_width, cut, quote
from yahtzee_tui.translation import N_, _, is_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDEST_NAME = 20
"""The most columns of a name."""

GUEST_MARK = "*"
"""Ends the name of every user without a key, so that no guest can take a player's name."""

BOT_MARK = "BOT "
"""Begins the name of every account of a bot, so that no player can be taken for one."""

_MOST_MARKS = 3
# Letters, marks, numbers, punctuation, symbols and the plain space: an allow-list, so that
# controls, bidirectional overrides and later additions stay outside.
_ALLOWED = frozenset("LMNPS")


# Marks stay, so that only as many as before are allowed on a letter.
_OLD = dict.fromkeys((code for code in UNEVEN if code > 0xFFFF), "?")

# Translators: at the beginning of a sentence, such as "A name can't be empty."
_KINDS = {"name": N_("A name"), "word": N_("A word"), "message": N_("A message")}


def check_line(line: str, kind: str, widest: int, *, is_old: bool = False) -> str:
    """Return a line in the form that is stored: composed, and with single spaces.

    `kind` is what it is, such as `name`, for a refusal; `widest`, how many columns it may have.
    One that `is_old` may have signs of other widths (`UNEVEN`), as older versions allowed.

    Raises:
        Malformed: If it is empty, too wide, or has characters that don't belong into a line.
    """

    def refuse(why: str, sentence: str, **places: str) -> Malformed:
        # Translators: a key of a rule file, at the beginning of a sentence
        what = _(_KINDS[kind]) if kind in _KINDS else _("A {key}", key=kind)
        return Malformed(f"{why}_{kind}", _(sentence, what=what, widest=widest, **places))

    # Translators: what is "A name" or the like
    too_wide = N_("{what} can be at most {widest} columns wide.")
    if not isinstance(line, str):
        raise refuse("bad", N_("{what} must be text."))
    if len(line) > 40 * widest:
        raise refuse("long", too_wide)
    line = unicodedata.normalize("NFC", " ".join(filter(None, line.split(" "))))
    is_old = is_old or kind not in _KINDS  # records have rule files, too
    checked = line.translate(_OLD) if is_old else line
    if not cell_width(checked):
        raise refuse("empty", N_("{what} can't be empty."))
    if not character_width(checked[0]):
        raise refuse("bad", N_("{what} can't start with a combining mark."))
    marks = 0
    for at, character in enumerate(checked):
        is_uneven = ord(character) in UNEVEN and not is_old
        if is_uneven or (not _is_allowed(character) and not _joins_letters(checked, at)):
            sentence = N_("{what} can't contain the character {character}.")
            raise refuse("bad", sentence, character=f"U+{ord(character):04X}")
        # Not `combining()`, which is 0 for many marks that pile up all the same.
        marks = 0 if character_width(character) else marks + 1
        if marks > _MOST_MARKS:
            raise refuse("bad", N_("{what} can't have that many accents on one letter."))
    if cell_width(checked) > widest:
        raise refuse("long", too_wide)
    return line


def check_name(name: str, *, is_old: bool = False) -> str:
    """Return a player's name in the form that is stored, or refuse it. See `check_line`."""
    return check_line(name, "name", WIDEST_NAME, is_old=is_old)


def check_new_name(name: str) -> str:
    """Return a name as `check_name` does, and refuse one that reads as a sentence of the program.

    Players could take such a name for what the program says about the game, or about others.
    """
    name = check_name(name)
    if is_sentence(name):
        sentence = _("The name {name} looks like a game message.", name=quote(name))
        raise Malformed("bad_name", sentence)
    return name


def check_word(word: str, *, is_old: bool = False) -> str:
    """Return what a player adds to the dice in the form that is stored, or refuse it."""
    return check_line(word, "word", WIDEST_NAME, is_old=is_old)


def free_name(name: str, taken: Iterable[str], ending: str = "") -> str:
    """Return a name that is not taken: this one, or the first with a number behind it.

    It is cut to `WIDEST_NAME` columns; a mark `ending` stays behind the number.
    """
    folded = {each.casefold() for each in taken}
    bare = name.removesuffix(ending)
    mark = name[len(bare) :]
    ends = chain([mark], (f" {number}{mark}" for number in count(2)))
    names = (cut(bare, WIDEST_NAME - cell_width(end)) + end for end in ends)
    return next(each for each in names if each.casefold() not in folded)


JOINERS = "\u200c\u200d"
"""Characters without a width that keep letters apart, or join them."""

_VIRAMA = 9  # the combining class of signs that join consonants, as in Hindi


def _joins_letters(line: str, at: int) -> bool:
    """Return whether a character is a joiner where a script needs it (RFC 5892, appendix A).

    That is after a virama; and, for the one that keeps letters apart, between Arabic letters.
    """
    if line[at] not in JOINERS or not 0 < at < len(line) - 1:
        return False
    before, after = line[at - 1], line[at + 1]
    is_between = line[at] == "\u200c" and _is_arabic(before) and _is_arabic(after)
    return is_between or unicodedata.combining(before) == _VIRAMA


def takes_joiner(before: str) -> bool:
    """Return whether a joiner may be typed after a character."""
    return _is_arabic(before) or unicodedata.combining(before) == _VIRAMA


def _is_arabic(character: str) -> bool:
    return unicodedata.name(character, "").startswith("ARABIC LETTER")


def _is_allowed(character: str) -> bool:
    if character == " ":
        return True
    is_variation = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    is_hidden = is_variation or character in BLANK
    return unicodedata.category(character)[0] in _ALLOWED and not is_hidden
