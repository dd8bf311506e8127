"""The chances of winning in a review, as lines for the screen. Importing it brings numpy along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.strategy import (
    describe_choice,
    format_chance,
    format_chance_change,
    format_faces,
    format_swing,
)
from yahtzee_tui.strategy.winprob import EXACT_BOXES
from yahtzee_tui.tui.charts import WinCourses
from yahtzee_tui.tui.review_view import player_signs, tell_both, tell_choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.strategy.winprob import RollForecasts, Swing, WinMistake, WinReview

_MUTED = "$card-muted"
_COST = "$warning"


def tell_about_chances() -> str:
    """Return what the chances mean."""
    return (
        "How likely each player was to win, with all playing for points from there on. The chances "
        f"are exact once nobody has more than {EXACT_BOXES} boxes open."
    )


def find_win_courses(chances: WinReview, seat: int) -> WinCourses:
    """Return how likely the players were to win, to be drawn."""
    review, course = chances.review, chances.course
    players = len(review.players)
    rounds = course[players::players]
    others = [
        (sign, [100 * forecast.shares[player.seat] for forecast in rounds])
        for sign, player in zip(player_signs(review), review.players, strict=True)
        if sign and player.seat != seat
    ]
    own = [100 * forecast.shares[seat] for forecast in course]
    return WinCourses(players, review.game.rounds, own, others, chances.exact_from)


def draw_swing(swing: Swing) -> Content:
    """Return a line on a turning point: what it changed, when, who did what, luck or not."""
    scored = swing.turn.scored
    return Content.assemble(
        (f"{_with_signs(format_chance_change(swing.change)):>6}", "bold"),
        (f" {swing.turn.round:>2}  ", _MUTED),
        f"{swing.turn.player}: {'left here' if scored is None else tell_choice(scored)}, ",
        _with_signs(format_swing(swing)),
    )


def draw_win_mistake(mistake: WinMistake) -> Content:
    """Return a line on a decision: what chance it cost, when, the dice, what it was."""
    roll = mistake.roll
    note = "" if roll.is_mistake else " (best for points)"
    return Content.assemble(
        (f"{_with_signs(format_chance_change(-mistake.loss)):>6}", f"bold {_COST}"),
        (f" {mistake.turn.round:>2}  ", _MUTED),
        f"{format_faces(roll.faces)}: {tell_both(roll, mistake.best)}{note}",
    )


def draw_win_outcome(rolls: tuple[RollForecasts, ...], seat: int) -> Content:
    """Return what a turn did to a player's chance of winning."""
    before, after = rolls[0].before, rolls[-1].after
    luck = sum(roll.value.shares[seat] - roll.before.shares[seat] for roll in rolls)
    skill = sum(roll.after.shares[seat] - roll.value.shares[seat] for roll in rolls)
    about = "" if before.exact else "about "
    chances = f"{about}{format_chance(before.shares[seat])} → {format_chance(after.shares[seat])}"
    parts = [Content.assemble(("Winning  ", _MUTED), (chances, "bold"))]
    if before.exact == after.exact:  # else they can't be compared that closely
        parts += [
            Content.assemble(
                ("   luck ", _MUTED), (_with_signs(format_chance_change(luck)), "bold")
            ),
            Content.assemble(
                ("   skill ", _MUTED), (_with_signs(format_chance_change(skill)), "bold")
            ),
        ]
    return Content("").join(parts)


def draw_win_roll(roll: RollForecasts, seat: int) -> Iterator[Content]:
    """Yield lines on a roll with exact chances: those about it, and what wins more often."""
    steps = (roll.before, roll.value, roll.after)
    if all(each.exact for each in steps):
        before, value, after = (format_chance(each.shares[seat]) for each in steps)
        yield Content.styled(f"To win {before}, rolled {value}, then {after}", _MUTED)
    if roll.is_mistake and roll.best is not None:
        better = f"{format_chance(roll.loss)} to win: {describe_choice(roll.best, short=True)}"
        yield Content.styled(f"+{better}", _COST)


def _with_signs(text: str) -> str:
    """Return a change with the signs of the screen, a minus as wide as a plus and an arrow."""
    return text.replace("->", "→").replace("-", "−")
