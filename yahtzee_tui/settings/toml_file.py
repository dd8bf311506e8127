"""A TOML file of known keys: what makes no sense is named, and what is left out has its default.

The settings of a player and of a server are both read with this. A reader is a function of a key,
the value found for it and a list of faults: it returns the value as the program uses it, or raises
`ValueError` with the fault in words. A reader of a nested table adds the faults inside it to the
list.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from yahtzee_tui.errors import UserError
from yahtzee_tui.text import (
    end_sentence,
    escape_controls,
    format_count,
    shorten,
    suggest_nearest,
    uncapitalise,
)
from yahtzee_tui.translation import N_, _

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
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_LONGEST_QUOTE = 24


class SettingsError(UserError):
    """A file of settings can't be read or written."""


_REASONS = {
    errno.ENOENT: N_("no such file or folder"),
    errno.ENOTDIR: N_("a part of its path isn't a folder"),
    errno.EISDIR: N_("it is a folder"),
    errno.EACCES: N_("permission denied"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EROFS: N_("the disk is read-only"),
    errno.EADDRINUSE: N_("the port is in use"),
}
"""The system's errors that people meet, within a sentence; others are told as the system does."""


def describe_os_error(error: OSError) -> str:
    """Return why the system refused something, in the middle of a sentence."""
    number = error.errno or 0
    reason = _REASONS.get(number)
    # An error of asyncio or of a host's name says more, or has a number of its own.
    system = os.strerror(number) if number > 0 else error.strerror or str(error)
    return _(reason) if reason else uncapitalise(system or _("unknown reason"))


def read_file(path: Path, kind: str, readers: Readers) -> tuple[dict[str, Any], list[str]]:
    """Return the values that a file sets, and a sentence for everything wrong with it.

    A missing file sets nothing and has no faults; raises `SettingsError` for one that can't be
    read. `kind` is what a key is called in a sentence, such as `option`.
    """
    text = read_text(path)
    found = parse_toml(path, text) if text is not None else {}
    values, faults = read_values(found, kind, readers)
    return values, [end_sentence(f"{path.name}: {fault}") for fault in faults]


_UNKNOWN = {
    "option": N_("unknown option {name}"),
    "manner": N_("unknown manner {name}"),
    "language": N_("unknown language {name}"),
    "box": N_("unknown box {name}"),
    "setting": N_("unknown setting {name}"),
    "limit": N_("unknown limit {name}"),
}


def read_values(
    found: Mapping[str, object],
    kind: str,
    readers: Readers,
) -> tuple[dict[str, Any], list[str]]:
    """Return the values of the known keys in a table, and what is wrong with everything else."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for key, word in found.items():
        if key not in readers:
            unknown = _(_UNKNOWN[kind], name=describe_value(key))
            faults.append(f"{unknown}{suggest_nearest(key, readers)}")
            continue
        try:
            values[key] = readers[key](key, word, faults)
        except ValueError as fault:
            faults.append(str(fault))
    return values, faults


def read_string(key: str, word: object, _faults: list[str]) -> str:
    """Read a text."""
    if not isinstance(word, str):
        raise wrong_value(key, word, _("text"))
    return word


def number_reader(least: int, most: int) -> Reader:
    """Return a reader of whole numbers from `least` to `most`."""

    def read_number(key: str, word: object, _faults: list[str]) -> int:
        # A bool is an int to Python, but no number to people.
        if not isinstance(word, int) or isinstance(word, bool) or not least <= word <= most:
            numbers = _("a number from {least} to {most}", least=least, most=most)
            raise wrong_value(key, word, numbers)
        return word

    return read_number


def table_reader(kind: str, readers: Readers) -> Reader:
    """Return a reader of a nested table of known keys. See `read_file`."""

    def read_table(key: str, word: object, faults: list[str]) -> dict[str, Any]:
        if not isinstance(word, dict):
            raise wrong_value(key, word, _("a table"))
        values, found_faults = read_values(word, kind, readers)
        faults += found_faults
        return values

    return read_table


def wrong_value(key: str, word: object, allowed: str) -> ValueError:
    """Return the fault that a key can't have a value; `allowed` says in words which it may have."""
    # Translators: allowed is such as "a table", "true or false" or "a number from 1 to 9"
    sentence = N_("{key} must be {allowed}, not {given}")
    return ValueError(_(sentence, key=key, allowed=allowed, given=describe_value(word)))


def describe_value(word: object) -> str:
    """Return a value as a sentence may show it: texts in quotes, and everything short."""
    if isinstance(word, str):
        return f'"{escape_controls(shorten(word, _LONGEST_QUOTE))}"'
    if isinstance(word, dict):
        return _("a table")
    if isinstance(word, list):
        return _("a list")
    if isinstance(word, bool):
        return str(word).lower()
    # Python writes out no integer that is longer than this.
    if isinstance(word, int) and word.bit_length() > 99:
        return _("a huge number")
    return escape_controls(shorten(str(word), _LONGEST_QUOTE))


def read_text(path: Path, most: int = MOST_BYTES) -> str | None:
    """Return the text of a file, None if there is none.

    Raises `SettingsError` if it can't be read, or has more than `most` bytes.
    """
    try:
        # Opening a pipe would wait until another program writes into it.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _unreadable(path, _("it is a folder"))
        if not stat.S_ISREG(mode):
            raise _unreadable(path, _("it is not a regular file"))
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(path, describe_os_error(error)) from None
    except ValueError:
        raise _unreadable(path, _("the name is not valid for a file")) from None
    if len(content) > most:
        raise _unreadable(path, _("it is longer than {size} kB", size=format_count(most // 1000)))
    try:
        return content.decode("utf-8").removeprefix("\ufeff")  # editors of Windows add one
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise _unreadable(path, _("line {line} is not valid UTF-8", line=line)) from None


def parse_toml(path: Path, text: str) -> dict[str, object]:
    """Return what a text of TOML says, or raise `SettingsError` with the place of the fault."""
    import tomllib  # takes its time, and most players have no such file

    if _DEEP_KEY.search(text):
        raise _unreadable(path, _("it is nested too deeply"))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _unreadable(path, _("it is nested too deeply")) from None
    except ValueError as error:
        why = _("it is not valid TOML")
        if place := _PLACE.search(str(error)):
            line, column = place.groups()
            why = _("it is not valid TOML, line {line}, column {column}", line=line, column=column)
        elif "(at end" in str(error):
            why = _("it is not valid TOML, end of document")
        raise _unreadable(path, why) from None


def _unreadable(path: Path, why: str) -> SettingsError:
    return SettingsError(_("{file} can't be read: {why}.", file=path.name or path, why=why))
