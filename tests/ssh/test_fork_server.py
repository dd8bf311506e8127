"""The fork server: it is replaced when it hangs, and reads the known keys."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.host_listener import make_identity
from tests.ssh.server_process import WITHOUT_PRELOADING, is_running, wait_gone
from tests.terminal.program import PATIENCE, ROOT
from yahtzee_tui.ssh.config import ServerError
from yahtzee_tui.ssh.protocol import StartSession, WorkerSettings
from yahtzee_tui.ssh.server import fork_client
from yahtzee_tui.ssh.server.audit_log import AuditLog
from yahtzee_tui.store import Store

if TYPE_CHECKING:
    from pathlib import Path

WITH_A_STRANGER = WITHOUT_PRELOADING.replace("ForkServer(", "os.fork() or os._exit(0)\nForkServer(")
"""Also one with a child that is no session, such as a library may start."""

KEY = "SHA256:known"


def make_client(
    folder: Path, lines: list[dict[str, Any]], program: str = WITHOUT_PRELOADING
) -> fork_client.ForkServerClient:
    settings = WorkerSettings(
        str(folder / "games.sqlite"), str(folder), "", 1 << 20, 1 << 40, 60, 1, 0,
        identity=make_identity("host"),
    )  # fmt: skip
    stream: Any = SimpleNamespace(
        write=lambda line: lines.append(json.loads(line)), flush=lambda: None
    )
    return fork_client.ForkServerClient(settings, AuditLog(stream, 1_000_000), ("-c", program))


async def test_a_child_that_is_no_session_is_logged(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = []
    client = make_client(tmp_path, lines, WITH_A_STRANGER)
    running = asyncio.create_task(client.run())
    try:
        async with asyncio.timeout(PATIENCE):
            while not lines:
                await asyncio.sleep(0.02)
        assert lines[0]["event"] == "games-log"
        assert "isn't a session; it ended with code 0" in lines[0]["text"]
        await client.wait_ready()
        assert client.sandbox
    finally:
        await client.close()
        await running


async def test_a_python_that_cannot_be_started_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.touch(mode=0o600)
    monkeypatch.setattr(sys, "executable", str(python))
    lines: list[dict[str, Any]] = []
    client = make_client(tmp_path, lines)
    running = asyncio.create_task(client.run())
    try:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(ServerError, match="can't be started: Permission denied"):
                await client.wait_ready()
        assert [line["event"] for line in lines] == ["games-stopped"]
    finally:
        await client.close()
        await running


def test_a_fork_server_may_be_silent_for_as_long_as_the_documentation_says() -> None:
    said = " ".join((ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").split())
    assert "doesn't respond for eight seconds, it is replaced" in said
    assert fork_client._HEARTBEAT_SECONDS * (1 + fork_client._MAX_UNANSWERED) == 8


async def test_a_fork_server_that_hangs_is_replaced_and_its_sessions_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(str(tmp_path / "games.sqlite"))) as store:
        store.lobby.accounts.bind(f"key:{KEY}", "Ann")
    lines: list[dict[str, Any]] = []
    client = make_client(tmp_path, lines)
    running = asyncio.create_task(client.run())
    terminal, slave = os.openpty()
    status, status_end = os.pipe()
    try:
        async with asyncio.timeout(PATIENCE):
            await client.wait_ready()
            request = StartSession(0, "", "ann", [], False, {})
            session = await client.start_session(request, (slave, status_end))
            while client.known_keys != {KEY}:
                await asyncio.sleep(0.02)
            assert client.sandbox.startswith("no other processes, no other programs, no network")
            assert client._process is not None
            before = client._process.pid
            os.kill(before, signal.SIGSTOP)
            monkeypatch.setattr(fork_client, "_HEARTBEAT_SECONDS", 0.1)
            while not lines:
                await asyncio.sleep(0.02)
            monkeypatch.undo()
            (stopped,) = lines
            assert (stopped["event"], stopped["code"]) == ("games-stopped", -signal.SIGKILL)
            assert "is not responding" in stopped["why"]
            while client._process.pid == before:
                await asyncio.sleep(0.02)
            await client.wait_ready()
            assert is_running(session.pid)
            assert not client.has_forked(session)
    finally:
        for each in (terminal, slave, status, status_end):
            os.close(each)
        await client.close()
        await running
    wait_gone(session.pid)
