"""`yahtzee-tui solve`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import ROOT, Ask, ask_shell, check_refusals
from yahtzee_tui.cli import main
from yahtzee_tui.cli import solve as solve_command

if TYPE_CHECKING:
    from pathlib import Path

MOST_MEMORY = 80_000_000


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where tables are kept, which is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def _answer(ask: Ask, *words: str) -> dict[str, Any]:
    code, out, err = ask("solve", *words, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_json(ask: Ask, cache: Path) -> None:
    first = _answer(ask, "--rules", "yz")
    assert list(first) == ["rules", "value", "states", "seconds", "peak_memory", "cached"]
    assert first["rules"] == "yz"
    assert first["value"] == pytest.approx(237.8425300)
    assert first["states"] == 192 * 64
    assert 0 < first["seconds"] < 60
    assert first["cached"] is False
    again = _answer(ask, "--rules", "yz")
    assert again["cached"] is True
    assert again["value"] == first["value"]
    assert len(list((cache / "yahtzee-tui").iterdir())) == 1
    assert _answer(ask, "--rules", "yz", "--fresh")["cached"] is False


@pytest.mark.usefixtures("cache")
def test_the_table(ask: Ask) -> None:
    for where in ("solved now", "from the cache"):
        code, out, err = ask("solve", "--rules", "yz")
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == "Best play of YZ (yz):"
        assert lines[1] == "expected score  237.8425300"
        assert lines[2] == "states          12288"
        assert lines[3].startswith("seconds         ")
        assert lines[3].endswith(f", {where}")
        assert lines[4].startswith("peak memory     ")
        assert len(lines) == 5


def test_the_official_rules_and_the_memory_they_take(tmp_path: Path) -> None:
    done = ask_shell("solve", "--json", XDG_CACHE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert answer["value"] == pytest.approx(254.5877287, abs=1e-6)
    assert answer["states"] == 314_880
    assert answer["peak_memory"] < MOST_MEMORY


@pytest.mark.slow
def test_the_biggest_game_takes_little_memory_too(tmp_path: Path) -> None:
    done = ask_shell("solve", "--json", "--rules", "yatzy", XDG_CACHE_HOME=str(tmp_path))
    assert json.loads(done.stdout)["peak_memory"] < MOST_MEMORY


def test_a_cache_that_can_not_be_written(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert _answer(ask, "--rules", "yz")["cached"] is False


@pytest.mark.usefixtures("cache")
def test_progress_is_shown_on_a_terminal(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = ask("solve", "--rules", "yz")
    assert code == 0
    assert "Solving" not in out
    assert err.startswith("\rSolving YZ: ")
    assert "\rSolving YZ: 100%" in err
    assert err.endswith("\r" + " " * len("Solving YZ: 100%") + "\r")
    assert err.count("\r") <= 101 + 2


@pytest.mark.usefixtures("cache")
def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["solve", "--rules", "yz"]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="other systems, other signals")
def test_an_interruption_is_silent(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    main_end, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "yahtzee_tui", "solve", "--rules", "yatzy"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    ) as process:
        os.close(terminal)
        said = b""
        while b"3%" not in said:
            said += os.read(main_end, 1024)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    try:
        while piece := os.read(main_end, 1024):
            said += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        os.close(main_end)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in said
    assert said.endswith(b" \r")
    assert list(tmp_path.rglob("*")) == []


HOSTILE = [
    ["solve", "--rules", "nonesuch"],
    ["solve", "--rules", ""],
    ["solve", "--rules", "\x1b[2J"],
    ["solve", "--rules", "x" * 100_000],
    ["solve", "--rules"],
    ["solve", "official"],
    ["solve", "--fresh=yes"],
    ["solve", "--json=1"],
    ["solve", "--frsh"],
]


def test_one_sentence(ask: Ask, subtests: pytest.Subtests) -> None:
    check_refusals(ask, subtests, HOSTILE)


def test_memory_is_told_wherever_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = solve_command.peak_memory()
    assert usual is not None
    assert usual > 5_000_000
    monkeypatch.setattr(solve_command, "_STATUS", solve_command._STATUS.with_name("nothing"))
    other = solve_command.peak_memory()
    assert other is not None
    assert other > 5_000_000
    monkeypatch.setitem(sys.modules, "resource", None)
    assert solve_command.peak_memory() is None


def test_the_first_screen_comes_without_numpy() -> None:
    code = (
        "import sys, yahtzee_tui.cli.commands, yahtzee_tui.tui.app; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout == b"False\n"
