"""SIGHUP: the settings and rule files are read again, and faulty ones change nothing."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.host.ssh.clients import TABLE, ask, look, playing, roll, tell
from tests.host.ssh.server_process import (
    AS_THIS_USER,
    MISBEHAVING,
    ServerProcess,
    kill,
    provide_best_play,
)
from tests.host.ssh.service_manager import ServiceManager
from tests.terminal.program import ROOT, yahtzee
from tests.waiting import HANG_SECONDS, wait_in_thread, wait_until
from yahtzee_tui.host.ssh.server.session_end import REFUSALS

HOUSE = 'id = "{}"\nname = "House"\nbased_on = "yatzy"\n'
LIMITS = "[limits]\nnetwork_rate = 100000\nnetwork_burst = 10000\nnetwork_logins = 100\n"
STRANGER = "127.0.0.66"


async def reload(server: ServerProcess, event: str = "reloaded") -> dict[str, Any]:
    """Let a server read its files again, and return the next event of a kind."""
    before = len(server.events(event))
    server.send(signal.SIGHUP)
    return await asyncio.to_thread(server.wait_for, event, count=before + 1)


@pytest.mark.exhaustive
async def test_new_sessions_have_new_rules_and_limits(tmp_path: Path) -> None:
    config, rules = tmp_path / "server.toml", tmp_path / "rules"
    rules.mkdir()
    (rules / "old.toml").write_text(HOUSE.format("old"))
    config.write_text(f'rules_folder = "{rules}"\n{LIMITS}')
    with ServerProcess(tmp_path, worker=MISBEHAVING, config=str(config)) as server:
        assert (await tell(server))["rules"] == ["old"]
        assert REFUSALS["banned"].encode() not in await look(server, local_addr=(STRANGER, 0))
        async with playing(server, "ann") as ann:
            (rules / "old.toml").unlink()
            (rules / "new.toml").write_text(HOUSE.format("new"))
            text = f'rules_folder = "{rules}"\ndeny = ["{STRANGER}"]\n{LIMITS}'
            config.write_text(f"{text}memory_megabytes = 450\nnetwork_sessions = 1")
            assert "restart" not in {k for k, v in (await reload(server)).items() if v}
            assert REFUSALS["banned"].encode() in await look(server, local_addr=(STRANGER, 0))
            assert REFUSALS["sessions"].encode() in (await ask(server)).seen
            config.write_text(f"{text}memory_megabytes = 450\n")
            await reload(server)
            told = await tell(server)
            assert told["rules"] == ["new"]
            assert told["limits"]["RLIMIT_AS"][0] == 450 << 20
            await roll(ann)

        # The next process that forks the sessions has them, too.
        kill(server.parent)
        await asyncio.to_thread(server.wait_for, "games-stopped")
        while TABLE not in await look(server):  # it isn't ready yet
            pass
        assert (await tell(server))["rules"] == ["new"]

        # What is faulty changes nothing, and is named in one line.
        (rules / "new.toml").write_text("rolls = 40")
        await reload(server)
        assert (await tell(server))["rules"] == ["new"]
        assert "new.toml, line 1" in server.events("games-log")[-2]["text"]
        ids = config.read_text().replace("deny", 'rules = ["official", "none"]\ndeny')
        for faulty, why in (
            ("port = ", "server.toml can't be read: it is not valid TOML"),
            ('prot = 22\ndeny = ["x"]', 'server.toml: unknown setting "prot"; did you mean port?'),
            ("[limits]\nsessions = 0", "server.toml: sessions must be a number from 1"),
            (ids, "'none' is not a rule set"),
            (None, f"{config} doesn't exist."),
        ):
            config.unlink() if faulty is None else config.write_text(faulty)
            assert (await reload(server, "error"))["why"].startswith(why)
            assert REFUSALS["banned"].encode() in await look(server, local_addr=(STRANGER, 0))

        # What needs a restart is named.
        words = f'user = "mallory"\nport = 22\ndatabase = "x"\nkeep_days = 1\n{LIMITS}'
        config.write_text(words)
        restart = (await reload(server))["restart"]
        assert set(restart.split(", ")) - {"user", "port"} == {
            "database", "keep_days", "rules_folder",
        }  # fmt: skip
        assert REFUSALS["banned"].encode() not in await look(server, local_addr=(STRANGER, 0))


@pytest.mark.exhaustive
async def test_it_may_come_at_any_time_and_systemd_hears_of_a_server_until_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = ServiceManager(f"{tmp_path}/notify")
    monkeypatch.setenv("NOTIFY_SOCKET", f"{tmp_path}/notify")
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    config = tmp_path / "server.toml"
    config.write_text(LIMITS)
    began = time.monotonic_ns() // 1000
    with (
        closing(manager),
        ServerProcess(tmp_path, worker=MISBEHAVING, config=str(config)) as server,
    ):
        assert manager.wait_for("READY=1") == ("READY=1", "STATUS=Accepting players")
        assert b"NOTIFY_SOCKET" not in Path(f"/proc/{server.parent}/environ").read_bytes()
        async with playing(server, "ann") as ann, playing(server, "bob") as bob:
            for _ in range(20):
                server.send(signal.SIGHUP)
            await reload(server)
            server.send(signal.SIGUSR1)
            await asyncio.to_thread(manager.wait_for, "STATUS=Draining; sessions left: 2")
            await reload(server)
            config.unlink()
            await reload(server, "error")
            await roll(ann)
            server.send(signal.SIGHUP)
            ann.press(b"\x03")
            await ann.wait_over()
            await asyncio.to_thread(manager.wait_for, "STATUS=Draining; sessions left: 1")
            fed = manager.heard.count(("WATCHDOG=1",))
            await wait_until(lambda: manager.heard.count(("WATCHDOG=1",)) >= fed + 2)
            assert not any("STOPPING=1" in lines for lines in manager.heard)
            bob.press(b"\x03")
            await bob.wait_over()
        server.send(signal.SIGHUP)
        assert await asyncio.to_thread(server.wait) == 0
        assert ("STOPPING=1", "STATUS=Ending") in manager.heard
        heard = [lines for lines in manager.heard if lines[0] in ("RELOADING=1", "READY=1")]
    starts = [at for at, lines in enumerate(heard) if lines[0] == "RELOADING=1"]
    assert len(starts) >= 3
    for at in starts:
        assert heard[at + 1] == ("READY=1",)
        assert began < int(heard[at][1].removeprefix("MONOTONIC_USEC=")) < began + 600_000_000


@pytest.mark.exhaustive
def test_it_may_come_during_the_start(tmp_path: Path) -> None:
    provide_best_play(tmp_path)
    words = ("serve", "--state", str(tmp_path), "--port", "0", "--host", "127.0.0.1")
    with subprocess.Popen(
        yahtzee(*words, *AS_THIS_USER), cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        wait_in_thread(lambda: is_hangup_handled(process.pid))
        events: list[str] = []
        while "open" not in events:
            process.send_signal(signal.SIGHUP)
            events += [json.loads(process.stderr.readline())["event"]]
        assert json.loads(process.stderr.readline())["event"] == "reloaded"
        process.terminate()
        assert process.wait(HANG_SECONDS) == 0


def is_hangup_handled(process: int) -> bool:
    """Return whether SIGHUP doesn't end a process: it has blocked it, or handles it."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    status = dict(line.split(":\t") for line in lines)
    return any(int(status[name], 16) & 1 for name in ("SigBlk", "SigCgt"))


@pytest.mark.exhaustive
def test_a_server_ends_with_the_terminal_that_it_runs_in(tmp_path: Path) -> None:
    provide_best_play(tmp_path)
    words = ("serve", "--state", str(tmp_path), "--port", "0", "--host", "127.0.0.1")
    terminal, end = pty.openpty()
    log = tmp_path / "log"
    with log.open("w") as file, subprocess.Popen(
        ["setsid", "--ctty", "--wait", *yahtzee(*words, *AS_THIS_USER)],
        cwd=ROOT, stdin=end, stderr=file,
    ) as process:  # fmt: skip
        os.close(end)
        wait_in_thread(lambda: '"open"' in log.read_text())
        os.close(terminal)
        assert process.wait(HANG_SECONDS) == 0
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert events[-2:] == ["closing", "closed"]
