"""Reading the text of a file that somebody names."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.text import escape_controls

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import IO

STANDARD_INPUT = "-"
MOST_BYTES = 5_000_000
"""The longest line that is read, and the longest record."""

_LONGEST_NAME = 80


def read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for `-`, with what ends them.

    Raises:
        Complaint: If there is no such text file, or a line of no sensible length.
    """
    try:
        with _open(name) as file:
            for number in count(1):
                line = file.readline(MOST_BYTES + 1)
                if not line:
                    return
                yield _decode(name, number, line)
    except OSError as error:
        raise unreadable(name, error.strerror or str(error)) from None
    except ValueError:  # a NUL, or what no file system could encode
        raise unreadable(name, "No file can have this name") from None


def shown_name(name: str) -> str:
    """Return a file's name as a sentence may show it."""
    short = name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME + 1 :]}"
    return escape_controls(short) or "''"


def unreadable(name: str, why: str) -> Complaint:
    """Return the complaint that a file can't be read.

    Args:
        name: The file's name.
        why: The reason, as a sentence without its full stop.
    """
    return Complaint(f"{shown_name(name)} can't be read: {why}.")


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("It is closed")
        return nullcontext(sys.stdin.buffer)
    # Opening a pipe would wait for somebody to write into it.
    mode = os.stat(name).st_mode  # noqa: PTH116 - a path would take no name for the folder
    if stat.S_ISDIR(mode):
        raise OSError("It is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(f"It is no file; what comes out of it can be piped into {STANDARD_INPUT}")
    return Path(name).open("rb")


def _decode(name: str, number: int, line: bytes) -> str:
    if len(line) > MOST_BYTES:
        raise unreadable(name, f"Line {number} is longer than {MOST_BYTES // 1_000_000} MB")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise unreadable(name, f"It is not a text in UTF-8, as line {number} shows") from None
