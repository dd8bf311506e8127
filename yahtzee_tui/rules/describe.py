"""The rules in words, made from the data of a rule set so that they agree with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules.ruleset import Counted, Order

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def explain_turn(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences on the goal, a turn and the end of a game."""
    boxes = len(ruleset.boxes)
    order = {
        Order.ANY: "in any order",
        Order.DOWN: "from the top down",
        Order.UP: "from the bottom up",
    }[ruleset.order]
    return (
        f"Fill all {boxes} boxes of your card, one a turn, {order}, for the highest grand total.",
        f"A turn has up to {ruleset.rolls} rolls: the first with all {ruleset.dice} dice, the "
        "others with any of them, also with dice that you kept before.",
        "After any roll you may score in an open box; after the last you must. What the dice "
        "don't earn is a zero, and you may write one on purpose.",
        f"The game ends after {boxes} rounds. Players with the same highest total share the win.",
    )


def explain_bonuses(ruleset: Ruleset) -> tuple[str, ...]:
    """Return sentences on the bonuses and the jokers, as far as there are any."""
    sentences = []
    if ruleset.upper_bonus is not None:
        sentences += [
            f"Upper bonus: {points} points for an upper total of {needed} or more."
            for needed, points in ruleset.upper_bonus.tiers
        ]
    if ruleset.repeat_bonus is not None:
        bonus = ruleset.repeat_bonus
        name = ruleset.box(bonus.box).name
        sentences.append(
            f"{name} bonus: while the {name} box holds {bonus.holds}, every further {name} earns "
            f"{bonus.points} more, whatever box it is scored in."
        )
    return (*sentences, *_explain_joker(ruleset))


def _explain_joker(ruleset: Ruleset) -> tuple[str, ...]:
    joker = ruleset.joker
    if joker is None:
        return ("There is no joker: a further five of a kind scores as the dice show.",)
    name = ruleset.box(joker.box).name
    if joker.forced:
        return (
            f"Joker: once the {name} box is filled, even with a zero, a further {name} must go "
            "into the upper box of its face. If that is filled, it must go into an open lower box "
            "and pays there in full, straights and full house too. If none is open, it is a zero "
            "in an open upper box.",
        )
    sentences = [
        f"Joker: once the {name} box and the upper box of its face are filled, even with zeros, a "
        f"further {name} pays in full in any open lower box, straights and full house too.",
    ]
    if joker.upper_total:
        sentences.append("In an open upper box it then scores the total of the dice.")
    return tuple(sentences)
