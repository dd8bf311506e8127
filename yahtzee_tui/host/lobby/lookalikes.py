"""Names that look alike, and names in more than one script (Unicode Technical Standard #39)."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from yahtzee_tui.text import BLANK, join_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_BLANK = dict.fromkeys(map(ord, (*BLANK, *" \u200c\u200d")))

_TOGETHER = ({"Han", "Hiragana", "Katakana"}, {"Han", "Bopomofo"}, {"Han", "Hangul"})
"""Scripts that one language uses together (UTS #39, 5.1)."""

_COMMON = {"Combining", "Digit", "Modifier", "Vedic"}
"""First words of names of characters that belong to no script."""

_RENAMED = {"Cjk": "Han", "Ideographic": "Han"}


def likenesses(name: str) -> set[str]:
    """Return digests of what a name looks like; names that share one look alike.

    What is no letter or digit doesn't count, unless it looks like one.
    """
    prototypes = _read_prototypes()
    return {
        sha256(look.encode()).hexdigest()
        for each in {name, "".join(_split_words(name)) or name}
        for look in _find_looks(each, prototypes)
    }


def find_word(name: str, words: Iterable[str]) -> str:
    """Return the first of some words that a name contains, or looks like as a whole; else ""."""
    prototypes = _read_prototypes()
    parts = _split_words(name)
    looks = {look for part in (*parts, "".join(parts)) for look in _find_looks(part, prototypes)}
    return next((word for word in words if looks & _find_looks(word, prototypes)), "")


def _find_looks(name: str, prototypes: Mapping[int, str]) -> set[str]:
    """Return what a name looks like.

    Names are the same in upper and lower case, and capital letters look like others than small
    ones: a name is compared as it is written, and in lower case.
    """
    name = "".join(map(_find_base, unicodedata.normalize("NFKC", name)))
    looks = {
        _skeleton(name, prototypes).casefold(),
        _skeleton(unicodedata.normalize("NFKC", name.casefold()), prototypes).casefold(),
    }
    # Capitals of i look like l; what was stored before these were one is found, too.
    return looks | {look.replace("i", "l") for look in looks}


def _split_words(name: str) -> list[str]:
    """Return the words of a name: letters, digits, and marks that make other letters of them."""
    name = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    return "".join(
        character if _counts(character) else "" if _is_mark(character) else " "
        for character in name
    ).split()


def _counts(character: str) -> bool:
    if ord(character) in _BLANK:
        return False
    if _is_mark(character):
        return not _is_common_mark(character)
    # A modifier letter that no compatible letter replaces is a sign, such as U+02BC.
    is_sign = unicodedata.name(character, "").startswith("MODIFIER LETTER")
    return unicodedata.category(character)[0] in "LN" and not is_sign


def _is_common_mark(character: str) -> bool:
    is_own = unicodedata.combining(character) in _OF_ONE_SCRIPT
    return unicodedata.name(character, "").startswith("COMBINING") and not is_own


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


_OF_ONE_SCRIPT = (7, 8)
"""The combining classes of marks of one script that make another letter: nukta, and kana's."""


_VARIANT = re.compile(
    "LATIN (?:LETTER SMALL CAPITAL|(?:SMALL|CAPITAL) LETTER (?!SHARP)[A-Z]+) ([A-Z])"
)
"""The names of letters that are another in another form: small capitals, open e, turned a."""


def _find_base(character: str) -> str:
    variant = _VARIANT.fullmatch(unicodedata.name(character, ""))
    return variant[1].lower() if variant else character


def _skeleton(name: str, prototypes: Mapping[int, str]) -> str:
    """Return the skeleton of a name (UTS #39, 4), without marks and what can't be seen.

    A letter with a stroke looks like one with a mark.
    """
    name = unicodedata.normalize("NFD", name).translate(_BLANK)
    looks = unicodedata.normalize("NFD", name.translate(prototypes))
    return "".join(each for each in looks if not _is_common_mark(each)) or looks


def _read_prototypes() -> dict[int, str]:
    """Read what each character looks like, in 2 ms; not kept, as sessions need it seldom."""
    found = {}
    text = files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            prototype, _, characters = line.partition(";")
            looks = "".join(chr(int(code, 16)) for code in prototype.split())
            found.update(dict.fromkeys((int(code, 16) for code in characters.split()), looks))
    return found


def find_mixture(name: str) -> str:
    """Return the scripts of a name as in `Cyrillic and Latin` if it mixes several; else ""."""
    scripts = {
        script
        for character in unicodedata.normalize("NFKC", name)
        if (script := _find_script(character))
    }
    if len(scripts) < 2 or any(scripts <= together for together in _TOGETHER):
        return ""
    return join_words(sorted(scripts))


def _find_script(character: str) -> str:
    """Return the script of a letter, mark or digit, which its name begins with; "" for others."""
    if unicodedata.category(character) not in _IN_SCRIPTS or ord(character) in _BLANK:
        return ""
    word = unicodedata.name(character, "").partition(" ")[0].partition("-")[0].capitalize()
    return "" if word in _COMMON else _RENAMED.get(word, word)


_IN_SCRIPTS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}
