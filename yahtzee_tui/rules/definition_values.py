"""The kinds of values in a definition, and a table that is read by them, noting what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.names import check_line
from yahtzee_tui.text import join_words, quote, suggest_nearest, uncapitalise
from yahtzee_tui.translation import _, pgettext

Path = tuple[str, ...]
"""The keys that lead to a value, such as `("box", "villa", "run")`."""


class DefinitionFault(NamedTuple):
    """What is wrong in a definition, at which key, as a sentence without its full stop."""

    path: Path
    sentence: str


class Kind(NamedTuple):
    """What a key may have as its value, and what the program makes of it."""

    fits: Callable[[Any], bool]
    # That the value of a key must fit, as a sentence without its full stop.
    explain: Callable[[str], str] = str
    make: Callable[[Any], Any] = lambda found: found  # or raises `Malformed`
    instead: Any = None  # of what doesn't fit and has no default


Kinds = Mapping[str, Kind]
"""The keys that a table may have."""

TABLE = Kind(
    lambda found: isinstance(found, Mapping), lambda key: _("{key} must be a table", key=key)
)
FLAG = Kind(
    lambda found: isinstance(found, bool), lambda key: _("{key} must be true or false", key=key)
)


def number(least: int, most: int) -> Kind:
    """Return the kind of a number."""
    return Kind(
        lambda found: type(found) is int and least <= found <= most,
        lambda key: _("{key} must be {least} to {most}", key=key, least=least, most=most),
        instead=least,
    )


def numbers(most: int) -> Kind:
    """Return the kind of a list of numbers from 1."""
    fits = number(1, most).fits
    return Kind(
        lambda found: isinstance(found, list) and 1 <= len(found) <= 8 and all(map(fits, found)),
        lambda key: _(
            "{key} must be a list of 1 to 8 numbers from 1 to {most}", key=key, most=most
        ),
        tuple,
    )


def choice(words: Mapping[Any, object]) -> Kind:
    """Return the kind of a word that means something else."""
    named = [f'"{word}"' for word in words if word]
    return Kind(
        lambda found: found in [*words],
        lambda key: _("{key} must be {words}", key=key, words=join_words(named, "or")),
        words.get,
    )


def matching(pattern: str, sentence: str) -> Kind:
    """Return the kind of a text of a form."""
    fits = re.compile(pattern, re.ASCII).fullmatch
    return Kind(
        lambda found: isinstance(found, str) and fits(found) is not None, lambda _key: _(sentence)
    )


def line(key: str, widest: int, *empty: str | None) -> Kind:
    """Return the kind of a text of one line; `empty` are the values that mean none."""
    return checked(lambda found: "" if found in empty else check_line(found, key, widest))


def checked(make: Callable[[Any], Any]) -> Kind:
    """Return the kind of what a function takes without raising `Malformed`."""
    return Kind(lambda _found: True, make=make)


class DefinitionTable:
    """A table of plain data at a path; faults are noted in a list that all tables share."""

    def __init__(
        self, data: Mapping[str, Any], kinds: Kinds, path: Path, faults: list[DefinitionFault]
    ) -> None:
        self.data, self._kinds, self._path, self._faults = data, kinds, path, faults
        for key in data:
            if key not in kinds:
                unknown = pgettext("of a file", "{key} is not a key", key=quote(key))
                self.fault(f"{unknown}{suggest_nearest(key, kinds)}", key)

    def fault(self, sentence: str, *keys: str) -> None:
        """Note once what is wrong with the value at some keys, or with the table itself."""
        fault = DefinitionFault((*self._path, *keys), sentence)
        if fault not in self._faults:
            self._faults.append(fault)

    def get(self, key: str, default: object = None) -> Any:
        """Return the value at a key, the default if it is missing or wrong."""
        return self.check(key, default) if key in self.data else default

    def check(self, key: str, default: object = None) -> Any:
        """Return the same, and check the default too."""
        kind, found = self._kinds[key], self.data.get(key, default)
        try:
            if kind.fits(found):
                return kind.make(found)
            sentence = kind.explain(key)
        except Malformed as bad:
            sentence = uncapitalise(bad.sentence).rstrip(".")
        self.fault(sentence, key)
        return kind.instead if default is None else default

    def inner(self, data: Mapping[str, Any], kinds: Kinds, *keys: str) -> DefinitionTable:
        """Return a table whose faults are at keys of this one."""
        return DefinitionTable(data, kinds, (*self._path, *keys), self._faults)
