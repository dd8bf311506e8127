"""`yahtzee-tui` and `yahtzee-tui play`, with a stand-in for the screen."""

from __future__ import annotations

import getpass
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.cli.play import login_name
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.cli.conftest import Ask


class Screen:
    """Stands in for the screen: remembers the config, and leaves the game where it is told."""

    def __init__(self) -> None:
        self.asked: list[tuple[TableConfig | None, str]] = []
        self.turns = 0
        self.rolls = 0
        self.opens = True
        self.mouse = True

    def run(
        self, config: TableConfig | None, me: str, mouse: bool = True, **others: object
    ) -> SavedTable | None:
        self.asked.append((config, me))
        self.mouse = mouse
        if not self.opens:
            return None
        table = (config or TableConfig((me,))).create_table()
        for _ in range(self.turns):
            table.apply(table.game.seat, Roll())
            table.apply(table.game.seat, Score(table.game.card.open[0].id))
        for _ in range(self.rolls):
            table.apply(table.game.seat, Roll())
        return SavedTable(config or TableConfig((me,)), table)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    stand_in = Screen()
    module = ModuleType("yahtzee_tui.tui")
    module.__dict__["run"] = stand_in.run
    monkeypatch.setitem(sys.modules, "yahtzee_tui.tui", module)
    monkeypatch.setattr(os, "isatty", lambda _: True)
    monkeypatch.setattr(getpass, "getuser", lambda: "carol")
    monkeypatch.setattr("yahtzee_tui.cli.play.getuser", lambda: "carol")
    monkeypatch.setenv("TERM", "xterm-256color")
    return stand_in


def test_the_title_screen(ask: Ask, screen: Screen) -> None:
    screen.opens = False
    assert ask() == (0, "", "")
    assert screen.asked == [(None, "carol")]


def test_alone_by_the_login_name(ask: Ask, screen: Screen) -> None:
    assert ask("play") == (0, "", "")
    assert screen.asked == [(TableConfig(("carol",)), "carol")]


def test_everything_said(ask: Ask, screen: Screen) -> None:
    options = ["--seed", "42", "--duplicate", "--first", "bob"]
    assert ask("play", "Ann", "--rules", "yatzy", "Bob", *options).code == 0
    config = TableConfig(("Ann", "Bob"), "yatzy", "bob", "42", duplicate=True)
    assert screen.asked == [(config, "carol")]
    assert config.create_table().game.player == "Bob"


@pytest.mark.parametrize("word", ["random", "Random"])
def test_who_begins_is_drawn(ask: Ask, screen: Screen, word: str) -> None:
    assert ask("play", "Ann", "Bob", "--first", word).code == 0
    assert screen.asked == [(TableConfig(("Ann", "Bob")), "carol")]


@pytest.mark.parametrize("words", [(), ("play",)])
def test_the_mouse_may_be_left_to_the_terminal(
    ask: Ask, screen: Screen, words: tuple[str, ...]
) -> None:
    assert ask(*words).code == 0
    assert screen.mouse
    assert ask(*words, "--no-mouse").code == 0
    assert not screen.mouse


def test_names_after_two_dashes(ask: Ask, screen: Screen) -> None:
    assert ask("play", "--seed", "1", "--", "-Ann-", "--json").code == 0
    assert screen.asked == [(TableConfig(("-Ann-", "--json"), seed="1"), "carol")]


def test_nothing_is_said_of_a_game_that_had_not_begun(ask: Ask, screen: Screen) -> None:
    assert ask("play", "Ann", "Bob") == (0, "", "")
    assert len(screen.asked) == 1


def test_a_game_left_in_its_first_turn(ask: Ask, screen: Screen) -> None:
    screen.rolls = 1
    assert ask("play", "Ann") == (0, "The game was left in round 1 of 13: Ann 0.\n", "")


def test_a_game_left(ask: Ask, screen: Screen) -> None:
    screen.turns = 7
    code, out, err = ask("play", "Ann", "Bob", "--seed", "5", "--first", "Ann")
    assert (code, err) == (0, "")
    assert out == "The game was left in round 4 of 13: Ann 14, Bob 5.\n"


def test_a_finished_game(ask: Ask, screen: Screen) -> None:
    screen.turns = 26
    code, out, err = ask("play", "Ann", "Bob", "--seed", "5", "--first", "Ann")
    assert (code, err) == (0, "")
    first, second, end = out.splitlines()
    assert first.startswith("1. ")
    assert second.startswith("2. ")
    _, winner, total = first.split()
    assert end == f"{winner} wins with {total}."


def test_a_shared_win(ask: Ask, screen: Screen) -> None:
    screen.turns = 26
    out = ask("play", "Ann", "Bob", "--seed", "5", "--duplicate").out
    first, second, end = out.splitlines()
    total = first.split()[-1]
    assert (first, second) == (f"1. Ann {total}", f"1. Bob {total}")
    assert end == f"Ann and Bob share the win with {total}."


def test_a_finished_solo_game(ask: Ask, screen: Screen) -> None:
    screen.turns = 15
    first, end = ask("play", "Ann", "--seed", "5", "--rules", "yatzy").out.splitlines()
    assert first == f"1. Ann {first.split()[-1]}"
    assert end.startswith("Ann ")


@pytest.mark.parametrize(
    "words",
    [
        ["Ann", "ann"],
        ["Ann", "--first", "Zed"],
        ["Ann", "--rules", "nonesuch"],
        ["Ann", "--seed", ""],
        list("ABCDEFGHI"),
    ],
)
def test_a_bad_invitation_opens_nothing(ask: Ask, screen: Screen, words: list[str]) -> None:
    code, out, err = ask("play", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert not screen.asked


@pytest.mark.parametrize(("closed", "name"), [(0, "input"), (2, "error")])
def test_both_ends_of_the_terminal_are_needed(
    ask: Ask, screen: Screen, monkeypatch: pytest.MonkeyPatch, closed: int, name: str
) -> None:
    monkeypatch.setattr(os, "isatty", lambda number: number != closed)
    assert ask() == (
        2,
        "",
        f"The game needs a terminal, and standard {name} is none; with --plain it needs none.\n",
    )
    assert not screen.asked


def test_output_may_go_elsewhere(ask: Ask, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda number: number != 1)
    assert ask().code == 0
    assert screen.asked


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("carol", "carol"),
        ("  carol   b ", "carol b"),
        ("", "Player 1"),
        ("\x1b[31m", "Player 1"),
        ("x" * 99, "Player 1"),
        ("\udcff", "Player 1"),
    ],
)
def test_the_login_name(monkeypatch: pytest.MonkeyPatch, user: str, name: str) -> None:
    monkeypatch.setattr("yahtzee_tui.cli.play.getuser", lambda: user)
    assert login_name() == name


@pytest.mark.parametrize("error", [OSError, KeyError, ImportError])
def test_nobody_logged_in(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fail() -> str:
        raise error

    monkeypatch.setattr("yahtzee_tui.cli.play.getuser", fail)
    assert login_name() == "Player 1"
