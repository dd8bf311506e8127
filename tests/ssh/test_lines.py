"""Lines over SSH: a game with the example bots."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.ssh.clients import connect, start_session
from tests.ssh.openssh import OPTIONS
from tests.terminal.program import ROOT
from tests.waiting import wait_until
from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.store.lobby import TableOptions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.ssh.clients import ClientSession
    from tests.ssh.openssh import GameDatabase, Key
    from tests.ssh.server_process import ServerProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here"),
]

_TURNS = 3  # which show that a game or an example plays


@asynccontextmanager
async def lines(server: ServerProcess, key: Key, command: str) -> AsyncIterator[ClientSession]:
    async with connect(server, "x", str(key.path)) as connection:
        yield await start_session(connection, command, term=None)


async def hear(session: ClientSession, what: str) -> str:
    """Wait for a line with some words, and return it; what was said before is forgotten."""
    await session.wait_for(what.encode())
    await session.wait_for(lambda: b"\n" in session.seen.partition(what.encode())[2])
    before, found, after = bytes(session.seen).decode().partition(what)
    end, _, rest = after.partition("\n")
    session.seen[:] = rest.encode()
    return before.rpartition("\n")[2] + found + end


@pytest.mark.parametrize("example", [(sys.executable, "ssh_bot.py"), ("sh", "ssh_bot.sh")])
async def test_the_example_bots_play(
    game_server: ServerProcess, database: GameDatabase, example: tuple[str, str]
) -> None:
    program, name = example[0], example[1].removeprefix("ssh_bot.")
    ann, _bot = database.know("Ann"), database.know(name)
    database.lobby.accounts.set_bot(name, "Ann")
    where = (*OPTIONS, "-p", str(game_server.port), *database.keys[name].options, "x@127.0.0.1")
    words = (program, str(ROOT / "examples" / "bots" / example[1]), *where)
    lobby = database.lobby
    table = lobby.tables.create(TableOptions("official", 2, bots=True), ann)
    events, now = database.contests, database.contests.now()
    cup = events.create(f"Cup of {name}", "crag", 1, now, now + 86_400, bots=True)
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True
    ) as bot:
        try:
            await wait_until(lambda: not lobby.tables.read(table).free)
            await wait_until(lambda: events.line(cup, "").players == 1)
            begin_game(lobby, lobby.tables.read(table), ann.who)
            code = lobby.tables.read(table).code
            async with lines(game_server, database.keys["Ann"], f"plain join {code}") as session:
                await hear(session, f"BOT {name}")
                for turn in range(1, _TURNS + 1):
                    await hear(session, "Your turn")
                    session.press(b"\ns %d\n" % turn)
                    await hear(session, "Ann scored ")
                    await hear(session, f"BOT {name} scored ")
                session.channel.write_eof()
                await session.wait_over()
                assert session.code == 0
        finally:
            os.killpg(bot.pid, signal.SIGTERM)  # also ssh, and the parts of a pipe
        assert bot.stderr is not None
        assert b"Traceback" not in bot.stderr.read()
