"""A table of other rules, options and languages: house rules, the manners of YZ, German."""

from typing import Any

import pytest

from tests.tui.app_driver import NO_TUMBLING, SIZES, run_table
from yahtzee_tui.rules import RULESETS, register
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.settings import Options
from yahtzee_tui.settings.languages import use_language
from yahtzee_tui.translation import _, pgettext

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


@pytest.mark.parametrize("size", [(80, 24), (130, 40)])
@pytest.mark.usefixtures("own_rulesets")
async def test_all_of_a_table_is_in_the_language_that_was_just_chosen(
    size: tuple[int, int],
) -> None:
    filled = [("11123", "ones"), ("22256", "twos")]
    options = Options(dice_speed="off", language="en")
    async with run_table("44446", options=options, size=size, filled=filled) as ui:
        await ui.press("space", "1", "2")
        await ui.settle()
        english = ui.text
        assert "Ones" in english
        ui.app.choose_options(Options(dice_speed="off", language="de"))
        await ui.settle()
        text = ui.text
        assert "Einer" in text
        for each in (_("UPPER"), _("TOTAL"), pgettext("below a die", "held"), _("Undo")):
            assert each in text, each
        for each in ("Ones", " Hold", " Undo", "─ UPPER", "─ THIS ROLL", "─ TURNS"):
            assert each not in text, each
        ui.app.choose_options(options)
        await ui.settle()
        assert ui.text == english


async def test_yz_is_played_as_its_document_says() -> None:
    async with run_table("33344", "55555", rules="yz") as ui:
        assert ui.game.faces == (3, 3, 3, 4, 4), "rolled by itself"
        assert "A1" in ui.text
        await ui.click_die(2)
        assert "reroll" in ui.text
        await ui.press("space")
        assert ui.game.faces == (3, 5, 3, 4, 4), "the die that was clicked was rolled alone"
        await ui.click_box("ones", 0)
        assert ui.booked("ones") == 0, "scratched without a question"


async def test_the_options_say_where_a_manner_comes_from() -> None:
    async with run_table("33344", rules="yz", keys="o") as ui:
        assert "rerolls it · the game's" in ui.text
        assert "automatic · the game's" in ui.text
        await ui.press(*["down"] * 4, "left")
        assert "holds it" in ui.text
        await ui.press("escape")
        assert ui.app.options == NO_TUMBLING._replace(dice_click="hold")
        await ui.press("1")
        assert ui.game.held == (0,)
        await ui.open_table("33344", keys="o")
        assert "holds it" in ui.text
        assert "the game's" not in ui.text
