"""The live card: what every box would score, marks, totals, and moving through it."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.rules.othersets import MAXI
from tests.rules.positions import position
from tests.tui.app_driver import AppDriver, run_table
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Score, find_ruleset
from yahtzee_tui.rules.ruleset import RepeatBonus
from yahtzee_tui.settings import Options
from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    bonus_note,
    card_halves,
    count_rows,
    cut_columns,
    describe_bonus,
    fit_name,
    format_potential,
    loss_text,
)
from yahtzee_tui.tui.themes import Ink

YAHTZEE_50 = ("44444", "yahtzee")
FULL = Options(dice_speed="full")


async def test_scores_stand_without_brackets_and_the_best_box_is_marked() -> None:
    async with run_table(
        "33344", "11122", players=("Ann", "Bob"), keys="space enter enter space"
    ) as ui:
        assert ui.cell("full_house", 0) == "25"
        assert ui.cell("full_house", 1) == "«25»"
        assert ui.cell("ones", 1) == "‹3›"
        assert re.search("· {9,}‹3›", ui.text), "nothing stands in Ann's open box"
        await ui.open_table("12345", keys="space")
        assert ui.cell("large_straight") == "«40»"
        best = [box for box, text in ui.card.boxes.items() if "«" in text]
        assert best == [("large_straight", 0)]
        assert ui.card.marked == ["large_straight"]
        await ui.press("down")
        assert (ui.cell("yahtzee"), ui.cell("sixes")) == ("«0»", "·")


async def test_boxes_that_the_joker_forbids_say_why() -> None:
    async with run_table("44444", filled=[YAHTZEE_50], keys="space") as ui:
        assert ui.cell("fours") == "«20»"
        assert ui.cell("full_house") == ui.cell("ones") == "—"
        assert ui.card.marked == ["fours"]
        for key in ("", "down", "enter"):
            await ui.press(*filter(None, [key]))
            assert "Fours" in ui.status
        assert ui.card.marked == ["fives"]
        await ui.click_box("chance", 0)
        assert ui.game.turns == 1
        assert "Fours" in ui.status
        await ui.click_box("fours", 0)
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
        for keys, box in (("j", "small_straight"), ("kk", "four_of_a_kind"), ("j", "full_house")):
            await ui.press(*keys)
            assert ui.card.marked == [box]
        for key, box in (("left", "threes"), ("right", "full_house"), ("right", "threes")):
            await ui.press(key)
            assert ui.card.marked == [box]
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
        assert "60 to go" in ui.text, "of the player who scored last"
        assert "behind" not in ui.text


async def test_names_that_the_losses_leave_no_room_for_end_in_dots() -> None:
    async with run_table("123456", rules="maxi-yatzy", size=(60, 20), keys="space") as ui:
        assert "Lg straight" in ui.text
        await ui.finish_workers()  # what they find shows the card once more
        assert ui.scorecard._view is not None
        ui.scorecard.show(ui.scorecard._view._replace(losses={"chance": 1.0}))
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


def gold_texts(ui: AppDriver) -> list[str]:
    """Return the texts of the card on gold."""
    gold = ui.app.palette[Ink("ink", "gold")].bgcolor
    lines = (ui.scorecard.render_line(y) for y in range(ui.scorecard.size.height))
    found = [each for line in lines for each in line if each.style and each.style.bgcolor == gold]
    return [each.text.strip() for each in found if each.text.strip()]


async def test_many_points_are_gold_while_they_count_up(clock: StoppedClock) -> None:
    for dice, box, counted in (
        ("12346", "ones", []),
        ("33344", "full_house", ["9", "17"]),
        ("12345", "large_straight", ["8", "16", "24", "32"]),
    ):
        async with run_table(dice, options=FULL, animated=True) as ui:
            await ui.press("space", "left")  # which ends the motion of the dice
            ui.table.apply(0, Score(box))
            await ui.settle()
            seen: list[str] = []
            while gold := gold_texts(ui):
                seen += [each for each in gold if each not in seen]
                await clock.move(0.05, ui)
            assert seen == counted
            assert ui.cell(box) == str(ui.game.cards[0][box])


@pytest.mark.usefixtures("clock")
async def test_a_key_while_points_count_up_shows_all_of_them() -> None:
    async with run_table("12345", options=FULL, animated=True) as ui:
        await ui.press("space", "left")  # which ends the motion of the dice
        ui.table.apply(0, Score("large_straight"))
        assert ui.cell("large_straight") == "8"
        await ui.press("down")
        assert ui.cell("large_straight") == "40"
        assert ui.card.total("TOTAL") == "40"


@pytest.mark.parametrize(("columns", "count"), [(60, 3), (70, 4), (80, 5), (100, 8)])
async def test_players_that_the_coach_hides_can_be_looked_at(columns: int, count: int) -> None:
    names = tuple(f"Name{number}" for number in range(count))
    async with run_table("12345", players=names, keys="space") as ui:
        await ui.resize(columns, 24)
        await ui.press("h")
        await ui.finish_workers()
        assert ui.scorecard.hides_players == (count == 8), "it hides them only without room"
        if ui.scorecard.hides_players:
            before = ui.card.seats
            await ui.click_text("more ▸")
            assert ui.card.seats > before


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_losses_have_a_heading(size: tuple[int, int]) -> None:
    async with run_table("12345", players=("Ann", "Bob", "Cid"), size=size, keys="space") as ui:
        assert " loss " not in ui.card.names
        assert ui.card.names.count("─ ▸Ann ") == 2
        await ui.press("h")
        await ui.finish_workers()
        assert ui.card.names.count(" loss ▸Ann ") == 2


UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LABELS = (15, 11)
HALF_AT_60, HALF_AT_80 = 28, 37
ANN = 3
"""How wide a short name is."""

_REPEATED = {"ones": RepeatBonus("ones", holds=1, points=20), "chance": None}
ONE_SECTION = [
    replace(
        OFFICIAL, id=box, boxes=boxes, repeat_bonus=_REPEATED[box], joker=None, upper_bonus=None
    )
    for box, boxes in (("ones", OFFICIAL.upper), ("chance", OFFICIAL.lower))
]
"""Cards with boxes in the upper section only, and in the lower section only."""


def upper(rules: str, *points: int) -> Card:
    """Return a card whose first upper boxes score score score score hold these points."""
    card = Card.empty(find_ruleset(rules))
    for box, score in zip(UPPER, points, strict=False):
        card = card.write(box, score)
    return card


def test_the_halves_hold_every_box_once() -> None:
    for ruleset in (*RULESETS.values(), *ONE_SECTION):
        for has_repeats in (False, ruleset.repeat_bonus is not None):
            upper_half, *lower_halves = card_halves(ruleset, has_repeats)
            lower = [row for half in lower_halves for row in half.rows]
            assert tuple(row.box for row in upper_half.rows) == ruleset.upper
            assert tuple(row.box for row in lower if row.box) == ruleset.lower
            counted, heights = count_rows(ruleset, has_repeats), (upper_half, lower_halves[0])
            assert (counted.upper, counted.lower) == tuple(len(half.rows) for half in heights)
            rows = [*upper_half.rows, *lower]
            assert len({row.label for row in rows}) == len({row.short for row in rows}) == len(rows)
            assert all(len(row.short) <= len(row.label) for row in rows)
    labels = [row.label for half in card_halves(find_ruleset("yz"), False) for row in half.rows]
    assert (labels[0][:3], labels[-1][:3]) == ("A1 ", "B7 ")
    official = [row.label for row in card_halves(OFFICIAL, has_repeats=True)[1].rows]
    assert official[official.index("Yahtzee") + 1] == "Yahtzee bonus"
    # A card of many boxes has three frames.
    frames = card_halves(MAXI, has_repeats=False)
    assert [frame.title for frame in frames] == ["UPPER", "LOWER", "LOWER"]
    assert [len(frame.rows) for frame in frames] == [6, 7, 7]


def test_the_bonus_reads_as_earned_ahead_behind_or_out() -> None:
    for rules, points, words, note in (
        ("official", (), "63 to go", ""),
        ("official", (3,), "60 to go, on pace", "±0"),
        ("official", (4, 8), "51 to go, 3 ahead", "+3"),
        ("official", (2, 4), "57 to go, 3 behind", "−3"),
        ("official", (0, 0, 0, 0), "Bonus out of reach", "0"),
        ("official", (5, 10, 15, 20, 25), "Bonus reached: +35", "35"),
        ("official", (3, 6, 9, 12, 15, 12), "Bonus out of reach", "0"),
        # Fives and sixes of all dice give 55: with 8 so far the bonus is just in reach.
        ("official", (0, 0, 0, 8), "55 to go, 22 behind", "−22"),
        ("official", (0, 0, 0, 4), "Bonus out of reach", "0"),
        ("yatzy", (3, 6, 9, 12, 15, 18), "Bonus reached: +50", "50"),
        ("yz", (3, 6), "", ""),
    ):
        card = upper(rules, *points)
        assert (describe_bonus(card, with_pace=True)[0], bonus_note(card)) == (words, note), (
            rules,
            points,
        )


def test_a_zero_that_earns_a_bonus_is_no_zero() -> None:
    filled = {"yahtzee": 50, "chance": 9, "fours": 8} | {box.id: 0 for box in OFFICIAL.lower[:5]}
    potential = position("official", "44444", filled).potential("ones")
    assert (potential.points, potential.bonus) == (0, 100)
    assert format_potential(potential, is_marked=False) == "‹0›"


def test_a_loss_is_as_long_as_there_is_room() -> None:
    for room, text in ((3, "−14"), (4, "−14 "), (2, "")):
        assert loss_text(14.3, room, 7, in_percent=False) == text
    for width in (8, 9, 10):
        for points in ("«0»", "«23»", "«100»"):
            room = width - len(points)
            text = loss_text(0, room, width, in_percent=False)
            assert text.strip() == ("best" if room > len("best") else "★")
            assert len(text) <= room


@given(
    width=st.integers(HALF_AT_60, 150),
    names=st.lists(st.integers(1, 24), min_size=1, max_size=8).map(tuple),
    live=st.integers(0, 7),
    offset=st.integers(-9, 9),
    noted=st.booleans(),
)
def test_columns_never_take_more_room_than_there_is(
    width: int, names: tuple[int, ...], live: int, offset: int, noted: bool
) -> None:
    live %= len(names)
    columns = cut_columns(width, names, live, offset, LABELS, noted)
    assert columns.label + sum(columns.widths) <= width
    assert len(columns.widths) == len(columns.seats)
    assert columns.seats == tuple(range(columns.seats[0], columns.seats[-1] + 1))
    assert columns.more_left == columns.seats[0]
    assert columns.more_right == len(names) - 1 - columns.seats[-1]
    # Three digits and a space, or a potential of two digits in its brackets.
    assert min(columns.widths) >= 4
    short = (ANN,) * len(names)
    plain, told = (cut_columns(width, short, live, 0, LABELS, note) for note in (False, True))
    assert live in plain.seats
    assert sum(plain.widths) + plain.label == width
    assert len(told.seats) >= min(len(names), 2)
    assert told.widths[told.seats.index(live)] >= len("−47‹10›")


def test_names_get_the_room_that_there_is() -> None:
    long = ("김철수", "Alexander")
    for half in (HALF_AT_60, HALF_AT_80):
        for players, live in ((long[:1], 0), (long, 0), (long, 1)):
            columns = cut_columns(half, tuple(map(cell_len, players)), live, 0, LABELS)
            rooms = (columns.widths[0] + columns.spare, *columns.widths[1:])
            for name, room in zip(players, rooms, strict=True):
                assert fit_name(name, room - 1, is_turn=True) == f"▸{name}"
    columns = cut_columns(HALF_AT_60, (6, 9, 10), 0, 0, LABELS)
    assert columns.seats == (0, 1, 2)
    assert columns.widths[0] + columns.spare >= 6 + 2
    assert min(columns.widths[1:]) > 4


@given(
    name=st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20),
    width=st.integers(3, 9),
    is_turn=st.booleans(),
)
def test_a_name_fits_its_column(name: str, width: int, is_turn: bool) -> None:
    fitted = fit_name(name, width, is_turn)
    assert cell_len(fitted) <= width
    assert not name.strip("▸… ") or fitted.strip("▸… ")


def test_names_are_cut() -> None:
    assert fit_name("Ann", 6, is_turn=True) == "▸Ann"
    assert fit_name("Ann", 6, is_turn=False) == "Ann"
    assert fit_name("Annabelle", 6, is_turn=False) == "Annab…"
    assert fit_name("山田太郎", 6, is_turn=False) == "山田…"
    players = ("Anna Lee", "Anna Ray", "Benedict Huber")
    assert [fit_name(each, 8, False, players) for each in players[1:]] == ["Anna Ray", "Benedict"]
    assert [fit_name(each, 7, False, players) for each in players[1:]] == ["●AR", "●BH"]
