"""Chances of winning in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.strategy.advice import HoldChoice
from yahtzee_tui.strategy.review_words import tell_better, tell_done
from yahtzee_tui.strategy.words import explain, tell_faces
from yahtzee_tui.text import format_signed

if TYPE_CHECKING:
    from yahtzee_tui.strategy.advice import Choice
    from yahtzee_tui.strategy.win.advice import WinAdvice
    from yahtzee_tui.strategy.win.chances import Swing, WinMistake

# Sums of many chances end that close to none or all.
_CERTAIN = 1e-9


def explain_to_win(wins: WinAdvice) -> str:
    """Return what is best for points and how often it wins, or what wins more often.

    Such as `Keep 5-5-5: 38% to win, 241.3 on average, ...`, or else
    `To win: 6 in Chance, 5%; for points: 0 in Yahtzee, 189.2 (0%).`
    """
    points = wins.advice.best
    chance = tell_chance(wins.share(points), wins.exact)
    if not wins.is_other:
        return explain(wins.advice, chance)
    return (
        f"To win: {_name(wins.best)}, {tell_chance(wins.value, wins.exact)}; "
        f"for points: {_name(points)}, {points.value:.1f} ({chance})."
    )


def tell_chance(share: float, exact: bool = True) -> str:
    """Return a chance in percent, such as `38%` or `about 38%`; 0% and 100% are certain."""
    rounded = round(100 * share)
    percent = f"{rounded}%"
    if rounded < 1:
        percent = "0%" if exact and share < _CERTAIN else "<1%"
    elif rounded > 99:
        percent = "100%" if exact and share > 1 - _CERTAIN else ">99%"
    return percent if exact else f"about {percent}"


def tell_change(change: float) -> str:
    """Return what a chance gained or lost, such as `+37%`, `-2%` or `0%`."""
    return f"{format_signed(100 * change, 0)}%"


def tell_swing(swing: Swing) -> str:
    """Return what a turn did to a chance, such as `34% -> 71%, luck`."""
    before, after = (tell_chance(share) for share in (swing.before, swing.after))
    about = "" if swing.exact else "about "
    return f"{about}{before} -> {after}, {'luck' if swing.is_luck else 'skill'}"


def tell_win_decision(mistake: WinMistake) -> str:
    """Return what was decided, what would have won more often, and what was best for points."""
    roll, best = mistake.roll, mistake.best
    done = "" if roll.choice is None else tell_done(roll.choice)
    sentence = f"{done}; to win: {tell_better(best)}"
    if not roll.is_mistake:
        return f"{sentence}; for points it was best"
    return sentence if roll.best == best else f"{sentence}; for points: {tell_better(roll.best)}"


def _name(choice: Choice) -> str:
    if isinstance(choice, HoldChoice):
        return f"keep {tell_faces(choice.faces)}" if choice.faces else "roll all dice again"
    bonus = f" +{choice.bonus}" if choice.bonus else ""
    return f"{choice.points}{bonus} in {choice.box.short}"
