"""A visit in lines: its console and signals, and what runs beside the player until it ends."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.lobby.presences import HEARTBEAT_SECONDS
from yahtzee_tui.host.services.input_pace import KEY_SECONDS, InputPacer
from yahtzee_tui.host.services.online_table import OnlineTable
from yahtzee_tui.host.services.server_drain import Activity
from yahtzee_tui.host.services.visit import Visit
from yahtzee_tui.plain.console import BLOCK, Console
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import TextIO

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.services.visit import Visitor
    from yahtzee_tui.plain.session import PlainSession
    from yahtzee_tui.table import Table

_SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)

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
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self.read()
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


class Tasks:
    """What runs beside the player, and ends with them."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Callable[[], Coroutine[Any, Any, object]]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def stop(self) -> None:
        """Cancel all, and wait until they have ended."""
        running = [*self._running]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class LineVisit(Visit):
    """A visit of a client that writes lines and reads lines."""

    exit_code = 0

    def __init__(self, visitor: Visitor, store: HostStore, console: LiveConsole) -> None:
        super().__init__(visitor, store)
        self.console = console
        self.alone: PlainSession | Table | None = None  # the game without other people
        self._main: asyncio.Task[Any] | None = None
        self._tasks = Tasks()

    async def play(self) -> None:
        """Do what the client came for; may raise `EOFError` at the end of the input."""
        raise NotImplementedError

    async def run(self) -> None:
        """Play until the client leaves, its input ends, or the session is ended."""
        self._main = asyncio.current_task()
        self.console.open()
        self.listen()
        self.start(self._keep_up)
        with suppress(EOFError, asyncio.CancelledError):
            try:
                await self.play()
            finally:
                await self._tasks.stop()

    def end(self) -> None:
        if self._main is not None:
            self._main.cancel()

    def show_notice(self, text: str) -> None:
        self.console.say(_("From the host of this server: {text}", text=text))

    @property
    def activity(self) -> Activity:
        idle = time.monotonic() - self.console.last_input
        table = self.place
        if not isinstance(table, OnlineTable) or (own := table.own_seat) is None:
            alone = None if self.alone is None else self.alone.game
            is_in_turn = alone is not None and not alone.is_over and alone.roll > 0
            return Activity(idle, is_in_turn, is_at_table=False)
        game = table.saved_table.table.game
        is_in_turn = not game.is_over and game.seat == own.place and game.roll > 0
        return Activity(idle, is_in_turn, is_at_table=not game.is_over)

    def start(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._tasks.start(act)

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.store.release_idle()
            await self.heartbeat()


def run_line_visit(kind: type[LineVisit], visitor: Visitor, store: HostStore) -> int:
    """Run a visit on the standard input and output, close the store, and return the exit code.

    Raises `RemovedByHost` if the host of the server has ended the session.
    """
    with open(1, "w", encoding="utf-8", closefd=False) as output:
        visit = kind(visitor, store, LiveConsole(0, output, ascii_only=visitor.ascii_only))

        async def run() -> None:
            for number in _SIGNALS:
                asyncio.get_running_loop().add_signal_handler(number, visit.end)
            with suppress(BrokenPipeError):
                await visit.run()

        visit.run_to_end(run())
    return visit.exit_code
