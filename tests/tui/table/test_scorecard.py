"""The live card: what every box would score, marks, totals, and moving through it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.tui.app_driver import run_table
from yahtzee_tui.rules import OFFICIAL, Score
from yahtzee_tui.settings import Options
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.themes import Ink

if TYPE_CHECKING:
    from tests.tui.app_driver import AppDriver

YAHTZEE_50 = ("44444", "yahtzee")


async def test_scores_stand_without_brackets_and_the_best_box_is_marked() -> None:
    async with run_table(
        "33344", "11122", players=("Ann", "Bob"), keys="space enter enter space"
    ) as ui:
        assert ui.cell("full_house", 0) == "25"
        assert ui.cell("full_house", 1) == "«25»"
        assert ui.cell("ones", 0) == "·"
        assert ui.cell("ones", 1) == "‹3›"
        await ui.open_table("12345", keys="space")
        assert ui.cell("large_straight") == "«40»"
        best = [box for box, text in ui.card.boxes.items() if "«" in text]
        assert best == [("large_straight", 0)]
        assert ui.card.marked == ["large_straight"]


async def test_boxes_that_the_joker_forbids_say_why() -> None:
    async with run_table("44444", filled=[YAHTZEE_50], keys="space") as ui:
        assert ui.cell("fours") == "«20»"
        assert ui.cell("full_house") == ui.cell("ones") == "—"
        assert ui.card.marked == ["fours"]
        assert "Fours" in ui.status
        await ui.press("down")
        assert ui.card.marked == ["fives"]
        assert "Fours" in ui.status
        await ui.press("enter")
        assert ui.game.turns == 1
        assert "Fours" in ui.status
        await ui.click_box("chance", 0)
        assert ui.game.turns == 1
        assert "Fours" in ui.status
        await ui.click_box("fours", 0)
        assert ui.game.card["fours"] == 20
        assert ui.card.total("Yahtzee bonus") == "100"
        await ui.open_table("44444", filled=[YAHTZEE_50, ("44123", "fours")], keys="space")
        boxes = ("full_house", "small_straight", "large_straight", "ones")
        assert [ui.cell(box) for box in boxes] == ["‹25›", "‹30›", "«40»", "—"]


async def test_the_mark_moves_through_open_boxes() -> None:
    filled = [("11111", "ones"), ("22222", "twos"), ("12346", "chance")]
    async with run_table("33344", filled=filled, keys="space") as ui:
        seen = []
        for _ in range(11):
            seen += ui.card.marked
            await ui.press("down")
        opened = [box.id for box in ui.game.card.open]
        start = opened.index(seen[0])
        assert seen == (opened[start:] + opened[:start] + [opened[start]])[:11]
        await ui.press("up")
        assert ui.card.marked == [seen[-1]]
        await ui.open_table("33344", keys="space")
        for keys, box in (
            (("j",), "small_straight"),
            (("k", "k"), "four_of_a_kind"),
            (("j", "left"), "threes"),
            (("right",), "full_house"),
        ):
            await ui.press(*keys)
            assert ui.card.marked == [box]
        await ui.press("right")
        assert ui.card.marked[0] in {box.id for box in OFFICIAL.upper}
        filled = [("12346", box) for box in ("ones", "twos", "fours", "fives", "sixes")]
        await ui.open_table("33344", filled=filled, keys="space up down left")
        assert ui.card.marked == ["threes"], "filled boxes are skipped"
        await ui.open_table(
            "33344", filled=[*filled, ("12346", "threes")], keys="space up down left"
        )
        assert ui.card.marked == ["full_house"], "no box is open on the left"


async def test_totals_and_bonus_par_stand_in_every_column() -> None:
    ann = [("44441", "fours"), ("33312", "threes")]
    bob = [("12346", "ones"), ("12346", "twos")]
    filled = [turn for pair in zip(ann, bob, strict=True) for turn in pair]
    async with run_table(players=("Ann", "Bob"), filled=filled) as ui:
        for seat, totals in enumerate((["25/63", "25"], ["3/63", "3"])):
            assert [ui.card.total(label, seat) for label in ("Bonus +35", "TOTAL")] == totals
        assert "60 to go, 6 behind" in ui.text, "of the player who scored last"


async def test_names_that_the_losses_leave_no_room_for_end_in_dots() -> None:
    async with run_table("123456", rules="maxi-yatzy", size=(60, 20), keys="space") as ui:
        assert "Lg straight" in ui.text
        card = ui.app.screen.query_one(Scorecard)
        await ui.finish_workers()  # what they find shows the card once more
        assert card._view is not None
        card.show(card._view._replace(losses={"chance": 1.0}))
        await ui.settle()
        assert "Lg straig…" in ui.text
        assert "Full house" in ui.text


async def test_without_a_column_of_the_player_before_the_last_box_is_named() -> None:
    throws = ("333441", "111222")
    async with run_table(
        *throws, players=("Ann", "Bob"), rules="maxi-yatzy", size=(60, 20), keys="space down enter"
    ) as ui:
        assert ui.game.turns == 1
        await ui.press("space")
        assert {seat for _, seat in ui.card.boxes} == {1}, "there is no room for both"
        scored = ui.game.cards[0].grand_total
        assert f"Ann {scored}" in ui.text
        assert f" {scored}\n" in ui.text.partition("[1]")[0]
        await ui.press("1")
        assert "keeping 1" in ui.text


async def test_tall_rows_say_below_a_box_what_it_wants() -> None:
    async with run_table("12345", size=(200, 60), keys="space") as ui:
        for box in OFFICIAL.boxes:
            label = re.compile(rf"│[ ▸]{box.name} ")
            at = next(at for at, line in enumerate(ui.lines) if label.search(line[:139]))
            assert box.wants[:20] in ui.lines[at + 1], box.id
        cursor = next(at for at, line in enumerate(ui.lines) if "▸Large straight" in line[:99])
        strips = ui.app.screen._compositor.render_strips()
        grounds = {
            segment.style.bgcolor
            for line in (cursor, cursor + 1)
            for segment in strips[line]
            if segment.style and segment.text.startswith(("▸Large", " Five numbers"))
        }
        assert len(grounds) == 1, "both lines of the marked box are lit"


def gold_texts(ui: AppDriver) -> list[str]:
    """Return the texts of the card on gold."""
    gold = ui.app.palette[Ink("ink", "gold")].bgcolor
    lines = (ui.scorecard.render_line(y) for y in range(ui.scorecard.size.height))
    found = [each for line in lines for each in line if each.style and each.style.bgcolor == gold]
    return [each.text.strip() for each in found if each.text.strip()]


async def test_many_points_are_gold_while_they_count_up() -> None:
    for dice, box, counted in (
        ("12346", "ones", []),
        ("33344", "full_house", ["9", "17", "25"]),
        ("12345", "large_straight", ["8", "16", "24", "32", "40"]),
    ):
        async with run_table(dice, options=Options(dice_speed="full"), animated=True) as ui:
            await ui.press("space", "left")  # which ends the motion of the dice
            ui.table.apply(0, Score(box))
            seen = []
            while gold := gold_texts(ui):
                seen += gold
                ui.scorecard._count_on()
            assert seen == counted[:-1], "the last is no longer gold"
            assert ui.cell(box) == str(ui.game.cards[0][box])


async def test_a_key_while_points_count_up_shows_all_of_them() -> None:
    async with run_table("12345", options=Options(dice_speed="full"), animated=True) as ui:
        await ui.press("space", "left")  # which ends the motion of the dice
        ui.table.apply(0, Score("large_straight"))
        assert any(" 8 " in line for line in ui.lines if "Large" in line)
        await ui.press("down")
        assert any(" 40 " in line for line in ui.lines if "Large" in line)
        assert any(re.search(r"TOTAL .* 40 ", line) for line in ui.lines)


@pytest.mark.parametrize(("columns", "count"), [(60, 3), (70, 4), (80, 5), (100, 8)])
async def test_players_that_the_coach_hides_can_be_looked_at(columns: int, count: int) -> None:
    names = tuple(f"Name{number}" for number in range(count))
    async with run_table("12345", players=names, keys="space") as ui:
        await ui.resize(columns, 24)
        await ui.press("h")
        await ui.finish_workers()
        assert ui.scorecard.hides_players == (count == 8), "it hides them only without room"
        if ui.scorecard.hides_players:
            await ui.press("right_square_bracket")
            assert "can't be done" not in ui.status


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_losses_have_a_heading(size: tuple[int, int]) -> None:
    async with run_table("12345", players=("Ann", "Bob", "Cid"), size=size, keys="space") as ui:
        assert " loss " not in ui.card.names
        assert ui.card.names.count("─ ▸Ann ") == 2
        await ui.press("h")
        await ui.finish_workers()
        assert ui.card.names.count(" loss ▸Ann ") == 2
