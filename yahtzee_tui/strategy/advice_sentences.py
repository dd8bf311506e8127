"""Advice in a sentence: what is best, and how much better than another plan it is.

The sentence says what the other plan does and not what it aims at, so that it is always true.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yahtzee_tui.rules import format_faces
from yahtzee_tui.strategy.advice import BoxChoice, HoldChoice
from yahtzee_tui.strategy.reasons import can_explain, compare_choices
from yahtzee_tui.text import format_signed, join_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Faces
    from yahtzee_tui.strategy.advice import Advice, Choice
    from yahtzee_tui.strategy.game_review import Mistake, ReviewedRoll
    from yahtzee_tui.strategy.reasons import Reason
    from yahtzee_tui.strategy.solver.value_table import ValueTable
    from yahtzee_tui.strategy.winning.forecast import WinAdvice
    from yahtzee_tui.strategy.winning.win_review import Swing


# Of which totals the chance is told, if it is neither too small nor too great.
_LEAST_SHARE = 0.03

# Less doesn't show in a number with one decimal.
_EQUAL = 0.05


def describe_advice(advice: Advice, chance: str = "", held: Choice | None = None) -> str:
    """Return what is best and why, such as `Keep 5-5-5: expect 241.3 in total, 6.8 more than ...`.

    An estimate is `about 241`.
    `chance` is how often that wins, such as `38% to win`, or empty; `held` are the dice that the
    player holds, to compare with instead of another plan.

    >>> table = solve(find_ruleset("crag"))
    >>> describe_advice(Advice(table, Card.empty(table.ruleset), (1, 4, 6), rolls_left=1))
    'Keep 4-6: expect 149.1 in total, 3.0 more than rerolling all dice.'
    """
    best = advice.best
    done = _describe(best, "Keep", "Reroll", "Score ", short=False)
    if isinstance(best, BoxChoice) and best.bonus:
        done = f"Score {best.points} in {best.box.name} with a bonus of {best.bonus}"
    to_win = f"{chance}, " if chance else ""
    total = f"{best.value:.1f}" if advice.is_exact else f"about {best.value:.0f}"
    sentence = f"{done}: {to_win}expect {total} in total"
    other = find_other_plan(advice, held)
    if other is None:
        return f"{sentence}; it is the only choice."
    if isinstance(other, BoxChoice):
        other = other._replace(bonus=0)
    instead = _describe(other, "keeping", "rerolling", "scoring ", short=False)
    loss = advice.loss(other)
    if loss < _EQUAL:
        return f"{sentence}, and {instead} is just as good."
    if isinstance(other, HoldChoice) and other == held:
        instead = f"the held {format_faces(other.faces)}"
    return f"{sentence}, {loss:.1f} more than {instead}."


def find_other_plan(advice: Advice, held: Choice | None = None) -> Choice | None:
    """Return the best choice with another plan, None if there is no other choice.

    It is what is `held` if that is worse than the best.

    Another plan is a box rather than a hold, a hold rather than a box, another box where nothing
    is left to roll, or a hold that shares at most half of the dice.
    """
    if held is not None and advice.loss(held) >= _EQUAL:
        return held
    best, others = advice.best, [choice for choice in advice.choices if choice != advice.best]
    if not isinstance(best, HoldChoice) and advice.rolls_left:
        others = [choice for choice in others if isinstance(choice, HoldChoice)]
    for other in others:
        if not (isinstance(best, HoldChoice) and isinstance(other, HoldChoice)):
            return other
        if not _share_most(best.faces, other.faces):
            return other
    return None


def _share_most(some: Faces, others: Faces) -> bool:
    """Return whether two holds share more than half of the dice of the smaller one."""
    shared = sum(min(some.count(face), others.count(face)) for face in set(some))
    return 2 * shared > min(len(some), len(others))


_MOST_REASONS = 4
_EXPECTED = re.compile(r"expect -?[\d.]+, ")


def describe_reasons(reasons: Sequence[Reason], most: int = _MOST_REASONS) -> str:
    """Return the greatest reasons, at most so many, and the sum of all.

    Such as `+0.6 Fives, +0.5 Four of a kind, -0.5 Threes, +0.4 upper bonus: +1.6 in all`.
    """
    parts = _join_reasons(reasons, most)
    total = format_signed(sum(each.points for each in reasons))
    return f"{parts}: {total} in all" if parts else f"{total} in all"


def _join_reasons(reasons: Sequence[Reason], most: int, is_short: bool = False) -> str:
    shown = [each for each in reasons[:most] if abs(each.points) >= _EQUAL]
    return ", ".join(
        f"{format_signed(each.points)} {each.short if is_short else each.name}" for each in shown
    )


def add_reasons(sentence: str, reasons: Sequence[Reason]) -> tuple[str, ...]:
    """Return a sentence that ends with a comparison, with its reasons; the longest form first.

    Such as `Keep 5-5: expect 241.3, 1.6 more than keeping 3-3 (+0.6 Fives, -0.5 Threes, ...).`
    """
    head = sentence.removesuffix(".").replace(" in total", "", 1)
    number = sum(abs(each.points) >= _EQUAL for each in reasons)
    if not number:
        return ()
    most = [number, *range(min(number, _MOST_REASONS + 1) - 1, 1, -1)]
    parts = [
        f"{_join_reasons(reasons, each, is_short)}{', ...' if each < number else ''}"
        for is_short in (False, True)
        for each in most
    ]
    heads = head, _EXPECTED.sub("", head).replace("more than keeping ", "more than ")
    return tuple(f"{each} ({part})." for each in heads for part in parts)


def describe_all_reasons(reasons: Sequence[Reason]) -> str:
    """Return all reasons that show in tenths, and their sum, as `describe_reasons` does."""
    return describe_reasons(reasons, len(reasons))


def describe_why(table: ValueTable, advice: Advice) -> str | None:
    """Return why the best choice is better than the best one with another plan.

    Return None without another plan, or while it can't be explained; see `can_explain`.
    """
    other = find_other_plan(advice)
    if other is None or advice.loss(other) < _EQUAL or not can_explain(table, advice.card):
        return None
    reasons = describe_reasons(compare_choices(table, advice, advice.best, other))
    return f"Why not {describe_choice(other)}? {reasons}."


def describe_past_choice(choice: Choice, short: bool = False) -> str:
    """Return what was done, such as `kept 5-5-5` or `scored 12 in Chance`."""
    return _describe(choice, "kept", "rerolled", "scored ", short)


def describe_choice(choice: Choice, short: bool = False) -> str:
    """Return what should have been done, such as `keep 5-5-5` or `score 12 in Chance`."""
    return _describe(choice, "keep", "reroll", "score ", short)


def _describe(choice: Choice, keep: str, roll: str, score: str, short: bool) -> str:
    if isinstance(choice, HoldChoice):
        return f"{keep} {format_faces(choice.faces)}" if choice.faces else f"{roll} all dice"
    bonus = f" +{choice.bonus}" if choice.bonus else ""
    return f"{score}{choice.points}{bonus} in {choice.box.short if short else choice.box.name}"


def describe_comparison(roll: ReviewedRoll, better: Choice) -> str:
    """Return a decision and the better one in the fewest words."""
    if roll.choice is None:
        return ""
    done = roll.choice
    if isinstance(done, HoldChoice):
        return f"{describe_past_choice(done)}, not {format_choice(better)}"
    rather = format_choice(better)
    if isinstance(better, HoldChoice):
        rather = f"keeping {rather}" if better.faces else "rerolling all dice"
    return f"{format_choice(done)}, not {rather}"


def format_choice(choice: Choice) -> str:
    """Return the held dice, or points and box, in the fewest words."""
    if isinstance(choice, HoldChoice):
        return format_faces(choice.faces) or "none"
    bonus = f" +{choice.bonus}" if choice.bonus else ""
    return f"{choice.points}{bonus} in {choice.box.short}"


def describe_decision(roll: ReviewedRoll) -> str:
    """Return what was decided after a roll, and what was better if something was."""
    if roll.choice is None:
        return "no decision yet"
    done = describe_past_choice(roll.choice)
    return f"{done}; better: {describe_choice(roll.best)}" if roll.is_mistake else done


# Sums of many chances end that close to none or all.
_CERTAIN = 1e-9


def describe_win_advice(wins: WinAdvice, held: Choice | None = None) -> str:
    """Return what is best for points and how often it wins, or what wins more often.

    Such as `Keep 5-5-5: 38% to win, expect 241.3 in total, ...`, or else
    `Best to win: 6 in Chance, 5%; best for points: 0 in Yahtzee, 189.2 (0%).` With a target a win
    is to reach it: `Keep 5-5-5: at least 48% for 250, ...`.
    """
    points = wins.advice.best
    chance = _describe_chance(wins, points)
    aim = "to win" if wins.target is None else f"for {wins.target}"
    if not wins.is_other:
        return describe_advice(wins.advice, f"{chance} {aim}", held)
    to_win, for_points = (
        _describe(each, "keep", "reroll", "", True) for each in (wins.best, points)
    )
    return (
        f"Best {aim}: {to_win}, {_describe_chance(wins, wins.best)}; "
        f"best for points: {for_points}, {points.value:.1f} ({chance})."
    )


def _describe_chance(wins: WinAdvice, choice: Choice) -> str:
    """Return the chance of a choice; that of a target is a lower limit unless it is certain."""
    share = wins.share(choice)
    is_limit = wins.target is not None and share < 1 - _CERTAIN
    return f"{'at least ' if is_limit else ''}{format_chance(share)}"


def describe_spread(table: ValueTable) -> list[str]:
    """Return in sentences how the final totals of best play are spread, its outcomes loaded."""
    spread = table.outcomes.spread
    tenth, quarter, three_quarters, most = map(spread.percentile, (10, 25, 75, 90))
    levels = [
        f"{level} or more in {spread.at_least(level):.1%}"
        for level in spread.open_levels(_LEAST_SHARE)
    ]
    return [
        f"Best play for points averages {table.expected:.2f}, with a standard deviation of "
        f"{spread.deviation:.2f}. Half of its games end with {quarter} to {three_quarters} points, "
        f"one in ten with {tenth} or less, and one in ten with {most} or more.",
        f"It scores {join_words(levels, 'and')} of its games.",
    ]


def format_chance(share: float) -> str:
    """Return a chance in percent, such as `38%`; 0% and 100% are certain."""
    rounded = round(100 * share)
    percent = f"{rounded}%"
    if rounded < 1:
        percent = "0%" if share < _CERTAIN else "<1%"
    elif rounded > 99:
        percent = "100%" if share > 1 - _CERTAIN else ">99%"
    return percent


def format_chance_change(change: float) -> str:
    """Return what a chance gained or lost, such as `+37%`, `-2%` or `0%`."""
    return f"{format_signed(100 * change, 0)}%"


def format_swing(swing: Swing) -> str:
    """Return what a turn did to a chance, such as `34% -> 71%, luck`."""
    before, after = (format_chance(share) for share in (swing.before, swing.after))
    return f"{before} -> {after}, {'luck' if swing.is_luck else 'skill'}"


def describe_win_mistake(mistake: Mistake) -> str:
    """Return what was decided, what would have won more often, and what was best for points."""
    roll, best = mistake.roll, mistake.best
    done = "" if roll.choice is None else describe_past_choice(roll.choice)
    sentence = f"{done}; best to win: {describe_choice(best)}"
    if not roll.is_mistake:
        return f"{sentence}; it was best for points"
    return (
        sentence
        if roll.best == best
        else f"{sentence}; best for points: {describe_choice(roll.best)}"
    )
