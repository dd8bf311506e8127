"""Output of commands: text and aligned columns to standard output, sentences to standard error."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from yahtzee_tui.errors import UserError
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.text import cell_width, escape_controls, format_answer, format_error, pad
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from yahtzee_tui.rules import Box, Ruleset

ANSWERS_IN_JSON = ContextVar("ANSWERS_IN_JSON", default=False)
"""Whether the command line has `--json`."""

CLEAR_LINE: ContextVar[Callable[[], object]] = ContextVar("CLEAR_LINE", default=lambda: None)
"""Clears the line on standard error that shows progress."""

_LONGEST_NAME = 80


def replace_unencodable() -> None:
    """Let the streams replace characters that their encoding doesn't have, instead of failing."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def show(text: str) -> None:
    """Write lines to standard output, without anything else that a terminal would act upon.

    Raises `BrokenPipeError`, and `UserError` for another fault.
    """
    _write("\n".join(map(escape_controls, text.split("\n"))))


def _write(text: str) -> None:
    if sys.stdout is not None:
        with raise_unwritable():
            sys.stdout.write(text)
            sys.stdout.flush()


@contextmanager
def raise_unwritable() -> Iterator[None]:
    """Convert the error that standard output can't be written, unless its reader is gone."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        why = describe_os_error(error)
        raise UserError(_("Can't write the output: {why}.", why=why)) from None


def show_json(content: Mapping[str, Any]) -> None:
    """Write an answer as a line of JSON to standard output."""
    from yahtzee_tui.services.json_answers import to_json  # most commands do without it

    show(format_answer(to_json(content)))


def show_utf8(text: str) -> None:
    """Write to standard output in UTF-8 and with Unix line ends, as record files are."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="\n")
    _write(text)


def show_errors(*sentences: str, code: str | None = None) -> None:
    """Write a line for each sentence to standard error; raises `BrokenPipeError`.

    The lines are JSON, with the error's code, where the answer is.
    """
    if sys.stderr is None:
        return
    CLEAR_LINE.get()()
    try:
        sys.stderr.write("".join(_format_error(sentence, code) for sentence in sentences))
        sys.stderr.flush()
    except BrokenPipeError:
        raise
    except OSError:  # such as a full disk; there is nowhere left to report it
        discard_unwritable()


@contextmanager
def raise_unwritable_file(name: str) -> Iterator[None]:
    """Raise a `UserError` if a file can't be written inside the `with` block."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = _("no file can have this name")
        why = describe_os_error(error) if isinstance(error, OSError) else why
        file = format_file_name(name)
        raise UserError(_("{file} can't be written: {why}.", file=file, why=why)) from error


def _format_error(sentence: str, code: str | None) -> str:
    if not ANSWERS_IN_JSON.get():
        return f"{escape_controls(sentence)}\n"
    return format_error(sentence, code)


def discard_unwritable() -> None:
    """Point streams that can't be written to the null device, so that Python can flush them."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def format_file_name(name: str) -> str:
    """Return a file's name for a sentence: shortened, and without control characters."""
    short = name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME + 1 :]}"
    return escape_controls(short) or "''"


def align(rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Return a table with columns two spaces apart, those numbered in `right` aligned right."""
    table = [[escape_controls(cell) for cell in row] for row in rows]
    widths = [max(map(cell_width, column)) for column in zip(*table, strict=True)]
    return "".join(
        "  ".join(
            pad(cell, width, at in right)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in table
    )


def format_box(ruleset: Ruleset, box: Box) -> str:
    """Return a box's name, after its code where the rule set shows codes."""
    return f"{box.code}  {box.name}" if ruleset.shows_codes else box.name
