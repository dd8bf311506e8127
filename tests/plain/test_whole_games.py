"""Whole games, by every rule set: told right, and saved as they were told."""

import io
import re
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from yahtzee_tui.plain.console import Console, finish
from yahtzee_tui.plain.game_loop import GameLoop
from yahtzee_tui.plain.interpreter import PlainContext
from yahtzee_tui.rules import RULESETS, Rolled, Scored
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import EventKind, Table, TableConfig, TableEvent

ASIDES = (
    "d", "c", "C", "t", "l", "s", "S", "?", "rules", "u", "U", "DICE", "card", "Turn", "99", "1 1",
    "0", "x", "s nonesuch", "s 0", "s 99", "p", "new", "6", "roll on", "\x1b[A", "é", "²", "s \x00",
    "other 9", "C nobody", ",",
)  # fmt: skip
"""What is typed in between: looks, second thoughts, and what makes no sense."""


class Robot:
    """What is typed for every seat of a table."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.rng = table, Random(seed)

    def read(self, size: int, /) -> bytes:
        return f"{self.answer()}\n".encode()

    def fileno(self) -> int:
        raise OSError("no file")

    def answer(self) -> str:
        game, kind = self.table.game, self.rng.random()
        if game.is_over:
            return "q"
        if kind < 0.3:
            return self.rng.choice(ASIDES)
        if game.roll and (kind < 0.5 or not game.rolls_left):
            box = self.rng.choice([p.box for p in game.potentials if p.refusal is None])
            number = game.ruleset.place(box.id) + 1
            return f"s {self.rng.choice((number, box.name, box.code.lower(), box.id))}"
        if not game.roll:
            return self.rng.choice(("", "r", "u"))
        return self.rng.choice(("", "Roll", "1 2", "13", "2,3"))


def play_and_check(store: Store, config: TableConfig, seed: int = 1) -> None:
    """Play a game to its end; all rolls and scores must be told as they were."""
    saved, output = SavedTable.new(config, store), io.StringIO()
    rolls: list[tuple[str, str]] = []
    scores: list[tuple[str, str, str, str]] = []

    def note(change: TableEvent) -> None:
        game, event = change.game, change.event
        if isinstance(event, Rolled):
            rolls.append((change.player, "".join(map(str, event.faces))))
        elif isinstance(event, Scored) and change.kind is not EventKind.UNDO:
            total = game.cards[game.players.index(change.player)].grand_total
            box = game.ruleset.box(event.box).name
            scores.append((change.player, str(event.points), box, str(total)))

    saved.table.watch(note)
    console = Console(Robot(saved.table, seed), output)
    finish(GameLoop(saved, PlainContext(console, "Ann", Options(confirm_zero=False))).run())
    text, game = output.getvalue(), saved.table.game
    assert all(line.isprintable() and line[-1] in ".:" for line in text.splitlines())
    told = re.findall(r"^(.+) rolled (\d[^.]*)\.", text, re.MULTILINE)
    assert [(player, re.sub(r"\D", "", faces)) for player, faces in told] == rolls
    pattern = r"^(.+) scored (\d+) in (.+?)(?:, \w+ bonus \d+)*, total (\d+)\."
    assert re.findall(pattern, text, re.MULTILINE) == scores
    assert "Undone: " in text
    for place, seat, total in game.ranking:
        assert f"\n{place}. {game.players[seat]} {total}: upper section " in text
    newest = store.games.newest()
    assert newest is not None
    assert newest.load()[0].events == saved.table.record.events


@pytest.mark.exhaustive
def test_every_rule_set(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for seed, rules in enumerate(RULESETS):
        with subtests.test(rules), closing(Store(str(tmp_path / rules))) as store:
            play_and_check(store, TableConfig(("Ann", "Bob"), rules, "Bob", "42"), seed)


@pytest.mark.parametrize("computers", [(), ("beginner", "skilled")])
def test_people_and_computers(store: Store, computers: tuple[str, ...]) -> None:
    config = TableConfig(("Ann", "Bob"), first="Ann", seed="7")
    for rank in computers:
        config = config.with_computer(rank, rank.capitalize())
    play_and_check(store, config)
