"""Why a choice is better than another: what each brings in every box and in bonuses.

With best play after a choice every box has an expected score; the differences of two choices sum
to the difference of their expected final scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy.advice import Advice, HoldChoice
from yahtzee_tui.strategy.solver.value_table import written_points
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Ruleset
    from yahtzee_tui.strategy.advice import Choice
    from yahtzee_tui.strategy.game_review import Mistake
    from yahtzee_tui.strategy.solver.keeps import FloatArray
    from yahtzee_tui.strategy.solver.value_table import ValueTable

UPPER_BONUS, REPEAT_BONUS = "upper_bonus", "repeat_bonus"
"""The ids of the reasons that are no boxes."""


class Reason(NamedTuple):
    """What a choice brings in one box or bonus more than another choice."""

    id: str  # of a box, or of a bonus
    name: str
    points: float  # less than zero if it brings less
    short: str = ""  # the name in few columns


def can_explain(table: ValueTable, card: Card) -> bool:
    """Return whether the outcomes are loaded, or so few boxes are open that it goes without."""
    return table.outcomes.can_find(np.array([table.space.index(card)]))


def compare_choices(
    table: ValueTable, advice: Advice, choice: Choice, other: Choice
) -> tuple[Reason, ...]:
    """Return what a choice brings more than another in a position, the most important first.

    The points of all reasons sum to the difference of the values. It takes some milliseconds, and
    late in a game some tenths of a second for the first position; see `can_explain`.
    """
    difference = _expect(table, advice, choice) - _expect(table, advice, other)
    reasons = [
        Reason(name_id, name, float(points), short)
        for (name_id, name, short), points in zip(_names(table.ruleset), difference, strict=True)
        if points
    ]
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.points)))


def explain_mistake(table: ValueTable, mistake: Mistake) -> tuple[Reason, ...]:
    """Return what the best choice for points would have brought more than the one made.

    See `compare_choices`; `can_explain` must hold for the card.
    """
    turn, roll = mistake.turn, mistake.roll
    if roll.choice is None:
        return ()
    advice = Advice(table, turn.card, roll.faces, roll.rolls_left)
    return compare_choices(table, advice, roll.best, roll.choice)


def _expect(table: ValueTable, advice: Advice, choice: Choice) -> FloatArray:
    """Return the expected points to come by box and bonus after a choice: (boxes + 2,)."""
    card, space, outcomes = advice.card, table.space, table.outcomes
    if isinstance(choice, HoldChoice):
        keeps = space.payoffs.keeps
        start = keeps.keep_odds[keeps.numbers[choice.faces]][:, None]
        found = outcomes.of_turn(space.index(card), start, advice.rolls_left - 1)
        means = found.means[0].astype(np.float64)
    else:
        after = space.index(card.write(choice.box.id, choice.points, choice.bonus))
        means = outcomes.of(np.array([after])).means[0].astype(np.float64)
        means[table.ruleset.place(choice.box.id)] += choice.points
        means[-1] += choice.bonus
    # What is kept is rounded; the open boxes share what is missing.
    missing = choice.value - written_points(card) - means.sum()
    is_open = means > 0
    expected: FloatArray = means + is_open * missing / max(1, is_open.sum())
    return expected


def _names(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    ruleset = RULESETS.get(ruleset.key, ruleset)  # with names in the player's language
    bonus = ruleset.repeat_bonus
    box = "" if bonus is None else ruleset.box(bonus.box).name
    # Translators: the bonus for further dice that fill that box, such as "Yahtzee bonus"
    of_repeats = _("{box} bonus", box=box)
    return [
        *((box.id, box.name, box.short) for box in ruleset.boxes),
        (UPPER_BONUS, _("upper bonus"), _("bonus")),
        (REPEAT_BONUS, of_repeats, of_repeats),
    ]
