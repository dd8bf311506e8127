"""The grid of a table: where each widget is in a terminal of a given size, as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region
from textual.layout import Layout, WidgetPlacement

from yahtzee_tui.tui.table.widgets.die import NARROW, SIZES, SMALLEST
from yahtzee_tui.tui.table.widgets.scorecard_layout import STEPS, Tail, card_height

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.geometry import Size
    from textual.widget import Widget

    from yahtzee_tui.tui.table.widgets.die import DieSize
    from yahtzee_tui.tui.table.widgets.scorecard_layout import CardRows

_LARGEST = 200, 59
"""Columns and rows of the largest table; it is centered in a larger terminal."""

_MARGINS = (190, 4), (96, 2), (78, 1), (0, 0)
"""The fewest columns of a table for each margin at its sides, the widest first."""

_BUTTON, _NARROW_BUTTON = 20, 11
"""The fewest columns of the roll button, and those where it has no room for its key."""

_WORDS_BELOW, _BUTTON_BELOW = 30, 26
"""The fewest columns of the words beside a button below the dice, and those of that button."""

_BUTTON_ROWS, _BUTTON_GAPS = 3, 2
"""The rows of the button, and the blank ones around it that a card with it above needs."""

_LINES, _AIR = 2, 4
"""The rule and the message beside the card, and the blank rows that a ruled card needs."""

_PANELS, _PANELS_OF_CROWD = 120, 150
"""The fewest columns with panels beside the card, and with more than four players."""

_CROWD = 5
_PANEL_PERCENT, _NARROWEST_PANEL, _WIDEST_PANEL = 27, 34, 54
"""The columns of the panels: of all columns so many percent, but so many at least and at most."""

_BESIDE, _ROWS_BESIDE = 30, 9
"""The fewest columns and rows of the dice with the chances beside them or below the button."""

_RACE, _COACH, _LOG = 10, 8, 6
"""The fewest rows of the panels below the chances."""


MOMENT, GUIDE = "moment", "guide"
"""Stand among the shown widgets for a celebration, which needs the columns beside the dice, and for
a first game, in which the message is above the card.
"""


class TableShape(NamedTuple):
    """What the grid depends on besides the size of the terminal.

    `shown` has the ids of the widgets that aren't always there, `MOMENT` and `GUIDE`.
    """

    dice: int
    players: int
    rows: CardRows
    shown: frozenset[str] = frozenset()
    has_chances: bool = True
    has_race: bool = True  # whether there have been turns enough for a chart


class _Plan(NamedTuple):
    """The size of the dice, whether the button is below them, and the height of the card."""

    die: DieSize
    is_below: bool
    card: int


@lru_cache(64)
def find_grid(table: TableShape, columns: int, rows: int) -> dict[str, Region]:
    """Return the region of each widget by its id, without those for which there is no room.

    `rows` are those above the key bar. The dice are as large as fits, then the rows of the card are
    as high as fits; panels are beside the card from 120 columns on.
    """
    width, height = min(columns, _LARGEST[0]), min(rows, _LARGEST[1])
    left, top = (columns - width) // 2, (rows - height) // 2
    margin = next(margin for least, margin in _MARGINS if width >= least)
    right = width - margin
    panels = None
    if width >= (_PANELS if table.players < _CROWD else _PANELS_OF_CROWD):
        panel = width * _PANEL_PERCENT // 100
        panel = min(_WIDEST_PANEL, max(_NARROWEST_PANEL, panel))
        x = width - panel - (1 if margin == 2 else margin)
        panels = Region(x, 2, panel, height - 2)
        right = x - 3
    area = Region(margin, 1, right - margin, height - 1)
    plan = _choose_plan(table, area)
    grid = (_put_below if plan.is_below else _put_beside)(table, plan, area)
    if panels is not None:
        top_of_panels = min(grid["tray"].y, 2) if not plan.is_below else grid["tray"].y
        panels = Region(panels.x, top_of_panels, panels.width, height - top_of_panels - 1)
        grid |= _stack_panels(table, panels)
    if MOMENT in table.shown:
        grid = _widen_tray(grid, width if panels is None else panels.x - 1)
    grid = {name: region.translate((left, top)) for name, region in grid.items()}
    return grid | {"header": Region(0, 0, columns, 1)}


def _widen_tray(grid: dict[str, Region], width: int) -> dict[str, Region]:
    """Give the tray all columns left of the panels, and leave out what is beside the dice."""
    tray = grid["tray"]
    wide = Region(0, tray.y, width, tray.height)
    others = {name: region for name, region in grid.items() if not region.overlaps(wide)}
    return others | {"tray": wide}


def _tray_width(die: DieSize, dice: int) -> int:
    """Return the columns of the dice with the gaps after them, which the shadows need."""
    gap = 2 if dice == 5 and die.width in (9, 25) else 1
    return dice * (die.width + gap)


def _choose_plan(table: TableShape, area: Region) -> _Plan:
    extra = len(table.shown & {"presence"}) + 2 * ("lesson" in table.shown)
    for die in reversed(SIZES):
        width, height = _tray_width(die, table.dice), die.picture_height + 1
        room = area.height - height - extra
        if width <= area.width + 1 and area.width >= _BUTTON_BELOW + _WORDS_BELOW:
            for step in STEPS[:-1]:
                card = card_height(table.rows, step, Tail.FULL)
                if card + _BUTTON_ROWS + _BUTTON_GAPS <= room:
                    return _Plan(die, True, card)
        if width + _BUTTON > area.width:
            continue
        for step in STEPS:
            card = card_height(table.rows, step, Tail.FULL)
            if card + _LINES + (_AIR if step > 1 else 0) <= room:
                return _Plan(die, False, card)
    fits = _tray_width(SMALLEST, table.dice) + _NARROW_BUTTON <= area.width
    die = SMALLEST if fits else NARROW
    height = die.picture_height + 1
    cards = [card_height(table.rows, 1, tail) for tail in Tail]
    room = area.height - height - _LINES - extra
    return _Plan(die, False, next((card for card in cards if card <= room), cards[-1]))


def _put_beside(table: TableShape, plan: _Plan, area: Region) -> dict[str, Region]:
    """Place the button at the right of the dice, and the message below the card."""
    die, x, width = plan.die, area.x, area.width
    has_presence: bool = "presence" in table.shown
    height = die.picture_height + 1
    has_lesson = "lesson" in table.shown
    spare = area.height - height - plan.card - _LINES - has_presence - has_lesson
    is_shared = spare < 0  # the message is in the place of the rule
    # The first spare row is above the dice, the second one for the tip, and so on.
    over_tray, tip, under_tray, over_card, over_line = (spare >= row for row in range(1, 6))
    left_over = max(0, spare - 5)
    has_log = left_over >= _LOG
    y = area.y + over_tray + (0 if has_log else left_over // 3)
    grid = {"tray": Region(x, y, _tray_width(die, table.dice), height)}
    side = grid["tray"].right + (width >= 90)
    room = area.right - side
    first = y + (height in (7, 11))  # beside the middle of the dice
    grid["turn"] = Region(side, first, room, 1)
    grid["roll"] = Region(side, first + 1, room, _BUTTON_ROWS)
    grid["note"] = Region(side, first + 4, room, 1)
    if height >= _ROWS_BESIDE and table.has_chances:
        grid["chances"] = Region(side, first + 5, room, y + height - first - 5)
    y += height + under_tray
    if not (is_shared and has_lesson):
        grid["message" if is_shared else "rule"] = Region(x, y, width, 1)
        y += 1 + over_card
    grid["scorecard"] = Region(x, y, width, plan.card)
    y += plan.card + over_line
    if spare < -1 and has_presence:
        grid["presence"], has_presence = grid.pop("note"), False
    lines = {"presence": int(has_presence), "message": int(not is_shared), "tip": int(tip)}
    lines = {"lesson": 2} if has_lesson else lines
    grid |= _stack(Region(x, y, width, area.bottom - y), lines)
    if GUIDE in table.shown and not is_shared:
        grid["rule"], grid["message"] = grid["message"], grid["rule"]
    if has_log:
        y += sum(lines.values()) + 1
        grid |= _put_log(table, Region(x, y, width, area.bottom - y))
    return grid


def _put_log(table: TableShape, area: Region) -> dict[str, Region]:
    """Place the coach's list if it is shown, and the turns if enough rows are left."""
    coach = min(_COACH, area.height) if "coach" in table.shown else 0
    log = area.height - coach
    return _stack(area, {"coach": coach, "log": log if log >= _LOG else 0})


def _stack(area: Region, rows: Mapping[str, int]) -> dict[str, Region]:
    """Place widgets of so many rows below each other, from the top of an area."""
    grid, y = {}, area.y
    for name, height in rows.items():
        if height:
            grid[name] = Region(area.x, y, area.width, height)
            y += height
    return grid


def _put_below(table: TableShape, plan: _Plan, area: Region) -> dict[str, Region]:
    """Place the button below the dice, with the words and the message beside it."""
    die, x, width = plan.die, area.x, area.width
    line = {"tip", "presence"} & table.shown
    lesson = 2 if "lesson" in table.shown else 0
    height = die.picture_height + 1
    spare = area.height - height - plan.card - _BUTTON_ROWS - len(line) - lesson
    gaps = [spare // 4 + (at < spare % 4) for at in range(4)]
    y = area.y + min(gaps[0], 3)
    grid = {"tray": Region(x, y, _tray_width(die, table.dice), height)}
    y += height + gaps[1]
    button = 40 if width > 120 else _BUTTON_BELOW
    grid["roll"] = Region(x, y, button, _BUTTON_ROWS)
    words = x + button + 3
    lines = dict.fromkeys(("turn", "rule", "message", *sorted(line)), 1)
    grid |= _stack(Region(words, y, area.right - words, len(lines)), lines)
    y += len(lines)
    beside = grid["tray"].right + 2
    if area.right - beside >= _BESIDE and table.has_chances:
        chances = min(height, table.rows.lower + 2)
        grid["chances"] = Region(beside, grid["tray"].y, area.right - beside, chances)
    if lesson:
        del grid["message"]
        grid["lesson"] = Region(x, y, width, lesson)
        y += lesson
    y += min(gaps[2], 3)
    grid["scorecard"] = Region(x, y, width, plan.card)
    return grid


def _stack_panels(table: TableShape, area: Region) -> dict[str, Region]:
    """Place the chances, the coach's list or the race, and the turns; the last gets the rest."""
    middle = "coach" if "coach" in table.shown else "race"
    heights = {"chances": table.rows.lower + 2, "coach": _COACH, "race": _RACE, "log": _LOG}
    names = ["chances", middle, "log"] if table.has_chances else [middle, "log"]
    if not table.has_race and middle == "race":
        names.remove("race")
    for dropped in ("race" if middle == "race" else "log", "chances"):
        if sum(heights[name] for name in names) > area.height and dropped in names:
            names.remove(dropped)
    spare = area.height - sum(heights[name] for name in names)
    if "race" in names:
        more = min(6, spare // 3)
        heights["race"], spare = heights["race"] + more, spare - more
    heights[names[-1]] += spare
    return _stack(area, {name: heights[name] for name in names})


class TableLayout(Layout):
    """Places the widgets of a table by their ids; those without a region aren't shown."""

    name = "table"

    def __init__(self, describe: Callable[[frozenset[str]], TableShape]) -> None:
        """Create the layout; `describe` returns the table, given the ids of its widgets."""
        self._describe = describe

    def arrange(
        self,
        parent: Widget,  # noqa: ARG002
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002
    ) -> list[WidgetPlacement]:
        table = self._describe(frozenset(child.id or "" for child in children))
        grid = find_grid(table, *size)
        return [
            WidgetPlacement(grid[child.id], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in grid
        ]
