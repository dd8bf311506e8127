"""Dice as pictures, and in motion, which keys and clicks end; a Yahtzee is celebrated."""

import re
from itertools import product

import pytest

from tests.store.games import play_out
from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app, run_table
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.tips import TipLine
from yahtzee_tui.tui.table.widgets.dice_tray import FRAMES
from yahtzee_tui.tui.table.widgets.die import (
    NARROW,
    SIZES,
    Picture,
    draw_dice,
    outline_die,
    paint_die,
)
from yahtzee_tui.tui.themes import FELT, Ink, find_palette

pytestmark = pytest.mark.usefixtures("clock")
SLOW = Options(dice_speed="full", confirm_reroll=False)
SHORT = SLOW._replace(dice_speed="short")


def tumbles(ui: AppDriver) -> bool:
    return ui.table_screen.tray.tumbling


async def test_the_points_stay_hidden_until_the_dice_rest(clock: StoppedClock) -> None:
    async with run_table("33344", options=SLOW, animated=True, keys="1") as ui:
        assert ui.status.startswith("Roll the dice first")
        await ui.press("space")
        assert tumbles(ui)
        assert not ui.status, "a warning goes"
        assert set(ui.card.boxes.values()) == {"·"}
        assert ui.card.marked == []
        await ui.press("x")
        assert not tumbles(ui)
        assert ui.cell("full_house") == "«25»"
        assert ui.card.marked == ["full_house"]
        await ui.open_table("33344", options=SHORT, keys="space")
        await clock.move(1, ui)
        assert not tumbles(ui), "without a key"
        assert ui.cell("full_house") == "«25»"
        assert ui.status


async def test_a_tip_goes_while_the_next_dice_tumble(store: Store) -> None:
    store.games.add(*play_out("official", ("Ann",), 1))
    app = YahtzeeApp(TableConfig(("Ann",), seed="1"), "Ann", SLOW, store=store)
    async with run_app(app, animated=True) as ui:
        await ui.wait_until(lambda: app.screen.query(TipLine))
        for key, tip in (("x", "what a box would score"), ("1", "Held dice stay")):
            await ui.press("space")
            assert tumbles(ui)
            assert not app.screen.query_one(TipLine).content
            await ui.press("x", key)
            await ui.wait_for_text(tip)


async def test_clicks_and_keys_that_roll_and_score_only_settle_the_dice() -> None:
    async with run_table("33344", "11112", "22221", options=SLOW, animated=True) as ui:
        for roll, key in enumerate(("enter", "r", "x"), 1):
            await ui.press("space")
            assert tumbles(ui)
            await ui.press(key)
            assert not tumbles(ui), key
            assert (ui.game.roll, ui.held()) == (roll, ())
        for target in ("#scorecard", "#tray", "RollButton"):
            await ui.open_table("33344", "11111", options=SLOW, keys="space")
            await (ui.click(target) if target[1] != "s" else ui.click_box("chance", 0))
            assert not tumbles(ui), target
            assert (ui.game.roll, ui.game.turns, ui.held()) == (1, 0, ()), target
        # Other keys settle the dice and act.
        await ui.open_table("33344", "11111", "22222", options=SLOW, keys="space 1 2")
        assert (ui.game.roll, ui.held()) == (1, (0, 1))
        await ui.press("space", "o", opens="OptionsScreen")
        assert not tumbles(ui)
        # Held dice lie still.
        await ui.open_table("33344", "11111", options=SLOW, keys="space x 1 2 3 space")
        assert tumbles(ui)
        assert ui.table_screen.tray.faces[:3] == [3, 3, 3]
        await ui.press("x")
        assert ui.table_screen.tray.faces == [3, 3, 3, 1, 1]
        await ui.open_table("33344", options=SLOW)
        await ui.press("space", "ctrl+q")
        assert ui.app.is_running
        assert ui.game.roll == 1


async def test_dice_that_were_settled_don_t_turn_again(clock: StoppedClock) -> None:
    """A timer whose time is up leaves a message, which may be handled after the key."""
    async with run_table("33344", options=SLOW, animated=True, keys="space") as ui:
        await clock.move(FRAMES["full"][0])
        ui.table_screen.tray.settle()
        await ui.settle()
        assert not tumbles(ui)


async def test_a_yahtzee_is_celebrated_until_a_key_is_pressed(clock: StoppedClock) -> None:
    async with run_table("44444", options=SHORT, animated=True, keys="space x") as ui:
        assert "five fours" in ui.text
        await clock.move(5, ui)
        assert "five fours" not in ui.text, "without a key"
        for throw, options, keys in (("44443", SLOW, "space x"), ("44444", NO_TUMBLING, "space")):
            await ui.open_table(throw, options=options, keys=keys)
            assert ui.table_screen.tray.moment is None
            assert ui.status.startswith("Yahtzee!") is (throw == "44444")
        await ui.open_table("44444", options=SLOW, keys="space x")
        assert ui.table_screen.tray.moment
        assert ui.status == "Yahtzee! Roll 1 of 3: 4-4-4-4-4. Enter to score."
        await ui.open_table("44444", options=SHORT, keys="space x")
        words = [line.strip() for line in ui.lines if "five fours" in line]
        assert words == ["Ann · five fours · +50"], "and no total, as nothing is scored yet"
        await ui.press("x")
        assert "+50" not in ui.text
        # Keys that roll and score only end it; others do at once what they always do.
        for key, acts in (("1", 1), ("space", 0), ("enter", 0)):
            await ui.open_table("44444", "12345", options=SLOW, keys="space x")
            assert "five fours" in ui.text
            events = len(ui.table.history.events)
            await ui.press(key)
            assert len(ui.table.history.events) == events + acts, key
            assert "five fours" not in ui.text
            assert ui.table_screen.button.region, "what the celebration covered is back"
        await ui.open_table("44444", options=SLOW, keys="space x")
        await ui.click("#tray")
        assert "five fours" not in ui.text
        assert ui.held() == ()


async def test_the_upper_bonus_has_its_moment() -> None:
    upper = [("55544", "fives"), ("44433", "fours"), ("33312", "threes"), ("22211", "twos")]
    filled = [*upper, ("11123", "ones")]  # 45 points
    async with run_table("66612", options=SHORT, animated=True, filled=filled) as ui:
        await ui.press("space", "x")
        await ui.click_box("sixes", 0)
        assert ui.game.cards[0].upper_bonus == 35
        assert "Ann · +35" in ui.text
        await ui.press("u")  # which acts at once, too
        assert ui.game.cards[0].upper_bonus == 0
        assert ui.table_screen.tray.moment is None


async def test_bars_of_equal_totals_are_equally_long() -> None:
    filled = [("66655", "chance")] * 2
    async with run_table("12345", filled=filled, players=("Ann", "Casual")) as ui:
        ann, bob = re.findall("━+", ui.lines[0])
        assert ann == bob


async def test_taking_the_lead_is_said_for_a_moment(clock: StoppedClock) -> None:
    for options, words in ((SHORT, "Bob takes the lead"), (NO_TUMBLING, "Ann 3 behind")):
        async with run_table(
            "55544", "66644", players=("Ann", "Bob"), options=options, animated=True
        ) as ui:
            for seat in (0, 1):
                await ui.press("space", "x")
                await ui.click_box("chance", seat)
            assert words in ui.lines[0]
            await clock.move(1, ui)
            assert "Ann 3 behind" in ui.lines[0]


def text_of(picture: Picture) -> str:
    return "\n".join("".join(run.text for run in row) for row in picture)


def test_a_die_before_the_first_roll_only_lacks_its_pips() -> None:
    for size in SIZES:
        blank, five = paint_die(size, 0, False), paint_die(size, 5, False)
        grounds = [
            [run.back == "felt" for row in drawn for run in row for _ in run.text]
            for drawn in (blank, five)
        ]
        assert grounds[0] == grounds[1]
        assert text_of(blank) != text_of(five)


def test_every_face_and_state_has_a_picture_of_its_own_of_the_same_size() -> None:
    for size in (NARROW, *SIZES):
        seen = set()
        for face, held in product(range(1, 10), (False, True)):
            runs = [run for row in paint_die(size, face, held) for run in row]
            assert not any(run.fore == "felt" for run in runs), "ground only behind"
            assert all(run.fore != run.back for run in runs if run.text.strip())
            for picture in (
                paint_die(size, face, held),
                outline_die(size, face, held, "lines"),
                outline_die(size, face, held, "ascii"),
            ):
                rows = text_of(picture).split("\n")
                assert len(rows) == size.picture_height
                assert {len(row) for row in rows} == {size.width + 1}
                seen.add(text_of(picture))
        assert len(seen) == 9 * 2 * 3
        assert text_of(outline_die(size, 3, True, "ascii")).isascii()
        for held in (False, True):
            pips = [text_of(outline_die(size, face, held, "lines")).count("●") for face in range(7)]
            assert pips == list(range(7))


def test_the_color_of_pips_is_in_words_too() -> None:
    for size, held in product((NARROW, *SIZES), (False, True)):
        colors = {"red": (2, "die-red"), "green": (3, "die-green"), "black": (6, "die-pip")}
        for color, (face, token) in colors.items():
            drawn = paint_die(size, face, held, color=color)
            inks = {ink for row in drawn for run in row for ink in run[1:3]}
            assert inks & {"die-pip", "die-red", "die-green"} <= {token, "die-pip"}
            assert token in inks
            assert (color in text_of(drawn)) is not bool(size.pip)
            for style in ("lines", "ascii"):
                word = color if size.width > 10 else color[0]
                assert f"{face}{' ' * (len(word) > 1)}{word}" in text_of(
                    outline_die(size, face, held, style, color)
                )
            assert len(text_of(drawn)) == len(text_of(paint_die(size, face, held)))


def test_the_words_below_reviewed_dice_are_whole() -> None:
    colors = find_ruleset("kismet").colors
    for size, style, has_colors in product(SIZES, ("drawn", "lines", "ascii"), (True, False)):
        *_, words = draw_dice(
            (2, 3, 6), (1, 2), size, find_palette(FELT, "ivory"), style, colors * has_colors
        )
        if style != "drawn" or not has_colors:
            assert words.plain.split() == ["kept", "kept"]
        elif size.width < 10:
            assert words.plain.split() == ["red", "green", "black"]
        else:
            assert words.plain.split() == ["red", "kept", "green", "kept", "black"]


async def test_colored_dice_are_ivory_and_named_under_the_dice() -> None:
    ebony = Options(dice_speed="off", skin="ebony")
    async with run_table("23661", options=ebony, rules="kismet", keys="space 1") as ui:
        for words in ("1 red", "[2] green", "[3] black"):
            assert words in ui.text
        await ui.resize(60, 20)
        assert "green" in ui.text
        face = ui.table_screen.tray.find_palette()[Ink("die-pip", "die-face")].bgcolor
        assert face == find_palette(FELT, "ivory")[Ink("die-pip", "die-face")].bgcolor
