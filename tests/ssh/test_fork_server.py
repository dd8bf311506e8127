"""The fork server: it is replaced when it hangs, and reads the known keys."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tests.ssh.server_process import is_running, wait_gone
from tests.terminal.program import PATIENCE
from yahtzee_tui.ssh.protocol import StartSession, WorkerSettings
from yahtzee_tui.ssh.server import fork_client
from yahtzee_tui.ssh.server.audit_log import AuditLog
from yahtzee_tui.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

WITHOUT_PRELOADING = """
import os, socket, sys
from yahtzee_tui.ssh.protocol import MAX_BYTES, unpack
from yahtzee_tui.ssh.worker.fork_server import ForkServer

server = socket.socket(fileno=int(sys.argv[1]))
ForkServer(server, unpack(server.recv(MAX_BYTES)), lambda *_: len(os.read(0, 1))).run()
"""
"""A fork server whose sessions wait for a key."""

KEY = "SHA256:known"


async def test_a_fork_server_that_hangs_is_replaced_and_its_sessions_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(str(tmp_path / "games.sqlite"))) as store:
        store.lobby.accounts.bind(f"key:{KEY}", "Ann")
    settings = WorkerSettings(
        str(tmp_path / "games.sqlite"), str(tmp_path), "", 1 << 20, 1 << 40, 60, 1, 0
    )
    lines: list[dict[str, Any]] = []
    stream: Any = SimpleNamespace(
        write=lambda line: lines.append(json.loads(line)), flush=lambda: None
    )
    client = fork_client.ForkServerClient(
        settings, AuditLog(stream, 1_000_000), ("-c", WITHOUT_PRELOADING)
    )
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
            assert client.sandbox == "no other programs, no network"
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
