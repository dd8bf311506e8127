"""Names that look alike, and names in more than one script (Unicode Technical Standard #39)."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from yahtzee_tui.text import BLANK, join_words

if TYPE_CHECKING:
    from collections.abc import Mapping

_BLANK = dict.fromkeys(map(ord, (*BLANK, *" \u200c\u200d")))

_TOGETHER = (
    {"Han", "Hiragana", "Katakana"},
    {"Han", "Bopomofo"},
    {"Han", "Hangul"},
)
"""Scripts that one language uses together (UTS #39, 5.1)."""

_COMMON = {"Combining", "Digit", "Modifier", "Vedic"}
"""First words of names of characters that belong to no script."""

_RENAMED = {"Cjk": "Han", "Ideographic": "Han"}


def likenesses(name: str) -> set[str]:
    """Return digests of what a name looks like; names that share one look alike.

    Names are the same in upper and lower case, and capital letters look like others than small
    ones: a name is compared as it is written, and in lower case.
    """
    name = unicodedata.normalize("NFKC", name)
    prototypes = _read_prototypes()
    looks = (
        _skeleton(name, prototypes).casefold(),
        _skeleton(unicodedata.normalize("NFKC", name.casefold()), prototypes).casefold(),
    )
    return {sha256(look.encode()).hexdigest() for look in looks}


def _skeleton(name: str, prototypes: Mapping[int, str]) -> str:
    """Return the skeleton of a name (UTS #39, 4), without what can't be seen."""
    name = unicodedata.normalize("NFD", name).translate(_BLANK)
    return unicodedata.normalize("NFD", name.translate(prototypes))


def _read_prototypes() -> dict[int, str]:
    """Read what each character looks like, in 2 ms; not kept, as sessions need it once."""
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
