"""Text for people: widths in terminal cells, quoting, lists in words, and rounded numbers.

Every package uses these functions, so they need the standard library and translations only.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from yahtzee_tui.translation import N_, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LONGEST_QUOTE = 40
_LONGEST_MISSPELLING = 40
# 0.29 * 100 is a little less than 29.
_ROUNDING = 1e-9
_MINUS = re.compile(r"(?<!\w)-(?=\d)")
"""A hyphen before a number; not those between dice, such as 3-4."""

BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U0001d159"
)
"""Letters, marks and symbols of Unicode that show nothing."""

_ENCLOSING = "\u0488\u0489\u1abe\u20dd\u20de\u20df\u20e0\u20e2\u20e3\u20e4\ua670\ua671\ua672"
UNEVEN = dict.fromkeys((*map(ord, _ENCLOSING), *range(0x1F3FB, 0x1F400)), "")
"""What is drawn for signs that change the width of others, as not all terminals draw it: none for
marks that enclose (category Me) and skin tones (Emoji_Modifier), letters for the halves of flags
(Regional_Indicator)."""
UNEVEN |= {0x1F1E6 + at: chr(ord("A") + at) for at in range(26)}

LETTERS = dict(zip(map(ord, "øłđðþæœ"), ("o", "l", "d", "d", "th", "ae", "oe"), strict=True))
LETTERS |= {ord(chr(code).upper()): word.capitalize() for code, word in LETTERS.items()}
LETTERS |= {ord("ß"): "ss", ord("ı"): "i"}
"""The ASCII letters for those that Unicode doesn't take apart into a letter and marks."""

_ORDINALS = {1: N_("{number}st"), 2: N_("{number}nd"), 3: N_("{number}rd")}
_ORDINAL = N_("{number}th")


def cell_width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum(map(character_width, text))


@lru_cache(4096)
def character_width(character: str) -> int:
    """Return how many cells a character takes: 0, 1 or 2."""
    # Marks, and the vowels and finals of Hangul, stand on the letter before them.
    is_bare = "\u200c" <= character <= "\u200d" or not UNEVEN.get(ord(character), character)
    if is_bare or unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, width: int, right: bool = False) -> str:
    """Return a text padded to `width` cells with spaces behind it, or before it if `right`."""
    space = " " * (width - cell_width(text))
    return space + text if right else text + space


def cut(text: str, width: int) -> str:
    """Return as much of the beginning of a text as fits into `width` cells."""
    while cell_width(text) > width:
        text = text[:-1]
    return text.rstrip()


def shorten(text: str, longest: int) -> str:
    """Return a text with at most `longest` characters, `…` for those that are left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def escape_controls(text: str) -> str:
    r"""Return a text in one line without anything that a terminal would act upon.

    Controls, line ends and invisible characters become escapes such as `\x1b`; what terminals
    draw in different widths becomes what is in `UNEVEN`.
    """
    if text.isprintable():
        return text if text.isascii() else text.translate(UNEVEN)
    text = text.translate(UNEVEN)
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def quote(text: str) -> str:
    """Return a text as a sentence may quote it: in quotes, printable, and of bounded length."""
    shown = repr(shorten(text, _LONGEST_QUOTE))
    # Escapes take up to ten characters for one.
    most = 2 * _LONGEST_QUOTE
    return shown if len(shown) <= most else f"{shown[:most]}…{shown[0]}"


def fold(text: str) -> str:
    """Return a text without case and accents, as it is compared with what is typed."""
    bare = unicodedata.normalize("NFD", text.casefold().translate(LETTERS))
    return "".join(each for each in bare if not unicodedata.combining(each))


def capitalise(text: str) -> str:
    """Return a text as a sentence begins; unlike `str.capitalize` it keeps the other letters."""
    return f"{text[:1].upper()}{text[1:]}"


def uncapitalise(text: str) -> str:
    """Return a phrase as it stands within a sentence; languages differ in its first letter."""
    # Translators: `same` if a phrase keeps its capital within a sentence, as nouns do in German
    is_small = pgettext("first letter within a sentence", "small") == "small"
    return f"{text[:1].lower()}{text[1:]}" if is_small else text


def join_words(words: Iterable[object], last: Literal["and", "or"] = "and") -> str:
    """Return words as a sentence lists them, such as `a, b and c`; empty for none."""
    listed = [str(word) for word in words]
    if len(listed) < 2:
        return "".join(listed)
    first = ", ".join(listed[:-1])
    if last == "or":
        return _("{first} or {last}", first=first, last=listed[-1])
    return _("{first} and {last}", first=first, last=listed[-1])


def format_ordinal(number: int) -> str:
    """Return a place in a ranking, such as `1st`, `22nd` or `13th`."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    sentence = _ORDINALS.get(last, _ORDINAL)
    return _(sentence, number=number)


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence on an unknown word: `; did you mean ...?`, or nothing."""
    from difflib import get_close_matches  # takes its time, and few words are misspelt

    close = get_close_matches(word[:_LONGEST_MISSPELLING].casefold(), list(known), n=1)
    return _("; did you mean {word}?", word=close[0]) if close else ""


def end_sentence(text: str) -> str:
    """Return a sentence with its period, unless it ends with one or is a question."""
    return text if text.endswith(("?", ".")) else f"{text}."


def format_number(number: float, decimals: int = 1) -> str:
    """Return a number with that many decimals behind the decimal sign of the player's language."""
    # Translators: the decimal sign, such as a comma
    return f"{number:z.{decimals}f}".replace(".", pgettext("decimal sign", "."))


def format_count(count: int) -> str:
    """Return a whole number as `1,234`, with the sign between thousands of the language."""
    # Translators: the sign between thousands, such as a period or a space
    return f"{count:,}".replace(",", pgettext("thousands separator", ","))


def format_signed(number: float, decimals: int = 1) -> str:
    """Return a gain or loss with its sign, such as `+3.2`, `-0.1` or `0.0`."""
    text = f"{number:+z.{decimals}f}"
    text = text if float(text) else text[1:]
    return text.replace(".", pgettext("decimal sign", "."))


def format_percent(part: float, whole: float, decimals: int = 0) -> str:
    """Return a part of something in percent, such as `46%`; a dash for a part of nothing."""
    if not whole:
        return "–"
    return _("{number}%", number=format_number(100 * part / whole, decimals))


def format_accuracy(share: float | None) -> str:
    """Return a share in percent, rounded down so that only all of it is `100%`; `-` for None."""
    return "-" if share is None else _("{number}%", number=int(share * 100 + _ROUNDING))


def use_minus_sign(text: str) -> str:
    """Return a text with minus signs, as wide as a plus, for the hyphens before numbers."""
    return _MINUS.sub("−", text)


ANSWER_VERSION = 1
"""The version of answers in JSON: a field may be added without a new one, but not be removed."""


def format_answer(content: Mapping[str, Any]) -> str:
    """Return an answer in JSON with its version, as a line of ASCII; see docs/json.schema.json."""
    import json  # most commands do without it

    return json.dumps({"version": ANSWER_VERSION, **content}, allow_nan=False) + "\n"


def format_error(sentence: str, code: str | None) -> str:
    """Return an error in JSON, as a line of ASCII."""
    return format_answer({"error": sentence, "code": code})
