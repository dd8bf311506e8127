"""The last that a client is told; then its connection ends, whether it goes by itself or not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.door.farewell import IN_ORDER, SENTENCES, Reason
from yahtzee_tui.ssh.door.terminal import RESTORE

if TYPE_CHECKING:
    import asyncssh
    from asyncssh.connection import SSHConnection

_FLUSH_SECONDS = 5


def refuse(channel: asyncssh.SSHServerChannel[bytes], sentence: str, *, has_terminal: bool) -> None:
    """Say why nothing can be played."""
    if channel.is_closing():
        return
    if has_terminal:
        channel.write(f"{sentence}\r\n".encode())
    else:
        channel.write_stderr(f"{sentence}\n".encode())
    channel.exit(1)


def say_farewell(
    channel: asyncssh.SSHServerChannel[bytes], reason: Reason, code: int | None
) -> None:
    """Say why a session has ended, with the terminal put right.

    Args:
        channel: Where to say it.
        reason: Why.
        code: The exit code of the game; None if it is still running.
    """
    if channel.is_closing():
        return
    restore = "" if code in IN_ORDER else RESTORE
    channel.write(f"{restore}{SENTENCES[reason]}\r\n".encode())
    channel.exit(0 if reason is Reason.LEFT else 1)


def end_soon(connection: SSHConnection) -> None:
    """End a connection once its client has had the time to take what it was told."""
    asyncio.get_running_loop().call_later(_FLUSH_SECONDS, connection.abort)
