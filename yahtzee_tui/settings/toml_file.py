"""A TOML file of known keys: what makes no sense is named, and what is left out has its default.

The settings of a player and of a server are both read with this. A reader is a function of a key,
the value found for it and a list of faults: it returns the value as the program uses it, or raises
`ValueError` with the fault in words. A reader of a nested table adds the faults inside it to the
list.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from yahtzee_tui.errors import UserError
from yahtzee_tui.text import end_sentence, escape_controls, shorten, suggest_nearest

if TYPE_CHECKING:
    from pathlib import Path

Reader = Callable[[str, object, list[str]], Any]
Readers = Mapping[str, Reader]

MOST_BYTES = 1_000_000
_DEEPEST = 50
"""The parts of the longest key: the parser's time and memory grow with their square."""

_DEEP_KEY = re.compile(
    r"""(?<![\w\\-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    rf"{{{_DEEPEST}}}"
)
_NONE: Mapping[str, str] = {}
_LONGEST_QUOTE = 24


class SettingsError(UserError):
    """A file of settings can't be read or written."""


def read_file(
    path: Path, kind: str, readers: Readers, old_keys: Mapping[str, str] = _NONE
) -> tuple[dict[str, Any], list[str]]:
    """Return the values that a file sets, and a sentence for everything wrong with it.

    A missing file sets nothing and has no faults. `kind` is what a key is called in a sentence,
    such as `option`; `old_keys` are former names of keys, with their present ones.
    """
    try:
        text = read_text(path)
        found = parse_toml(path, text) if text is not None else {}
    except SettingsError as error:
        return {}, [f"{error.sentence} Using the defaults."]
    values, faults = read_values(found, kind, readers, old_keys)
    return values, [end_sentence(f"{path.name}: {fault}") for fault in faults]


def read_values(
    found: Mapping[str, object],
    kind: str,
    readers: Readers,
    old_keys: Mapping[str, str] = _NONE,
) -> tuple[dict[str, Any], list[str]]:
    """Return the values of the known keys in a table, and what is wrong with everything else.

    A present key goes before its former name. See `read_file`.
    """
    values: dict[str, Any] = {}
    faults: list[str] = []
    for written, word in found.items():
        key = old_keys.get(written, written)
        if key != written and key in found:
            continue
        if key not in readers:
            nearest = suggest_nearest(key, readers)
            faults.append(f"unknown {kind} {describe_value(key)}{nearest}")
            continue
        try:
            values[key] = readers[key](key, word, faults)
        except ValueError as fault:
            faults.append(str(fault))
    return values, faults


def read_string(key: str, word: object, _faults: list[str]) -> str:
    """Read a text."""
    if not isinstance(word, str):
        raise wrong_value(key, word, "text")
    return word


def number_reader(least: int, most: int) -> Reader:
    """Return a reader of whole numbers from `least` to `most`."""

    def read_number(key: str, word: object, _faults: list[str]) -> int:
        # A bool is an int to Python, but no number to people.
        if not isinstance(word, int) or isinstance(word, bool) or not least <= word <= most:
            raise wrong_value(key, word, f"a number from {least} to {most}")
        return word

    return read_number


def table_reader(kind: str, readers: Readers) -> Reader:
    """Return a reader of a nested table of known keys. See `read_file`."""

    def read_table(key: str, word: object, faults: list[str]) -> dict[str, Any]:
        if not isinstance(word, dict):
            raise wrong_value(key, word, "a table")
        values, found_faults = read_values(word, kind, readers)
        faults += found_faults
        return values

    return read_table


def wrong_value(key: str, word: object, allowed: str) -> ValueError:
    """Return the fault that a key can't have a value; `allowed` says in words which it may have."""
    return ValueError(f"{key} must be {allowed}, not {describe_value(word)}")


def describe_value(word: object) -> str:
    """Return a value as a sentence may show it: texts in quotes, and everything short."""
    if isinstance(word, str):
        return f'"{escape_controls(shorten(word, _LONGEST_QUOTE))}"'
    if isinstance(word, dict):
        return "a table"
    if isinstance(word, list):
        return "a list"
    if isinstance(word, bool):
        return str(word).lower()
    # Python writes out no integer that is longer than this.
    if isinstance(word, int) and word.bit_length() > 99:
        return "a huge number"
    return escape_controls(shorten(str(word), _LONGEST_QUOTE))


def read_text(path: Path, most: int = MOST_BYTES) -> str | None:
    """Return the text of a file, None if there is none.

    Raises `SettingsError` if it can't be read, or has more than `most` bytes.
    """
    try:
        # Opening a pipe would wait until another program writes into it.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _unreadable(path, "it is a folder")
        if not stat.S_ISREG(mode):
            raise _unreadable(path, "it is not a regular file")
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(path, describe_os_error(error)) from None
    except ValueError:
        raise _unreadable(path, "the name is not valid for a file") from None
    if len(content) > most:
        raise _unreadable(path, f"it is longer than {most // 1000:,} kB")
    try:
        return content.decode("utf-8").removeprefix("\ufeff")  # editors of Windows add one
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise _unreadable(path, f"line {line} is not valid UTF-8") from None


def parse_toml(path: Path, text: str) -> dict[str, object]:
    """Return what a text of TOML says, or raise `SettingsError` with the place of the fault."""
    import tomllib  # takes its time, and most players have no such file

    if _DEEP_KEY.search(text):
        raise _unreadable(path, "it is nested too deeply")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _unreadable(path, "it is nested too deeply") from None
    except ValueError as error:
        where = str(error).rpartition("(at ")[2].rstrip(")") if "(at " in str(error) else ""
        raise _unreadable(path, f"it is not valid TOML{f', {where}' if where else ''}") from None


def describe_os_error(error: OSError) -> str:
    """Return the system's message of an error, in the middle of a sentence."""
    message = error.strerror or "unknown reason"
    return message[:1].lower() + message[1:]


def _unreadable(path: Path, why: str) -> SettingsError:
    return SettingsError(f"{path.name or path} can't be read: {why}.")
