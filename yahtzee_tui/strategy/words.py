"""Advice in a sentence: what is best, and how much better than another plan it is.

The other plan is told as what it does, keeping these dice or scoring there, and not as what it may
be after, which nobody can know; so the sentence is always true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.strategy.advice import HoldChoice

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces
    from yahtzee_tui.strategy.advice import Advice, Choice

# Less doesn't show in a number with one decimal.
_EQUAL = 0.05


def explain(advice: Advice, chance: str = "") -> str:
    """Return what is best and why, such as `Keep 5-5-5: 241.3 on average, 6.8 more than ...`.

    Args:
        advice: What everything is worth.
        chance: How often that wins, such as `38%`; empty where it is not told.
    """
    best = advice.best
    to_win = f"{chance} to win, " if chance else ""
    sentence = f"{_tell_best(best)}: {to_win}{best.value:.1f} on average"
    other = find_other_plan(advice)
    if other is None:
        return f"{sentence}; nothing else may be done."
    loss = advice.loss(other)
    if loss < _EQUAL:
        return f"{sentence}, and {_tell_other(other)} is as good."
    return f"{sentence}, {loss:.1f} more than {_tell_other(other)}."


def find_other_plan(advice: Advice) -> Choice | None:
    """Return the best choice with another plan, None if there is no other choice.

    Another plan is a box rather than a hold, a hold rather than a box, another box where nothing
    is left to roll, or a hold that shares at most half of the dice.
    """
    best, others = advice.best, [choice for choice in advice.choices if choice != advice.best]
    if not isinstance(best, HoldChoice) and advice.rolls_left:
        others = [choice for choice in others if isinstance(choice, HoldChoice)]
    for other in others:
        if not (isinstance(best, HoldChoice) and isinstance(other, HoldChoice)):
            return other
        if not _share_most(best.faces, other.faces):
            return other
    return None


def tell_faces(faces: Faces) -> str:
    """Return dice in writing, such as `5-5-5`."""
    return "-".join(map(str, faces))


def _tell_best(best: Choice) -> str:
    if isinstance(best, HoldChoice):
        return f"Keep {tell_faces(best.faces)}" if best.faces else "Roll all dice again"
    bonus = f" with a bonus of {best.bonus}" if best.bonus else ""
    return f"Score {best.points} in {best.box.name}{bonus}"


def _tell_other(other: Choice) -> str:
    if isinstance(other, HoldChoice):
        return f"keeping {tell_faces(other.faces)}" if other.faces else "rolling all dice again"
    return f"scoring {other.points} in {other.box.name}"


def _share_most(some: Faces, others: Faces) -> bool:
    """Return whether two holds share more than half of the dice of the smaller one."""
    shared = sum(min(some.count(face), others.count(face)) for face in set(some))
    return 2 * shared > min(len(some), len(others))
