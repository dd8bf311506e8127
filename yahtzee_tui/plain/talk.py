"""The talk between the game and whoever plays: lines of text out, lines of text in.

Nothing but lines ever reaches the terminal: no escape sequence, whatever somebody has typed, and no
character that the output has no code for.
"""

from __future__ import annotations

import io
import os
import select
import sys
from typing import TYPE_CHECKING, Protocol

from yahtzee_tui.plain.spelling import spell

if TYPE_CHECKING:
    from typing import TextIO

LONGEST = 1000
"""The most bytes of a line that are listened to; the rest of it is passed over."""

_BLOCK = 4096


class Source(Protocol):
    """Where bytes come from, without a buffer in between."""

    def read(self, size: int, /) -> bytes | None:
        """Return some bytes; nothing at the end, None if there are none yet."""

    def fileno(self) -> int:
        """Return the number by which the system knows it."""


class Talk:
    """Says lines, and asks for one.

    On a terminal the answer stands behind the question. Elsewhere every question has a line of its
    own, as nobody there sees what is answered.
    """

    def __init__(
        self,
        source: Source,
        output: TextIO,
        *,
        encoding: str = "utf-8",
        ascii_only: bool = False,
        typed: bool = False,
    ) -> None:
        """Begin to talk.

        Args:
            source: Where the answers come from.
            output: Where everything is said.
            encoding: What the answers are written in.
            ascii_only: Whether everything is said in ASCII.
            typed: Whether both are a terminal, which shows what is typed.
        """
        self._source, self._output = source, output
        self._encoding = encoding
        self._code = "ascii" if ascii_only else output.encoding or "utf-8"
        self._typed = typed
        self._heard = b""
        self._is_mid_line = False

    def say(self, *lines: str) -> None:
        """Say some lines.

        Raises:
            OSError: If nobody can hear them.
        """
        self.end_line()
        self._write("".join(f"{spell(line, self._code)}\n" for line in lines))

    def ask(self, question: str, seconds: float | None = None) -> str | None:
        """Return the answer to a question, without spaces at its ends.

        Args:
            question: A word or more, without the colon behind it.
            seconds: How long an answer is waited for; None for as long as it takes.

        Returns:
            None if there was no answer in time.

        Raises:
            EOFError: If there will be no more answers.
            OSError: If nobody can hear the question.
        """
        self.end_line()
        self._is_mid_line = self._typed
        self._write(f"{spell(question, self._code)}:{' ' if self._typed else chr(10)}")
        line = self._listen(seconds)
        if line is None:
            return None
        self._is_mid_line = False
        text = line[:LONGEST].decode(self._encoding, "replace").strip()
        return text if len(line) <= LONGEST else f"{text}…"  # which means nothing to anybody

    def end_line(self) -> None:
        """Begin a new line, if there is a question without an answer on the present one."""
        if self._is_mid_line:
            self._is_mid_line = False
            self._write("\n")

    def _write(self, text: str) -> None:
        self._output.write(text)
        self._output.flush()

    def _listen(self, seconds: float | None) -> bytes | None:
        while b"\n" not in self._heard:
            if seconds is not None and not self._wait(seconds):
                return None
            try:
                data = self._source.read(_BLOCK)
            except OSError:  # a terminal that is gone
                data = b""
            if data is None:  # others have asked the system never to wait here
                self._wait(None)
                continue
            if not data and not self._heard:
                raise EOFError
            # What ends without the end of a line is one too; one without end is not kept whole.
            self._heard = _shorten(self._heard + (data or b"\n"))
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _wait(self, seconds: float | None) -> bool:
        """Return whether something is there to be read, or there is no way to know before."""
        try:
            return bool(select.select([self._source.fileno()], [], [], seconds)[0])
        except (OSError, ValueError):  # no file, or one that this system can't wait for
            return True


def open_talk(ascii_only: bool) -> Talk:
    """Return the talk with whoever is at the other end of the standard streams.

    Args:
        ascii_only: Whether everything is said in ASCII.
    """
    output = sys.stdout or io.StringIO()
    if sys.stdin is None:
        return Talk(io.BytesIO(), output, ascii_only=ascii_only)
    number = sys.stdin.fileno()
    source = open(number, "rb", buffering=0, closefd=False)  # noqa: SIM115 - never closed
    return Talk(
        source,
        output,
        encoding=sys.stdin.encoding,
        ascii_only=ascii_only,
        typed=os.isatty(number) and output.isatty(),
    )


def _shorten(heard: bytes) -> bytes:
    """Return what was heard, with little more of a line without end than is listened to."""
    return heard if b"\n" in heard else heard[: LONGEST + 1]
