"""Reading the text of a file that somebody names."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.cli.streams import printable

STANDARD_INPUT = "-"
MOST_BYTES = 5_000_000
_LONGEST_NAME = 80


def read_file(name: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises:
        Complaint: If there is no such text file of a sensible size.
    """
    try:
        content = _read_input() if name == STANDARD_INPUT else _read_path(name)
    except OSError as error:
        raise _unreadable(name, error.strerror or str(error)) from None
    except ValueError:  # a NUL, or what no file system could encode
        raise _unreadable(name, "No file can have this name") from None
    if len(content) > MOST_BYTES:
        raise _unreadable(name, f"It is longer than {MOST_BYTES // 1_000_000} MB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise _unreadable(name, f"It is not a text in UTF-8, as line {line} shows") from None


def shown_name(name: str) -> str:
    """Return a file's name as a sentence may show it."""
    short = name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME + 1 :]}"
    return printable(short) or "''"


def _read_input() -> bytes:
    if sys.stdin is None:
        raise OSError("It is closed")
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _read_path(name: str) -> bytes:
    # Opening a pipe would wait for somebody to write into it.
    mode = os.stat(name).st_mode  # noqa: PTH116 - a path would take no name for the folder
    if stat.S_ISDIR(mode):
        raise OSError("It is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(f"It is no file; what comes out of it can be piped into {STANDARD_INPUT}")
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _unreadable(name: str, why: str) -> Complaint:
    return Complaint(f"{shown_name(name)} can't be read: {why}.")
