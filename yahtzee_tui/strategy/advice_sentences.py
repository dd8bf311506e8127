"""Advice in a sentence: what is best, and how much better than another plan it is.

The sentence says what the other plan does and not what it aims at, so that it is always true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import format_faces
from yahtzee_tui.strategy.advice import BoxChoice, HoldChoice, can_explain, compare_choices
from yahtzee_tui.text import format_number, format_percent, format_signed, join_words
from yahtzee_tui.translation import N_, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules import Faces
    from yahtzee_tui.strategy.advice import Advice, Choice, Reason
    from yahtzee_tui.strategy.forecast import WinAdvice
    from yahtzee_tui.strategy.game_review import Mistake, Review, ReviewedRoll
    from yahtzee_tui.strategy.solver.value_table import ValueTable
    from yahtzee_tui.strategy.win_review import Swing


# Of which totals the chance is told, if it is neither too small nor too great.
_LEAST_SHARE = 0.03

# Less doesn't show in a number with one decimal.
_EQUAL = 0.05


class _Phrases(NamedTuple):
    """What is done with dice and boxes, in one form of the verb."""

    keep: str
    reroll: str
    score: str


# Translators: what the coach advises, at the beginning of a sentence
_DO = _Phrases(N_("Keep {dice}"), N_("Reroll all dice"), N_("Score {points} in {box}"))
# Translators: what the coach advises, within a sentence
_DO_WITHIN = _Phrases(N_("keep {dice}"), N_("reroll all dice"), N_("score {points} in {box}"))
# Translators: what the player did
_DID = _Phrases(N_("kept {dice}"), N_("rerolled all dice"), N_("scored {points} in {box}"))
# Translators: a plan with which another one is compared: "6.8 more than keeping 3-3"
_DOING = _Phrases(N_("keeping {dice}"), N_("rerolling all dice"), N_("scoring {points} in {box}"))


def describe_advice(advice: Advice) -> str:
    """Return what is best and why, such as `Keep 5-5-5: expect 241.3 in total, 6.8 more than ...`.

    An estimate is `about 241`.

    >>> table = solve(find_ruleset("crag"))
    >>> describe_advice(Advice(table, Card.empty(table.ruleset), (1, 4, 6), rolls_left=1))
    'Keep 4-6: expect 149.1 in total, 3.0 more than rerolling all dice.'
    """
    return list_advice(advice)[0]


# Translators: start is "Keep 5-5: " or "Keep 5-5: 38% to win, "
_ONLY_CHOICE = (
    N_("{start}expect {total} in total; it is the only choice."),
    N_("{start}expect {total}; it is the only choice."),
)
# Translators: start is "Keep 5-5: " or "Keep 5-5: 38% to win, ", other "keeping 3-3"
_AS_GOOD = (
    N_("{start}expect {total} in total, and {other} is just as good."),
    N_("{start}expect {total}, and {other} is just as good."),
)
# Translators: start is "Keep 5-5: " or "Keep 5-5: 38% to win, ", other "keeping 3-3"
_BETTER = (
    N_("{start}expect {total} in total, {points} more than {other}."),
    N_("{start}expect {total}, {points} more than {other}."),
)
# Translators: start is "Keep 5-5: " or "Keep 5-5: 38% to win, "
_ALONE = N_("{start}expect {total} in total.")


def list_advice(advice: Advice, chance: str = "", held: Choice | None = None) -> tuple[str, ...]:
    """Return what `describe_advice` does, and that in fewer and fewer words.

    `chance` is how often that wins, such as `38% to win`, or empty; `held` are the dice that the
    player holds, to compare with instead of another plan.
    """
    other = find_other_plan(advice, held)
    if isinstance(other, BoxChoice):
        other = other._replace(bonus=0)
    loss = 0.0 if other is None else advice.loss(other)
    if other is None:
        sentences, instead = _ONLY_CHOICE, ""
    elif loss < _EQUAL:
        sentences, instead = _AS_GOOD, _describe(other, _DOING)
    else:
        sentences, instead = _BETTER, _describe_other(other, held)
    places = {
        "start": _start(advice, chance),
        "total": _format_total(advice),
        "points": format_number(loss),
        "other": instead,
    }
    briefest = _(_ALONE, **{**places, "start": _start(advice, "")})
    return (*[_(each, **places) for each in (*sentences, _ALONE)], briefest)


def _describe_other(other: Choice, held: Choice | None) -> str:
    if isinstance(other, HoldChoice) and other == held:
        # Translators: the dice that the player holds; follows "6.8 more than"
        return _("the held {dice}", dice=format_faces(other.faces))
    return _describe(other, _DOING)


def _start(advice: Advice, chance: str) -> str:
    best = advice.best
    done = _describe(best, _DO)
    if isinstance(best, BoxChoice) and best.bonus:
        done = _(
            "Score {points} in {box} with a bonus of {bonus}",
            points=best.points,
            box=best.box.name,
            bonus=best.bonus,
        )
    return f"{done}: {chance}, " if chance else f"{done}: "


def _format_total(advice: Advice) -> str:
    value = advice.best.value
    return format_number(value) if advice.is_exact else _("about {number}", number=f"{value:.0f}")


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


def describe_reasons(reasons: Sequence[Reason], most: int = _MOST_REASONS) -> str:
    """Return the greatest reasons, at most so many, those left out together, and the sum of all.

    Such as `+0.6 Fives, +0.5 Four of a kind, +0.5 elsewhere: +1.6 in all`.
    """
    shown = [each for each in reasons[:most] if abs(each.points) >= _EQUAL]
    points = sum(each.points for each in reasons)
    parts, total = _join_reasons(shown), format_signed(points)
    if not parts:
        return _("{points} in all", points=total)
    rest = round(points, 1) - sum(round(each.points, 1) for each in shown)  # as they are shown
    if len(shown) < len(reasons) and abs(rest) >= _EQUAL:
        # Translators: what other boxes and bonuses bring, such as "+0.5 elsewhere"
        parts = f"{parts}, {_('{points} elsewhere', points=format_signed(rest))}"
    # Translators: reasons are such as "+0.6 Fives, -0.5 Threes"
    return _("{reasons}: {points} in all", reasons=parts, points=total)


def list_why(reasons: Sequence[Reason]) -> tuple[str, ...]:
    """Return why a choice is worth more, by fewer and fewer reasons, at last by their sum alone."""
    said = (describe_reasons(reasons, most) for most in range(_MOST_REASONS, -1, -1))
    return tuple(_("Why? {reasons}.", reasons=each) for each in said)


def _join_reasons(reasons: Sequence[Reason], is_short: bool = False) -> str:
    return ", ".join(
        f"{format_signed(each.points)} {each.short if is_short else each.name}" for each in reasons
    )


def add_reasons(
    advice: Advice,
    reasons: Sequence[Reason],
    wins: WinAdvice | None = None,
    held: Choice | None = None,
) -> tuple[str, ...]:
    """Return what `describe_advice` or `describe_win_advice` says with reasons, the longest first.

    Such as `Keep 5-5: expect 241.3, 1.6 more than keeping 3-3 (+0.6 Fives, -0.5 Threes, ...).`
    Empty where no points are compared.
    """
    other = find_other_plan(advice, held)
    number = sum(abs(each.points) >= _EQUAL for each in reasons)
    if other is None or advice.loss(other) < _EQUAL or not number:
        return ()
    if wins is not None and (wins.is_other or wins.target is not None):
        return ()
    if isinstance(other, BoxChoice):
        other = other._replace(bonus=0)
    instead = brief = _describe_other(other, held)
    if isinstance(other, HoldChoice) and other.faces and other != held:
        brief = format_faces(other.faces)
    start = _start(advice, "" if wins is None else _describe_chance(wins, advice.best, True))
    places = {
        "start": start,
        "total": _format_total(advice),
        "points": format_number(advice.loss(other)),
    }
    return tuple(
        _(sentence, **places, other=named, reasons=part)
        for sentence, named in zip(_REASONED, (instead, brief), strict=True)
        for part in _list_reasons(reasons, number)
    )


# Translators: start is "Keep 5-5: " or "Keep 5-5: 38% to win, "
_REASONED = (
    N_("{start}expect {total}, {points} more than {other} ({reasons})."),
    N_("{start}{points} more than {other} ({reasons})."),
)


def _list_reasons(reasons: Sequence[Reason], number: int) -> list[str]:
    """Return the greatest reasons, of so many that count, in fewer and fewer words."""
    most = [number, *range(min(number, _MOST_REASONS + 1) - 1, 1, -1)]
    return [
        f"{_join_reasons(reasons[:each], is_short)}{', ...' if each < number else ''}"
        for is_short in (False, True)
        for each in most
    ]


def describe_why(table: ValueTable, advice: Advice) -> str | None:
    """Return why the best choice is better than the best one with another plan.

    Return None without another plan, or while it can't be explained; see `can_explain`.
    """
    other = find_other_plan(advice)
    if other is None or advice.loss(other) < _EQUAL or not can_explain(table, advice.card):
        return None
    reasons = describe_reasons(compare_choices(table, advice, advice.best, other))
    return _("Why not {choice}? {reasons}.", choice=describe_choice(other), reasons=reasons)


def describe_past_choice(choice: Choice, short: bool = False) -> str:
    """Return what was done, such as `kept 5-5-5` or `scored 12 in Chance`."""
    return _describe(choice, _DID, short)


def describe_choice(choice: Choice, short: bool = False) -> str:
    """Return what should have been done, such as `keep 5-5-5` or `score 12 in Chance`."""
    return _describe(choice, _DO_WITHIN, short)


def _describe(choice: Choice, phrases: _Phrases, short: bool = False) -> str:
    if isinstance(choice, HoldChoice):
        if not choice.faces:
            return _(phrases.reroll)
        return _(phrases.keep, dice=format_faces(choice.faces))
    box = choice.box.short if short else choice.box.name
    return _(phrases.score, points=_format_points(choice), box=box)


def _format_points(choice: BoxChoice) -> str:
    return f"{choice.points} +{choice.bonus}" if choice.bonus else str(choice.points)


def describe_comparison(roll: ReviewedRoll, better: Choice) -> str:
    """Return a decision and the better one in the fewest words."""
    done = roll.choice
    if done is None:
        return ""
    said, rather = format_choice(done), format_choice(better)
    if isinstance(done, HoldChoice):
        said = describe_past_choice(done)
    elif isinstance(better, HoldChoice):
        rather = _describe(better, _DOING)
    # Translators: such as "kept 4-6, not 5-6" or "12 in Chance, not keeping 5-6"
    return _("{done}, not {better}", done=said, better=rather)


def format_choice(choice: Choice) -> str:
    """Return the held dice, or points and box, in the fewest words."""
    if isinstance(choice, HoldChoice):
        return format_faces(choice.faces) or pgettext("dice", "none")
    return _("{points} in {box}", points=_format_points(choice), box=choice.box.short)


def describe_decision(roll: ReviewedRoll) -> str:
    """Return what was decided after a roll, and what was better if something was."""
    if roll.choice is None:
        return _("no decision yet")
    done = describe_past_choice(roll.choice)
    if not roll.is_mistake:
        return done
    # Translators: such as "kept 4-6; better: keep 5-6"
    return _("{done}; better: {better}", done=done, better=describe_choice(roll.best))


# Sums of many chances end that close to none or all.
_CERTAIN = 1e-9


def describe_win_advice(wins: WinAdvice) -> str:
    """Return what is best for points and how often it wins, or what wins more often.

    Such as `Keep 5-5-5: 38% to win, expect 241.3 in total, ...`, or else
    `Best to win: 6 in Chance, 5%; best for points: 0 in Yahtzee, 189.2 (0%).` With a target a win
    is to reach it: `Keep 5-5-5: at least 48% for 250, ...`.
    """
    return list_win_advice(wins)[0]


_WINS = (
    N_("Best to win: {choice}, {chance}; best for points: {other}, {points} ({other_chance})."),
    N_("Best to win: {choice}, {chance}."),
)
_REACHES = (
    N_(
        "Best for {target}: {choice}, {chance}; best for points: {other}, {points} "
        "({other_chance})."
    ),
    N_("Best for {target}: {choice}, {chance}."),
)


def list_win_advice(wins: WinAdvice, held: Choice | None = None) -> tuple[str, ...]:
    """Return what `describe_win_advice` does, and that in fewer and fewer words."""
    points = wins.advice.best
    if not wins.is_other:
        return list_advice(wins.advice, _describe_chance(wins, points, True), held)
    to_win, for_points = (
        format_choice(each) if isinstance(each, BoxChoice) else describe_choice(each, short=True)
        for each in (wins.best, points)
    )
    places = {
        "target": wins.target,
        "choice": to_win,
        "chance": _describe_chance(wins, wins.best),
        "other": for_points,
        "points": format_number(points.value),
        "other_chance": _describe_chance(wins, points),
    }
    return tuple(_(each, **places) for each in (_WINS if wins.target is None else _REACHES))


def _describe_chance(wins: WinAdvice, choice: Choice, with_aim: bool = False) -> str:
    """Return the chance of a choice; that of a target is a lower limit unless it is certain."""
    share = wins.share(choice)
    chance = format_chance(share)
    if wins.target is not None and share < 1 - _CERTAIN:
        chance = _("at least {chance}", chance=chance)
    if not with_aim:
        return chance
    if wins.target is None:
        return _("{chance} to win", chance=chance)
    # Translators: the chance to have a total of at least that
    return _("{chance} for {target}", chance=chance, target=wins.target)


def describe_spread(table: ValueTable) -> list[str]:
    """Return in sentences how the final totals of best play are spread, its outcomes loaded."""
    spread = table.outcomes.spread
    tenth, quarter, three_quarters, most = map(spread.percentile, (10, 25, 75, 90))
    levels = [
        # Translators: such as "250 or more in 53.1%", followed by "of its games"
        _(
            "{points} or more in {percent}",
            points=level,
            percent=format_percent(spread.at_least(level), 1, 1),
        )
        for level in spread.open_levels(_LEAST_SHARE)
    ]
    return [
        _(
            "Best play for points averages {mean}, with a standard deviation of {deviation}. Half "
            "of its games end with {quarter} to {three_quarters} points, one in ten with {tenth} "
            "or less, and one in ten with {most} or more.",
            mean=format_number(table.expected, 2),
            deviation=format_number(spread.deviation, 2),
            quarter=quarter,
            three_quarters=three_quarters,
            tenth=tenth,
            most=most,
        ),
        _("It scores {levels} of its games.", levels=join_words(levels)),
    ]


def format_chance(share: float) -> str:
    """Return a chance in percent, such as `38%`; 0% and 100% are certain."""
    number = str(rounded := round(100 * share))
    if rounded < 1:
        number = "0" if share < _CERTAIN else "<1"
    elif rounded > 99:
        number = "100" if share > 1 - _CERTAIN else ">99"
    return _("{number}%", number=number)


def format_chance_change(change: float) -> str:
    """Return what a chance gained or lost, such as `+37%`, `-2%` or `0%`."""
    return _("{number}%", number=format_signed(100 * change, 0))


def format_swing(swing: Swing) -> str:
    """Return what a turn did to a chance, such as `34% -> 71%, luck`."""
    before, after = (format_chance(share) for share in (swing.before, swing.after))
    if swing.is_luck:
        return _("{before} -> {after}, luck", before=before, after=after)
    return _("{before} -> {after}, skill", before=before, after=after)


def describe_extent(review: Review) -> str:
    """Return how many turns are reviewed, empty if all are."""
    if review.is_whole:
        return ""
    return _(
        "Only turns whose rolls were all typed are reviewed: {known} of {count}.",
        known=len(review.turns), count=review.game.turns,
    )  # fmt: skip


def describe_win_mistake(mistake: Mistake) -> str:
    """Return what was decided, what would have won more often, and what was best for points."""
    roll, best = mistake.roll, mistake.best
    done = "" if roll.choice is None else describe_past_choice(roll.choice)
    places = {"done": done, "choice": describe_choice(best)}
    if not roll.is_mistake:
        return _("{done}; best to win: {choice}; it was best for points", **places)
    if roll.best == best:
        return _("{done}; best to win: {choice}", **places)
    other = describe_choice(roll.best)
    return _("{done}; best to win: {choice}; best for points: {other}", **places, other=other)
