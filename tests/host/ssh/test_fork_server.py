"""The fork server: it is replaced when it hangs, and reads the known keys."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from tests.host.lobby.users_and_tables import begin_new
from tests.host.ssh.clients import ClientSession, ask, connect, start_session
from tests.host.ssh.listener import KeptLog, running_client
from tests.host.ssh.openssh import GameDatabase
from tests.host.ssh.server_process import WITHOUT_PRELOADING, ServerProcess, children
from tests.host.ssh.test_notification_sender import receiving
from tests.moved_clock import MovedClock
from tests.terminal.program import ROOT
from tests.waiting import is_running, wait_gone, wait_until
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.notifications import Occasion
from yahtzee_tui.host.ssh.config import ServerError
from yahtzee_tui.host.ssh.protocol import StartSession
from yahtzee_tui.host.ssh.requests import CHECK, JSON_REQUESTS
from yahtzee_tui.host.ssh.server.host_key import load_host_key
from yahtzee_tui.host.ssh.worker.preload import find_modules

WITH_A_STRANGER = WITHOUT_PRELOADING.replace("ForkServer(", "os.fork() or os._exit(0)\nForkServer(")
"""Also one with a child that is no session, such as a library may start."""

NOTING = """
import os, sys
from yahtzee_tui.host.ssh.worker import fork_server, notification_sender, session_process

def tell(who):
    os.write(2 if who == "listener" else 3, f"{who}: {sorted({*sys.modules} - before)}\\n".encode())

def note(action, who=""):
    def run(*words):
        try:
            return action(*words)
        finally:
            tell(who or " ".join(words[0].request))
    return run

class Noting(fork_server.ForkServer):
    def run(self):
        global before
        before = {*sys.modules}
        super().run()

fork_server.ForkServer = Noting
notification_sender.post = note(notification_sender.post, "listener")
session_process.run_game = note(session_process.run_game)
fork_server.run_fork_server(session_process.run_game)
"""
"""A fork server that tells which modules each session has imported itself, at its end."""

TYPED = {
    "plain": "tables,games,tell,key,event,scores,options,solo,roll,hint,turn,lobby,practice,1,"
    "lobby,daily,roll,lobby,open 2 official casual,word otter,start,roll,hint,log,away,lobby",
    "plain join CODE": "roll,who,invite,messages,values,review",
    "bot join CODE": "",
}
PRESSED = {
    "": "m,\x1b,t,\x1b,/,\x1b,a,\x1b,?,\x1b,s,\x1b,e,\x1b,p,1,\x1b,d, ,h,\x1b",
    "join CODE": " ,h,m,\x1b,?,\x1b",
    "watch CODE": "?,\x1b",
}
"""What players type and press, in whom each command of SSH makes a session."""

KEY = "SHA256:known"


def has_more(session: ClientSession, at: int) -> bool:
    return len(session.seen) > at


async def test_a_child_that_is_no_session_is_logged(tmp_path: Path) -> None:
    async with running_client(tmp_path, log := KeptLog(), WITH_A_STRANGER) as client:
        await wait_until(lambda: log.lines)
        assert log.lines[0]["event"] == "games-log"
        assert "isn't a session; it ended with code 0" in log.lines[0]["text"]
        await client.wait_ready()


async def test_a_python_that_cannot_be_started_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.touch(mode=0o600)
    monkeypatch.setattr(sys, "executable", str(python))
    async with running_client(tmp_path, log := KeptLog()) as client:
        with pytest.raises(ServerError, match="can't be started: Permission denied"):
            await client.wait_ready()
        assert [line["event"] for line in log.lines] == ["games-stopped"]


async def test_a_fork_server_that_hangs_is_replaced_and_its_sessions_go_on(
    tmp_path: Path, clock: MovedClock
) -> None:
    said = " ".join((ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").split())
    assert "doesn't respond for eight seconds, running games continue" in said
    with closing(HostStore(str(tmp_path / "games.sqlite"))) as store:
        store.lobby.accounts.bind(f"key:{KEY}", "Ann")
    terminal, slave = os.openpty()
    status, status_end = os.pipe()
    async with running_client(tmp_path, log := KeptLog()) as client:
        await client.wait_ready()
        request = StartSession(0, "", "ann", [], False, {})
        session = await client.start_session(request, (slave, status_end))
        await wait_until(lambda: client.known_keys == {KEY})
        (fork_server,) = (each for each in children(os.getpid()) if session.pid in children(each))
        os.kill(fork_server, signal.SIGSTOP)
        with clock.standing_still():
            for _ in range(3):
                await clock.move(2)
            is_early = bool(log.lines)
            await clock.move(2)
            await asyncio.to_thread(wait_gone, fork_server)
        await wait_until(lambda: log.lines)
        assert not is_early
        (stopped,) = log.lines
        assert (stopped["event"], stopped["code"]) == ("games-stopped", -signal.SIGKILL)
        assert "is not responding" in stopped["why"]
        await clock.pass_until(lambda: client.restarts == 1, 0.1)
        await client.wait_ready()
        assert is_running(session.pid)
        assert not client.has_forked(session)
    for each in (terminal, slave, status, status_end):
        os.close(each)
    wait_gone(session.pid)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="no spare here")
async def test_a_spare_takes_the_place_of_a_fork_server_that_was_killed(
    tmp_path: Path, clock: MovedClock
) -> None:
    ends: list[int] = []
    async with running_client(tmp_path, log := KeptLog()) as client:
        for kills in (1, 2):  # the second one is that of the spare
            await client.wait_ready()
            client._program = ("-c", "raise SystemExit('nothing is imported again')")
            ends += *os.openpty(), *os.pipe()
            request = StartSession(0, "", "ann", [], False, {})
            session = await client.start_session(request, (ends[-3], ends[-1]))
            about = Path(f"/proc/{session.pid}/stat").read_text()
            os.kill(int(about.rpartition(")")[2].split()[1]), signal.SIGKILL)
            await clock.pass_until(lambda kills=kills: client.restarts == kills, 0.1)  # type: ignore[misc]
        await client.wait_ready()
        assert [line["event"] for line in log.lines] == ["games-stopped"] * 2
    for each in ends:
        os.close(each)


def test_the_game_is_preloaded_without_the_command_line() -> None:
    names = set(find_modules())
    assert {"yahtzee_tui.rules.game", "yahtzee_tui.tui", "yahtzee_tui.dice"} <= names
    assert not {name for name in names if name.startswith("yahtzee_tui.cli")}


@pytest.mark.slow
async def test_no_session_imports_a_module_after_the_fork(tmp_path: Path) -> None:
    """As another user, or on a full machine, it may not be able to."""
    async with AsyncExitStack() as stack:
        receiver = await stack.enter_async_context(receiving())
        notify = ("ntfy", receiver.url, "")
        noting = ServerProcess(tmp_path, worker=("-c", NOTING), json=True, notify=notify)
        server = stack.enter_context(noting)
        database = GameDatabase(str(server.state / "games" / "games.sqlite"), tmp_path)
        stack.callback(database.close)
        for name in ("Eva", "Cid"):
            who = database.know(name).who
            database.lobby.notifications.choose(who, "topic", frozenset(Occasion), "en")
        begin_new(database.lobby, *map(database.know, ("Eva", "Cid")))
        code = database.begin("Bob", "Ann")
        database.lobby.accounts.set_bot("Bob", "Ann")
        texts = ("daily", "event", "ladder", f"record {code}", *map(" ".join, JSON_REQUESTS))
        for command in texts:
            await ask(server, command, term=None)
        async with connect(server, keys=[load_host_key(server.state)]) as host:
            await host.run(*CHECK, encoding=None)
        for kinds, term in ((TYPED, None), (PRESSED, "xterm-256color"), (PRESSED, "linux")):
            for command, keys in kinds.items():
                key = database.keys["Bob" if "bot" in command else "Ann"]
                async with connect(server, keys=[str(key.path)]) as connection:
                    session = await start_session(
                        connection, command.replace("CODE", code), term=term, size=(130, 50)
                    )
                    await session.wait_for(partial(has_more, session, 0))
                    for each in keys.split(","):
                        at = len(session.seen)
                        session.press(each.encode() + b"\n" * (term is None))
                        await session.wait_for(partial(has_more, session, at))
                    if term is None:
                        session.channel.write_eof()
                    else:
                        session.press(b"\x03")
                    await session.wait_over()  # one that is killed tells nothing

        def find() -> list[str]:
            said = "".join(event["text"] for event in server.events("games-log"))
            return said.splitlines()

        count = len(texts) + len(TYPED) + 2 * len(PRESSED) + 2
        await wait_until(lambda: len(find()) >= count)
    late = [line for line in find() if not line.endswith(": []")]
    assert not late, "\n".join(late)


@pytest.mark.slow
def test_what_is_preloaded_suffices_and_needs_no_library_of_another_extra() -> None:
    code = """
import sys
from importlib import import_module
from yahtzee_tui.host.ssh.requests import CHECK, JSON_REQUESTS
from yahtzee_tui.host.ssh.server.host_key import load_host_key
from yahtzee_tui.host.ssh.worker.preload import LATE_MODULES, find_modules
sys.modules["gymnasium"] = sys.modules["textual_serve"] = None
for name in (*find_modules(), *LATE_MODULES):
    import_module(name)
# As another user a process may not even read Python's library.
from yahtzee_tui.host.ssh.worker.sandbox import find_login
before = {*sys.modules}
find_login()
assert {*sys.modules} - before <= {*sys.builtin_module_names}
"""
    subprocess.run([sys.executable, "-c", code], check=True)
