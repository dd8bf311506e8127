"""A language for tests: English with an accent on each letter, a third longer, in brackets.

So a letter without an accent on the screen is of a sentence that wasn't translated, or isn't in the
catalogs; a bracket without its other one is of a sentence that was cut. What a note for translators
limits gets no longer than the note says, and has no brackets where there is no room for them.
"""

from __future__ import annotations

import re
from functools import cache
from gettext import NullTranslations
from importlib import import_module
from string import ascii_lowercase

import pytest

from tests.catalogs import read_catalog
from yahtzee_tui.rules import BUILT_IN
from yahtzee_tui.rules.ruleset import WIDEST_SHORT
from yahtzee_tui.settings import languages
from yahtzee_tui.text import cell_width

OPENING, CLOSING = "⟦⟧"
_ACCENTED = "áḃćḋéḟǵḣíĵḱĺḿńóṕɋŕśťúṽẃẋýź"
_ACCENTS = str.maketrans(ascii_lowercase + ascii_lowercase.upper(), _ACCENTED + _ACCENTED.upper())
_PLACE = re.compile(r"({[^{}]*})")
_MOST_CELLS = re.compile(r"(\d+) (?:cells|columns)")

AS_THEY_ARE = ("typed", "decimal sign", "thousands separator", "first letter within a sentence")
"""Contexts of what is no words on the screen."""


def accent(text: str) -> str:
    """Return a text with an accent on each letter outside of `{places}`."""
    parts = _PLACE.split(text)
    return "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))


def stretch(text: str, most: int | None = None) -> str:
    """Return a text in the language, in at most that many cells if any."""
    bare, words = text.strip(), _PLACE.sub("", text).strip()
    if not any(map(str.isalpha, words)):
        return text
    more = max(2, len(words) // 3)
    if most is not None:
        more = min(more, most - cell_width(text))
    if more < 2:
        return accent(text)
    before, _, after = text.partition(bare)
    return f"{before}{OPENING}{accent(bare)}{'~' * (more - 2)}{CLOSING}{after}"


class Pseudo(NullTranslations):
    """The catalog of the language: what isn't in the real ones stays English."""

    def gettext(self, message: str) -> str:
        return self.translate(None, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.translate(None, msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context in AS_THEY_ARE else self.translate(context, message)

    def translate(self, context: str | None, message: str) -> str:
        messages = _find_messages()
        if (context, message) not in messages:
            return message
        return stretch(message, messages[context, message])


@cache
def _find_messages() -> dict[tuple[str | None, str], int | None]:
    """Return the most cells of all sentences, None for any number, by context and sentence.

    They are those of a catalog, which has all that are in the source, as its own test says.
    """
    found = {}
    for message in read_catalog("de"):
        widths = map(int, _MOST_CELLS.findall(" ".join(message.auto_comments)))
        most = min(widths, default=None)
        for each in [message.id] if isinstance(message.id, str) else message.id:
            found[message.context, each] = most
    return found


@cache
def _name_games() -> languages.Names:
    names = {
        ruleset.id: {
            box.id: f"{stretch(box.name)} / {stretch(box.short, WIDEST_SHORT)}"
            for box in ruleset.boxes
        }
        for ruleset in BUILT_IN.values()
    }
    games = {ruleset.id: stretch(ruleset.name) for ruleset in BUILT_IN.values()}
    return {"any": {}, "games": games, **names}


def speak(patch: pytest.MonkeyPatch) -> None:
    """Speak the language, whichever is chosen, until the patch is undone."""
    catalog = Pseudo()
    for module in (languages, import_module("yahtzee_tui.cli.main")):
        patch.setattr(module, "read_catalog", lambda _: catalog)
    patch.setattr(languages, "_read_names", lambda _: _name_games())
    languages.use_language("en")
