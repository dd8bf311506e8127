"""What a service manager asks of the server: its state (sd_notify), a watchdog, and a reload."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.host.ssh.server.connection_options import make_connection_options
from yahtzee_tui.host.ssh.server.state_dir import prepare_state_dir
from yahtzee_tui.translation import in_language

if TYPE_CHECKING:
    import pwd
    from collections.abc import Callable, Sequence

    import asyncssh

    from yahtzee_tui.host.ssh.config import ServerSettings
    from yahtzee_tui.host.ssh.server.context import ServerContext

    ReadSettings = Callable[[], ServerSettings]

_RELOADED = ("deny", "limits", "rules")
"""The settings that a running server takes over; all others need a restart."""

_SEND_SECONDS = 0.2


async def reload(
    context: ServerContext,
    read: ReadSettings,
    user: pwd.struct_passwd | None,
    keys: Sequence[asyncssh.SSHKey],
) -> None:
    """Take over the settings and rule files; if anything is wrong, log why and change nothing.

    `read` raises `UserError` for settings that can't be used.
    """
    notify("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
    try:
        found = await asyncio.to_thread(in_language("en")(read))  # as the whole log is
        settings = context.settings._replace(**{name: getattr(found, name) for name in _RELOADED})
        options = make_connection_options(keys, settings.limits)
        context.fork_server.configure(prepare_state_dir(settings, user))
    except Exception as error:  # the server goes on, whatever is in a file
        why = error.sentence if isinstance(error, UserError) else repr(error)
        context.audit_log.write("error", why=why)
    else:
        context.settings, context.options = settings, options
        context.rate_limiter.limits = settings.limits
        context.audit_log.set_budget(settings.limits.log_kilobytes * 1024)
        restart = [
            name for name in found._fields if getattr(found, name) != getattr(settings, name)
        ]
        context.audit_log.write("reloaded", restart=", ".join(restart) or None)
    notify("READY=1")


def notify(*lines: str) -> None:
    """Send lines such as `READY=1` in one datagram; do nothing where no service manager listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):  # an abstract socket
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.settimeout(_SEND_SECONDS)  # of a manager that doesn't read
        sender.connect(address)
        sender.send("\n".join(lines).encode())


async def feed_watchdog() -> None:
    """Say twice in each period that the service manager allows that the event loop runs."""
    period, process = (os.environ.get(f"WATCHDOG_{name}", "") for name in ("USEC", "PID"))
    if not period.isdecimal() or not int(period) or process not in ("", str(os.getpid())):
        return
    while True:
        notify("WATCHDOG=1")
        await asyncio.sleep(int(period) / 1_000_000 / 2)
