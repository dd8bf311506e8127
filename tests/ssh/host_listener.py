"""The listener of a host in the process of a test, with links to a few sessions."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

from yahtzee_tui.ssh.worker.host_listener import HostListener
from yahtzee_tui.ssh.worker.memory import measure_memory
from yahtzee_tui.store import Store
from yahtzee_tui.store.lobby.host_link import HostLink

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def make_identity(name: str, started: float = 0.0) -> dict[str, Any]:
    """Return what a server on a machine of this name writes of itself."""
    texts = {"id": name, "name": name, "version": "1.0", "public_name": "", "key": "SHA256:key"}
    return texts | {"process": 1, "started": started}


@asynccontextmanager
async def running_listener(
    address: str, sessions: int = 1
) -> AsyncIterator[tuple[list[HostLink], socket.socket]]:
    """Run a listener; yield the ends of the sessions, and that of the fork server."""
    control, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    control.setblocking(False)
    pairs = [socket.socketpair(type=socket.SOCK_SEQPACKET) for _ in range(sessions)]
    links = [HostLink(own.detach(), measure_memory) for own, _ in pairs]
    for _, link in pairs:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # the least: a few messages
    with closing(Store(address, check=False)) as store, control, theirs:
        theirs_of = {at: link for at, (_, link) in enumerate(pairs)}
        listener = HostListener(theirs, theirs_of, store, make_identity("host"))
        running = asyncio.create_task(listener.run())
        for each in links:
            each.open()
        yield links, control
        control.close()
        await running
        for each in links:
            each.close()
