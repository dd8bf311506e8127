"""Unit tests of the server's parts: requests, networks, terminals, log, limits, proxies."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import os
import re
import socket
import subprocess
import sys
import tty
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.source import modules
from tests.ssh.openssh import read_fingerprint
from yahtzee_tui.cli.visit import find_key
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.settings import LANGUAGES
from yahtzee_tui.ssh import Limits
from yahtzee_tui.ssh.protocol import PLAYING, WATCHING, StartSession, WorkerSettings
from yahtzee_tui.ssh.server import timeouts
from yahtzee_tui.ssh.server.audit_log import AuditLog
from yahtzee_tui.ssh.server.context import clean_login, parse_request
from yahtzee_tui.ssh.server.exit_reasons import ExitReason
from yahtzee_tui.ssh.server.fork_client import FORK_SERVER
from yahtzee_tui.ssh.server.proxy_protocol import read_address
from yahtzee_tui.ssh.server.pty import PseudoTerminal
from yahtzee_tui.ssh.server.rate_limit import (
    BURST_BYTES,
    BYTES_PER_SECOND,
    Network,
    RateLimiter,
    TrafficBudget,
    networks_of,
    parse_address,
)
from yahtzee_tui.ssh.server.server import open_sockets
from yahtzee_tui.ssh.server.terminal import (
    clamp_size,
    is_capable,
    needs_ascii,
    session_environment,
)
from yahtzee_tui.ssh.server.timeouts import IdleTimeout
from yahtzee_tui.ssh.worker import preload
from yahtzee_tui.ssh.worker.sandbox import find_needs
from yahtzee_tui.ssh.worker.session_process import run_game
from yahtzee_tui.store.connect import is_file
from yahtzee_tui.store.lobby import models, tables
from yahtzee_tui.store.lobby.models import draw_word, read_code, read_word

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

ANYTHING = st.text(max_size=60)
KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIHG/CUNqjxyYc6aPNo4bkJM2vtWlDSmh/u/KFRvTOwTg"
SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
V4 = socket.inet_aton("192.0.2.7") + socket.inet_aton("10.0.0.1") + b"\x30\x39\x00\x16"
V6 = socket.inet_pton(socket.AF_INET6, "2001:db8::7") * 2 + b"\x30\x39\x00\x16"
PROXY_HEADERS = {
    b"PROXY TCP4 192.0.2.7 10.0.0.1 12345 22\r\n": "192.0.2.7",
    b"PROXY TCP6 2001:db8::7 2001:db8::1 12345 22\r\n": "2001:db8::7",
    b"PROXY UNKNOWN\r\n": None,
    SIGNATURE + b"\x21\x11\x00\x0c" + V4: "192.0.2.7",
    SIGNATURE + b"\x21\x21\x00\x24" + V6: "2001:db8::7",
    SIGNATURE + b"\x21\x11\x00\x0f" + V4 + b"\x04\x00\x00": "192.0.2.7",
    SIGNATURE + b"\x20\x00\x00\x00": None,
}
NO_PROXY_HEADERS = (
    b"SSH-2.0-OpenSSH_9.9\r\n",
    b"PROXY TCP4 192.0.2.7\r\n",
    b"PROXY TCP4 " + b"1" * 200,
    SIGNATURE + b"\x21\x11\xff\xff" + V4,
    SIGNATURE + b"\x21\x31\x00\x0c" + V4,
    SIGNATURE + b"\x21\x11\x00\x04" + V4[:4],
    b"PROXY",
    b"",
)


class Clock:
    """Stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.exhaustive
def test_every_limit_is_read() -> None:
    """By its own name, or, as for what is counted in total and per network, by a kind's."""
    code = [tree for name, tree in modules().items() if re.match(r".*ssh\.(server|worker)", name)]
    nodes = [node for tree in code for node in ast.walk(tree)]
    read: set[object] = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    read |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    unread = {name for name in Limits._fields if not {name, name.removeprefix("network_")} & read}
    assert unread == set()


def test_every_code_of_a_table_can_be_asked_for_and_no_return_word() -> None:
    """Which programs read codes is written twice: the server knows no lobby."""
    for digits in range(2, tables._MOST_DIGITS + 1):
        for bird in models._BIRDS:
            code = f"{bird}-{10**digits - 1}"
            assert parse_request(f"join {code}") == ("join", read_code(code)) == ("join", code)
    for word in (draw_word() for _ in range(20)):
        assert parse_request(f"join {word}") is None
        assert read_word(word) == word


def test_only_tables_can_be_asked_for() -> None:
    assert parse_request("join KESTREL-42") == ("join", "KESTREL-42")
    assert parse_request("watch owl-9999") == ("watch", "OWL-9999")
    assert parse_request("record owl-9999") == ("record", "OWL-9999")
    assert parse_request("daily") == ("daily",)
    assert parse_request("ladder") == ("ladder",)
    with_word = ("join", "OWL-12", "--word", "größer als ich")
    assert parse_request(" ".join(with_word)) == with_word
    for what in ("scores", "daily", "ladder", "tables"):
        assert parse_request(f"{what} --json") == (what, "--json")
    for command in (
        "scores", "scores --json x", "scores  --json", "scores --json\n", "scores -- json",
        "scores --json --rules ./x.toml", "scores --json --database /etc/passwd", "rules --json",
        "record --json", "join --json",
        "join OWL-1", "join OW-12", "join OWL-1234567", "join ABCDEFGHIJKLM-12", "play OWL-12",
        "join", "join OWL-12 x", " join OWL-12", "JOIN OWL-12", "join OWL-12\n",
        "join OWL-12 --word", "join OWL-12 --word ", "join OWL-12 --word a\n",
        "watch OWL-12 --word a", "join OWL-1 --word a", f"join OWL-12 --word {81 * 'a'}",
        "record OWL-12 --word a", "join $(id)-42",
        "join ÄÖÜ-42", "watch OWL-4²", "/bin/sh", "sftp-server",
    ):  # fmt: skip
        assert parse_request(command) is None, command


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


def test_what_is_suggested_for_a_login() -> None:
    names = {
        "ann": "ann", "Ann O'Hara": "Ann O'Hara", "a\x1b]0;x\x07b": "a0xb", "Jörg": "Jörg",
        "4242": "", "...": "", "": "", "x" * 999: "x" * 20,
    }  # fmt: skip
    assert {login: clean_login(login) for login in names} == names


def test_an_address_belongs_to_networks() -> None:
    networks = {
        "192.0.2.7": ["192.0.2.7/32", "192.0.2.0/24"],
        "::ffff:192.0.2.7": ["192.0.2.7/32", "192.0.2.0/24"],
        "2001:db8:1:2fff:3:4:5:6": [
            "2001:db8:1:2fff::/64", "2001:db8:1:2f00::/56", "2001:db8:1::/48",
        ],
        "fe80::1%eth0": ["fe80::/64", "fe80::/56", "fe80::/48"],
        "::1": ["::/64", "::/56", "::/48"],
    }  # fmt: skip
    for address, names in networks.items():
        parsed = parse_address(address)
        assert [network.name for network in networks_of(parsed)] == names
        assert "%" not in str(parsed)


@given(st.integers(1, 400) | st.integers(1, 2**32), st.integers(1, 200) | st.integers(1, 2**32))
@example(20, 8)
@example(300, 120)
def test_no_size_is_out_of_bounds(columns: int, rows: int) -> None:
    """What a window may take of a session's memory is bounded, and what screens must allow for."""
    size = clamp_size(columns, rows)
    bounds = (20, columns, 300), (8, rows, 120)
    assert size == tuple(sorted(each)[1] for each in bounds)
    assert clamp_size(0, 0) == (80, 24), "unknown"


@given(ANYTHING, st.dictionaries(ANYTHING, ANYTHING, max_size=5))
def test_nothing_that_was_sent_reaches_a_game(term: str, sent: dict[str, str]) -> None:
    needs_ascii(sent)
    if is_capable(term):
        environment = session_environment(term, sent, "en")
        assert set(environment) <= {"TERM", "COLORTERM", "NO_COLOR", "LC_MESSAGES"}
        assert all(word.isascii() and word.isprintable() for word in environment.values())
        assert environment["LC_MESSAGES"] in LANGUAGES


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "sv"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "nb_NO"}, "no"),
        ({"LANG": "de_DE", "LANGUAGE": "pt_BR:fr"}, "pt"),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "de_DE.UTF-8"}, "sv"),
        ({"LANG": "ja_JP.UTF-8"}, "sv"),
        ({"LANG": "../../de"}, "sv"),
    ],
)
def test_a_session_speaks_the_language_that_was_sent(sent: dict[str, str], code: str) -> None:
    """Or that of the host, where none was sent that the game has."""
    assert session_environment("xterm", sent, "sv")["LC_MESSAGES"] == code


def test_colors_and_locales() -> None:
    for term, sent, is_full in (
        ("xterm-256color", {}, False),
        ("xterm-256color", {"COLORTERM": "truecolor"}, True),
        ("xterm-256color", {"COLORTERM": "yes"}, False),
        ("xterm-kitty", {}, True),
    ):
        assert ("COLORTERM" in session_environment(term, sent, "en")) is is_full, (term, sent)
    for sent, is_plain in (
        ({}, False),
        ({"LANG": "de_DE"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "C", "LC_ALL": "en_GB.utf8"}, False),
        ({"LC_CTYPE": "ru_RU.KOI8-R"}, True),
        ({"LC_CTYPE": "de_DE.UTF-8@euro"}, False),
    ):
        assert needs_ascii(sent) is is_plain, sent


def read(stream: io.StringIO) -> list[dict[str, Any]]:
    """Return the lines of a log."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@given(ANYTHING)
def test_the_log_is_plain(text: str) -> None:
    stream = io.StringIO()
    AuditLog(stream, 10_000).write("session-start", login=text)
    assert stream.getvalue()[:-1].isprintable()
    assert stream.getvalue().isascii()
    assert read(stream)[0]["login"] == text


def test_a_log_line_is_short_and_a_full_disk_ends_nothing() -> None:
    stream = io.StringIO()
    log = AuditLog(stream, 100_000)
    log.write("session-start", login="x" * 50_000)
    assert len(stream.getvalue()) < 5000
    stream.close()
    log.write("session-start")
    assert log.dropped == 1


def test_the_log_writes_only_so_much_a_minute() -> None:
    stream, clock = io.StringIO(), Clock()
    log = AuditLog(stream, 1000, clock)
    for _ in range(100):
        log.write("session-start", login="x" * 50)
    written = read(stream)
    assert 5 <= len(written) < 10
    assert len(stream.getvalue()) <= 1000
    clock.now += 61
    log.write("session-end")
    assert read(stream)[-1]["dropped"] == 100 - len(written)
    log.write("session-end")
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
        log.write("session-start", login="x" * 50)
    assert [line["event"] for line in read(stream)[-10:]] == ["session-start"] * 10
    clock.now += 61
    log.write("refused", why="full")
    assert read(stream)[-1]["dropped"] == left_out > 100


def test_a_budget_is_for_what_is_not_typed() -> None:
    clock = Clock()
    budget = TrafficBudget(clock)
    budget.received = budget.typed = 100 * BURST_BYTES
    spent = [budget.is_spent]
    budget.received += BURST_BYTES + 1
    spent.append(budget.is_spent)
    clock.now += 1 + 1 / BYTES_PER_SECOND
    spent.append(budget.is_spent)
    assert spent == [False, True, False]


def test_the_server_is_told_who_only_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_remote_app(*given: Any) -> int:
        visitor, _, told = given
        told(visitor.rules == ["yatzy"])
        told(False)
        return 0

    reports: list[str] = []
    monkeypatch.setattr("yahtzee_tui.tui.remote.app.run_remote_app", run_remote_app)
    session = StartSession(1, "", "ann", [], False, {})
    settings = WorkerSettings(str(tmp_path / "games.sqlite"), str(tmp_path), "", 0, 0, 0, 0, 0)
    settings = settings._replace(rules=["yatzy"])
    assert run_game(session, settings, reports.append) == 0
    assert reports == [WATCHING, PLAYING]


@pytest.mark.parametrize(
    ("asked", "box"), [((), "Ettor"), (("tables", "--json"), "Ones"), (("daily",), "Ettor")]
)
def test_a_session_speaks_its_language_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...], box: str
) -> None:
    """The names of boxes show it, of which each language has all."""
    spoken: list[str] = []

    def run_remote_app(*_: object) -> int:
        spoken.append(RULESETS["official"].boxes[0].name)
        return 0

    monkeypatch.setattr("yahtzee_tui.tui.remote.app.run_remote_app", run_remote_app)
    monkeypatch.setenv("LC_ALL", "sv")
    session = StartSession(1, "", "ann", list(asked), False, {})
    settings = WorkerSettings(str(tmp_path / "games.sqlite"), str(tmp_path), "", 0, 0, 0, 0, 0)
    run_game(session, settings, lambda _: None)
    assert spoken == [box]


async def test_a_session_ends_by_its_age_and_a_player_by_idleness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()

    async def wait_for(change: Coroutine[Any, Any, bool], seconds: float) -> None:
        change.close()
        clock.now += seconds
        raise TimeoutError

    stand_in = SimpleNamespace(Event=asyncio.Event, wait_for=wait_for)
    monkeypatch.setattr(timeouts, "asyncio", stand_in)
    monkeypatch.setattr(timeouts, "time", SimpleNamespace(monotonic=clock))
    process: Any = SimpleNamespace(exited=asyncio.get_running_loop().create_future())
    for age, is_spectator in product((8, 14, 16, 30), (False, True)):
        timeout, began = IdleTimeout(Limits(idle_seconds=10, session_seconds=age)), clock.now
        clock.now += 5
        timeout.on_input()
        status: Any = SimpleNamespace(is_spectator=is_spectator)
        is_idle = age > 15 and not is_spectator
        reason = ExitReason.IDLE if is_idle else ExitReason.SESSION_LIMIT
        assert await timeout.wait(process, status) is reason
        assert clock.now - began == (15 if is_idle else age)


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


@pytest.mark.slow
def test_what_is_preloaded_suffices_and_needs_no_library_of_another_extra() -> None:
    code = """
import sys
from importlib import import_module
from yahtzee_tui.ssh.worker.preload import find_modules
sys.modules["gymnasium"] = sys.modules["textual_serve"] = None
for name in find_modules():
    import_module(name)
# As another user a process may not even read Python's library.
from yahtzee_tui.ssh.worker.sandbox import find_login
before = {*sys.modules}
find_login()
assert {*sys.modules} - before <= {*sys.builtin_module_names}
"""
    subprocess.run([sys.executable, "-c", code], check=True)


class FakeClient:
    """A client of one network, or of a smaller one inside a larger one."""

    def __init__(self, *networks: str, is_known: bool = False) -> None:
        self.networks = tuple(Network(name, 1 + at) for at, name in enumerate(networks))
        self.is_known = is_known
        self.is_dropped = False

    def drop(self) -> None:
        self.is_dropped = True


def test_the_rate_recovers() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(network_burst=2, network_rate=60), clock)

    def admit(count: int, *networks: str) -> list[str]:
        answers = []
        for _ in range(count):
            client = FakeClient(*networks)
            answers.append(limiter.admit(client))
            limiter.remove(client)
        return answers

    assert admit(3, "a") == ["", "", "rate"]
    assert admit(1, "b") == [""]
    clock.now += 1.0
    assert admit(2, "a") == ["", "rate"]
    clock.now += 1000.0
    assert admit(3, "a") == ["", "", "rate"]
    # Two times as many for the larger network around it, and what the smaller one refuses is none.
    assert [admit(3, f"c{number}", "c") for number in range(3)] == [
        ["", "", "rate"], ["", "", "rate"], ["rate"] * 3,
    ]  # fmt: skip


def test_each_network_around_an_address_has_a_limit() -> None:
    for limit in ("connections", "logins"):
        limiter = RateLimiter(Limits(**{limit: 9, f"network_{limit}": 3}), Clock())
        clients = [FakeClient(name, name[0]) for name in ("a1", *["a2"] * 5, "b1", *["a3"] * 3)]
        refusals = [limiter.admit(client) for client in clients]
        full = f"network_{limit}"
        # Three for a2, and six for all of a.
        assert refusals == ["", "", "", "", full, full, "", "", "", full]
        limiter.remove(clients[0])
        assert limiter.admit(FakeClient("a2", "a")) == full
        assert limiter.admit(FakeClient("a3", "a")) == ""
        assert limiter.admit(FakeClient("a1", "a")) == full


def test_the_client_that_has_stalled_longest_makes_room() -> None:
    for limit in ("connections", "logins"):
        clock = Clock()
        limits = Limits(**{limit: 5}, network_logins=99, network_connections=99, network_burst=99)
        limiter = RateLimiter(limits, clock)

        def admit(name: str, is_known: bool = False, limiter: RateLimiter = limiter) -> str:
            return limiter.admit(FakeClient(name, is_known=is_known))

        for _ in range(3):  # so that this network is one of many connections
            passing = FakeClient("flood")
            assert limiter.admit(passing) == ""
            limiter.remove(passing)
        clients = [FakeClient(name, is_known=name == "known") for name in ("known", *"abcd")]
        assert [limiter.admit(client) for client in clients] == [""] * 5
        clock.now += 0.5
        assert admit("flood") == limit, "all may be on their way"
        for client in (clients[1], clients[2]):
            limiter.note_progress(client, "version")
        clock.now += 0.8
        limiter.note_progress(clients[1], "version")  # a step that is made again is none
        assert [admit("flood") for _ in range(3)] == ["", "", limit]
        assert [client.is_dropped for client in clients] == [False, False, False, True, True]
        clock.now += 0.3
        assert [admit("flood") for _ in range(3)] == ["", "", limit]
        assert [client.is_dropped for client in clients] == [False, True, True, True, True]
        # A network without other connections waits for no client to stall.
        assert [admit("fresh") for _ in range(3)] == ["", "", limit]
        assert limiter.count(limit) == 5
        # No more than a share of the places is for clients that claim a known key.
        assert admit("flood", is_known=True) == limit
        clock.now += 2
        assert [admit("flood", is_known=True) for _ in range(5)] == [""] * 5
        assert clients[0].is_dropped
        assert limiter.count(limit) == 5


def test_some_sessions_are_for_keys_that_have_a_name() -> None:
    limiter = RateLimiter(Limits(sessions=10, network_sessions=4), Clock())
    with ExitStack() as stack:
        for number in range(8):
            guest = FakeClient(str(number % 2), "all")
            assert limiter.refuse_session(guest) == ""
            stack.enter_context(limiter.count_session(guest))
        assert limiter.refuse_session(FakeClient("2")) == "full"
        assert limiter.refuse_session(FakeClient("0", is_known=True)) == "sessions"
        assert limiter.refuse_session(FakeClient("2", "all", is_known=True)) == "sessions"
        for number in range(2):
            known = FakeClient(f"k{number}", is_known=True)
            assert limiter.refuse_session(known) == ""
            stack.enter_context(limiter.count_session(known))
        assert limiter.refuse_session(FakeClient("2", is_known=True)) == "full"
    assert limiter.refuse_session(FakeClient("2")) == ""


def test_a_server_that_starts_refuses_connections() -> None:
    for host in ("127.0.0.1", ""):
        (bound,) = open_sockets(host, 0)
        with bound, pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", bound.getsockname()[1]))


def test_networks_are_forgotten() -> None:
    limiter = RateLimiter(Limits(), Clock())
    for number in range(20_000):
        client = FakeClient(f"10.0.{number // 256}.{number % 256}")
        assert not limiter.admit(client)
        limiter.remove_login(client)
        with limiter.count_session(client):
            limiter.remove(client)
            assert limiter.count("sessions", client.networks[0]) == 1, "it ends some seconds later"
        limiter.remove(client)
    assert not limiter._counts
    assert not limiter._waiting
    assert len(limiter._buckets) <= 10_000


async def read_proxy_header(header: bytes) -> tuple[str | None, bytes]:
    """Return the address in a header, and what is left behind it."""
    near, far = socket.socketpair()
    near.setblocking(False)
    with near, far:
        far.sendall(header + b"SSH-2.0-x")
        far.shutdown(socket.SHUT_WR)
        address = await read_address(near)
        return address, near.recv(100)


async def test_a_proxy_header_gives_the_address() -> None:
    for header, address in PROXY_HEADERS.items():
        assert await read_proxy_header(header) == (address, b"SSH-2.0-x")
    for header in NO_PROXY_HEADERS:
        with pytest.raises(ValueError):
            await read_proxy_header(header)


def test_the_key_under_force_command_is_one_that_sshd_names(tmp_path: Path) -> None:
    (tmp_path / "key.pub").write_text(f"ssh-ed25519 {KEY}\n")
    methods = tmp_path / "methods"
    environment = {"SSH_USER_AUTH": str(methods)}
    methods.write_text(f"keyboard-interactive/pam\npublickey ssh-ed25519 {KEY}\n")
    assert find_key(environment) == read_fingerprint(tmp_path / "key.pub")
    for line in (
        b"",
        b"password\n",
        b"publickey\n",
        b"publickey ssh-ed25519\n",
        b"publickey ssh-ed25519 not-a-key\n",
        b"publickey ssh-ed25519 \xff\n",
        f"hostbased ssh-ed25519 {KEY}\n".encode(),
    ):
        methods.write_bytes(line)
        assert find_key(environment) == "", line
    for none in ({}, {"SSH_USER_AUTH": str(tmp_path / "gone")}, {"SSH_USER_AUTH": str(tmp_path)}):
        assert find_key(none) == ""


def test_games_on_a_database_server_have_a_network() -> None:
    for address, is_local in (
        ("/srv/games.sqlite", True),
        ("sqlite:////srv/games.sqlite", True),
        ("postgresql://yahtzee@db/yahtzee", False),
    ):
        assert is_file(address) is is_local
        assert find_needs(address).has_network is not is_local
