"""The game of a session as the door sees it: a process on a pseudo-terminal, and its end."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.ssh.server.context import House
    from yahtzee_tui.ssh.server.fork_client import Child
    from yahtzee_tui.ssh.server.pty import PseudoTerminal

_KILL_SECONDS = 5
_UNKNOWN = 1


class Game:
    """A game that has begun.

    Attributes:
        child: Its process.
    """

    def __init__(self, house: House, child: Child, terminal: PseudoTerminal) -> None:
        """Take a game.

        Args:
            house: The server.
            child: The process of the game.
            terminal: The terminal that it has.
        """
        self.child = child
        self._house, self._terminal = house, terminal

    @property
    def code(self) -> int | None:
        """Its exit code; None while it runs."""
        return self.child.ended.result() if self.child.ended.done() else None

    async def end(self) -> None:
        """Tell it to end, and make it if it doesn't."""
        self._terminal.resume()  # what it still draws must not keep it
        self._signal(signal.SIGHUP)
        await asyncio.wait([self.child.ended], timeout=self._house.limits.grace_seconds)
        if not self.child.ended.done():
            self._house.journal.tell("killed", session=self.child.session)
            self._signal(signal.SIGKILL)
            await asyncio.wait([self.child.ended], timeout=_KILL_SECONDS)

    def hung_up(self) -> None:
        """Learn of its end without its parent, which may be gone."""
        has_parent = self._house.nursery.has(self.child)
        patience = self._house.limits.grace_seconds if has_parent else 0
        asyncio.get_running_loop().call_later(patience, self._settle)

    def _signal(self, number: int) -> None:
        if self._house.nursery.has(self.child):
            self._house.nursery.signal(self.child, number)
        else:
            self._terminal.signal(number)

    def _settle(self) -> None:
        """Count it as ended if nobody said so."""
        if not self.child.ended.done():
            self.child.ended.set_result(_UNKNOWN)
