"""Whole games, by every rule set: told right to the last number, and saved as they were told."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.plain.robot import Robot, Stream
from tests.terminal.program import ROOT, Program, yahtzee
from yahtzee_tui.plain.console import Console
from yahtzee_tui.plain.session import PlainSession
from yahtzee_tui.rules import RULESETS, Setup
from yahtzee_tui.settings import Options
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.plain.reader import Reader
    from tests.terminal.user_folders import UserFolders
    from yahtzee_tui.store import Store

ALL = list(RULESETS)


def play_here(store: Store, config: TableConfig, seed: int = 1) -> Robot:
    """Let a robot play a game in this process."""
    robot = Robot(config.create_table().setup, seed)
    stream = Stream(robot)
    console = Console(stream, stream.output)
    PlainSession(console, "Ann", Options(), store).play(config, None)
    check_output(stream.output.getvalue())
    return robot


def check_output(text: str) -> None:
    """Check that there are lines of text and nothing else."""
    assert text.endswith("\n")
    assert all(line.isprintable() and line[-1:] in (".", ":") for line in text.splitlines())


def check_saved(store: Store, reader: Reader) -> None:
    """Check that a game is saved as it was told."""
    assert reader.game.is_over
    (saved,) = store.games.by_status(Status.FINISHED)
    record, history = saved.load()
    assert history.game.cards == reader.game.cards
    if not record.setup.computers:
        assert record.events == reader.history.events


@pytest.mark.parametrize("rules", ALL)
def test_in_this_process(store: Store, rules: str) -> None:
    robot = play_here(store, TableConfig(("Ann", "Bob"), rules, "Bob", "42"), seed=ALL.index(rules))
    check_saved(store, robot.reader)
    told = robot.reader.told
    assert told["end"] == 1
    assert told["ranked"] == 2
    assert told["taken_back"]
    assert told["box"] > 100


def test_with_computers(store: Store) -> None:
    config = TableConfig(("Ann",), first="Ann", seed="7")
    for rank in ("beginner", "skilled"):
        config = config.with_computer(rank, rank.capitalize())
    check_saved(store, play_here(store, config).reader)


def test_over_a_pipe(home: UserFolders) -> None:
    robot = Robot(Setup("official", ("Ann",)), asides=0.05)
    words = yahtzee("play", "--plain", "Ann", "--seed", "3")
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | home.env,
        cwd=ROOT,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        said = ""
        for line in process.stdout:
            said += line
            robot.reader.read(line.removesuffix("\n"))
            if line.endswith(":\n"):
                process.stdin.write(f"{robot.answer()}\n")
                process.stdin.flush()
        assert process.stderr.read() == ""
    assert process.returncode == 0
    check_output(said)
    with home.open_store() as store:
        check_saved(store, robot.reader)


def test_on_a_terminal(home: UserFolders) -> None:
    robot = Robot(Setup("official", ("Ann",)), asides=0)
    words = yahtzee("play", "--plain", "Ann", "--seed", "4")
    with Program(words, **home.env) as program:
        read = 0
        while robot.reader.question != "What next":
            assert program.read_until(lambda: program.output.endswith(b": ", read))  # noqa: B023
            lines = program.output[read:].decode().split("\r\n")
            read = len(program.output)
            for line in lines:
                robot.reader.read(line.rstrip())
            program.write(f"{robot.answer()}\n")
        assert program.wait() == 0
        assert b"\x1b" not in program.output
    with home.open_store() as store:
        check_saved(store, robot.reader)
