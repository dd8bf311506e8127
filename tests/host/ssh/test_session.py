"""The parts of one session: its end by time, its terminal's input, and what its process begins."""

import asyncio
import os
import time
import tty
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.moved_clock import MovedClock
from yahtzee_tui.host.ssh import Limits
from yahtzee_tui.host.ssh.protocol import PLAYING, WATCHING, StartSession, WorkerSettings
from yahtzee_tui.host.ssh.server.session_end import ExitReason, IdleTimeout
from yahtzee_tui.host.ssh.server.terminal import PseudoTerminal, clamp_size
from yahtzee_tui.host.ssh.worker.session_process import run_game
from yahtzee_tui.rules import RULESETS


async def test_a_session_ends_by_its_age_and_a_player_by_idleness(clock: MovedClock) -> None:
    process: Any = SimpleNamespace(exited=asyncio.get_running_loop().create_future())
    for age, is_spectator in product((800, 1400, 1600, 3000), (False, True)):
        timeout = IdleTimeout(Limits(idle_seconds=1000, session_seconds=age))
        await clock.move(500)
        timeout.last_input = time.monotonic()
        status: Any = SimpleNamespace(is_spectator=is_spectator)
        waiting = asyncio.create_task(timeout.wait(process, status))
        is_idle = age > 1500 and not is_spectator
        await clock.move((1500 if is_idle else age) - 500 - 250)
        assert not waiting.done()
        await clock.move(250)
        assert await waiting is (ExitReason.IDLE if is_idle else ExitReason.SESSION_LIMIT)


class FlowControl:
    def __init__(self) -> None:
        self.calls: list[str] = []

    def on_input_blocked(self) -> None:
        self.calls.append("blocked")

    def on_input_drained(self) -> None:
        self.calls.append("drained")


async def test_input_is_held_back_while_the_process_does_not_read() -> None:
    handler = FlowControl()
    terminal = await PseudoTerminal(clamp_size(80, 24), cast("Any", handler)).connect()
    tty.setraw(terminal.slave.fileno())
    os.set_blocking(terminal.slave.fileno(), False)
    for _ in range(100):
        terminal.write(b"1")
    assert handler.calls == [], "a key that the process can take needs no flow control"
    terminal.write(b"2" * 100_000)
    terminal.write(b"3")
    assert handler.calls == ["blocked"]
    received = b""
    while not received.endswith(b"3"):
        await asyncio.sleep(0)
        received += terminal.slave.read(1 << 16) or b""
    assert received == b"1" * 100 + b"2" * 100_000 + b"3"
    assert handler.calls == ["blocked", "drained"]
    terminal.close()


def test_a_process_speaks_a_language_and_says_who_only_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names of boxes show the language, of which each has all."""

    def note(visitor: Any, _: object) -> int:
        seen.append((visitor.rules, RULESETS["official"].boxes[0].name))
        visitor.report_watching(True)
        visitor.report_watching(False)
        return 0

    seen: list[tuple[list[str], str]] = []
    reports: list[str] = []
    monkeypatch.setattr("yahtzee_tui.host.screens.app.run_remote_app", note)
    monkeypatch.setattr("yahtzee_tui.host.services.answers.answer", note)
    monkeypatch.setenv("LC_ALL", "sv")
    settings = WorkerSettings(str(tmp_path / "games.sqlite"), str(tmp_path), "", 0, 0, 0, 0, 0)
    settings = settings._replace(rules=["yatzy"])
    for asked in ([], ["tables", "--json"], ["daily"]):
        session = StartSession(1, "", "ann", asked, False, {})
        assert run_game(session, settings, reports.append) == 0
    assert seen == [(["yatzy"], "Ettor"), (["yatzy"], "Ones"), (["yatzy"], "Ettor")]
    assert reports == [WATCHING, PLAYING] * 3
