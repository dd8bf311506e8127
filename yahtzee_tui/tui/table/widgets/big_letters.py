"""Large letters and digits of block characters."""

from functools import lru_cache
from unicodedata import normalize

LETTER_HEIGHT = 4
"""The rows of a letter; the last one is half empty."""

_WIDTH = 5
_LETTERS = {
    "Y": "11011 11011 11011 01110 00110 00110 00110",
    "A": "01110 11011 11011 11111 11011 11011 11011",
    "H": "11011 11011 11011 11111 11011 11011 11011",
    "T": "11111 00110 00110 00110 00110 00110 00110",
    "Z": "11111 00011 00110 01100 11000 11000 11111",
    "E": "11111 11000 11000 11110 11000 11000 11111",
    "J": "00111 00011 00011 00011 00011 11011 01110",
    "O": "01110 11011 11011 11011 11011 11011 01110",
    "K": "11011 11011 11110 11100 11110 11011 11011",
    "R": "11110 11011 11011 11110 11110 11011 11011",
    "B": "11110 11011 11011 11110 11011 11011 11110",
    "N": "11011 11011 11111 11111 11111 11011 11011",
    "U": "11011 11011 11011 11011 11011 11011 01110",
    "S": "01111 11000 11000 01110 00011 00011 11110",
    "C": "01110 11011 11000 11000 11000 11011 01110",
    "D": "11110 11011 11011 11011 11011 11011 11110",
    "F": "11111 11000 11000 11110 11000 11000 11000",
    "G": "01110 11011 11000 11011 11011 11011 01111",
    "I": "01111 00110 00110 00110 00110 00110 01111",
    "L": "11000 11000 11000 11000 11000 11000 11111",
    "M": "10001 11011 11111 11111 10101 10001 10001",
    "P": "11110 11011 11011 11110 11000 11000 11000",
    "Q": "01110 11011 11011 11011 11011 01110 00011",
    "V": "11011 11011 11011 11011 11011 01110 00100",
    "W": "10001 10001 10101 11111 11111 11011 10001",
    "X": "11011 11011 01110 00100 01110 11011 11011",
    "0": "01110 11011 11011 11011 11011 11011 01110",
    "1": "00110 01110 00110 00110 00110 00110 01111",
    "2": "01110 11011 00011 00110 01100 11000 11111",
    "3": "01110 11011 00011 00110 00011 11011 01110",
    "4": "00011 00111 01111 11011 11111 00011 00011",
    "5": "11111 11000 11110 00011 00011 11011 01110",
    "6": "01110 11000 11110 11011 11011 11011 01110",
    "7": "11111 00011 00110 00110 01100 01100 01100",
    "8": "01110 11011 11011 01110 11011 11011 01110",
    "9": "01110 11011 11011 11011 01111 00011 01110",
    "+": "00000 00100 00100 11111 00100 00100 00000",
    "!": "00110 00110 00110 00110 00110 00000 00110",
    " ": "00000 00000 00000 00000 00000 00000 00000",
}
"""The rows of a letter, seven half rows of five dots."""

_HALVES = " ▀▄█"


def letters_width(text: str) -> int:
    """Return the columns of a text in large letters."""
    return len(text) * (_WIDTH + 1) - 1


def can_enlarge(text: str) -> bool:
    """Return whether there are large letters for a text; they have no accents."""
    return all(_drop_accent(each) in _LETTERS for each in text)


def _drop_accent(letter: str) -> str:
    return normalize("NFKD", letter)[0]


@lru_cache(32)
def enlarge_letter(letter: str, across: int, down: int) -> tuple[str, ...]:
    """Return the half rows of a letter, as bits of half columns, of which a dot has so many."""
    rows = ("".join(bit * across for bit in row) for row in _LETTERS[letter].split())
    return tuple(row for row in rows for _ in range(down))


@lru_cache(16)
def letter_dots(text: str) -> tuple[str, ...]:
    """Return a text in large letters as seven rows of dots, 1 or 0; unknown characters are 0."""
    letters = [_LETTERS.get(_drop_accent(each), _LETTERS[" "]).split() for each in text]
    return tuple("0".join(rows) for rows in zip(*letters, strict=True))


@lru_cache(16)
def paint_letters(text: str) -> tuple[str, ...]:
    """Return the rows of a text in large letters of half rows; unknown characters are blank."""
    dots = letter_dots(text)
    dots += ("0" * len(dots[0]),)
    return tuple(
        "".join(
            _HALVES[int(upper) + 2 * int(lower)] for upper, lower in zip(above, below, strict=True)
        )
        for above, below in zip(dots[::2], dots[1::2], strict=True)
    )
