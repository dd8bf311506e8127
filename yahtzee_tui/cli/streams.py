"""Writing to the shell, whatever its streams are connected to."""

from __future__ import annotations

import io
import os
import sys

from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.text import escape_controls


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
