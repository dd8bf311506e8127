"""Tells systemd how the service does, and that it isn't stuck (sd_notify, without a library)."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

_SEND_SECONDS = 0.2


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
