"""Practice in lines of text: the answer, what it loses, and the progress that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.plain.test_program import home, run
from yahtzee_tui.rules import OFFICIAL, Position
from yahtzee_tui.services.practice import read_positions
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import Advice, HoldChoice, describe_choice, load_value_table

if TYPE_CHECKING:
    from tests.terminal.user_folders import UserFolders

__all__ = ["home"]


def test_positions_are_answered_by_the_commands_of_a_game(home: UserFolders) -> None:
    position = Position.parse(next(iter(read_positions("official"))))
    table = load_value_table(OFFICIAL, cache_folder()).table
    advice = Advice(table, position.card, position.faces, position.rolls_left)
    best = advice.best
    assert isinstance(best, HoldChoice)
    hold = "".join(str(at + 1) for at in advice.positions(best)) or "0"
    lines = ["hint", "s 99", "card", hold, "", "", "s chance", "y", "q"]
    first = run(home, "practise", "--plain", lines="\n".join(lines) + "\n")
    said = first.stdout.decode()
    assert first.returncode == 0, first.stderr
    there = len(read_positions("official"))
    assert f"Practice of Yahtzee: {there} positions waiting. No rated game yet" in said
    assert "'hint' isn't possible in practice." in said
    assert "No open box matches '99'." in said
    kept = describe_choice(best).replace("-", ", ").capitalize()
    assert f"Right. {kept}: expect" in said
    assert "points lost: you scored" in said
    assert "Back in 1 minute." in said

    second = run(home, "practice", "--plain", lines="q\n").stdout.decode()
    assert f"Practice of Yahtzee: {there - 2} positions waiting. No rated" in second
    third = run(home, "practice", "--plain", "--rules", "yacht", lines="").stdout.decode()
    assert "No position by these rules yet." in third
