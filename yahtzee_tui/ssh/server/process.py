"""A session's game process: its exit code, and how it is ended."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.ssh.server.context import ServerContext
    from yahtzee_tui.ssh.server.fork_client import SessionProcess
    from yahtzee_tui.ssh.server.pty import PseudoTerminal

_KILL_SECONDS = 5
_UNKNOWN = 1


class SessionHandle:
    """Ends a session's process, by the fork server or, if that died, by the terminal."""

    def __init__(
        self, context: ServerContext, process: SessionProcess, terminal: PseudoTerminal
    ) -> None:
        self._context, self._process, self._terminal = context, process, terminal

    @property
    def exit_code(self) -> int | None:
        """Exit code of the process; None while it runs."""
        return self._process.exited.result() if self._process.exited.done() else None

    async def terminate(self) -> None:
        """Send SIGHUP, and SIGKILL after the grace period."""
        self._terminal.resume()  # the process must not block on its last output
        self._signal(signal.SIGHUP)
        exited = self._process.exited
        await asyncio.wait([exited], timeout=self._context.limits.grace_seconds)
        if not exited.done():
            self._context.audit_log.write("killed", session=self._process.session)
            self._signal(signal.SIGKILL)
            await asyncio.wait([exited], timeout=_KILL_SECONDS)

    def on_hangup(self) -> None:
        """Take the process for ended if the fork server, which may be gone, doesn't report it."""
        is_supervised = self._context.fork_server.has_forked(self._process)
        delay = self._context.limits.grace_seconds if is_supervised else 0
        asyncio.get_running_loop().call_later(delay, self._assume_exited)

    def _signal(self, number: int) -> None:
        if self._context.fork_server.has_forked(self._process):
            self._context.fork_server.signal(self._process, number)
        else:
            self._terminal.signal(number)

    def _assume_exited(self) -> None:
        if not self._process.exited.done():
            self._process.exited.set_result(_UNKNOWN)
