"""The charts, as text."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from yahtzee_tui.tui.widgets.chart import (
    Cells,
    LineChart,
    Series,
    create_histogram,
    create_trend,
    find_signs,
    games_a_point,
    paint_bars,
    paint_lines,
)
from yahtzee_tui.tui.widgets.painted import Characters

DRAWN = Characters(grounds=False)


def read(cells: Cells) -> list[str]:
    return ["".join(run.text for run in line) for line in cells]


def test_a_bar_for_every_span_of_totals() -> None:
    chart = create_histogram([100] * 4 + [130] * 2 + [220], "total", "text", 44)
    assert (chart.counts[0], sum(chart.counts), chart.first) == (4, 7, 100)
    lines = read(paint_bars(chart, 44, 9, DRAWN))
    assert lines[0].startswith("    4 █")
    assert all(line[6] == "█" for line in lines[:-1])
    assert lines[-1].split() == ["total", "100", "150", "200"]
    assert lines[-2].count("█") == 3 * lines[0].count("█")
    odds = [0.0] * 150 + [0.02] * 50
    chart = create_histogram([100] * 4 + [130] * 2 + [220], "total", "text", 44, odds)
    assert sum(chart.expected) == pytest.approx(7)
    lines = read(paint_bars(chart, 44, 9, DRAWN))
    assert lines[0] == "─── best play"
    assert sum("─" in line for line in lines) >= 2
    # Totals that are far apart, of a player's own rules, in a narrow window.
    chart = create_histogram([0, 9999], "total", "text", 30)
    assert sum("█" in line for line in read(paint_bars(chart, 30, 9, DRAWN))) == 8


def test_a_mark_takes_one_column() -> None:
    (sign,) = find_signs(["漢字"])
    series = Series([(0, 0), (5, 50), (10, 100)], "text", "漢字", sign)
    lines = read(paint_lines(LineChart((series,), "round", (0, 10)), 44, 9, DRAWN))
    assert {cell_len(line) for line in lines[1:]} == {44}
    assert find_signs(["Émile"]) == ["É"]


def test_the_line_goes_from_the_first_game_to_the_last() -> None:
    lines = read(paint_lines(create_trend([100, 150, 200], "text", 44), 44, 9, DRAWN))
    assert "─── average" in lines[0]
    assert lines[-1].split() == ["game", "1", "2", "3"]
    assert lines[1][-1] in "▗▖▝▘▐▌█▛▜▟▙▄▀▞▚"
    (average,) = (line for line in lines if line.startswith(" 150 "))
    assert "─" in average


def test_lines_differ_by_mark_in_any_colors() -> None:
    own = Series([(at, 10.0 * at) for at in range(14)], "player-1", "Ann")
    other = Series([(at, 5.0 * at) for at in range(14)], "player-2", "Bob", "B")
    chart = LineChart((own, other), "round", (0, 13), (0, 130))
    for drawn in (DRAWN, Characters(plain=True)):
        lines = read(paint_lines(chart, 60, 12, drawn))
        assert lines[0].split() == ["━━━", "Ann", "━B━", "Bob"]
        assert sum(line.count("B") for line in lines[1:]) >= 10
        assert lines[-1].split()[0] == "round"
        assert ("*" in "".join(lines)) is drawn.plain


@pytest.mark.parametrize("rows", [7, 9, 11, 16])
@pytest.mark.parametrize("span", [(0, 150), (0, 187), (214.3, 301.8), (-3.5, 8)])
def test_numbers_of_the_axis_are_equally_far_apart(rows: int, span: tuple[float, float]) -> None:
    line = Series([(at, span[at % 2]) for at in range(14)], "player-1")
    lines = read(paint_lines(LineChart((line,), "round", (0, 13), span), 60, rows, DRAWN))[:-1]
    labels = [(row, int(text[:5])) for row, text in enumerate(lines) if text[:5].strip()]
    (row, number), (other, less), *_ = labels
    assert len(labels) >= 2
    for at, label in labels:
        assert (at - row) * (number - less) == (number - label) * (other - row)


def test_the_legend_names_four_players_in_a_narrow_panel() -> None:
    names = "Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"
    lines = [Series([(0, 0), (1, 9)], "text", name, name[0]) for name in names]
    for players, legend in ((4, "━A━ Ann ━B━ Bob ━C━ Cid ━D━ Dee"), (8, "━A━ ━B━ ━C━")):
        chart = LineChart(tuple(lines[:players]), "round", (0, 1))
        assert read(paint_lines(chart, 33, 9, DRAWN))[0].startswith(legend)


def test_ever_more_games_become_one_point() -> None:
    assert [games_a_point(games, 45) for games in (3, 39, 40, 600, 20_000)] == [1, 1, 5, 50, 2000]
    rng = Random(1)
    chart = create_trend([rng.gauss(200, 40) for _ in range(2000)], "text", 44)
    assert read(paint_lines(chart, 44, 9, DRAWN))[-1].split()[-1] == "2000"


@given(
    totals=st.lists(st.integers(0, 1650), min_size=3, max_size=80),
    columns=st.integers(30, 200),
    rows=st.integers(4, 40),
    drawn=st.builds(Characters, st.booleans(), st.booleans()),
)
def test_any_numbers_at_any_size(
    totals: list[int], columns: int, rows: int, drawn: Characters
) -> None:
    histogram = create_histogram(totals, "total", "text", columns)
    assert sum(histogram.counts) == len(totals)
    own = Series([(at / 2, each / 16.5) for at, each in enumerate(totals)], "text", "Ann")
    other = Series([(x, 100 - y) for x, y in own.points], "muted", "Bob", "B")
    for cells in (
        paint_bars(histogram, columns, rows, drawn),
        paint_lines(create_trend(totals, "text", columns), columns, rows, drawn),
        paint_lines(
            LineChart((own, other), "round", (0, 40), (0, 100), level=50), columns, rows, drawn
        ),
    ):
        lines = read(cells)
        assert len(lines) == rows
        assert all(cell_len(line) <= columns for line in lines)
