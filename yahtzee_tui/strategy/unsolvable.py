"""What the solver can't do, said before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Refusal, Section
from yahtzee_tui.strategy.rolls import DICE, SIDES

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset

# Each box more doubles the work: two more than the 15-box games have take half a minute.
_MOST_BOXES = {Section.UPPER: 8, Section.LOWER: 11}


class Unsolvable(Refusal):
    """Best play of these rules, or with this card, can't be worked out."""


def check_solvable(ruleset: Ruleset) -> None:
    """Make sure that the solver understands a rule set.

    Raises:
        Unsolvable: If it doesn't; the sentence says why.
    """
    name = ruleset.name
    if (ruleset.dice, ruleset.sides) != (DICE, SIDES):
        raise Unsolvable(
            "other_dice",
            f"Best play is worked out for {DICE} dice of {SIDES} faces, and {name} has "
            f"{ruleset.dice} of {ruleset.sides}.",
        )
    for section, most in _MOST_BOXES.items():
        boxes = sum(box.section is section for box in ruleset.boxes)
        if boxes > most:
            raise Unsolvable(
                "too_many_boxes",
                f"Best play is worked out for at most {most} boxes in the {section.value} "
                f"section, and {name} has {boxes}.",
            )
    for special in (ruleset.joker, ruleset.repeat_bonus):
        if special is not None and ruleset.box(special.box).section is not Section.LOWER:
            raise Unsolvable(
                "upper_yahtzee",
                f"Best play needs the box of the further Yahtzees below, not where {name} has it.",
            )
    # Whoever writes a zero must not be better off than with points, nor with the bonus.
    bonus = ruleset.repeat_bonus
    odd_bonus = bonus is not None and (bonus.holds <= 0 or bonus.points < 0)
    if odd_bonus or any(box.points.fixed < 0 for box in ruleset.boxes):
        sentence = f"In {name} a zero can be worth more than points, which best play can't handle."
        raise Unsolvable("worse_than_zero", sentence)
