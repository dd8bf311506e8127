"""Finding a box by typing its name, code or alias."""

from __future__ import annotations

from tests.tui.app_driver import run_table


async def test_typing_a_name_code_or_alias_scores_with_enter() -> None:
    async with run_table("33344") as ui:
        for rules, typed, box in (
            ("official", "full", "full_house"),
            ("official", "aces", "ones"),
            ("official", "3k", "three_of_a_kind"),
            ("official", "LARGE", "large_straight"),
            ("yz", "b3", "full_house"),
            ("yatzy", "2p", "two_pairs"),
        ):
            await ui.open_table("33344", rules=rules, keys="space slash")
            await ui.type(typed)
            assert ui.card.marked == [box]
            await ui.press("enter")
            if ui.game.turns == 0:  # a zero by choice asks
                assert ui.status.startswith("Take 0 in")
                await ui.press("enter")
            assert ui.game.card[box] is not None
        await ui.open_table("33344", keys="space enter enter slash")
        await ui.type("threes", "enter")
        assert ui.game.card["threes"] == 9, "the score is moved"
        assert ui.game.card["full_house"] is None
        await ui.open_table("33344", keys="space")
        ui.type_ahead("slash", *"full", "enter")
        await ui.settle()
        assert ui.booked("full_house") == 25, "letters typed ahead reach the field"


async def test_the_choice_narrows_as_one_types_and_arrows_step_through_it() -> None:
    async with run_table("33344", keys="space") as ui:
        status = ui.app.screen.query_one("#status").content_region
        await ui.press("slash")
        assert ui.app.screen.query_one("#finder").content_region.x == status.x
        await ui.type("str")
        for key, box in (("", "small"), ("down", "large"), ("down", "small"), ("up", "large")):
            await ui.press(*filter(None, [key]))
            assert ui.card.marked == [f"{box}_straight"]
        await ui.press("home")
        await ui.type("sm ")
        assert ui.card.marked == ["small_straight"]
        await ui.open_table("33344", filled=[("12346", "small_straight")], keys="space slash")
        await ui.type("straight")
        assert ui.card.marked == ["large_straight"], "filled boxes are not found"
        await ui.press("down")
        assert ui.card.marked == ["large_straight"]


async def test_keys_of_the_table_are_letters_while_one_types() -> None:
    async with run_table("33344", "11111", keys="space slash slash") as ui:
        assert len(ui.app.screen.query("#finder")) == 1, "a double slash opens one field"
        await ui.press("backspace")
        await ui.paste("\x1b[2J")
        assert all(line.isprintable() for line in ui.lines)
        await ui.type("r u1 aqo")
        assert ui.game.roll == 1
        assert ui.held() == ()
        assert ui.screen_name == "TableScreen"
        assert ui.app.is_running
        assert ui.card.marked == [], "nothing matches"
        await ui.press("enter")
        assert ui.game.turns == 0
        assert "box" in ui.status
        assert ui.status in ui.text
        # Leaving the field changes nothing, and brings the mark back.
        await ui.open_table("33344", keys="space 1")
        before, cursor = ui.table.history, ui.table_screen.input.cursor
        await ui.press("slash")
        await ui.type("one")
        assert ui.table_screen.input.cursor == "ones"
        await ui.press("escape", opens="TableScreen")
        assert ui.table.history == before
        assert ui.table_screen.input.cursor == cursor
        assert not ui.app.screen.query("#finder")
        assert ui.status in ui.text
        await ui.press("slash")
        await ui.click_die(2)
        assert ui.held() == (0, 1), "a click elsewhere closes it too"
        assert not ui.app.screen.query("#finder")
        await ui.press("slash")
        await ui.type("ch")
        assert ui.card.marked == ["chance"]
        await ui.press("escape", "escape", opens="TitleScreen")
