"""A review in words: what was done, and what would have been better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.strategy.advice import HoldChoice
from yahtzee_tui.strategy.words import tell_faces

if TYPE_CHECKING:
    from yahtzee_tui.strategy.advice import BoxChoice, Choice
    from yahtzee_tui.strategy.reviewed import ReviewedRoll


def tell_done(choice: Choice, short: bool = False) -> str:
    """Return what was done, such as `kept 5-5-5` or `scored 12 in Chance`.

    Args:
        choice: What was done.
        short: Whether the box goes by its short name.
    """
    if isinstance(choice, HoldChoice):
        return f"kept {tell_faces(choice.faces)}" if choice.faces else "rolled all dice again"
    return f"scored {_tell_posting(choice, short)}"


def tell_better(choice: Choice, short: bool = False) -> str:
    """Return what should have been done, such as `keep 5-5-5` or `score 12 in Chance`.

    Args:
        choice: What was best.
        short: Whether the box goes by its short name.
    """
    if isinstance(choice, HoldChoice):
        return f"keep {tell_faces(choice.faces)}" if choice.faces else "roll all dice again"
    return f"score {_tell_posting(choice, short)}"


def tell_decision(roll: ReviewedRoll) -> str:
    """Return what was decided after a roll, and what was better if something was."""
    if roll.choice is None:
        return "left here"
    done = tell_done(roll.choice)
    return f"{done}; better: {tell_better(roll.best)}" if roll.is_mistake else done


def _tell_posting(choice: BoxChoice, short: bool) -> str:
    bonus = f" +{choice.bonus}" if choice.bonus else ""
    return f"{choice.points}{bonus} in {choice.box.short if short else choice.box.name}"
