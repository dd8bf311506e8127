"""A table of YZ is played as its document says, unless the player has chosen otherwise."""

from __future__ import annotations

from tests.tui.app_driver import NO_TUMBLING, run_table


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


async def test_macintosh_picks_dice_to_reroll_and_waits_for_the_first_roll() -> None:
    async with run_table("33344", rules="macintosh") as ui:
        assert ui.game.roll == 0
        await ui.press("space", "1")
        assert ui.game.held == (1, 2, 3, 4)


async def test_the_options_say_where_a_manner_comes_from() -> None:
    async with run_table("33344", rules="yz", keys="o") as ui:
        assert "rerolls it · the game's" in ui.text
        assert "automatic · the game's" in ui.text
        assert "Pause before a roll   4 seconds" in ui.text
        await ui.press("left")
        assert "holds it · yours" in ui.text
        await ui.press("escape")
        assert ui.app.options == NO_TUMBLING._replace(dice_click="hold")
        await ui.press("1")
        assert ui.game.held == (0,)
        await ui.open_table("33344", keys="o")
        assert "holds it · default" in ui.text
        assert "by key · default" in ui.text
