"""The console: prints lines, asks questions, and ends the program on signals.

Only printable characters that the output's encoding has are written, so no input can bring an
escape sequence to the terminal.
"""

from __future__ import annotations

import io
import os
import select
import signal
import sys
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from unicodedata import normalize

from yahtzee_tui.text import LETTERS, escape_controls

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from typing import TextIO

LONGEST = 1000  # the most bytes of a line that are read; the rest of the line is skipped
BLOCK = 4096
_MOST_RECENT = 60
_LIKE = str.maketrans("–—−’“”⁄", '---\'""/') | LETTERS
T = TypeVar("T")
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class ByteSource(Protocol):
    """An unbuffered input, as `io.RawIOBase` defines it."""

    def read(self, size: int, /) -> bytes | None:
        """Return at most `size` bytes; empty at the end, None if none are available yet."""

    def fileno(self) -> int:
        """Return the file descriptor."""


class Console:
    """Prints lines and reads answers.

    On a terminal the answer is typed after the question. Elsewhere every question is a line of its
    own, because the answer is not echoed.
    """

    def __init__(
        self,
        source: ByteSource,
        output: TextIO,
        *,
        encoding: str = "utf-8",
        ascii_only: bool = False,
        typed: bool = False,
    ) -> None:
        """Read an input in an encoding; `typed` means that a terminal echoes the answers."""
        self._source, self._output = source, output
        self._encoding = encoding
        self._code = "ascii" if ascii_only else output.encoding or "utf-8"
        self._typed = typed
        self._input = b""
        self._is_mid_line = False
        self.end: BaseException | None = None  # ends the program instead of the next answer
        # What was said since the last command, but for questions.
        self.recent = deque[str](maxlen=_MOST_RECENT)

    def say(self, *lines: str) -> None:
        """Print lines; raises `OSError`."""
        self.recent += lines
        self.end_line()
        self._write("".join(f"{spell(line, self._code)}\n" for line in lines))

    def ring(self) -> None:
        """Ring the terminal's bell; raises `OSError`."""
        self._write("\a")

    async def answer(self, question: str, seconds: float | None = None) -> str | None:
        """Do what `ask` does; a console that also hears of others waits without blocking."""
        return self.ask(question, seconds)

    def ask(self, question: str, seconds: float | None = None) -> str | None:
        """Return the stripped answer to a question, None after `seconds`; raises `EOFError`."""
        self.end_line()
        self._is_mid_line = self._typed
        self._write(f"{spell(question, self._code)}:{' ' if self._typed else chr(10)}")
        line = self._read_line(seconds)
        if line is None:
            return None
        self._is_mid_line = False
        return self._decode(line)

    def _decode(self, line: bytes) -> str:
        text = line[:LONGEST].decode(self._encoding, "replace").strip()
        return text if len(line) <= LONGEST else f"{text}…"  # which no command understands

    def end_line(self) -> None:
        """Start a new line if an unanswered question is on the present one."""
        if self._is_mid_line:
            self._is_mid_line = False
            self._write("\n")

    def _write(self, text: str) -> None:
        self._output.write(text)
        self._output.flush()

    def _read_line(self, seconds: float | None) -> bytes | None:
        while b"\n" not in self._input:
            if self.end is not None:
                raise self.end
            if seconds is not None and not self._wait(seconds):
                return None
            try:
                data = self._source.read(BLOCK)
            except OSError:  # a terminal that is gone
                data = b""
            if data is None:  # another process has made the input non-blocking
                self._wait(None)
                continue
            if not data and not self._input:
                raise EOFError
            self._feed(data or b"\n")  # the last line may have no line end
        return self._cut_line()

    def _feed(self, data: bytes) -> None:
        """Take input in; of an endless line one byte more than is used is kept."""
        self._input += data
        if b"\n" not in self._input:
            self._input = self._input[: LONGEST + 1]

    def _cut_line(self) -> bytes:
        line, _, self._input = self._input.partition(b"\n")
        return line

    def _wait(self, seconds: float | None) -> bool:
        """Return whether input is available, or that can't be known before reading."""
        try:
            return bool(select.select([self._source.fileno()], [], [], seconds)[0])
        except (OSError, ValueError):  # no file, or one that this system can't wait for
            return True


def open_console(ascii_only: bool) -> Console:
    """Return the console on standard input and output."""
    output = sys.stdout or io.StringIO()
    if sys.stdin is None:
        return Console(io.BytesIO(), output, ascii_only=ascii_only)
    number = sys.stdin.fileno()
    source = open(number, "rb", buffering=0, closefd=False)  # noqa: SIM115 - never closed
    return Console(
        source,
        output,
        encoding=sys.stdin.encoding,
        ascii_only=ascii_only,
        typed=os.isatty(number) and output.isatty(),
    )


def spell(line: str, code: str) -> str:
    """Return a line with only printable characters that an encoding has."""
    line = escape_controls(line)
    try:
        line.encode(code)
    except UnicodeEncodeError:
        return "".join(_spell_one(each, code) for each in line)
    return line


def _spell_one(character: str, code: str) -> str:
    """Return a character, or its base letters without accents, or a question mark."""
    for alike in (character, normalize("NFKD", character).translate(_LIKE)):
        found = alike.encode(code, "ignore").decode(code)
        if found.isprintable() and found:
            return found
    return "?"


@contextmanager
def exit_on_signals(console: Console) -> Iterator[None]:
    """End the program on SIGTERM and SIGHUP with the exit code 128 + the signal's number.

    SIGINT raises `KeyboardInterrupt`, unless the program was started with that signal ignored. An
    exception that Python drops, as in a destructor, is raised again at the next question. Games
    need no saving then: they are saved with every action.
    """

    def end(number: int, _: object) -> None:
        is_interrupt = number == signal.SIGINT
        console.end = KeyboardInterrupt() if is_interrupt else SystemExit(128 + number)
        raise console.end

    numbers = [int(getattr(signal, name)) for name in _SIGNALS if hasattr(signal, name)]
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        numbers.remove(signal.SIGINT)
    before = [(number, signal.signal(number, end)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def finish(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that waits for this console only, which blocks: no event loop is needed."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("It waits for something else.")
