"""A log that nobody reads: the server goes on, and counts what it drops."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.clients import connect, start_session
from tests.ssh.server_process import AS_THIS_USER
from yahtzee_tui.ssh.server.audit_log import AuditLog, QueuedStream

if TYPE_CHECKING:
    from pathlib import Path


def test_lines_beyond_the_queue_are_dropped_and_counted() -> None:
    read_end, write_end = os.pipe()
    stream = QueuedStream(write_end, lines=100)
    log = AuditLog(stream, 10_000_000)
    for _ in range(2000):
        log.write("session-start", login="x" * 100)
        time.sleep(0)
    dropped = log.dropped
    assert dropped > 1000
    os.set_blocking(read_end, False)
    written = b""
    while dropped + written.count(b"\n") < 2000:
        with contextlib.suppress(BlockingIOError):
            written += os.read(read_end, 65536)
    log.write("session-end")
    stream.close(10)
    last = json.loads(os.read(read_end, 65536))
    assert (last["event"], last["dropped"]) == ("session-end", dropped)
    os.close(read_end)
    os.close(write_end)


@pytest.mark.slow
async def test_a_full_pipe_stops_no_player(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
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
        assert server.wait(30) == 0
        os.close(read_end)
