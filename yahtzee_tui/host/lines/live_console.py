"""The console of a session that also hears of others: its lines are read in the event loop."""

from __future__ import annotations

import asyncio
import io
import os
import time
from typing import TYPE_CHECKING

from yahtzee_tui.host.services.input_pace import KEY_SECONDS, InputPacer
from yahtzee_tui.plain.console import BLOCK, Console

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

END_OF_INPUT = b"\x04"
"""What stands for the end of the input of a client without a terminal, which has a pseudo-terminal
here; one with a terminal types it, and it gets no further."""

_MOST_AHEAD = 100


class LiveConsole(Console):
    """Reads lines beside other things; each question is a line of its own.

    Lines that come faster than people type are delayed, as keys of a screen are.
    """

    def __init__(self, number: int, output: TextIO, *, ascii_only: bool = False) -> None:
        """Read from a file descriptor from `open` on."""
        super().__init__(io.BytesIO(), output, ascii_only=ascii_only)
        self._number, self._pace = number, InputPacer()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_reading, self._is_over, self._owed = False, False, 0.0
        self.last_input = time.monotonic()  # when the last byte came
        self.on_end: Callable[[], None] = lambda: None  # called at the end of the input

    def open(self) -> None:
        """Begin to read the input; call it in the event loop."""
        self._is_reading = True
        asyncio.get_running_loop().add_reader(self._number, self._take_input)

    async def read(self) -> str:
        """Return the next line; raises `EOFError`. A call that is cancelled loses none."""
        await asyncio.sleep(self._owed)
        self._owed = 0.0
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            raise EOFError
        self._owed = self._pace.wait(KEY_SECONDS)
        if not self._is_reading and self._lines.empty():
            self.open()
        return line

    def drop_lines(self) -> str:
        """Forget the lines that were read but not returned, and return the last of them."""
        dropped = ""
        while not (self._lines.empty() or self._is_over):
            dropped = self._lines.get_nowait() or dropped
        return dropped

    async def answer(self, question: str, seconds: float | None = None) -> str | None:
        self.say(f"{question}:")
        try:
            async with asyncio.timeout(seconds):
                return await self.read()
        except TimeoutError:
            return None

    def _take_input(self) -> None:
        try:
            data = os.read(self._number, BLOCK)
        except BlockingIOError:
            return
        except OSError:  # a terminal that is gone
            data = b""
        self.last_input = time.monotonic()
        is_end = not data or END_OF_INPUT in data
        self._feed(data.partition(END_OF_INPUT)[0])
        while self._input and (is_end or b"\n" in self._input):  # the last may have no line end
            self._lines.put_nowait(self._decode(self._cut_line()))
        if is_end:
            self._is_over = True
            self._lines.put_nowait(None)
            self.on_end()
        if is_end or self._lines.qsize() > _MOST_AHEAD:  # the client has to wait
            self._is_reading = False
            asyncio.get_running_loop().remove_reader(self._number)
