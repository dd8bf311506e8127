"""Whole games of two, by keyboard alone and by mouse alone, of every rule set.

After every roll, hold and score the whole card on the screen must be what a table of the same
seed says: every box of both players, what the dice would score, all totals, dice, holds, turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.input_methods import Keyboard, Mouse, play_out
from tests.terminal.screen_text import wait_until_agreed
from yahtzee_tui.cli.play import format_ranking
from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.table import TableConfig, describe_end

if TYPE_CHECKING:
    from tests.terminal.conftest import Open

OTHERS = [rules for rules in RULESETS if rules != OFFICIAL.id]
EVERY = [OFFICIAL.id, *(pytest.param(rules, marks=pytest.mark.slow) for rules in OTHERS)]


@pytest.mark.parametrize("rules", EVERY)
@pytest.mark.parametrize("hands", [Keyboard, Mouse], ids=["keyboard", "mouse"])
def test_a_whole_game(open_game: Open, rules: str, hands: type[Keyboard] | type[Mouse]) -> None:
    table = TableConfig(("Ann", "Bob"), rules, seed="42").create_table()
    console = open_game("play", "Ann", "Bob", "--rules", rules, "--seed", "42")
    player = hands(console)
    play_out(console, table, player)
    console.wait_for("Play again")
    assert describe_end(table.game) in console.text
    for standing in table.game.ranking:
        card = table.game.cards[standing.seat]
        numbers = [card.upper_total, card.upper_bonus, card.lower_total, card.grand_total]
        line = [f"{standing.place}.", table.game.players[standing.seat], *map(str, numbers)]
        assert any(" ".join(line) in " ".join(row.split()) for row in console.lines)
    player.look()
    wait_until_agreed(console, table)
    player.leave()
    assert console.wait() == 0
    assert console.read_farewell().replace("\r\n", "\n").endswith(format_ranking(table.game))


def test_every_rule_set_is_played() -> None:
    assert {OFFICIAL.id, *OTHERS} == set(RULESETS)
