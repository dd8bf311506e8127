"""The rules in words, made from the data of a rule set so that they agree with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules.builtin_rulesets import HOUSE
from yahtzee_tui.rules.patterns import (
    Both,
    Groups,
    Matching,
    OneColor,
    Run,
    Several,
    Total,
)
from yahtzee_tui.rules.ruleset import Counted, Order
from yahtzee_tui.text import capitalise, join_words
from yahtzee_tui.translation import N_, _, cache, in_english, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules.patterns import Pattern
    from yahtzee_tui.rules.ruleset import Box, Ruleset

_SUMS = {
    Counted.MATCHED: (N_("the sum of those dice"), N_("the sum of those dice and {points}")),
    Counted.ALL: (N_("the sum of all dice"), N_("the sum of all dice and {points}")),
}
"""What a box pays that adds dice up, without and with fixed points."""

# Translators: the numbers count dice, or are what a die shows. Where a word would change with its
# sentence, digits do for all of them.
_NUMBERS = (N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"),
            N_("eight"), N_("nine"))  # fmt: skip


def format_faces(faces: Iterable[int]) -> str:
    """Return dice in writing, such as `5-5-5`."""
    return "-".join(map(str, faces))


def explain_points(box: Box) -> str:
    """Return what a box pays, such as `25` or `the sum of all dice`."""
    fixed, dice, _first = box.points
    paid = str(fixed) if dice is Counted.NONE else _(_SUMS[dice][fixed > 0], points=fixed)
    return add_first_roll(paid, box)


def add_first_roll(points: str, box: Box) -> str:
    """Return what a box pays with what it pays more on the first roll, if it does."""
    more = box.points.first_roll
    # Translators: points are such as "20" or "the sum of all dice"
    return _("{points}, +{more} on the first roll", points=points, more=more) if more else points


@cache
def explain_wants(box: Box) -> str:
    """Return what a box wants in the player's language, or as its author wrote it."""
    with in_english():
        is_made = box.wants == describe_pattern(box.pattern)
    return describe_pattern(box.pattern) if is_made else _(box.wants)


def explain_summary(ruleset: Ruleset) -> str:
    """Return what sets a rule set apart in the player's language, or as its author wrote it."""
    with in_english():
        is_made = ruleset.summary == summarize(HOUSE.get(ruleset.key, ruleset))
    return summarize(ruleset) if is_made else _(ruleset.summary)


def describe_pattern(pattern: Pattern) -> str:
    """Return what the dice must show, such as `Four matching dice`."""
    return capitalise(_describe(pattern))


def _describe(pattern: Pattern) -> str:
    match pattern:
        case Matching(face):
            return _("dice showing {number}", number=_number(face))
        case Groups():
            return _describe_groups(pattern)
        case Run():
            return _describe_run(pattern)
        case Total(total):
            return _("a total of {total}", total=total)
        case Several(dice):
            return ngettext("any {number} die", "any {number} dice", dice, number=_number(dice))
        case Both(patterns):
            return join_words(map(_describe, patterns))
        case OneColor(part):
            # Translators: dice are such as "any five dice" or "two pairs"
            return _("{dice}, all of one color", dice=_describe(part))
    return _("any dice")


def _number(number: int) -> str:
    return _(_NUMBERS[number - 1]) if number <= len(_NUMBERS) else str(number)


def _describe_groups(groups: Groups) -> str:
    first, *others = map(_number, groups.sizes)
    if not others:
        size = groups.size
        return ngettext("{number} matching die", "{number} matching dice", size, number=first)
    if set(groups.sizes) == {2}:
        pairs = N_("{number} pairs") if groups.loose else N_("{number} different pairs")
        found = _(pairs, number=_number(len(groups.sizes)))
    else:
        rest = join_words(_("{number} of another", number=each) for each in others)
        # Translators: others are such as "two of another"
        found = _("{number} of one number and {others}", number=first, others=rest)
    if not groups.loose:
        return found
    size = groups.size
    same = ngettext(
        "{number} matching die counts too",
        "{number} matching dice count too",
        size,
        number=_number(size),
    )
    return f"{found}; {same}"


def _describe_run(run: Run) -> str:
    if run.start is not None:
        return format_faces(range(run.start, run.start + run.width, run.step))
    length = _number(run.length)
    if run.step == 1:
        return ngettext(
            "{number} number in a row", "{number} numbers in a row", run.length, number=length
        )
    return ngettext(
        "{number} number, each {step} higher",
        "{number} numbers, each {step} higher",
        run.length,
        number=length,
        step=_number(run.step),
    )


_SPECIAL = (
    ("saved_rolls", N_("unused rolls are saved")),
    ("pays_first_rolls", N_("more points on the first roll")),
)


def summarize(ruleset: Ruleset) -> str:
    """Return in one line what sets a rule set apart, a list of phrases."""
    boxes = len(ruleset.boxes)
    match ruleset.order:
        case Order.ANY:
            first = ngettext("{count} box", "{count} boxes", boxes)
        case Order.DOWN:
            first = ngettext(
                "{count} box filled from the top down",
                "{count} boxes filled from the top down",
                boxes,
            )
        case Order.UP:
            first = ngettext("{count} box filled upward", "{count} boxes filled upward", boxes)
    parts = [first]
    if ruleset.dice != 5:
        parts.append(ngettext("{count} die", "{count} dice", ruleset.dice))
    if ruleset.rolls != 3:
        parts.append(ngettext("{count} roll", "{count} rolls", ruleset.rolls))
    parts += [_(phrase) for has_it, phrase in _SPECIAL if getattr(ruleset, has_it)]
    if ruleset.upper_bonus is not None:
        needed, points = ruleset.upper_bonus.tiers[0]
        parts.append(_("upper bonus {points} at {total}", points=points, total=needed))
    if ruleset.joker is not None:
        is_forced = ruleset.joker.forced and ruleset.order is Order.ANY
        parts.append(_("forced joker") if is_forced else _("free joker"))
    if (bonus := ruleset.repeat_bonus) is not None:
        name = ruleset.box(bonus.box).name
        parts.append(_("+{points} for each extra {box}", points=bonus.points, box=name))
    return ", ".join(parts)


_ORDERS = {
    Order.ANY: N_("in any order"),
    Order.DOWN: N_("from the top down"),
    Order.UP: N_("from the bottom up"),
}


_SCORING = (
    N_(
        "After any roll you may score in an open box; after the last roll you must. If the dice "
        "don't fit the box you choose, it scores 0. A filled box stays filled."
    ),
    N_(
        "Then score in an open box. If the dice don't fit the box you choose, it scores 0. A "
        "filled box stays filled."
    ),
)
"""When to score, with several rolls and with one."""


def explain_turn(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences: the goal, some on a turn, and the end of a game."""
    rounds = len(ruleset.boxes)
    goal = ngettext(
        "Score the most points in {count} turn.", "Score the most points in {count} turns.", rounds
    )
    # Translators: order is "in any order", "from the top down" or "from the bottom up"
    filling = ngettext(
        "Each turn you roll the die and fill one box of your card, {order}.",
        "Each turn you roll {count} dice and fill one box of your card, {order}.",
        ruleset.dice,
        order=_(_ORDERS[ruleset.order]),
    )
    return (
        f"{goal} {filling}",
        " ".join(_explain_rolls(ruleset)),
        _(_SCORING[ruleset.rolls == 1 and not ruleset.saved_rolls]),
        *_explain_saving(ruleset),
        *_explain_colors(ruleset.colors),
        ngettext(
            "After {count} round the highest total wins; equal totals tie.",
            "After {count} rounds the highest total wins; equal totals tie.",
            rounds,
        ),
    )


def _explain_rolls(ruleset: Ruleset) -> Iterator[str]:
    """Yield sentences on the rolls of a turn."""
    dice, rolls = ruleset.dice, ruleset.rolls
    if rolls == 1:
        yield ngettext("Roll the die once.", "Roll all {count} dice once.", dice)
        return
    yield ngettext("Roll the die.", "Roll all {count} dice.", dice)
    if dice == 1:
        again = N_("You may reroll it; {rolls}.")
    else:
        again = N_("Hold the ones you like and reroll the rest; {rolls}.")
    # Translators: the end of a sentence, behind a semicolon
    most = ngettext("you get {count} roll in all", "you get {count} rolls in all", rolls)
    if ruleset.saved_rolls:
        most = ngettext(
            "you get {count} roll in all, and those you saved",
            "you get {count} rolls in all, and those you saved",
            rolls,
        )
    yield _(again, rolls=most)
    if dice > 1:
        yield _("You may release dice you held before.")


def _explain_saving(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.saved_rolls and ruleset.rolls > 1:
        yield _(
            "Saved rolls: score before your last roll, and the rolls you didn't use are saved for "
            "you. You can use them in any later turn, as many as you like."
        )


_COLORED = {
    "black": (N_("{number} is black"), N_("{numbers} are black")),
    "red": (N_("{number} is red"), N_("{numbers} are red")),
    "green": (N_("{number} is green"), N_("{numbers} are green")),
}


def _explain_colors(colors: tuple[str, ...]) -> Iterator[str]:
    """Yield which numbers have which color, where that counts."""
    if colors:
        listed = []
        for color in dict.fromkeys(colors):
            faces = [face for face, each in enumerate(colors, 1) if each == color]
            words = _COLORED[color][len(faces) > 1]
            listed.append(_(words, number=faces[0], numbers=join_words(faces)))
        yield _("Opposite numbers have the same color: {colors}.", colors=join_words(listed))


def explain_bonuses(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences on the bonuses, none if there are none."""
    sentences = []
    if ruleset.upper_bonus is not None:
        sentences += [
            ngettext(
                "Upper bonus: {count} point for {total} or more in the upper section.",
                "Upper bonus: {count} points for {total} or more in the upper section.",
                points,
                total=needed,
            )
            for needed, points in ruleset.upper_bonus.tiers
        ]
    if ruleset.repeat_bonus is not None:
        bonus = ruleset.repeat_bonus
        sentences.append(
            _(
                "{box} bonus: if your {box} box holds {full}, each extra {box} earns {points} "
                "more, whichever box you score it in.",
                box=ruleset.box(bonus.box).name,
                full=join_words(sorted(ruleset.arming), "or"),
                points=bonus.points,
            )
        )
    return tuple(sentences)


_LAST_BOXES = (
    N_("If no lower box is open either, score what the dice show in an open upper box."),
    N_("If no lower box is open either, score the total of the dice in an open upper box."),
    N_("If no lower box is open either, take 0 in an open upper box."),
)
"""What a forced joker does where only upper boxes of other numbers are open."""


def explain_joker(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences on the joker, or that there is none."""
    joker = ruleset.joker
    if joker is None:
        none = N_("No joker: an extra {number} of a kind scores only what its dice show.")
        return (_(none, number=_number(ruleset.dice)),)
    box, (plain, total, zero) = ruleset.box(joker.box), _LAST_BOXES
    # In a forced order nothing is to be chosen.
    if joker.forced and ruleset.order is Order.ANY:
        scores_zero = box.pattern.size == ruleset.dice and len(ruleset.matching) == len(
            ruleset.upper
        )
        last = total if joker.upper_total else zero if scores_zero else plain
        forced = _(
            "Joker: once your {box} box is filled, even with 0, an extra {box} is a joker. Score "
            "it in the upper box of its number. If that box is filled, choose any open lower box, "
            "where it scores in full: straights and full house too.",
            box=box.name,
        )
        return (f"{forced} {_(last)}",)
    free = _(
        "Joker: once your {box} box and the upper box of that number are filled, even with 0, an "
        "extra {box} scores in full in any open lower box: straights and full house too.",
        box=box.name,
    )
    upper = _("In an open upper box it scores the total of the dice.")
    return (free, upper) if joker.upper_total else (free,)
