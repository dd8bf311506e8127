"""How each option stands in the file: its words, or the numbers that it may be."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from yahtzee_tui.settings.options import COLOURS, Options
from yahtzee_tui.text import escape_controls, join_words, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORTEST_PAUSE, LONGEST_PAUSE = 1, 60
_LONGEST_QUOTE = 24


def to_word(value: object) -> object:
    """Return what stands in the file for the value of an option."""
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def from_word(key: str, word: object) -> object:
    """Return the value of an option for what stands in the file.

    Raises:
        ValueError: If it may not be that; the text says what it may be.
    """
    default = getattr(Options(), key)
    if isinstance(default, Enum):
        return _choice(word, {to_word(member): member for member in type(default)})
    if isinstance(default, bool):
        if isinstance(word, bool):
            return word
        raise ValueError("true or false")
    if isinstance(default, float):
        return _seconds(word)
    return _choice(word, {colours: colours for colours in COLOURS})


def quote(word: object) -> str:
    """Return what stands in the file as a sentence may show it."""
    text = word if isinstance(word, str) else _tell(word)
    plain = escape_controls(shorten(text, _LONGEST_QUOTE))
    return f'"{plain}"' if isinstance(word, str) else plain


def _seconds(word: Any) -> float:
    # A bool is an int to Python, but no number to people; and no comparison holds for NaN.
    is_number = isinstance(word, int | float) and not isinstance(word, bool)
    if not is_number or not SHORTEST_PAUSE <= word <= LONGEST_PAUSE:
        raise ValueError(f"{SHORTEST_PAUSE} to {LONGEST_PAUSE} seconds")
    return float(word)


def _choice(word: object, choices: Mapping[object, object]) -> object:
    if not isinstance(word, str) or word not in choices:
        raise ValueError(join_words((f'"{choice}"' for choice in choices), "or"))
    return choices[word]


def _tell(word: object) -> str:
    if isinstance(word, dict):
        return "a table"
    if isinstance(word, list):
        return "a list"
    if isinstance(word, bool):
        return str(word).lower()
    # Python writes out no integer that is longer than this.
    if isinstance(word, int) and word.bit_length() > 99:
        return "a huge number"
    return str(word)
