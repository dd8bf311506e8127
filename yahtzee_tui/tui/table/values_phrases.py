"""Lines that list the values of holds and boxes. Imports numpy."""

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
"""Columns of the choice's name."""

_SCORE_WIDTH, _LOSS_WIDTH, _WIN_WIDTH = 11, 8, 8
_WIDE = CHOICE_WIDTH + _SCORE_WIDTH + _LOSS_WIDTH + _WIN_WIDTH


def value_head(has_wins: bool, with_score: bool = True) -> str:
    """Return the heading of the lines.

    Args:
        has_wins: Whether there is a column of chances of winning.
        with_score: Whether there is a column of expected final scores.
    """
    score = f"{'final score':>{_SCORE_WIDTH}}" if with_score else ""
    wins = f"{'to win':>{_WIN_WIDTH}}" if has_wins else ""
    return f"{'':<{CHOICE_WIDTH}}{score}{'loss':>{_LOSS_WIDTH}}{wins}"


def value_line(
    advice: Advice, choice: Choice, wins: WinAdvice | None, with_score: bool = True
) -> Content:
    """Return the line of a choice: its name, expected final score, loss and chance of winning.

    Args:
        advice: The values of all choices in points.
        choice: The choice.
        wins: The chances of winning, None until they are known.
        with_score: Whether to show the expected final score.
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
    """Return the best choices, a line each, under a heading.

    The best box is always listed; a line of dots before it stands for choices left out.

    Args:
        advice: The values of all choices in points.
        wins: The chances of winning, None until they are known.
        width: The room in columns.
        rows: The room in lines.
    """

    def lines() -> Iterator[Content]:
        with_score = width >= _WIDE
        yield Content.styled(value_head(wins is not None, with_score), "$card-muted")
        for choice in _fitting(advice, max(0, rows - 1)):
            yield Content("…") if choice is None else value_line(advice, choice, wins, with_score)

    return Content("\n").join(lines())


def _fitting(advice: Advice, room: int) -> tuple[Choice | None, ...]:
    """Return the choices that fit; None stands for those left out before the best box."""
    fitting = advice.choices[:room]
    if room < 3 or any(isinstance(choice, BoxChoice) for choice in fitting):
        return fitting
    box = next(choice for choice in advice.choices if isinstance(choice, BoxChoice))
    return (*fitting[:-2], None, box)


def describe_choice(choice: Choice) -> str:
    """Return a choice in a few words."""
    if isinstance(choice, HoldChoice):
        return f"Hold {format_faces(choice.faces)}" if choice.faces else "Roll all dice again"
    return f"Score {choice.points + choice.bonus} in {choice.box.short}"
