"""Where the widgets of a table are, at every size, and what the panels beside the card say."""

from itertools import product

from textual.geometry import Region

from tests.rules.othersets import MAXI
from tests.tui.app_driver import AppDriver, run_table
from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.tui.table.grid import MOMENT, TableShape, find_grid
from yahtzee_tui.tui.table.widgets.panels import LEAST_TURNS, _paint_rules
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


async def test_what_boxes_pay_is_told_until_there_are_turns_enough_for_a_race() -> None:
    boxes = ["ones", "twos", "threes", "fours", "fives"][:LEAST_TURNS]
    filled = [("12346", box) for box in boxes[:-1]]
    async with run_table("12346", filled=filled, size=(130, 40)) as ui:
        assert "Four of a kind  sum of all dice" in ui.text
        await ui.press("space")
        for is_race in (False, True, False):
            assert bool(ui.table_screen.race.region) is is_race
            await (ui.wait_until_gone if is_race else ui.wait_for_text)("WHAT BOXES PAY")
            await (ui.press("u") if is_race else ui.click_box("sixes"))
            await ui.settle()


async def test_what_boxes_pay_stands_below_the_turns_of_many_players() -> None:
    filled, names = [("12346", "chance")] * 4 + [("12346", "ones")] * 4, tuple("ABCD")
    async with run_table("12346", filled=filled, players=names, size=(200, 60)) as ui:
        assert "WHAT BOXES PAY" in ui.text
        await ui.resize(200, 40)
        assert "WHAT BOXES PAY" not in ui.text


def test_what_boxes_pay_ends_with_an_ellipsis_only_where_boxes_are_left_out() -> None:
    for height, last in ((12, "…"), (13, "Chance"), (14, "")):
        lines = _paint_rules(OFFICIAL, 30, height)
        texts = ["".join(run.text for run in line) for line in lines]
        assert texts[height - 1].startswith(last)
        assert ("…" in texts) == (height == 12)


async def test_chances_are_those_of_the_held_dice() -> None:
    async with run_table("41125", "41125", size=(100, 30), keys="space space") as ui:
        await ui.wait_until(lambda: "THIS ROLL" in ui.text)
        below = ui.text.partition("THIS ROLL")[2].splitlines()
        assert ["Yahtzee" in line for line in below[:5]].index(True) == 3, "below the button"
        await ui.resize(130, 40)
        await ui.wait_until(lambda: find_share(ui, "Large straight") == "17%")
        assert find_share(ui, "Full house") == "9%"
        await ui.press("1", "2")  # the 4 and a 1
        assert find_share(ui, "Large straight") == "3%"
        assert find_share(ui, "Yahtzee") == "–"
        await ui.press("3", "4", "5")
        assert find_share(ui, "Large straight") == "17%", "with all dice held no roll is left"


def find_share(ui: AppDriver, box: str) -> str:
    lines = ui.text.partition("THIS ROLL")[2].splitlines()
    return next(line.split("│")[-2].split()[-1] for line in lines if f"│ {box} " in line)


async def test_a_first_yahtzee_bonus_gets_its_row_at_once() -> None:
    heights = set()
    for size in ((60, 20), (80, 24), (130, 40)):
        async with run_table("11111", filled=[("11111", "yahtzee")], size=size) as ui:
            before = ui.scorecard.region
            await ui.press("space")
            await ui.click_box("ones")
            await ui.settle()
            scored = ui.scorecard.region
            heights.add(scored.height - before.height)
            await ui.resize(size[0], size[1] + 1)
            await ui.resize(*size)
            assert ui.scorecard.region == scored
    assert max(heights) > 0
