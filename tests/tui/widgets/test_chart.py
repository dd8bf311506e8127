"""The charts, as text."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text
from textual_plotext import Plot

from yahtzee_tui.tui.widgets.chart import (
    HIGH_RESOLUTION,
    WinCourses,
    draw_histogram,
    draw_trend,
    draw_win_courses,
    games_a_point,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Draw = Callable[[Plot, Sequence[int], int, int, str], None]


def draw(
    how: Draw, totals: Sequence[int], columns: int = 44, rows: int = 9, mark: str = HIGH_RESOLUTION
) -> list[str]:
    plot = Plot()
    plot.plotsize(columns, rows)
    plot.theme("clear")
    plot.xaxes(True, False)
    plot.yaxes(True, False)
    how(plot, totals, columns, rows, mark)
    return Text.from_ansi(plot.build()).plain.splitlines()


def test_a_bar_for_every_span_of_totals() -> None:
    lines = draw(draw_histogram, [100] * 4 + [130] * 2 + [220])
    assert lines[0].startswith("   4┤█")
    assert all("█" in line for line in lines[:7])
    assert lines[-1].split() == ["100", "150", "200"]
    heights = [sum(line[at] != " " for line in lines[:7]) for at in (5, 5 + 2 * 6, 5 + 8 * 4)]
    assert heights[0] == 7


def test_the_line_goes_from_the_first_game_to_the_last() -> None:
    lines = draw(draw_trend, [100, 150, 200])
    assert lines[-1].split() == ["1", "2", "3"]
    assert lines[0].rstrip()[-1] in "▗▖▝▘▐▌█▛▜▟▙▄▀▞▚"
    assert any("─" in line for line in lines[1:6]), "the mean"


def test_ever_more_games_become_one_point() -> None:
    assert [games_a_point(games, 44) for games in (3, 39, 40, 600, 20_000)] == [1, 1, 5, 50, 2000]
    rng = Random(1)
    lines = draw(draw_trend, [round(rng.gauss(200, 40)) for _ in range(2000)])
    assert lines[-1].split()[-1] == "2000"


@pytest.mark.parametrize("how", [draw_histogram, draw_trend])
@given(
    totals=st.lists(st.integers(0, 1650), min_size=3, max_size=80),
    columns=st.integers(30, 200),
    rows=st.integers(4, 40),
    mark=st.sampled_from([HIGH_RESOLUTION, "#"]),
)
def test_any_totals_at_any_size(
    how: Draw, totals: list[int], columns: int, rows: int, mark: str
) -> None:
    lines = draw(how, totals, columns, rows, mark)
    assert len(lines) <= rows
    assert all(len(line) <= columns for line in lines)


@given(
    course=st.lists(st.floats(0, 100), min_size=1, max_size=27),
    exact_from=st.none() | st.integers(0, 26),
    columns=st.integers(30, 200),
    rows=st.integers(4, 40),
    mark=st.sampled_from([HIGH_RESOLUTION, "*"]),
)
def test_any_chances_at_any_size(
    course: list[float], exact_from: int | None, columns: int, rows: int, mark: str
) -> None:
    plot = Plot()
    plot.plotsize(columns, rows)
    plot.theme("clear")
    others = [("B", [100 - each for each in course[2::2]])]
    draw_win_courses(plot, WinCourses(2, 13, course, others, exact_from), columns, rows, mark)
    lines = Text.from_ansi(plot.build()).plain.splitlines()
    assert len(lines) <= rows
    assert all(len(line) <= columns for line in lines)
