"""Practice in lines of text: the answer, what it loses, and the progress that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.plain.programs import hear
from yahtzee_tui.rules import OFFICIAL, Position
from yahtzee_tui.services.practice import read_positions
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import Advice, HoldChoice, describe_choice, load_value_table

if TYPE_CHECKING:
    from tests.terminal.user_folders import UserFolders


def test_positions_are_answered_by_the_commands_of_a_game(home: UserFolders) -> None:
    position = Position.parse(next(iter(read_positions("official"))))
    table = load_value_table(OFFICIAL, cache_folder()).table
    advice = Advice(table, position.card, position.faces, position.rolls_left)
    best = advice.best
    assert isinstance(best, HoldChoice)
    hold = "".join(str(at + 1) for at in advice.positions(best)) or "0"
    lines = ["hint", "s 99", "card", hold, "", "", "s chance", "y", "q"]
    said = hear(home, "practise", "--plain", lines="\n".join(lines) + "\n")
    there = len(read_positions("official"))
    kept = describe_choice(best).replace("-", ", ").capitalize()
    for told in (
        f"Practice of Yahtzee: {there} positions waiting. No rated game yet",
        "'hint' isn't possible in practice.",
        "No open box matches '99'.",
        f"Right. {kept}: expect",
        "points lost: you scored",
        "Back in 1 minute.",
    ):
        assert told in said
    second = hear(home, "practice", "--plain", lines="q\n")
    assert f"Practice of Yahtzee: {there - 2} positions waiting. No rated" in second
    third = hear(home, "practice", "--plain", "--rules", "yacht")
    assert "No position by these rules yet." in third
