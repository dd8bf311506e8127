"""`yahtzee-tui solve`."""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Ask
from tests.terminal.program import ROOT, yahtzee
from yahtzee_tui.cli import progress
from yahtzee_tui.cli import solve as solve_command
from yahtzee_tui.strategy.solver import states, value_table


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_json(ask: Ask, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ask.json("solve", "--rules", "generala")
    assert first["deviation"] == pytest.approx(29.822, abs=0.01)
    assert first["percentiles"]["50"] == pytest.approx(first["value"], abs=20)
    assert first["at_least"]["100"] > first["at_least"]["200"] > 0
    assert (first["rules"], first["states"], first["cached"]) == ("generala", 16 * 64, False)
    assert first["value"] == pytest.approx(149.1419081)
    assert first["seconds"] > 0
    assert first["chances_seconds"] > 0
    again = ask.json("solve", "--rules", "generala")
    assert (again["cached"], again["value"]) == (True, first["value"])
    assert len(list((cache / "yahtzee-tui").iterdir())) == 1
    assert ask.json("solve", "--rules", "generala", "--fresh")["cached"] is False
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")  # where nothing can be written
    assert ask.json("solve", "--rules", "generala")["cached"] is False


@pytest.mark.slow
@pytest.mark.usefixtures("cache", "own_rulesets")
def test_a_game_too_large_for_a_table_has_its_expected_score(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(states, "_MOST_STATES", 1000)
    answer = ask.json("solve", "--rules", "generala")
    assert not {"deviation", "percentiles", "at_least"} & set(answer)
    assert (answer["value"], answer["states"]) == (pytest.approx(149.1419081), 16 * 64)
    assert "expected score  149.1419081" in ask.text("solve", "--rules", "generala")
    small = tmp_path / "two.toml"
    small.write_text(
        'id = "two"\nname = "Two"\ndice = 2\nboxes = ["ones", "twos"]\n'
        "upper_bonus = []\nsaved_rolls = true\n"
    )
    saved = ask.json("solve", "--rules", str(small))
    assert (saved["states"], saved["cached"]) == (20, False)
    assert saved["value"] == pytest.approx(3.2649328)
    assert "exactly" in ask("solve", "--rules", "maxi-yatzy").err
    monkeypatch.setattr(value_table, "_MOST_WITHOUT_TABLE", 1000)
    assert (
        ask("solve", "--rules", "generala").err
        == "Generala is too large to calculate best play for.\n"
    )


@pytest.mark.usefixtures("cache")
def test_the_table(ask: Ask) -> None:
    for where in ("calculated now", "from the cache"):
        out = ask.text("solve", "--rules", "generala")
        title, expected, states, seconds, _, deviation, *_, last, memory = out.splitlines()
        assert (title, states) == ("Best play of Generala (generala):", "states          1024")
        assert (expected, deviation) == ("expected score  149.1419081", "deviation        29.82")
        assert seconds.endswith(f", {where}")
        assert re.search("50% score up to .*chance of 100[+]   95.4%\n", out, re.DOTALL)
        assert " 0.0%" not in out
        assert (last[:8], memory[:12]) == ("seconds ", "peak memory ")


@pytest.mark.exhaustive
def test_the_memory_that_solving_takes(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    words = yahtzee("solve", "--json")
    done = subprocess.run(words, capture_output=True, env=environment, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert answer["value"] == pytest.approx(254.5877287, abs=1e-6)
    assert answer["states"] == 314_880
    assert answer["peak_memory"] < 80_000_000


@pytest.mark.usefixtures("cache")
def test_progress_is_shown_on_a_terminal(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = ask("solve", "--rules", "generala")
    assert code == 0
    assert "Solving" not in out
    assert err.startswith("\rCalculating best play for Generala: ")
    assert "\rCalculating best play for Generala: 100%" in err
    assert "\rCalculating win chances: 100%" in err
    assert err.endswith("\r" + " " * len("Calculating win chances: 100%") + "\r")
    assert all(one != other for one, other in pairwise(err.split("\r"))), "written once"


@pytest.mark.usefixtures("cache")
def test_progress_is_told_in_lines_elsewhere(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_WAIT", 0.001)
    _, _, err = ask("solve", "--rules", "generala")
    first, *lines = err.splitlines()
    assert re.fullmatch(r"Calculating best play for Generala: \d+%", first)
    assert 1 < len(lines) < 40, "each wait is twice the one before"
    assert ask("solve", "--rules", "generala", "--fresh", "--json").err == ""


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
