"""Running the command line, in this process and in one of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import pytest
from sqlalchemy import update

from tests.cli.answers import check_answer
from tests.rules.strategies import play_some
from tests.table.scripted import play_turn
from yahtzee_tui.cli import main
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import RULESETS, Record, Roll, Setup
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.table import TableConfig

BEGAN = "2026-01-02T03:04:05Z"


class Answer(NamedTuple):
    code: int
    out: str
    err: str


class Ask:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str) -> Answer:
        code = main(words)
        answer = Answer(code, *self.capsys.readouterr())
        if "--json" in words and "--" not in words:
            check_answer(words, answer.out, answer.err)
        return answer

    def text(self, *words: str) -> str:
        """Return the answer of a command that succeeds, with nothing on the error output."""
        code, out, err = self(*words)
        assert (code, err) == (0, "")
        return out

    def json(self, *words: str, code: int = 0) -> Any:
        answer = self(*words, "--json")
        assert (answer.code, bool(answer.err)) == (code, bool(code))
        return json.loads(answer.out)


def check_refusal(answer: Answer) -> None:
    code, out, err = answer
    assert (code, out, err.count("\n")) == (2, "", 1)
    if err.startswith("{"):  # where --json was among the words
        err = json.loads(err)["error"] + "\n"
    assert err.endswith((".\n", "?\n"))
    assert err[:-1].isprintable()
    assert len(err) < 400
    assert "usage:" not in err
    assert "Traceback" not in err


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(capsys)


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Give the descriptors that are terminals: none until a test adds some."""
    found: set[int] = set()
    monkeypatch.setattr(os, "isatty", found.__contains__)
    return found


@pytest.fixture(autouse=True)
def _on_a_fast_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say nothing of what takes long, however long it takes; see `test_solve`."""
    monkeypatch.setattr("yahtzee_tui.cli.progress.FIRST_WAIT", float("inf"))


_strftime = time.strftime


class Clock:
    seconds = 1_795_262_400.0  # noon of 2026-11-21, in UTC

    def format(self, form: str, moment: time.struct_time | None = None) -> str:
        return _strftime(form, moment or time.localtime(self.seconds))

    @property
    def day(self) -> str:
        return self.format("%Y-%m-%d")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "time", lambda: clock.seconds)
    monkeypatch.setattr(time, "strftime", clock.format)
    return clock


class Screen:
    """Takes the place of the screen: notes what it is opened with, and plays a new game."""

    def __init__(self) -> None:
        self.asked: list[tuple[TableConfig | str | None, str]] = []
        self.config = TableConfig(())
        self.told: dict[str, Any] = {}
        self.turns = self.rolls = 0

    def run(
        self, config: TableConfig | None, me: str, **told: Any
    ) -> tuple[SavedTable | None, str]:
        game = told.get("resume")
        self.asked.append((config or game, me))
        self.config, self.told = config or self.config, told
        with closing(told["store"]) as store:
            assert game is None or store.games.read(game)
            if config is None:
                return None, ""
            saved = SavedTable.new(config, store)
            for _ in range(self.turns):
                play_turn(saved.table)
            for _ in range(self.rolls):
                saved.table.apply(saved.table.game.seat, Roll())
            return saved, ""


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, terminal: set[int], database: str) -> Screen:
    """Replace the screen, in front of a terminal of somebody called carol."""
    assert database
    terminal |= {0, 1, 2}
    stand_in = Screen()
    monkeypatch.setattr("yahtzee_tui.tui.run", stand_in.run)
    monkeypatch.setattr("locale.getencoding", lambda: "UTF-8")
    monkeypatch.setenv("LOGNAME", "carol")
    return stand_in


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = str(tmp_path / "games.sqlite")
    monkeypatch.setenv("YAHTZEE_TUI_DATABASE", address)
    return address


@cache
def mixed() -> list[Record]:
    """Return games of every rule set, finished and not, some with what redo could put back."""
    records: list[Record] = []
    for seed, rules in enumerate(RULESETS):
        finished = Setup(rules, ("Ann", "李雷"), 0, "seed:42", BEGAN)
        begun = Setup(rules, ("Ann", "Zoë|2."), 1, "seed:42")
        for setup, steps in ((finished, 10_000), (begun, 40 + seed)):
            records.append(play_some(setup, seed, steps, SeededDice("42")))
    assert any(record.undone for record in records)
    return records


def save(database: str, records: Sequence[Record]) -> list[str]:
    opened, _ = open_database(database)
    games = Games(opened)
    ids = []
    for record in records:
        played = read_record(write_record(record)).replay()
        ids.append(games.add(record, played.game).game)
    games.close()
    return ids


def alter(database: str, game: str, **values: Any) -> None:
    opened, _ = open_database(database)
    with opened.writing() as connection:
        connection.execute(update(GAMES).where(GAMES.c.id == game).values(values))
    opened.close()


def unsigned(count: int) -> str:
    """Return what is said of imported games that no host has signed."""
    return (
        f"{count} game{'s' * (count != 1)} not in the high scores: only games signed by a host "
        "count there. Check them with --host-key.\n"
    )


def ask_streams(
    *words: str, stdin: bytes = b"", encoding: str = "utf-8", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in this process with streams of bytes, none of them a terminal."""
    out, err = (TextIOWrapper(BytesIO(), encoding) for _ in range(2))
    with (
        TemporaryFile("w+", encoding="utf-8") as source,
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        source.buffer.write(stdin)
        source.seek(0)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr(os, "isatty", lambda _: False)
        patch.setattr(sys, "stdin", source)
        code = main(words)
        out.flush()
        err.flush()
    return subprocess.CompletedProcess(words, code, *(_read(stream) for stream in (out, err)))


def _read(stream: TextIOWrapper) -> bytes:
    stream.seek(0)
    return bytes(stream.buffer.read())
