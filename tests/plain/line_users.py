"""Remote users who type lines, several at once on one database, each with a program of its own."""

from __future__ import annotations

import asyncio
import io
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tests.terminal.program import PATIENCE
from yahtzee_tui.plain.live_console import LiveConsole
from yahtzee_tui.plain.remote_session import PlainVisit
from yahtzee_tui.services.visit import Visitor
from yahtzee_tui.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from yahtzee_tui.plain.line_visit import LineVisit


class LineUser:
    """Types lines, and waits for what is said."""

    def __init__(self, visit: LineVisit, output: io.StringIO, keyboard: int) -> None:
        self.visit, self._output, self._keyboard = visit, output, keyboard
        self._at = 0

    @property
    def said(self) -> list[str]:
        return self._output.getvalue().replace("\a", "").splitlines()

    @property
    def bells(self) -> int:
        return self._output.getvalue().count("\a")

    def type(self, *lines: str) -> None:
        self.send("".join(f"{line}\n" for line in lines).encode())

    def send(self, data: bytes) -> None:
        os.write(self._keyboard, data)

    async def hear(self, what: str | Callable[[str], bool]) -> str:
        """Wait for a line with some words, after the last one that was waited for."""
        matches = what if callable(what) else lambda line: what in line
        for _ in range(round(PATIENCE / 0.02)):
            for at in range(self._at, len(self.said)):
                if matches(self.said[at]):
                    self._at = at + 1
                    return self.said[at]
            await asyncio.sleep(0.02)
        lines = "\n".join(self.said)
        raise AssertionError(f"never said: {what!r}\n{lines}")

    async def ask(self, line: str, answer: str) -> str:
        self._at = len(self.said)
        self.type(line)
        return await self.hear(answer)


@asynccontextmanager
async def line_user(
    address: str, key: str, *request: str, kind: type[LineVisit] = PlainVisit
) -> AsyncIterator[LineUser]:
    """Connect a user with a key; the input ends with the block."""
    output, store = io.StringIO(), Store(address)
    ear, keyboard = os.pipe()
    visitor = Visitor(key and f"SHA256:{key}", key, ("plain", *request))
    visit = kind(visitor, store, LiveConsole(ear, output))
    running = asyncio.create_task(visit.run())
    try:
        yield (user := LineUser(visit, output, keyboard))
    finally:
        os.close(keyboard)
        await asyncio.wait_for(running, PATIENCE)
        visit.leave()
        store.close()
        os.close(ear)
    assert all(line.isprintable() and line.strip() for line in user.said)
