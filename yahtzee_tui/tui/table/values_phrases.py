"""What holds and boxes are worth, as lines for the screen. Importing it brings numpy along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.rules import format_faces
from yahtzee_tui.strategy import BoxChoice, HoldChoice, format_chance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.strategy import Advice, Choice
    from yahtzee_tui.strategy.winprob import WinAdvice

CHOICE_WIDTH = 24
"""Columns for what can be done."""

_SCORE_WIDTH, _LOSS_WIDTH, _WIN_WIDTH = 11, 8, 8
_WIDE = CHOICE_WIDTH + _SCORE_WIDTH + _LOSS_WIDTH + _WIN_WIDTH


def value_head(has_wins: bool, with_score: bool = True) -> str:
    """Return what stands over the lines.

    Args:
        has_wins: Whether they tell how often everything wins.
        with_score: Whether they tell the final score that can be expected.
    """
    score = f"{'final score':>{_SCORE_WIDTH}}" if with_score else ""
    wins = f"{'to win':>{_WIN_WIDTH}}" if has_wins else ""
    return f"{'':<{CHOICE_WIDTH}}{score}{'loss':>{_LOSS_WIDTH}}{wins}"


def value_line(
    advice: Advice, choice: Choice, wins: WinAdvice | None, with_score: bool = True
) -> Content:
    """Return a line on a choice: what it is, what it brings and costs, how often it wins.

    Args:
        advice: What everything is worth in points.
        choice: The choice.
        wins: How often everything wins, None while that isn't known.
        with_score: Whether the final score is told that can be expected.
    """
    loss = advice.loss(choice)
    points = Content.assemble(
        (f"{describe_choice(choice):<{CHOICE_WIDTH}}", "bold" if loss == 0 else ""),
        (f"{choice.value:>{_SCORE_WIDTH}.1f}" if with_score else "", "$card-offer"),
        (
            f"{f'−{loss:.1f}' if loss else 'best':>{_LOSS_WIDTH}}",
            "$card-muted" if loss else "bold",
        ),
    )
    if wins is None:
        return points
    mark = "▸" if choice == wins.best else ""
    chance = f"{mark}{format_chance(wins.share(choice), wins.exact)}"
    return points + Content.styled(f"{chance:>{_WIN_WIDTH}}", "bold" if mark else "")


def draw_values(advice: Advice, wins: WinAdvice | None, width: int, rows: int) -> Content:
    """Return the best choices, a line each, under what stands over them.

    The best box is always told; where it is not among those that fit, dots stand before it.

    Args:
        advice: What everything is worth in points.
        wins: How often everything wins, None while that isn't known.
        width: Columns that there are.
        rows: How many lines there are.
    """

    def lines() -> Iterator[Content]:
        with_score = width >= _WIDE
        yield Content.styled(value_head(wins is not None, with_score), "$card-muted")
        for choice in _fitting(advice, max(0, rows - 1)):
            yield Content("…") if choice is None else value_line(advice, choice, wins, with_score)

    return Content("\n").join(lines())


def _fitting(advice: Advice, room: int) -> tuple[Choice | None, ...]:
    """Return the best choices, one a line, None where some are left out before the best box."""
    fitting = advice.choices[:room]
    if room < 3 or any(isinstance(choice, BoxChoice) for choice in fitting):
        return fitting
    box = next(choice for choice in advice.choices if isinstance(choice, BoxChoice))
    return (*fitting[:-2], None, box)


def describe_choice(choice: Choice) -> str:
    """Return what can be done, in few words."""
    if isinstance(choice, HoldChoice):
        return f"Hold {format_faces(choice.faces)}" if choice.faces else "Roll all dice again"
    return f"Score {choice.points + choice.bonus} in {choice.box.short}"
