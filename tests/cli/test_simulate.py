"""`yahtzee-tui simulate`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ask


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
    title, heads, row = ask("simulate", "--players", "casual", "--games", "1").out.splitlines()
    assert title.startswith("1 game of Yahtzee (official), ")
    assert heads.split() == ["player", "mean", "spread"]
    assert "%" not in row


def test_progress_is_shown_on_a_terminal(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    err = ask("simulate", "--players", "beginner", "--games", "20").err
    assert err.startswith("\rPlaying: 33%")
    assert err.endswith("\r" + " " * len("Playing: 100%") + "\r")
