"""A visit in lines: its input, its signals, and what runs beside the player until it ends."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from yahtzee_tui.host.lines.live_console import LiveConsole
from yahtzee_tui.host.lobby.presences import HEARTBEAT_SECONDS
from yahtzee_tui.host.services.server_drain import Activity
from yahtzee_tui.host.services.visit import RemovedByHost, Visit
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.services.online_table import OnlineTable
    from yahtzee_tui.host.services.visit import Visitor
    from yahtzee_tui.rules import Game

_SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)


class LineVisit(Visit):
    """A visit of a client that writes lines and reads lines."""

    exit_code = 0

    def __init__(self, visitor: Visitor, store: HostStore, console: LiveConsole) -> None:
        super().__init__(visitor, store)
        self.console = console
        self.online: OnlineTable | None = None  # the shared table where the user is
        self._main: asyncio.Task[Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Do what the client came for; may raise `EOFError` at the end of the input."""
        raise NotImplementedError

    async def run(self) -> None:
        """Play until the client leaves, its input ends, or the session is ended."""
        self._main = asyncio.current_task()
        self.console.open()
        self.listen()
        self.start(self._keep_up)
        try:
            with suppress(EOFError, asyncio.CancelledError):
                await self.play()
        finally:
            for task in self._tasks:
                task.cancel()

    def end(self) -> None:
        if self._main is not None:
            self._main.cancel()

    def show_notice(self, text: str) -> None:
        self.console.say(_("From the host of this server: {text}", text=text))

    @property
    def game_alone(self) -> Game | None:
        """The game that is played here without other people."""
        return None

    @property
    def activity(self) -> Activity:
        idle = time.monotonic() - self.console.last_input
        if self.online is None or (own := self.online.own_seat) is None:
            alone = self.game_alone
            is_in_turn = alone is not None and not alone.is_over and alone.roll > 0
            return Activity(idle, is_in_turn, is_at_table=False)
        game = self.online.saved_table.table.game
        is_in_turn = not game.is_over and game.seat == own.place and game.roll > 0
        return Activity(idle, is_in_turn, is_at_table=not game.is_over)

    def start(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.create_task(act())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
            await visit.run()

        try:
            with suppress(BrokenPipeError):
                asyncio.run(run())
        finally:
            visit.leave()
            store.close()
    if visit.removal:
        raise RemovedByHost(visit.removal)
    return visit.exit_code
