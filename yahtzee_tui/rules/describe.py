"""The rules in words, made from the data of a rule set so that they agree with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from yahtzee_tui.text import count_noun, join_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules.patterns import Pattern
    from yahtzee_tui.rules.ruleset import Box, Ruleset

_SUMS = {Counted.MATCHED: "the sum of those dice", Counted.ALL: "the sum of all dice"}


def format_faces(faces: Iterable[int]) -> str:
    """Return dice in writing, such as `5-5-5`."""
    return "-".join(map(str, faces))


def explain_points(box: Box) -> str:
    """Return what a box pays, such as `25` or `the sum of all dice`."""
    points = box.points
    if points.dice is Counted.NONE:
        return str(points.fixed)
    total = _SUMS[points.dice]
    return f"{total} and {points.fixed}" if points.fixed else total


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def describe_pattern(pattern: Pattern) -> str:
    """Return what the dice must show, such as `Four matching dice`."""
    match pattern:
        case Matching(face):
            return f"Dice showing {_WORDS[face]}"
        case Groups():
            return _describe_groups(pattern)
        case Run():
            return _describe_run(pattern)
        case Total(total):
            return f"A total of {total}"
        case Several(dice):
            return f"Any {_WORDS[dice]} dice"
        case Both(patterns):
            first, *others = map(describe_pattern, patterns)
            return join_words((first, *(other[:1].lower() + other[1:] for other in others)))
        case OneColor(part):
            return f"{describe_pattern(part)}, all of one color"
    return "Any dice"


def _describe_groups(groups: Groups) -> str:
    sizes = groups.sizes
    if len(sizes) == 1:
        return f"{_WORDS[sizes[0]].capitalize()} matching dice"
    if set(sizes) == {2}:
        different = "" if groups.loose else "different "
        found = f"{_WORDS[len(sizes)].capitalize()} {different}pairs"
    else:
        others = join_words(f"{_WORDS[size]} of another" for size in sizes[1:])
        found = f"{_WORDS[sizes[0]].capitalize()} of one number and {others}"
    if not groups.loose:
        return found
    size = dict(enumerate(_WORDS)).get(groups.size, groups.size)
    return f"{found}; {size} matching dice count too"


def _describe_run(run: Run) -> str:
    if run.start is not None:
        return format_faces(range(run.start, run.start + run.width, run.step))
    if run.step == 1:
        return f"{_WORDS[run.length].capitalize()} numbers in a row"
    return f"{_WORDS[run.length].capitalize()} numbers, each {_WORDS[run.step]} higher"


def summarize(ruleset: Ruleset) -> str:
    """Return in one line what sets a rule set apart."""
    order = {Order.ANY: "", Order.DOWN: " filled from the top down", Order.UP: " filled upward"}
    parts = [f"{len(ruleset.boxes)} boxes{order[ruleset.order]}"]
    if ruleset.dice != 5:
        parts.append(
            count_noun(ruleset.dice, "die") if ruleset.dice == 1 else f"{ruleset.dice} dice"
        )
    if ruleset.rolls != 3:
        parts.append(count_noun(ruleset.rolls, "roll"))
    if ruleset.saved_rolls:
        parts.append("unused rolls are saved")
    if ruleset.upper_bonus is not None:
        needed, points = ruleset.upper_bonus.tiers[0]
        parts.append(f"upper bonus {points} at {needed}")
    if ruleset.joker is not None:
        is_forced = ruleset.joker.forced and ruleset.order is Order.ANY
        parts.append("forced joker" if is_forced else "free joker")
    if (bonus := ruleset.repeat_bonus) is not None:
        parts.append(f"+{bonus.points} for each extra {ruleset.box(bonus.box).name}")
    return ", ".join(parts)


_SAVING = (
    "Saved rolls: score before your last roll, and the rolls you didn't use are saved for you. "
    "You can use them in any later turn, as many as you like."
)


def explain_turn(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences: the goal, some on a turn, and the end of a game."""
    turns = count_noun(len(ruleset.boxes), "turn")
    order = {
        Order.ANY: "in any order",
        Order.DOWN: "from the top down",
        Order.UP: "from the bottom up",
    }[ruleset.order]
    saved = ", and those you saved" if ruleset.saved_rolls else ""
    saving = (_SAVING,) if ruleset.saved_rolls and ruleset.rolls > 1 else ()
    dice = f"{ruleset.dice} dice" if ruleset.dice > 1 else "the die"
    rolling = f"Roll {'all ' * (ruleset.dice > 1)}{dice}"
    if ruleset.rolls == 1:
        rolling += " once."
    elif ruleset.dice == 1:
        rolling += f". You may reroll it; you get {ruleset.rolls} rolls in all{saved}."
    else:
        rolling += (
            ". Hold the ones you like and reroll the rest; you get "
            f"{ruleset.rolls} rolls in all{saved}. You may release dice you held before."
        )
    return (
        f"Score the most points in {turns}. Each turn you roll {dice} and fill "
        f"one box of your card, {order}.",
        rolling,
        (
            "After any roll you may score in an open box; after the last roll you must. If the "
            "dice don't fit the box you choose, it scores 0. A filled box stays filled."
        ),
        *saving,
        *_explain_colors(ruleset.colors),
        f"After {count_noun(len(ruleset.boxes), 'round')} the highest total wins; "
        "equal totals tie.",
    )


def _explain_colors(colors: tuple[str, ...]) -> Iterator[str]:
    """Yield which numbers have which color, where that counts."""
    if colors:
        listed = []
        for color in dict.fromkeys(colors):
            faces = [face for face, each in enumerate(colors, 1) if each == color]
            listed.append(f"{join_words(faces)} {'are' if len(faces) > 1 else 'is'} {color}")
        yield f"Opposite numbers have the same color: {join_words(listed)}."


def explain_bonuses(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences on the bonuses, none if there are none."""
    sentences = []
    if ruleset.upper_bonus is not None:
        sentences += [
            f"Upper bonus: {points} points for {needed} or more in the upper section."
            for needed, points in ruleset.upper_bonus.tiers
        ]
    if ruleset.repeat_bonus is not None:
        bonus = ruleset.repeat_bonus
        name = ruleset.box(bonus.box).name
        sentences.append(
            f"{name} bonus: if your {name} box holds {bonus.holds}, each extra {name} earns "
            f"{bonus.points} more, whichever box you score it in."
        )
    return tuple(sentences)


def explain_joker(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences on the joker, or that there is none."""
    joker = ruleset.joker
    if joker is None:
        equal = f"an extra {_WORDS[ruleset.dice]} of a kind"
        return (f"No joker: {equal} scores only what its dice show.",)
    box, last = ruleset.box(joker.box), "score what the dice show"
    name = box.name
    if joker.upper_total:
        last = "score the total of the dice"
    elif box.pattern.size == ruleset.dice and len(ruleset.matching) == len(ruleset.upper):
        last = "take 0"
    # In a forced order nothing is to be chosen.
    if joker.forced and ruleset.order is Order.ANY:
        return (
            (
                f"Joker: once your {name} box is filled, even with 0, an extra {name} is a "
                "joker. Score it in the upper box of its number. If that box is filled, choose "
                "any open lower box, where it scores in full: straights and full house too. If "
                f"no lower box is open either, {last} in an open upper box."
            ),
        )
    sentences = [
        (
            f"Joker: once your {name} box and the upper box of that number are filled, even with "
            f"0, an extra {name} scores in full in any open lower box: straights and full house "
            "too."
        ),
    ]
    if joker.upper_total:
        sentences.append("In an open upper box it scores the total of the dice.")
    return tuple(sentences)
