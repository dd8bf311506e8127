"""The log: lines that are plain and bounded, counted where they are lost, and read by nobody."""

import asyncio
import fcntl
import io
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.host.ssh.clients import ask, connect, start_session
from tests.host.ssh.server_process import AS_THIS_USER, provide_best_play
from tests.terminal.program import yahtzee
from tests.waiting import HANG_SECONDS
from yahtzee_tui.host.ssh.server.audit_log import AuditLog, QueuedStream


def dropped(log: AuditLog) -> int:
    """Return how many lines were dropped since the last one of their quota that was written."""
    return log._refusals.dropped + log._others.dropped


class Log(AuditLog):
    """A log whose lines are kept, and whose clock stands still until it is put forward."""

    def __init__(self, budget: int) -> None:
        self.now = 1000.0
        self.stream = io.StringIO()
        super().__init__(self.stream, budget, lambda: self.now)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]


@given(st.text(max_size=60))
def test_the_log_is_plain(text: str) -> None:
    log = Log(10_000)
    log.write("session-start", login=text)
    assert log.stream.getvalue()[:-1].isprintable()
    assert log.stream.getvalue().isascii()
    assert log.lines[0]["login"] == text


def test_a_log_line_is_short_and_a_full_disk_ends_nothing() -> None:
    log = Log(100_000)
    log.write("session-start", login="x" * 50_000)
    assert len(log.stream.getvalue()) < 5000
    log.stream.close()
    log.write("session-start")
    assert dropped(log) == 1


def test_the_log_writes_only_so_much_a_minute() -> None:
    log = Log(1000)
    for _ in range(100):
        log.write("session-start", login="x" * 50)
    written = len(log.lines)
    assert 5 <= written < 10
    assert len(log.stream.getvalue()) <= 1000
    log.now += 61
    log.write("session-end")
    assert log.lines[-1]["dropped"] == 100 - written
    log.write("session-end")
    assert "dropped" not in log.lines[-1]
    assert (dropped(log), log.lost) == (0, 100 - written)
    log.set_budget(0)
    log.write("open")
    log.now += 61
    log.write("open")
    assert len(log.lines) == written + 3, "another budget is that of the next minute"


def test_who_is_turned_away_hides_no_player() -> None:
    log = Log(4000)
    for _ in range(100):
        log.write("dropped", why="rate", address="192.0.2.7")
        log.write("refused", why="full", address="192.0.2.7")
    left_out = dropped(log)
    assert len(log.stream.getvalue()) <= 1000
    for _ in range(10):
        log.write("session-start", login="x" * 50)
    assert [line["event"] for line in log.lines[-10:]] == ["session-start"] * 10
    log.now += 61
    log.write("refused", why="full")
    assert log.lines[-1]["dropped"] == left_out > 100
    log.write("session-end", why="left")
    assert log.counts == {
        ("dropped", "rate"): 100, ("refused", "full"): 101, ("session-end", "left"): 1,
    }  # fmt: skip


def test_lines_beyond_the_queue_are_dropped_and_counted() -> None:
    read_end, write_end = os.pipe()
    stream = QueuedStream(write_end, lines=100)
    log = AuditLog(stream, 10_000_000)
    for _ in range(2000):  # a pipe takes some 400 of them
        log.write("session-start", login="x" * 100)
    lost = log.lost
    with ThreadPoolExecutor(1) as reader, os.fdopen(read_end) as pipe:
        lines = reader.submit(pipe.readlines)
        while dropped(log):
            log.write("session-end")
        stream.close(HANG_SECONDS)
        os.close(write_end)
        written = [json.loads(line) for line in lines.result()]
    assert sum(line["event"] == "session-start" for line in written) == 2000 - lost
    assert sum(line.get("dropped", 0) for line in written) == log.lost >= lost > 1000


@pytest.mark.exhaustive
async def test_a_full_pipe_stops_no_player(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
    provide_best_play(tmp_path)
    words = ("--host", "127.0.0.1", "--port", "0", "--state", str(tmp_path), *AS_THIS_USER)
    server = subprocess.Popen(yahtzee("serve", *words), stderr=write_end)
    os.close(write_end)
    try:
        said = b""
        while b'"open"' not in said:
            said += await asyncio.to_thread(os.read, read_end, 4096)
        (opened,) = [line for line in said.splitlines() if b'"open"' in line]
        target: Any = SimpleNamespace(port=json.loads(opened)["port"])
        for _ in range(9):  # each leaves long lines in the log
            await ask(target, "x" * 4000)
        async with connect(target) as connection:
            session = await start_session(connection)
            await session.wait_for(b"your name")
    finally:
        server.terminate()
        assert server.wait(HANG_SECONDS) == 0
        os.close(read_end)
