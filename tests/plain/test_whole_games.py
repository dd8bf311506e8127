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

    from yahtzee_tui.rules import Setup

ASIDES = (
    "d", "c", "C", "t", "l", "s", "S", "?", "rules", "u", "U", "DICE", "card", "Turn", "99", "1 1",
    "0", "x", "s nonesuch", "s 0", "s 99", "p", "new", "6", "roll on", "\x1b[A", "é", "²", "s \x00",
    "other 9", "C nobody", ",",
)  # fmt: skip
"""What is typed in between: looks, second thoughts, and what makes no sense."""


class Robot:
    """Plays every seat of a game by the lines printed, at both ends of a console."""

    def __init__(self, setup: Setup, seed: int = 1) -> None:
        self.reader, self.output, self.rng = Reader(setup), io.StringIO(), Random(seed)
        self.at = 0

    def read(self, size: int, /) -> bytes:
        said = self.output.getvalue()[self.at :]
        self.at += len(said)
        for line in said.splitlines():
            self.reader.read(line)
        return f"{self.answer()}\n".encode()

    def fileno(self) -> int:
        raise OSError("no file")

    def answer(self) -> str:
        question, history = self.reader.question, self.reader.history
        if question == "What next":
            return "q"
        if question.endswith("y or n"):
            return self.rng.choice(("y", "Yes"))
        if question == "Which box":
            return self.choose()
        if question == "Whose card":
            return self.reader.game.players[0].upper()
        if self.rng.random() < 0.2:
            return self.rng.choice(ASIDES)
        if history.undone and self.rng.random() < 0.5:
            return "U"
        if history.done and self.rng.random() < 0.2:
            return "u"
        return self.move()

    def move(self) -> str:
        game, kind = self.reader.game, self.rng.random()
        if not game.roll:
            return self.rng.choice(("", "r", "Roll"))
        if not game.rolls_left or kind < 0.15:
            return self.rng.choice(("s", f"s {self.choose()}"))
        face = Counter(game.faces).most_common(1)[0][0]
        wanted = tuple(at for at, shown in enumerate(game.faces) if shown == face)
        if len(wanted) == game.ruleset.dice:
            return f"score {self.choose()}"
        if wanted == game.held:
            return ""
        return self.rng.choice(("", " ", ", ")).join(str(position + 1) for position in wanted)

    def choose(self) -> str:
        """Return one of the names of a box, mostly of one that pays best."""
        game = self.reader.game
        allowed = [p for p in game.potentials if p.refusal is None]
        best = max(allowed, key=lambda p: p.points + p.bonus)
        box = (self.rng.choice(allowed) if self.rng.random() < 0.2 else best).box
        number = game.ruleset.place(box.id) + 1
        return self.rng.choice((str(number), box.name, box.code.lower(), box.id))


def play_here(store: Store, config: TableConfig, seed: int = 1) -> Reader:
    robot = Robot(config.create_table().setup, seed)
    console = Console(robot, robot.output)
    finish(PlainSession(console, "Ann", Options(), store).play(config, None))
    for line in robot.output.getvalue().splitlines():
        assert line.isprintable()
        assert line[-1:] in (".", ":")
    return robot.reader


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
            reader = play_here(store, TableConfig(("Ann", "Bob"), rules, "Bob", "42"), seed)
            check_saved(store, reader)
            told = reader.told
            assert (told["end"], told["ranked"]) == (1, 2)
            assert told["taken_back"]
            in_any_order = RULESETS[rules].order is Order.ANY
            assert told["box"] > (100 if in_any_order else 40)


@pytest.mark.parametrize("computers", [(), ("beginner", "skilled")])
def test_people_and_computers(store: Store, computers: tuple[str, ...]) -> None:
    config = TableConfig(("Ann", "Bob"), first="Ann", seed="7")
    for rank in computers:
        config = config.with_computer(rank, rank.capitalize())
    check_saved(store, play_here(store, config))
