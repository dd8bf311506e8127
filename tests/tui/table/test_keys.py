"""The keys of a table: what they hold and select, why one can't act; finding a box by its name."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.source import read_lines
from tests.tui.app_driver import all_but_chance, run_table
from yahtzee_tui.settings import Options

TWO = ("Ann", "Bob")


@pytest.mark.parametrize(("keys", "sentence"), read_lines(__file__, "refused_keys.jsonl"))
async def test_a_key_that_cannot_act_says_why(keys: str, sentence: str) -> None:
    async with run_table("33344", "11222", "12346", players=TWO) as ui:
        await ui.press(*keys.split())
        assert ui.status == sentence
        assert not ui.table_screen.hints().losses


async def test_it_says_so_after_the_game_and_with_the_coach_off() -> None:
    options = Options(dice_speed="off", coach="off")
    async with run_table("12346", filled=all_but_chance(), options=options, keys="space h") as ui:
        assert ui.status == "The coach is off. Turn it on in Options."
        await ui.press("enter", "enter", "escape", "space")
        assert ui.status == "The game is over. Press e for the result."


async def test_the_bar_names_what_enter_does() -> None:
    async with run_table("33344", "11222", players=TWO) as ui:
        assert "Enter Roll" in ui.lines[-1]
        await ui.press("enter")
        assert "Enter Score" in ui.lines[-1]
        await ui.press("enter")
        assert ui.status == "25 in Full house on roll 1? Enter again, or reroll."
        await ui.press("enter")
        assert (ui.game.player, ui.game.roll) == ("Bob", 0)
        await ui.press("enter")
        assert ui.game.roll == 0, "the score can still be moved"
        assert ui.status == "Already scored. Bob: Space to roll, u to undo."
        await ui.open_table("12346", filled=all_but_chance(), keys="space enter enter")
        await ui.wait_for_screen("ResultScreen")
        await ui.press("escape", opens="TableScreen")
        assert "Enter Results" in ui.lines[-1]
        await ui.press("enter", opens="ResultScreen")


async def held(keys: str, throws: Sequence[str], **options: Any) -> tuple[int, ...]:
    async with run_table(*throws, options=Options(dice_speed="off", **options)) as ui:
        await ui.press(*keys.split())
        return ui.held()


async def test_dice_are_held_by_place_or_by_number_and_with_shift_the_other_way() -> None:
    throws = ("33144", "11111")
    assert await held("space 3", throws) == (2,)
    assert await held("space number_sign dollar_sign", throws) == (0, 1, 3, 4)
    assert await held("space 1 number_sign", throws) == (0, 1), "the rest of them first"
    assert await held("space number_sign section_sign", throws) == (), "on a German keyboard, too"
    assert await held("space 3 1", throws, number_keys="face") == (0, 1, 2)
    assert await held("space 6 exclamation_mark", throws, number_keys="face") == (0,)
    async with run_table(*throws, keys="space circumflex_accent") as ui:
        assert ui.status == "No die shows 6."


async def test_the_arrows_select_dice_and_enter_holds_the_selected_one() -> None:
    async with run_table("33144", "11111", keys="space right right") as ui:
        assert "▸2◂" in ui.text
        assert ui.status == "Die 2 shows 3. Enter to hold it."
        assert "Enter Hold" in ui.lines[-1]
        await ui.press("enter", "left", "left", "enter")
        assert ui.held() == (1, 4), "round the end"
        await ui.press("down", "left")
        assert ui.game.roll == 1
        assert "Enter Score" in ui.lines[-1]
        await ui.press("tab", "enter", "space")
        assert ui.game.faces == (3, 3, 1, 1, 4), "Tab leads back to the dice"


async def test_a_letter_scores_in_its_box() -> None:
    options = Options(dice_speed="off", box_keys=True)
    async with run_table("33344", options=options, keys="space") as ui:
        assert "L Full house" in ui.text
        await ui.press("A")
        assert ui.status.startswith("Take 0 in Ones")
        await ui.press("L")
        assert ui.booked("full_house") == 25


async def test_dice_are_drawn_in_order_and_keep_their_numbers() -> None:
    options = Options(dice_speed="off", dice_order="sorted")
    async with run_table("63152", options=options, keys="space") as ui:
        words = next(line for line in ui.lines if "[1]" in line).split()
        assert words == ["[3]", "[5]", "[2]", "[4]", "[1]"]
        await ui.press("1")
        assert ui.held() == (0,)
        await ui.press("u", "right", "right", "enter")
        assert ui.held() == (4,), "the arrows follow the picture"


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
