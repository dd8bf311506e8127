"""The table of unusual house rules, and of the longest names that a language has."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.app_driver import SIZES, run_table
from yahtzee_tui.rules import RULESETS, register
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.settings.languages import use_language

BIG: dict[str, Any] = {
    "id": "big",
    "name": "As much as there can be",
    "based_on": "official",
    "dice": 8,
    "rolls": 9,
    "with": ["one_pair", "two_pairs", "three_pairs", "five_of_a_kind", "full_straight", "villa",
             "tower", "b1", "b2", "b3", "b4"],
    "box": {f"b{at}": {"groups": [at + 4], "short": f"Group of {at + 4}"} for at in range(1, 5)},
}  # fmt: skip
SMALL: dict[str, Any] = {
    "id": "small", "name": "Coin", "dice": 1, "sides": 2, "rolls": 1, "boxes": ["chance"],
}  # fmt: skip


@pytest.mark.usefixtures("own_rulesets")
async def test_the_largest_and_the_smallest_game_are_drawn_and_played() -> None:
    big, small = (register(read_definition(each)) for each in (BIG, SMALL))
    async with run_table("66664444", rules=big, keys="space") as ui:
        assert len(ui.game.ruleset.boxes) == 24
        for size in SIZES:
            await ui.resize(*size)
            for box in ui.game.ruleset.boxes:
                assert box.short in ui.text or box.name in ui.text, (size, box.id)
            assert "TOTAL" in ui.text
        await ui.press("8")
        assert ui.game.held == (7,)
        await ui.resize(*SIZES[0])
        tray = ui.table_screen.tray
        below = tray.render_line(tray.size.height - 1)
        region = tray.region_of(7)
        assert below.crop(region.x, region.right).text == "8held"
        await ui.open_table("2", rules=small, keys="space")
        assert ui.table_screen.tray.moment is None, "one die alone is nothing to celebrate"
        for size in SIZES:
            await ui.resize(*size)
            assert "\u00ab2\u00bb" in ui.text
        await ui.press("enter")
        assert ui.booked("chance") == 2
        assert ui.game.is_over


@pytest.mark.usefixtures("own_rulesets")
async def test_the_longest_names_fit_into_the_smallest_window() -> None:
    async with run_table(size=SIZES[0]) as ui:
        for code in ("fi", "de", "sv"):
            use_language(code)
            for rules in ("maxi-yatzy", "yatzy"):
                dice = "1" * RULESETS[rules].dice
                await ui.open_table(dice, rules=rules, players=("Ann", "Bob"), keys="space")
                for box in ui.game.ruleset.boxes:
                    shown = box.short in ui.text or box.name in ui.text
                    assert shown, (code, rules, box.name, ui.text)
