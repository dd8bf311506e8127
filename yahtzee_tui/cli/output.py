"""Output of commands: text and aligned columns to standard output, sentences to standard error."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.text import cell_width, escape_controls, pad

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Box, Ruleset

_LONGEST_NAME = 80


def forgive() -> None:
    """Let no character end the program because the streams' encoding doesn't have it."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def show(text: str) -> None:
    """Write to standard output, so that it has arrived.

    Raises:
        BrokenPipeError: If nobody reads there any more.
        Complaint: If it can't be written for another reason, such as a full disk.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(error) from None


def unwritable(error: OSError) -> Complaint:
    """Return the complaint that standard output can't be written to."""
    return Complaint(f"The output can't be written: {error.strerror or error}.")


def show_exactly(text: str) -> None:
    """Write to standard output in UTF-8, as a file in a format of its own has to be."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")
    show(text)


def complain(*sentences: str) -> None:
    """Write a line for each sentence to standard error.

    Raises:
        BrokenPipeError: If nobody reads there any more.
    """
    if sys.stderr is None:
        return
    try:
        sys.stderr.write("".join(f"{escape_controls(sentence)}\n" for sentence in sentences))
        sys.stderr.flush()
    except BrokenPipeError:
        raise
    except OSError:  # a full disk, say, and nowhere left to say so
        hush()


def hush() -> None:
    """Turn streams that can't be written to nowhere, so that Python's farewell is quiet too."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def shown_name(name: str) -> str:
    """Return a file's name as a sentence may show it."""
    short = name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME + 1 :]}"
    return escape_controls(short) or "''"


def align(rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Return rows in columns two spaces apart, a row a line, without spaces at the ends.

    Args:
        rows: The cells of each row, all rows of one length.
        right: The columns, from 0, that are aligned at their right.
    """
    table = list(rows)
    widths = [max(map(cell_width, column)) for column in zip(*table, strict=True)]
    return "".join(
        "  ".join(
            pad(cell, width, at in right)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in table
    )


def name_box(ruleset: Ruleset, box: Box) -> str:
    """Return what the players of a game call a box."""
    return f"{box.code}  {box.name}" if ruleset.shows_codes else box.name
