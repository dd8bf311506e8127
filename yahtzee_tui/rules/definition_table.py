"""A table of a definition, read key by key: what can't be read is noted, and replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.names import check_line
from yahtzee_tui.text import join_words, quote, suggest_nearest

if TYPE_CHECKING:
    from collections.abc import Collection
    from enum import Enum

Path = tuple[str, ...]
"""The keys that lead to a value, such as `("box", "villa", "run")`."""


class DefinitionFault(NamedTuple):
    """What is wrong in a definition, at which key, as a sentence without its full stop."""

    path: Path
    sentence: str


_Word = TypeVar("_Word", bound="Enum")


class DefinitionTable:
    """A table of plain data at a path; its methods return defaults for what is missing or wrong.

    Faults are noted in a list that all tables of a definition share.
    """

    def __init__(self, data: Mapping[str, Any], path: Path, faults: list[DefinitionFault]) -> None:
        self.data, self._path, self._faults = data, path, faults

    def fault(self, sentence: str, *keys: str) -> None:
        """Note what is wrong with the value at some keys, or with the table itself."""
        self._faults.append(DefinitionFault((*self._path, *keys), sentence))

    def check_keys(self, known: Collection[str]) -> None:
        for key in self.data:
            if key not in known:
                self.fault(f"{quote(key)} is not a key{suggest_nearest(key, known)}", key)

    def table(self, key: str) -> DefinitionTable:
        found = self.data.get(key, {})
        if not isinstance(found, Mapping):
            self.fault(f"{key} must be a table", key)
            found = {}
        return self.inner(found, key)

    def inner(self, data: Mapping[str, Any], *keys: str) -> DefinitionTable:
        """Return a table whose faults are at keys of this one."""
        return DefinitionTable(data, (*self._path, *keys), self._faults)

    def number(self, key: str, least: int, most: int, default: int) -> int:
        found = self.data.get(key, default)
        if type(found) is int and least <= found <= most:
            return found
        fault = DefinitionFault((*self._path, key), f"{key} must be {least} to {most}")
        if fault not in self._faults:
            self._faults.append(fault)
        return default

    def numbers(self, key: str, most: int) -> list[int]:
        """Return a list of numbers from 1, empty for a fault."""
        found = self.data[key]
        if isinstance(found, list) and 1 <= len(found) <= 8:
            numbers = [each for each in found if type(each) is int and 1 <= each <= most]
            if len(numbers) == len(found):
                return numbers
        self.fault(f"{key} must be a list of 1 to 8 numbers from 1 to {most}", key)
        return []

    def box_ids(self, key: str) -> list[str] | None:
        """Return a list of box ids, None for none."""
        found = self.data.get(key)
        if found is None:
            return None
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            self.fault(f"{key} must be a list of box ids", key)
            return None
        if len({*found}) < len(found):
            twice = next(each for each in found if found.count(each) > 1)
            self.fault(f"{key} has {quote(twice)} twice", key)
        return [*dict.fromkeys(found)]

    def line(self, key: str, widest: int, default: str | None) -> str:
        """Return a text of one line, which the definition itself can't leave out."""
        found = self.data.get(key, default)
        if found is None:
            if not self._path:
                self.fault(f"a {key} is missing", key)
            return ""
        if found == "" and default == "":
            return ""
        try:
            return check_line(found, key, widest)
        except Malformed as bad:
            self.fault(bad.sentence[:1].lower() + bad.sentence[1:].rstrip("."), key)
            return default or ""

    def flag(self, key: str, default: bool = False) -> bool:
        found = self.data.get(key, default)
        if isinstance(found, bool):
            return found
        self.fault(f"{key} must be true or false", key)
        return default

    def choice(self, key: str, words: type[_Word], default: _Word) -> _Word:
        found = self.data.get(key, default.value)
        for word in words:
            if word.value == found:
                return word
        allowed = join_words((f'"{word.value}"' for word in words), "or")
        self.fault(f"{key} must be {allowed}", key)
        return default
