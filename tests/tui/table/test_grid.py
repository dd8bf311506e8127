"""Where the widgets of a table are, at every size: nothing overlaps, and what matters is there."""

from __future__ import annotations

from itertools import product

from textual.geometry import Region

from tests.rules.othersets import MAXI
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.tui.table.grid import MOMENT, TableShape, find_grid
from yahtzee_tui.tui.table.widgets.scorecard_layout import Tail, card_height, count_rows

ALWAYS = {"header", "tray", "turn", "roll", "scorecard", "message"}
SHOWN = (frozenset[str](), frozenset({"presence"}), frozenset({"tip", "coach", "log"}))


def check(shape: TableShape, columns: int, rows: int) -> dict[str, Region]:
    grid = find_grid(shape, columns, rows)
    room = Region(0, 0, columns, rows)
    case = (shape, columns, rows)
    assert set(grid) >= ALWAYS, case
    regions = list(grid.items())
    for at, (name, region) in enumerate(regions):
        assert region.width > 0, (case, name)
        assert region.height > 0, (case, name)
        assert room.contains_region(region), (case, name, region)
        over = [other for other, each in regions[:at] if each.overlaps(region)]
        assert over == [], (case, name)
    assert grid["scorecard"].height >= card_height(shape.rows, 1, Tail.FRAME), case
    assert grid["roll"].height == 3
    return grid


def test_no_widget_is_over_another_or_outside_at_any_size() -> None:
    shapes = [
        TableShape(5, players, count_rows(ruleset, has_repeats), shown)
        for ruleset in (RULESETS["official"], RULESETS["yatzy"], RULESETS["yz"])
        for has_repeats in (False, ruleset.repeat_bonus is not None)
        for players, shown in product((1, 8), SHOWN)
    ]
    many = count_rows(MAXI, has_repeats=False)
    shapes += [
        TableShape(dice, players, many, shown, has_chances=False)
        for dice, players, shown in product((6, 8), (1, 8), SHOWN)
    ]
    sizes = product((60, 66, 78, 95, 100, 119, 120, 130, 150, 189, 200, 300), (19, 23, 29, 39, 59))
    for shape, (columns, rows) in product(shapes, sizes):
        grid = check(shape, columns, rows)
        assert shape.has_chances or "chances" not in grid


def test_a_celebration_has_the_columns_beside_the_dice() -> None:
    rows = count_rows(RULESETS["official"], has_repeats=False)
    for size in ((60, 19), (80, 23), (100, 29), (130, 39), (200, 59)):
        usual, grid = (
            find_grid(TableShape(5, 2, rows, shown), *size)
            for shown in (SHOWN[0], frozenset({MOMENT}))
        )
        tray = grid.pop("tray")
        assert not any(tray.overlaps(region) for region in grid.values()), size
        assert (tray.x, tray.y, tray.height) == (0, usual["tray"].y, usual["tray"].height)
        assert tray.right >= usual["tray"].right
        assert grid.items() <= usual.items(), "nothing else moves"


def test_the_five_sizes_are_as_designed() -> None:
    shape = TableShape(5, 2, count_rows(RULESETS["official"], has_repeats=False))
    for size, tray, card in (
        ((60, 19), (0, 1, 40, 6), (0, 8, 60, 10)),
        ((80, 23), (1, 2, 55, 7), (1, 10, 78, 11)),
        ((100, 29), (2, 2, 70, 9), (2, 14, 96, 11)),
    ):
        grid = check(shape, *size)
        assert grid["tray"] == tray, size
        assert grid["scorecard"] == card, size
    for size, height in (((130, 39), 17), ((200, 59), 24)):
        grid = check(shape, *size)
        assert grid["scorecard"].height == height
        assert {"chances", "race", "log", "rule"} <= set(grid)
        first = check(shape._replace(has_race=False), *size)
        assert "race" not in first
        assert first["log"].area == grid["log"].area + grid["race"].area
