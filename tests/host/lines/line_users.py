"""Remote users who type lines, several at once on one database, each with a program of its own."""

import asyncio
import io
import os
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tests.moved_clock import MovedClock
from tests.store.games import execute
from yahtzee_tui.host.lines.line_visit import LineVisit, LiveConsole
from yahtzee_tui.host.lines.plain_visit import PlainVisit
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.schema import TABLES
from yahtzee_tui.host.services.visit import Visitor
from yahtzee_tui.store.connect import open_database

_ROUNDS, _LOOK_SECONDS, _STEP_SECONDS = 12_000, 0.005, 0.1


async def wait_until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds; in the event loop time goes on with each look, and faster."""
    loop = asyncio.get_running_loop()
    clock = vars(loop).setdefault("time", MovedClock())
    for _ in range(_ROUNDS):
        if holds():
            return
        await asyncio.sleep(_LOOK_SECONDS)
        clock.ahead += _STEP_SECONDS
    raise AssertionError("it never held")


class LineUser:
    def __init__(self, visit: LineVisit, output: io.StringIO, keyboard: int) -> None:
        self.visit, self.output, self.keyboard = visit, output, keyboard
        self.at = 0

    @property
    def said(self) -> list[str]:
        return self.output.getvalue().replace("\a", "").splitlines()

    @property
    def bells(self) -> int:
        return self.output.getvalue().count("\a")

    def type(self, *lines: str) -> None:
        self.send("".join(f"{line}\n" for line in lines).encode())

    def send(self, data: bytes) -> None:
        os.write(self.keyboard, data)

    async def hear(self, *words: str) -> str:
        """Wait for a line with all these words, after the last one that was waited for."""

        def find() -> bool:
            for at, line in enumerate(self.said[self.at :], self.at + 1):
                if all(word in line for word in words):
                    self.at = at
                    return True
            return False

        try:
            await wait_until(find)
        except AssertionError:
            lines = "\n".join(self.said)
            raise AssertionError(f"never said: {words!r}\n{lines}") from None
        return self.said[self.at - 1]

    async def ask(self, line: str, *answer: str) -> str:
        self.at = len(self.said)
        self.type(line)
        return await self.hear(*answer)

    async def sign_in(self) -> None:
        await self.hear("Choose a name.")
        await self.hear("Your name")
        await self.ask("", "Lobby: ")

    async def open_table(self, words: str = "2") -> str:
        line = await self.ask(f"open {words}", "Waiting room of ")
        found = re.search(r"[A-Z]+-\d+", line)
        assert found is not None
        return found[0]


@asynccontextmanager
async def line_user(
    address: str, key: str, *request: str, kind: type[LineVisit] = PlainVisit
) -> AsyncIterator[LineUser]:
    """Connect a user with a key; the input ends with the block."""
    output, store = io.StringIO(), HostStore(address)
    ear, keyboard = os.pipe()
    visitor = Visitor(key and f"SHA256:{key}", key, ("plain", *request))
    visit = kind(visitor, store, LiveConsole(ear, output))
    running = asyncio.create_task(visit.run())
    try:
        yield (user := LineUser(visit, output, keyboard))
    finally:
        os.close(keyboard)
        await wait_until(running.done)
        await running
        visit.leave()
        store.close()
        asyncio.get_running_loop().remove_reader(ear)  # else the next user's input isn't heard
        os.close(ear)
    assert all(line.isprintable() and line.strip() for line in user.said)


@asynccontextmanager
async def two_users(address: str, other: str = "Bob") -> AsyncIterator[tuple[LineUser, LineUser]]:
    """Connect Ann and another user, and take both to the lobby."""
    async with line_user(address, "Ann") as ann, line_user(address, other) as second:
        await ann.sign_in()
        await second.sign_in()
        yield ann, second


def let_turn_last(address: str, seconds: float) -> None:
    """Make the turns at all tables begin so many seconds before now."""
    database, _ = open_database(address)
    now = time.time()
    execute(database, TABLES.update().values(turn_since=now - seconds, changed=now))
    database.close()
