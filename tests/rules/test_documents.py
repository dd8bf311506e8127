"""The games as their own instructions tell them: examples, bonuses, rounds, ties, whole games.

The golden playthroughs are written down and added up by hand. Each exercises what is special in
its rule set: jokers, further Yahtzees on a box with 50 and on a scratched one, boxes that must
take a zero, and an upper total that just earns the bonus and one that just misses it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.rules.conformance import every_ruleset, record_of, replayed
from tests.rules.othersets import registered
from tests.rules.positions import position
from yahtzee_tui.rules.records import read_text, write_text

if TYPE_CHECKING:
    import pytest

    from yahtzee_tui.rules import Ruleset

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parent / "examples.txt"

TOTALS = Path(__file__).with_name("totals.txt").read_text().splitlines()


@registered()
def test_examples(subtests: pytest.Subtests) -> None:
    lines = [line for line in EXAMPLES.read_text().splitlines() if line and line[0] != "#"]
    for line in lines:
        rulesets, faces, *boxes = line.split()
        points = {box: int(said) for box, _, said in (each.partition("=") for each in boxes)}
        for rules in rulesets.split(","):
            for face in "123456" if "x" in faces else "1":
                with subtests.test(line, rules=rules, face=face):
                    game = position(rules, faces.replace("x", face))
                    assert {box: game.potential(box).points for box in points} == points
                    assert all(game.potential(box).refusal is None for box in points)


@every_ruleset
def test_the_golden_playthrough_ends_as_added_up_by_hand(ruleset: Ruleset) -> None:
    text = (GOLDEN / f"{ruleset.id}.txt").read_text(encoding="utf-8")
    reading = read_text(text)
    played, record = replayed(reading), record_of(reading)
    assert (reading.faults, played.faults) == ((), ())
    game = played.game
    assert record.setup.rules == ruleset.id
    assert game.is_over
    cards = (
        f"{card.upper_total} {card.upper_bonus} {card.lower_total} {card.repeats} "
        f"{card.grand_total}"
        for card in game.cards
    )
    assert f"{ruleset.id}: {', '.join(cards)}" in TOTALS
    assert game.winners == (0,)
    assert write_text(record) == text
