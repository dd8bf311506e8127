"""`yahtzee-tui resume`, with a stand-in for the screen."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.rules import History, Record, Roll, Setup
from yahtzee_tui.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Ask

TERMINAL = "The game needs a terminal, and standard input is none; with --plain it needs none.\n"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Give the store that the command line opens too."""
    monkeypatch.setenv("YAHTZEE_TUI_DATABASE", str(tmp_path / "games.sqlite"))
    store = Store(str(tmp_path / "games.sqlite"))
    yield store
    store.close()


@pytest.fixture
def resumed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let a stand-in note which game the screen is to go on with."""
    games: list[object] = []

    def run(*_: object, resume: str, store: Store, **__: object) -> None:
        games.append(resume)
        assert store.games.read(resume)
        store.close()

    module = ModuleType("yahtzee_tui.tui")
    module.__dict__["run"] = run
    monkeypatch.setitem(sys.modules, "yahtzee_tui.tui", module)
    monkeypatch.setattr(os, "isatty", lambda _: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    return games


def save(store: Store, *players: str, rules: str = "official") -> str:
    """Save a game in its first turn that nobody holds, and return its id."""
    setup = Setup(rules, players)
    history = History(setup.start()).play(Roll(), (3, 3, 3, 4, 4))
    version = store.games.add(Record.of(setup, history), history.game)
    store.games.release(version)
    return version.game


@pytest.mark.usefixtures("store")
def test_no_games(ask: Ask, resumed: list[object]) -> None:
    assert ask("resume") == (2, "", "There is no unfinished game.\n")
    assert ask("resume", "--list") == (0, "There is no unfinished game.\n", "")
    assert ask("resume", "3f9a") == (2, "", "There is no saved game '3f9a'.\n")
    assert not resumed


def test_the_newest_game(ask: Ask, store: Store, resumed: list[object]) -> None:
    save(store, "Ann")
    newest = save(store, "Bob")
    assert ask("resume") == (0, "", "")
    store.games.discard(newest)
    assert ask("resume") == (0, "", "")
    assert resumed[0] == newest
    assert resumed[1] != newest


def test_a_game_by_its_id(ask: Ask, store: Store, resumed: list[object]) -> None:
    games = [save(store, "Ann") for _ in range(17)]
    assert ask("resume", games[3]).code == 0
    assert ask("resume", games[5][:11].upper()).code == 0
    assert resumed == [games[3], games[5]]
    # Of seventeen games two begin alike.
    beginnings = [game[0] for game in games]
    shared = next(each for each in beginnings if beginnings.count(each) > 1)
    sentence = f"More than one saved game begins with '{shared}'.\n"
    assert ask("resume", shared) == (2, "", sentence)
    assert ask("resume", "\x1b[2J").err.count("\n") == 1


def test_a_list(ask: Ask, store: Store) -> None:
    first = save(store, "Ann")
    put_away = save(store, "Ann")
    second = save(store, "Ann", "李雷", rules="yatzy")
    store.games.discard(put_away)
    code, out, err = ask("resume", "--list")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines.pop().endswith("put away")
    assert [line.rpartition(" ")[0] for line in lines] == [
        f"{second}  Ann, 李雷  Scandinavian Yatzy  round 1 of 15, Ann to play  today",
        f"{first}  Ann        Yahtzee             round 1 of 13               today",
    ]


def test_a_list_of_games_that_are_open(
    ask: Ask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(store, "Ann")
    assert not ask("resume", "--list").out.endswith("  open\n")
    monkeypatch.setattr("yahtzee_tui.store.games.is_held_elsewhere", lambda _: True)
    assert ask("resume", "--list").out.endswith("  open\n")


def test_an_id_and_a_list(ask: Ask) -> None:
    assert ask("resume", "3f9a", "--list") == (2, "", "An ID and --list exclude each other.\n")


def test_without_a_terminal(
    ask: Ask, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "isatty", lambda _: False)
    assert ask("resume") == (2, "", TERMINAL)
    assert not [*tmp_path.iterdir()]
    save(store, "Ann")
    assert ask("resume", "--list").code == 0


@pytest.mark.parametrize("words", [[], ["--list"]])
@pytest.mark.usefixtures("resumed")
def test_a_database_that_cannot_be_opened(ask: Ask, tmp_path: Path, words: list[str]) -> None:
    answer = ask("resume", *words, "--database", str(tmp_path))
    assert answer == (2, "", "A folder stands where the saved games should be.\n")


@pytest.mark.usefixtures("resumed")
def test_a_damaged_database_is_told(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    assert ask("resume", "--database", str(file)).err.startswith("The saved games were damaged. ")
    file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    code, out, err = ask("resume", "--list", "--database", str(file))
    assert (code, out) == (0, "There is no unfinished game.\n")
    assert err.startswith("The saved games were damaged. They are kept as ")
    assert err.count("\n") == 1
