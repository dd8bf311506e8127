"""Unit tests of the server's parts: requests, networks, terminals, log, budget, protocol."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
import tty
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ssh.test_limits import Clock
from yahtzee_tui.ssh.protocol import (
    SessionExited,
    SessionNotStarted,
    SignalSession,
    StartSession,
    WorkerSettings,
    pack,
    unpack,
)
from yahtzee_tui.ssh.server.audit_log import AuditLog
from yahtzee_tui.ssh.server.fork_client import FORK_SERVER
from yahtzee_tui.ssh.server.pty import PseudoTerminal
from yahtzee_tui.ssh.server.rate_limit import (
    BURST_BYTES,
    BYTES_PER_SECOND,
    TrafficBudget,
    network_of,
    parse_address,
)
from yahtzee_tui.ssh.server.requests import clean_login, parse_request
from yahtzee_tui.ssh.server.terminal import (
    MAX_SIZE,
    MIN_SIZE,
    clamp_size,
    is_capable,
    needs_ascii,
    session_environment,
)
from yahtzee_tui.ssh.worker import preload

ANYTHING = st.text(max_size=60)


@pytest.mark.parametrize(
    ("command", "request_"),
    [
        ("join KESTREL-42", ("join", "KESTREL-42")),
        ("watch owl-9999", ("watch", "OWL-9999")),
        ("join OWL-1", None),
        ("join OW-12", None),
        ("join OWL-1234567", None),
        ("join ABCDEFGHIJKLM-12", None),
        ("play OWL-12", None),
    ],
)
def test_only_tables_can_be_asked_for(command: str, request_: tuple[str, ...] | None) -> None:
    assert parse_request(command) == request_


@given(ANYTHING)
def test_no_other_command_is_understood(command: str) -> None:
    request = parse_request(command)
    assert request is None or command.upper() == " ".join(request).upper()


@given(ANYTHING)
def test_a_cleaned_login_is_printable(login: str) -> None:
    cleaned = clean_login(login)
    assert not cleaned or cleaned.isprintable()
    assert len(cleaned) <= 20
    assert not set(cleaned) & set('[]<>;\\/@$`"*')
    assert clean_login(cleaned) == cleaned


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ann", "ann"),
        ("Ann O'Hara", "Ann O'Hara"),
        ("a\x1b]0;x\x07b", "a0xb"),
        ("Jörg", "Jörg"),
        ("4242", ""),
        ("...", ""),
        ("", ""),
        ("x" * 999, "x" * 20),
    ],
)
def test_what_is_suggested_for_a_login(login: str, name: str) -> None:
    assert clean_login(login) == name


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
    ],
)
def test_an_address_belongs_to_a_network(address: str, network: str) -> None:
    parsed = parse_address(address)
    assert network_of(parsed) == network
    assert "%" not in str(parsed)


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_no_size_is_out_of_bounds(columns: int, rows: int) -> None:
    size = clamp_size(columns, rows)
    assert MIN_SIZE[0] <= size.columns <= MAX_SIZE[0]
    assert MIN_SIZE[1] <= size.rows <= MAX_SIZE[1]


@given(ANYTHING, st.dictionaries(ANYTHING, ANYTHING, max_size=5))
def test_nothing_that_was_sent_reaches_a_game(term: str, sent: dict[str, str]) -> None:
    needs_ascii(sent)
    if is_capable(term):
        environment = session_environment(term, sent)
        assert set(environment) <= {"TERM", "COLORTERM", "NO_COLOR"}
        assert all(word.isascii() and word.isprintable() for word in environment.values())


@pytest.mark.parametrize(
    ("sent", "plain"),
    [
        ({}, False),
        ({"LANG": "de_DE"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "C", "LC_ALL": "en_GB.utf8"}, False),
        ({"LC_CTYPE": "ru_RU.KOI8-R"}, True),
        ({"LC_CTYPE": "de_DE.UTF-8@euro"}, False),
    ],
)
def test_locales_without_unicode(sent: dict[str, str], plain: bool) -> None:
    assert needs_ascii(sent) is plain


def read(stream: io.StringIO) -> list[dict[str, Any]]:
    """Return the lines of a log."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@given(ANYTHING)
def test_the_log_is_plain(text: str) -> None:
    stream = io.StringIO()
    AuditLog(stream, 10_000).write("begin", login=text)
    assert stream.getvalue()[:-1].isprintable()
    assert stream.getvalue().isascii()
    assert read(stream)[0]["login"] == text


def test_the_log_writes_only_so_much_a_minute() -> None:
    stream, clock = io.StringIO(), Clock()
    log = AuditLog(stream, 1000, clock)
    for _ in range(100):
        log.write("begin", login="x" * 50)
    written = read(stream)
    assert 5 <= len(written) < 10
    assert len(stream.getvalue()) <= 1000
    clock.now += 61
    log.write("end")
    assert read(stream)[-1]["dropped"] == 100 - len(written)
    log.write("end")
    assert "dropped" not in read(stream)[-1]


def test_who_is_turned_away_hides_no_player() -> None:
    stream, clock = io.StringIO(), Clock()
    log = AuditLog(stream, 4000, clock)
    for _ in range(100):
        log.write("dropped", why="rate", address="192.0.2.7")
        log.write("refused", why="full", address="192.0.2.7")
    left_out = log.dropped
    assert len(stream.getvalue()) <= 1000
    for _ in range(10):
        log.write("begin", login="x" * 50)
    assert [line["event"] for line in read(stream)[-10:]] == ["begin"] * 10
    clock.now += 61
    log.write("refused", why="full")
    assert read(stream)[-1]["dropped"] == left_out > 100


def test_the_log_cuts_what_is_long() -> None:
    stream = io.StringIO()
    AuditLog(stream, 100_000).write("begin", login="x" * 50_000)
    assert len(stream.getvalue()) < 5000


def test_a_full_disk_ends_nothing() -> None:
    stream = io.StringIO()
    log = AuditLog(stream, 1000)
    stream.close()
    log.write("begin")
    assert log.dropped == 1


def test_a_budget_is_for_what_is_not_typed() -> None:
    clock = Clock()
    budget = TrafficBudget(clock)
    budget.add_received(100 * BURST_BYTES)
    budget.add_typed(100 * BURST_BYTES)
    spent = [budget.is_spent]
    budget.add_received(BURST_BYTES + 1)
    spent.append(budget.is_spent)
    clock.now += 1 + 1 / BYTES_PER_SECOND
    spent.append(budget.is_spent)
    assert spent == [False, True, False]


@pytest.mark.parametrize(
    "message",
    [
        WorkerSettings("sqlite:///x", "/cache", "nobody", 1, 2, 3, 4),
        StartSession(7, "SHA256:x", "ann", ["join", "OWL-12"], True, {"TERM": "x"}),
        SignalSession(7, 9),
        SessionNotStarted(7, "Resource temporarily unavailable"),
        SessionExited(7, -9),
    ],
)
def test_messages_arrive_as_they_were_sent(message: Any) -> None:
    assert unpack(pack(message)) == message


@pytest.mark.parametrize("switch", ["0\n", "1\n"])
def test_pages_that_are_the_same_are_shared_where_the_host_lets_them(
    switch: str, tmp_path: Path
) -> None:
    about = Path("/proc/self/ksm_stat")
    if not about.exists() or "ksm_merge_any" not in about.read_text():
        pytest.skip("this system can't share them for whole processes")
    file = tmp_path / "run"
    file.write_text(switch)
    program = f"""
from pathlib import Path
from yahtzee_tui.ssh.worker.memory import enable_page_merging
print(enable_page_merging(Path({str(file)!r})))
print("ksm_merge_any: yes" in Path({str(about)!r}).read_text())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(switch == "1\n")] * 2


class FlowControl:
    """Records what a pseudo-terminal reports."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def on_output(self, data: bytes) -> None:
        self.calls.append("output")

    def on_hangup(self) -> None:
        self.calls.append("hangup")

    def on_input_blocked(self) -> None:
        self.calls.append("blocked")

    def on_input_drained(self) -> None:
        self.calls.append("drained")


async def test_input_is_held_back_while_the_process_does_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handler, loop = FlowControl(), asyncio.get_running_loop()
    removed: list[Any] = []
    monkeypatch.setattr(loop, "remove_writer", removed.append)
    terminal = PseudoTerminal(clamp_size(80, 24), handler)
    tty.setraw(terminal.slave)
    os.set_blocking(terminal.slave, False)
    for _ in range(100):
        terminal.write(b"1")
    # A key that the process can take needs no flow control.
    assert (handler.calls, removed) == ([], [])
    monkeypatch.undo()
    terminal.write(b"2" * 100_000)
    terminal.write(b"3")
    assert handler.calls == ["blocked"]
    received = b""
    while not received.endswith(b"3"):
        await asyncio.sleep(0)
        with suppress(BlockingIOError):
            received += os.read(terminal.slave, 1 << 16)
    assert received == b"1" * 100 + b"2" * 100_000 + b"3"
    assert handler.calls == ["blocked", "drained"]
    terminal.close()


def test_modules_named_in_strings_exist() -> None:
    names = [*preload.find_modules(), FORK_SERVER[1]]
    assert [name for name in names if find_spec(name) is None] == []
    excluded = [f"yahtzee_tui.{name}" for name in preload.NOT_PRELOADED]
    assert [name for name in excluded if find_spec(name) is None] == []
    assert not {name for name in names if name.startswith("yahtzee_tui.cli")}
    assert {"yahtzee_tui.rules.game", "yahtzee_tui.tui", "yahtzee_tui.dice"} <= set(names)
