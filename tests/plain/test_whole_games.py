"""Whole games, by every rule set: told right to the last number, and saved as they were told."""

from __future__ import annotations

import io
from collections import Counter
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.plain.reader import Reader
from yahtzee_tui.plain.console import Console, finish
from yahtzee_tui.plain.main_loop import PlainSession
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.ruleset import Order
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from pathlib import Path

    from yahtzee_tui.rules import Box, Setup


ASIDES = (
    "d", "c", "C", "t", "l", "s", "S", "?", "rules", "u", "U", "DICE", "card", "Turn", "99", "1 1",
    "0", "x", "s nonesuch", "s 0", "s 99", "p", "new", "6", "roll on", "\x1b[A", "é", "²", "s \x00",
    "other 9", "C nobody", ",",
)  # fmt: skip
"""What is typed in between: looks, second thoughts, and what makes no sense."""


class Robot:
    """Plays every seat of a game by the lines printed, and leaves when it is over."""

    def __init__(self, setup: Setup, seed: int = 1, asides: float = 0.2) -> None:
        self.reader = Reader(setup)
        self._rng, self._asides = Random(seed), asides

    def answer(self) -> str:
        question = self.reader.question
        if question == "What next":
            return "q"
        if question.endswith("y or n"):
            return self._rng.choice(("y", "Yes"))
        if question == "Which box":
            return self._name(self._choose())
        if question == "Whose card":
            return self.reader.game.players[0].upper()
        if self._rng.random() < self._asides:
            return self._rng.choice(ASIDES)
        if self.reader.history.undone and self._rng.random() < 0.5:
            return "U"
        if self.reader.history.done and self._rng.random() < self._asides:
            return "u"
        return self._move()

    def _move(self) -> str:
        game, kind = self.reader.game, self._rng.random()
        if not game.roll:
            return self._rng.choice(("", "r", "Roll"))
        if not game.rolls_left or kind < 0.15:
            return self._rng.choice(("s", f"s {self._name(self._choose())}"))
        face = Counter(game.faces).most_common(1)[0][0]
        wanted = tuple(at for at, shown in enumerate(game.faces) if shown == face)
        if len(wanted) == game.ruleset.dice:
            return f"score {self._name(self._choose())}"
        if wanted == game.held:
            return ""
        return self._rng.choice(("", " ", ", ")).join(str(position + 1) for position in wanted)

    def _choose(self) -> Box:
        allowed = [p for p in self.reader.game.potentials if p.refusal is None]
        if self._rng.random() < 0.2:
            return self._rng.choice(allowed).box
        return max(allowed, key=lambda p: p.points + p.bonus).box

    def _name(self, box: Box) -> str:
        number = self.reader.game.ruleset.place(box.id) + 1
        return self._rng.choice((str(number), box.name, box.code.lower(), box.id))


class Stream:
    """A robot at both ends of a console in this process."""

    def __init__(self, robot: Robot) -> None:
        self.output = io.StringIO()
        self._robot, self._read = robot, 0

    def read(self, size: int, /) -> bytes:
        said = self.output.getvalue()[self._read :]
        self._read += len(said)
        for line in said.splitlines():
            self._robot.reader.read(line)
        return f"{self._robot.answer()}\n".encode()

    def fileno(self) -> int:
        raise OSError("no file")


def play_here(store: Store, config: TableConfig, seed: int = 1) -> Robot:
    robot = Robot(config.create_table().setup, seed)
    stream = Stream(robot)
    console = Console(stream, stream.output)
    finish(PlainSession(console, "Ann", Options(), store).play(config, None))
    check_output(stream.output.getvalue())
    return robot


def check_output(text: str) -> None:
    """Check that there are lines of text and nothing else."""
    assert text.endswith("\n")
    assert all(line.isprintable() and line[-1:] in (".", ":") for line in text.splitlines())


def check_saved(store: Store, reader: Reader) -> None:
    assert reader.game.is_over
    (saved,) = store.games.by_status(Status.FINISHED)
    record, history = saved.load()
    assert history.game.cards == reader.game.cards
    if not record.setup.computers:
        assert record.events == reader.history.events


@pytest.mark.exhaustive
def test_every_rule_set(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for seed, rules in enumerate(RULESETS):
        with subtests.test(rules), closing(Store(str(tmp_path / rules))) as store:
            robot = play_here(store, TableConfig(("Ann", "Bob"), rules, "Bob", "42"), seed)
            check_saved(store, robot.reader)
            told = robot.reader.told
            assert (told["end"], told["ranked"]) == (1, 2)
            assert told["taken_back"]
            in_any_order = RULESETS[rules].order is Order.ANY
            assert told["box"] > (100 if in_any_order else 40)


def test_with_computers(store: Store) -> None:
    config = TableConfig(("Ann",), first="Ann", seed="7")
    for rank in ("beginner", "skilled"):
        config = config.with_computer(rank, rank.capitalize())
    check_saved(store, play_here(store, config).reader)
