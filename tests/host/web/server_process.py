"""The web server in a process of its own, and a client that connects like the page."""

import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Self

import aiohttp
import pyte

from tests.host.ssh.server_process import children
from tests.terminal.console import KEYS
from tests.terminal.program import ROOT, yahtzee
from tests.terminal.user_folders import UserFolders
from tests.waiting import is_running, wait_until


class ServerProcess:
    """`yahtzee-tui web` on any port that is free, until the end of the `with` block."""

    def __init__(self, home: UserFolders, *words: str) -> None:
        self.process = subprocess.Popen(
            yahtzee("web", "--port", "0", *words),
            cwd=ROOT,
            env={**os.environ, "LC_ALL": "C.UTF-8", "LOGNAME": "ann", **home.env},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said
        self.address = found[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def games(self) -> list[int]:
        return children(self.process.pid)

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        return self.process.wait()


class Tab:
    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.connection = connection
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.has_ended = False

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.say(["stdin", KEYS.get(key, key)])

    async def say(self, words: object) -> None:
        await self.connection.send_json(words)

    async def wait_for(self, what: str | Callable[[], bool]) -> None:
        """Wait until a text stands on the terminal, or something else is so."""
        seen = what if callable(what) else lambda: what in self.text
        while not seen() and not self.has_ended:
            await self.read()
        assert seen(), f"never seen: {what}\n{self.text}"

    async def wait_for_end(self) -> None:
        await self.wait_for(lambda: self.has_ended)

    async def read(self) -> None:
        message = await self.connection.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            self.stream.feed(message.data)
        elif message.type is not aiohttp.WSMsgType.TEXT:
            self.has_ended = True


@asynccontextmanager
async def open_tab(address: str) -> AsyncIterator[Tab]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}/ws?width=80&height=24", origin=address) as connection,
    ):
        yield Tab(connection)


async def wait_gone(*processes: int) -> None:
    """Wait until no such process runs any more."""
    await wait_until(lambda: not any(map(is_running, processes)))
