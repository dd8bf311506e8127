"""The listener of a host in the process of a test, with links to a few sessions."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any, NamedTuple

from yahtzee_tui.host.lobby.host_link import HostLink
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.ssh.protocol import MAX_BYTES
from yahtzee_tui.host.ssh.worker.host_listener import HostListener
from yahtzee_tui.host.ssh.worker.memory import measure_memory


def make_identity(name: str, started: float = 0.0) -> dict[str, Any]:
    """Return what a server on a machine of this name writes of itself."""
    texts = {"id": name, "name": name, "version": "1.0", "public_name": "", "key": "SHA256:key"}
    return texts | {"process": 1, "started": started}


class RunningListener(NamedTuple):
    """The ends of a listener's sessions and of the fork server."""

    links: list[HostLink]
    control: socket.socket
    sockets: list[socket.socket]  # which the links read, too

    async def hear(self, what: str) -> Any:
        """Return the next thing that the listener says to the fork server under a name."""
        loop = asyncio.get_running_loop()
        while True:
            message = json.loads(await loop.sock_recv(self.control, MAX_BYTES))
            if what in message:
                return message[what]


@asynccontextmanager
async def running_listener(
    address: str, sessions: int = 1, sender: Any = None
) -> AsyncIterator[RunningListener]:
    """Run a listener; a sender is what sends its messages to absent players."""
    control, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    control.setblocking(False)
    pairs = [socket.socketpair(type=socket.SOCK_SEQPACKET) for _ in range(sessions)]
    sockets = [socket.socket(fileno=os.dup(own.fileno())) for own, _ in pairs]
    links = [HostLink(own.detach(), measure_memory) for own, _ in pairs]
    for _, far in pairs:
        far.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # the least: a few messages
    with closing(HostStore(address, check=False)) as store, control, theirs:
        theirs_of = {at: far for at, (_, far) in enumerate(pairs)}
        listener = HostListener(theirs, theirs_of, store, make_identity("host"), sender=sender)
        running = asyncio.create_task(listener.run())
        for each in links:
            each.open()
        try:
            yield RunningListener(links, control, sockets)
        finally:
            control.close()
            for link, end in zip(links, sockets, strict=True):
                link.close()
                end.close()
        await running
