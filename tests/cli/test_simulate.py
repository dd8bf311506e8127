"""`yahtzee-tui simulate`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import ROOT, Ask, check_refusals

if TYPE_CHECKING:
    from pathlib import Path


def test_json(ask: Ask) -> None:
    words = ("simulate", "--players", "casual,expert", "--games", "50", "--rules", "yz", "--json")
    code, out, err = ask(*words, "--seed", "a b")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert list(answer) == ["rules", "games", "seed", "paired", "seconds", "players"]
    assert (answer["rules"], answer["games"], answer["seed"]) == ("yz", 50, "a b")
    assert [player["player"] for player in answer["players"]] == ["casual", "expert"]
    assert sum(player["share"] for player in answer["players"]) == pytest.approx(1)
    again = json.loads(ask(*words, "--seed", "a b").out)
    assert again["players"] == answer["players"]


def test_the_table(ask: Ask) -> None:
    words = ("simulate", "--players", "casual, regular", "--games", "40", "--paired")
    code, out, err = ask(*words)
    assert (code, err) == (0, "")
    title, heads, *rows = out.splitlines()
    assert title.startswith("40 games of Yahtzee (official), ")
    assert title.endswith(" s, each deal from every seat:")
    assert heads.split() == ["player", "mean", "spread", "wins"]
    assert [row.split()[0] for row in rows] == ["Casual", "Regular"]
    assert all(row.count("±") == 2 and row.count("%") == 2 for row in rows)


def test_alone(ask: Ask) -> None:
    title, heads, row = ask("simulate", "--players", "casual", "--games", "1").out.splitlines()
    assert title.startswith("1 game of Yahtzee (official), ")
    assert heads.split() == ["player", "mean", "spread"]
    assert "%" not in row


def test_progress_is_shown_on_a_terminal(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    err = ask("simulate", "--players", "beginner", "--games", "20").err
    assert err.startswith("\rPlaying: 33%")
    assert err.endswith("\r" + " " * len("Playing: 100%") + "\r")


HOSTILE = [
    ["simulate"],
    ["simulate", "--players"],
    ["simulate", "--players", ""],
    ["simulate", "--players", "expert,"],
    ["simulate", "--players", "Expert!"],
    ["simulate", "--players", "\x1b[2J"],
    ["simulate", "--players", "x" * 100_000],
    ["simulate", "--players", ",".join(["casual"] * 9)],
    ["simulate", "--players", "casual", "--games", "0"],
    ["simulate", "--players", "casual", "--games", "-1"],
    ["simulate", "--players", "casual", "--games", "1e3"],
    ["simulate", "--players", "casual", "--games", "²"],
    ["simulate", "--players", "casual", "--games", "9" * 5000],
    ["simulate", "--players", "casual", "--games", ""],
    ["simulate", "--players", "casual", "--seed", ""],
    ["simulate", "--players", "casual", "--seed", "\udcff"],
    ["simulate", "--players", "casual", "--seed", "a\nb"],
    ["simulate", "--players", "casual", "--rules", "nonesuch"],
    ["simulate", "--players", "casual", "--paired=yes"],
    ["simulate", "--players", "casual", "--json=1"],
    ["simulate", "casual"],
    ["simulate", "--player", "casual"],
]


def test_one_sentence(ask: Ask, subtests: pytest.Subtests) -> None:
    check_refusals(ask, subtests, HOSTILE)


@pytest.mark.skipif(sys.platform == "win32", reason="other systems, other signals")
def test_an_interruption_is_silent(tmp_path: Path) -> None:
    """And it ends all processes; a terminal interrupts each of them."""
    pty = pytest.importorskip("pty")
    main_end, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "yahtzee_tui", "simulate", "--players", "beginner,casual",
         "--games", "100000"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(terminal)
        said = b""
        while b"%" not in said:
            said += os.read(main_end, 1024)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=30)
        finally:
            process.kill()  # nobody waits for 100,000 games
    try:
        while piece := os.read(main_end, 1024):
            said += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        os.close(main_end)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in said
    assert _ends(process.pid)


def _ends(group: int) -> bool:
    """Return whether a group of processes is gone within ten seconds."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
