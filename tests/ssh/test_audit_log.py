"""A log that nobody reads: the server goes on, and counts what it drops."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.clients import connect, start_session
from tests.ssh.server_process import AS_THIS_USER, provide_best_play
from tests.terminal.program import PATIENCE
from yahtzee_tui.ssh.server.audit_log import AuditLog, QueuedStream

if TYPE_CHECKING:
    from pathlib import Path


def test_lines_beyond_the_queue_are_dropped_and_counted() -> None:
    read_end, write_end = os.pipe()
    stream = QueuedStream(write_end, lines=100)
    log = AuditLog(stream, 10_000_000)
    written = 2000
    for _ in range(written):  # a pipe takes some 400 of them
        log.write("session-start", login="x" * 100)
    with ThreadPoolExecutor(1) as reader, os.fdopen(read_end) as pipe:
        lines = reader.submit(pipe.readlines)
        while log.dropped:
            time.sleep(0.01)
            log.write("session-end")
            written += 1
        stream.close(PATIENCE)
        os.close(write_end)
        dropped = [json.loads(line).get("dropped", 0) for line in lines.result()]
    assert len(dropped) + sum(dropped) == written
    assert sum(dropped) > 1000


def test_another_budget_is_that_of_the_next_minute() -> None:
    lines, now = list[str](), [0.0]
    stream: Any = SimpleNamespace(write=lines.append, flush=lambda: None)
    log = AuditLog(stream, 0, lambda: now[0])
    for budget, more in ((0, 0), (10_000, 0), (0, 2), (0, 0)):
        before = len(lines)
        for event in ("session-start", "refused"):
            log.write(event)
        assert len(lines) == before + more
        log.set_budget(budget)
        now[0] += 61


@pytest.mark.exhaustive
async def test_a_full_pipe_stops_no_player(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
    provide_best_play(tmp_path)
    words = ("--host", "127.0.0.1", "--port", "0", "--state", str(tmp_path), *AS_THIS_USER)
    server = subprocess.Popen(
        [sys.executable, "-m", "yahtzee_tui", "serve", *words], stderr=write_end
    )
    os.close(write_end)
    try:
        said = b""
        while b'"open"' not in said:
            said += await asyncio.to_thread(os.read, read_end, 4096)
        (opened,) = [line for line in said.splitlines() if b'"open"' in line]
        target: Any = SimpleNamespace(port=json.loads(opened)["port"])
        for _ in range(9):  # each leaves long lines in the log
            async with connect(target) as connection:
                session = await start_session(connection, "x" * 4000)
                await session.wait_over()
        async with connect(target) as connection:
            session = await start_session(connection)
            await session.wait_for(b"your name")
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0
        os.close(read_end)
