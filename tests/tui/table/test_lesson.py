"""The first lesson, a turn with set dice that counts nowhere, and tips, each shown only once."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.source import read_lines
from tests.store.games import play_out
from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_app
from yahtzee_tui.rules import OFFICIAL, Action, Hold, Roll, Score
from yahtzee_tui.settings import OPTIONS, Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.notes import LESSON
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.lesson import LessonLine, break_lines
from yahtzee_tui.tui.table.status_sentences import guide_sentences
from yahtzee_tui.tui.table.tips import TipLine, find_tips

SENTENCES = ("One.", "Two words.", "Now three words.")


def said(ui: AppDriver) -> str:
    line = ui.app.screen.query_one(LessonLine)
    assert line.region.height == 2
    shown = " ".join(" ".join(line.render_line(y).text for y in (0, 1)).split())
    assert shown == line.text, "it fits into two lines"
    return shown


async def open_lesson(ui: AppDriver) -> None:
    await ui.wait_for_screen("OfferScreen")  # the lesson offers itself at the first start
    await ui.press("space", opens="LessonScreen")


@given(st.lists(st.sampled_from(SENTENCES), max_size=5), st.integers(6, 60))
def test_a_line_takes_what_fits_and_no_more(sentences: list[str], width: int) -> None:
    lines = break_lines(" ".join(sentences), width)
    assert " ".join(lines) == " ".join(sentences)
    assert max(map(len, lines), default=0) <= width
    for line, following in pairwise(lines):
        # The next sentence if lines end with sentences, else the next word.
        least = following.split(".")[0] + "." if line.endswith(".") else following.split()[0]
        assert len(line) + 1 + len(least) > width


@pytest.mark.parametrize("size", SIZES)
async def test_it_is_played_by_keys_alone_and_counts_nowhere(
    store: Store, size: tuple[int, int]
) -> None:
    options = Options(dice_speed="off", keys={"roll": "x", "hold-2": "w"})
    async with run_app(YahtzeeApp(None, "Ann", options, store=store), size, welcome=True) as ui:
        await open_lesson(ui)
        line = ui.app.screen.query_one(LessonLine).render_line(0).text.strip()
        assert line.endswith("."), "a line ends with a sentence"
        for key, text in read_lines(__file__, "lesson_keys.jsonl"):
            await ui.press(key)
            assert text in said(ui), key
            assert "to see its rule" not in ui.text, "what the step doesn't ask for"
        await ui.finish_workers()
        assert store.notes.seen_tips() == {LESSON}
        assert store.games.newest() is None
        await ui.press("x", opens="TableScreen")
        await ui.press("escape", "l", opens="LessonScreen")


async def test_it_is_played_by_mouse_alone(store: Store) -> None:
    async with run_app(
        YahtzeeApp(None, "Ann", NO_TUMBLING, store=store), (60, 20), welcome=True
    ) as ui:
        await open_lesson(ui)
        await ui.click("#roll")
        for die in (2, 2, 1, 3, 5):
            await ui.click_die(die)
        await ui.click("#roll")
        await ui.click_die(2)
        await ui.click("#roll")
        assert "Five 4s" in said(ui)
        await ui.click_box("full_house")
        assert "Take Yahtzee" in said(ui)
        await ui.click_box("full_house")
        assert "try Yahtzee" in said(ui)
        await ui.click_box("yahtzee")
        assert "Done" in said(ui)
        await ui.click("#roll")
        await ui.click("#roll", opens="TableScreen")


async def test_one_can_leave_it_and_pick_the_dice_to_reroll(store: Store) -> None:
    options = Options(dice_speed="off", dice_click="reroll")
    async with run_app(YahtzeeApp(None, "Ann", options, store=store), welcome=True) as ui:
        await open_lesson(ui)
        await ui.press("space")
        assert "Choose the other two to reroll: press 2 and 4" in said(ui)
        await ui.press("2", "4", "space", "4", "space")
        assert "Five 4s" in said(ui)
        await ui.press("escape", opens="TitleScreen")
        assert "Lesson ended. Press ? for the rules." in ui.text
        notice = ui.app.screen.query_one("#notice")
        assert not notice.has_class("-warning"), "nothing is wrong"
        await ui.press("g")
        assert notice.has_class("-warning")
        assert "Learn" in ui.text
        assert not store.notes.seen_tips()


WIDTH = 58
ALL_BUT_SIXES = [("12346", box.id) for box in OFFICIAL.boxes if box.id != "sixes"]
LOW = [("11123", box) for box in ("fours", "fives", "sixes")]
PACE = [("11123", "ones"), ("22213", "twos"), ("33312", "threes")]
HIGH = [(f"{face}" * 5, box) for face, box in ((4, "yahtzee"), (4, "fours"))]
MET: dict[str, tuple[list[tuple[str, str]], str, list[Action]]] = {
    "offers": ([], "12346", [Roll()]),
    "held": ([], "12346", [Roll(), Hold((0,))]),
    "last-roll": ([], "12346", [Roll()] * 3),
    "undo": ([], "12346", [Roll(), Score("chance")]),
    "coach": ([("12346", "chance")], "12346", [Roll()]),
    "zero": (ALL_BUT_SIXES, "11123", [Roll()] * 3),
    "bonus": (PACE, "12346", [Roll()]),
    "bonus-gone": (LOW, "12346", [Roll()]),
    "yahtzee": ([], "44444", [Roll()]),
    "joker": (HIGH, "44444", [Roll()]),
    "repeat": (HIGH, "44444", [Roll()]),
}
"""For each tip: the turns before, the dice of every roll, and what the player does."""


def test_each_tip_comes_with_its_event_and_fits() -> None:
    for tip, (filled, throw, actions) in MET.items():
        table = create_scripted_table(*[throw] * 5, filled=filled)
        for action in actions:
            table.apply(table.game.seat, action)
        for picks in filter(None, OPTIONS["dice_click"].values):
            tips = dict(find_tips(table, Options(dice_click=picks)))
            assert tip in tips, (tip, tips)
            assert all(cell_len(text) <= WIDTH for text in tips.values()), tips


def tip(ui: AppDriver) -> str | None:
    """Return the text of the line, None where there is none to be seen."""
    for line in ui.table_screen.query(TipLine):
        return (str(line.content) or None) if line.display and line.region else None
    return None


async def test_a_tip_is_shown_once_to_a_player_whose_games_are_saved(store: Store) -> None:
    config = TableConfig(("Ann",), seed="1")
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING)) as ui:
        await ui.press("space")
        assert tip(ui) is None
    store.games.add(*play_out("official", ("Ann",), 1))
    for first in (True, False):
        async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING, store=store)) as ui:
            await ui.finish_workers()
            card = ui.scorecard.region
            await ui.press("space")
            assert ("what a box would score" in (tip(ui) or "")) is first
            await ui.press_and_finish("enter", "enter")
            assert ui.scorecard.region == card
            assert ("to undo" in (tip(ui) or "")) is first
            await ui.press("space")
            assert tip(ui) is None or "what a box" not in str(tip(ui))
            await ui.resize(60, 20)
            assert tip(ui) is None
            assert ui.scorecard.region.bottom < 20


async def test_a_tip_without_room_is_kept_for_later(store: Store) -> None:
    store.games.add(*play_out("official", ("Ann",), 1))
    config = TableConfig(("Ann",), seed="1")
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING, store=store), (60, 20)) as ui:
        await ui.press_and_finish("space")
        assert not store.notes.seen_tips()
        await ui.resize(80, 24)
        await ui.finish_workers()
        assert store.notes.seen_tips() == {"offers"}
        await ui.press_and_finish("1")
        assert store.notes.seen_tips() == {"offers", "held"}


async def test_a_first_game_says_what_to_do_above_the_card_for_three_rounds(store: Store) -> None:
    config = TableConfig(("Ann",), seed="1")
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING, store=store)) as ui:
        await ui.finish_workers()
        line = ui.table_screen.line
        assert "the highest total wins" in line.said
        for number in range(1, 5):
            await ui.press_and_finish("space")
            assert line.is_guide is (number < 4)
            assert (line.region.bottom <= ui.scorecard.region.y) is (number < 4)
            await ui.press_and_finish("enter", "enter")


@pytest.mark.parametrize(
    ("throws", "said"),
    [
        (("13446",), "Hold the dice that match: press 3 and 4, then Space."),
        (("12356",), "No two dice match. Press Space to reroll all dice."),
        (("22555",), "Take Full house: no box has more points."),
        (("23456",), "Take Large straight: no box has more points."),
        (("44444",), "Take Yahtzee: no box has more points. Press Enter on it, or click it."),
        (("13446", "13446", "11166"), "Take Full house: no box has more points."),
    ],
)
def test_the_guide_says_what_the_lesson_taught(throws: tuple[str, ...], said: str) -> None:
    table = create_scripted_table(*throws)
    for _ in throws:
        table.apply(0, Roll())
    assert guide_sentences(table, Options())[0].startswith(said)


async def test_the_first_start_plays_by_the_key_of_the_menu(store: Store) -> None:
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store), welcome=True) as ui:
        await ui.wait_for_screen("OfferScreen")
        await ui.press("p", "space")
        assert ui.screen_name == "TableScreen"
        assert ui.game.roll == 1
