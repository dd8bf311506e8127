"""Holding, rolling and scoring at the table, by key, by mouse and by itself, and refusals."""

import pytest

from tests.tui.app_driver import NO_TUMBLING, AppDriver, all_but_chance, run_table
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.settings import Options
from yahtzee_tui.tui.app import YahtzeeApp

TWO = ("Ann", "Bob")
REROLL = Options(dice_speed="off", dice_click="reroll")
AUTO = Options(dice_speed="off", auto_roll=True, pause=2.0)


async def test_dice_are_held_and_released() -> None:
    async with run_table("33344", "11111", "66666", keys="1 a") as ui:
        await ui.click_die(1)
        assert ui.table.history.events == (), "nothing is held before the first roll"
        assert ui.status
        await ui.press("r")
        assert " held " not in ui.text
        free = ui.lines
        await ui.press("2", "4")
        await ui.wait_for_text("2 held", "4 held")
        assert ui.text.count(" held ") == 2
        assert ui.lines[1:6] != free[1:6], "not by color alone"
        await ui.press("4", "1", "5")
        assert ui.held() == (0, 1, 4)
        await ui.click_die(2)
        await ui.click_die(3)
        assert ui.held() == (0, 2, 4)
        for held in ((0, 1, 2, 3, 4), (), (0, 1, 2, 3, 4)):
            await ui.press("a")
            assert ui.held() == held
        await ui.press("4", "5", "r")
        assert (ui.game.faces, ui.held()) == ((3, 3, 3, 1, 1), (0, 1, 2))
        await ui.press("1", "space")
        assert ui.game.faces == (6, 3, 3, 6, 6)
        assert ui.game.rolls_left == 0
        events = ui.table.history.events
        await ui.press("2", "a", "space", "r")
        await ui.click_die(3)
        assert ui.table.history.events == events, "nothing is held after the last roll"
        assert " held " not in ui.text


async def test_the_button_and_the_key_line_are_clicked() -> None:
    async with run_table("33344", "11111", "66666") as ui:
        for roll in (1, 2, 3, 3):
            await ui.click("RollButton")
            assert ui.game.roll == roll
            assert f"{roll} of 3" in ui.text
        assert ui.game.turns == 0
        await ui.open_table("33344", "11111")
        assert "Space Roll" not in ui.lines[-1], "the button has that key"
        await ui.resize(120, 40)  # where there is room for more keys
        for text, held in (("Space Roll", 0), ("a Hold all", 5), ("u Undo", 0)):
            await ui.click_text(text)
            assert (ui.game.roll, len(ui.held())) == (1, held)


async def test_dice_are_picked_to_be_rolled_again() -> None:
    async with run_table("33344", "11111", "66666", options=REROLL, keys="space space") as ui:
        assert ui.game.roll == 1, "none is picked"
        await ui.press("1", "1", "space", "a", "a", "space")
        assert ui.game.roll == 1
        await ui.press("4", "5")
        assert " held " not in ui.text
        assert ui.text.count("4 roll") == 1
        await ui.press("space")
        assert ui.game.faces == (3, 3, 3, 1, 1)
        assert " ROLL" not in ui.lines[7], "every roll begins with none picked"
        await ui.press("space")
        assert ui.game.roll == 2
        await ui.click_die(1)
        await ui.press("space")
        assert ui.game.faces == (6, 3, 3, 1, 1)
        await ui.open_table("33344", "11111", options=REROLL, keys="space")
        await ui.click_text("SELECT ALL")
        await ui.press("2", "a", "space")
        assert ui.game.faces == (1, 1, 1, 1, 1)
        await ui.open_table("33344", "11111", options=REROLL, keys="space 1 2 u")
        await ui.click_die(4, since=3)
        await ui.press("space")
        assert ui.game.faces == (1, 3, 3, 4, 4), "undoing a pick unpicks"
        # Options chosen over another screen hold at the table below.
        await ui.open_table("33344", "11111", keys="space 1 s")
        ui.app.choose_options(REROLL)
        await ui.press("escape")
        assert [f"{die} roll" in ui.text for die in range(1, 6)] == [False, *[True] * 4]


async def test_a_click_scores_or_says_why_not() -> None:
    async with run_table("33344", players=TWO) as ui:
        await ui.click_box("threes", 0)
        assert ui.table.history.events == ()
        assert "roll" in ui.status
        await ui.press("space")
        await ui.click_box("threes", 1)
        assert ui.game.turns == 0, "the other player's column"
        assert "Ann" in ui.status
        await ui.click_box("threes", 0)
        assert ui.booked("threes") == 9
        assert ui.game.player == "Bob"
        assert "9" in ui.status
        assert "Threes" in ui.status
        await ui.open_table("33344", filled=[("11111", "ones")], keys="space")
        await ui.click_box("ones", 0)
        assert ui.game.turns == 1
        assert "filled" in ui.status
        await ui.click_box("chance")
        assert ui.booked("chance") == 17, "a click on the name"


async def test_a_score_is_moved_to_another_box() -> None:
    async with run_table("33344", players=TWO, keys="space enter enter") as ui:
        assert ui.booked("full_house") == 25, "only to a box that was marked since"
        events = ui.table.history.events
        await ui.press("1", "a")
        await ui.click_die(1)
        assert ui.table.history.events == events, "nothing is held before the next roll"
        for _ in range(2):
            await ui.click_box("threes", 0)
            assert (ui.booked("full_house"), ui.booked("threes")) == (None, 9)
            assert ui.game.player == "Bob"
        await ui.open_table("33344", players=TWO, keys="space enter enter left enter")
        assert (ui.booked("threes"), ui.game.turns) == (9, 1)
        await ui.open_table("33344", keys="space enter enter up")
        assert "move the score" in ui.status
        for _ in range(2):  # a zero asks here too
            assert ui.booked("full_house") == 25
            await ui.press("enter")
        assert ui.booked("full_house") is None


async def test_undo_and_redo_take_holds_and_scores_one_by_one() -> None:
    async with run_table("33344", "11111", players=TWO, keys="space 1 2 enter enter") as ui:
        assert ui.game.player == "Bob"
        await ui.press(*["u"] * 4)
        assert (ui.game.player, ui.held()) == ("Ann", ())
        await ui.press("U", "ctrl+r")
        assert ui.held() == (0, 1)
        await ui.press("U", "U", "space", "u")
        assert ui.game.player == "Bob", "a roll is never undone"
        assert ui.booked("full_house") == 25
        assert ui.game.faces == (1, 1, 1, 1, 1)
        await ui.open_table("33344", "11111", players=TWO, keys="space 1 2 3 enter enter u space")
        assert ui.game.player == "Ann", "who took the score back may roll on"
        assert ui.game.faces == (3, 3, 3, 1, 1)
        assert ui.game.roll == 2


async def test_a_zero_by_choice_asks_once_more() -> None:
    async with run_table("33344", keys="space") as ui:
        for booked in (None, 0):
            await ui.click_box("ones", 0)
            assert ui.booked("ones") == booked
            assert booked == 0 or ui.status.startswith("Take 0 in")
        for between in ("up down", "1", "u", "escape", "escape escape enter"):
            await ui.open_table("33344", keys="space 5 down enter")
            assert ui.game.turns == 0, "by key it asks too"
            assert ui.status.startswith("Take 0 in")
            await ui.press(*between.split())
            while ui.card.marked != ["small_straight"]:
                await ui.press("down")
            await ui.press("enter")
            assert ui.game.turns == 0, f"it asks again after {between}"
            await ui.press("enter")
            assert ui.booked("small_straight") == 0
        await ui.open_table("33344", keys="space")
        await ui.click_box("yahtzee")
        await ui.press("escape", opens="TableScreen")
        assert "once more" not in ui.status
        await ui.click_box("yahtzee")
        await ui.click_box("twos")
        assert ui.game.turns == 0, "another zero asks, too"
        at_once = Options(dice_speed="off", confirm_zero=False)
        await ui.open_table("33344", options=at_once, keys="space")
        await ui.click_box("ones", 0)
        assert ui.booked("ones") == 0
        await ui.press("u")
        assert ui.booked("ones") is None


async def test_a_roll_a_score_and_a_refusal_ring_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bell = Options(dice_speed="off", sound="bell")
    rings: list[str] = []
    key = ""
    monkeypatch.setattr(YahtzeeApp, "bell", lambda _: rings.append(key))
    async with run_table("33344", "55555", options=bell) as ui:
        for key in ("space", "1", "u", "down", "up", "yahtzee"):
            await ui.press("space" if key == "yahtzee" else key)
        assert rings == ["space", "yahtzee"]
        await ui.open_table("12346", filled=all_but_chance(), options=bell)
        for key in ("roll", "asked", "end", "undo"):
            await ui.press({"roll": "space", "undo": "u"}.get(key, "enter"))
        assert rings[2:] == ["roll", "asked", "end"]
        picks = Options(dice_speed="off", sound="bell", dice_click="reroll")
        await ui.open_table("33344", "11111", options=picks, keys="space")
        key = "refused"
        await ui.press("space")
        assert ui.game.roll == 1
        assert rings[5:] == ["undo", "refused"], "the first is of this roll"
        await ui.open_table("55555", keys="space")  # where no sound is wanted
        assert len(rings) == 7


async def test_six_dice_and_the_rolls_saved() -> None:
    throws = "111123", "222222", "111111", *["666666"] * 4
    async with run_table(*throws, rules="maxi-yatzy", players=TWO, keys="space") as ui:
        assert "1-6 Hold" in ui.text
        assert "Hold dice with 1-6." in ui.text
        await ui.press("6", "1")
        assert ui.held() == (0, 5)
        assert "Ann · roll 1 of 3 ●○○ 0 saved" in ui.text
        await ui.click_box("ones", 0)
        assert (ui.card.total("Saved"), ui.card.total("Saved", 1)) == ("2", "0")
        await ui.press("space")
        await ui.click_box("twos", 1)
        await ui.press("space", "space", "space")
        assert "Ann · roll 3 of 3 ●●● 2 saved" in ui.text
        await ui.press("space")
        assert "Ann · roll 4 ●●● 1 saved" in ui.text
        await ui.press("space")
        assert "NO ROLLS LEFT" in ui.text
        await ui.resize(60, 20)
        assert "Ann ●●● +0" in ui.text
        assert ui.card.total("Saved") == "0"


async def test_names_in_the_header_are_shortened_alike() -> None:
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
    rounds = (("66666", "12346", "yahtzee"), ("66666", "12346", "sixes"))
    filled = [turn for most, last, box in rounds for turn in [(most, box)] * 7 + [(last, box)]]
    async with run_table("12346", players=names, filled=filled) as ui:
        totals = [card.grand_total for card in ui.game.cards]
        for columns, letters in ((60, 1), (80, 3), (100, 3), (130, 3)):
            await ui.resize(columns, 24)
            header = ui.lines[0].replace("▸", " ")
            for name, total in zip(names, totals, strict=True):
                assert f" {name[:letters]} {total}" in header, (columns, header)
        assert "tied with 6 others at 180" in ui.lines[0]


async def test_dice_that_another_player_scored_say_whose_they_are() -> None:
    async with run_table("33344", "12346", players=TWO) as ui:
        for size in ((60, 20), (130, 40)):
            await ui.resize(*size)
            await ui.press("space", "enter", "enter")
            assert "Ann's last roll" in ui.text
            assert " 1 " not in ui.lines[6], "no keys that do nothing"
            await ui.press("u")
            assert "last roll" not in ui.text
            await ui.press("u")
        await ui.open_table("33344", players=("Ann",))
        await ui.press("space", "enter", "enter")
        assert "last roll" not in ui.text, "of a player alone there is no doubt"


async def test_the_roll_key_is_dimmed_while_there_is_no_die_to_roll() -> None:
    for options, keys, sentence in (
        (REROLL, "space", "First choose the dice to reroll."),
        (NO_TUMBLING, "space a", "All dice are held."),
    ):
        async with run_table("33344", "11111", options=options, keys=keys) as ui:
            assert ui.table_screen.check_action("roll", ()) is None
            await ui.press("space")
            assert ui.game.roll == 1
            assert ui.status.startswith(sentence)
            await ui.press("1")
            assert ui.table_screen.check_action("roll", ()) is True
            await ui.press("space")
            assert ui.game.roll == 2


async def score_first_turn(ui: AppDriver) -> None:
    """Open a table of two, wait for its first roll, and score it."""
    await ui.open_table("33344", "11111", "66666", players=("Ann", "Bob"), options=AUTO)
    await ui.wait_until(lambda: ui.game.roll == 1)
    await ui.press("enter", "enter")
    assert ui.game.turns == 1


async def test_every_turn_begins_with_one_roll_after_a_pause_that_is_seen(
    clock: StoppedClock,
) -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        assert ui.game.roll == 0
        assert "2 s" in ui.status
        assert ui.cell("full_house", 0) == "25"
        await clock.move(1, ui)
        assert "1 s" in ui.status
        assert (ui.game.turns, ui.game.roll) == (1, 0)
        await clock.move(1, ui)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        await clock.move(3, ui)
        assert (ui.game.turns, ui.game.roll) == (1, 1)
        assert ui.game.faces == (1, 1, 1, 1, 1)
        await score_first_turn(ui)
        await ui.press("space")
        assert ui.game.faces == (1, 1, 1, 1, 1), "space skips the pause"
        await clock.move(3, ui)
        assert ui.game.roll == 1


async def test_undo_other_screens_and_a_moved_score_delay_the_roll(clock: StoppedClock) -> None:
    async with run_table() as ui:
        await score_first_turn(ui)
        await ui.press("u")
        assert ui.game.player == "Ann"
        assert " s" not in ui.status.replace(" Space", "").replace(" score", "")
        await clock.move(3, ui)
        assert (ui.game.player, ui.game.roll) == ("Ann", 1)
        assert ui.game.faces == (3, 3, 3, 4, 4)
        await score_first_turn(ui)
        await ui.press("question_mark")
        await clock.move(3, ui)
        assert ui.game.roll == 0
        await ui.press("escape")
        await clock.move(2, ui)
        assert ui.game.roll == 1
        await score_first_turn(ui)
        await ui.press("escape", opens="TitleScreen")
        await clock.move(3, ui)
        assert ui.game.roll == 0
        await score_first_turn(ui)
        await clock.move(1, ui)
        assert "2 s" not in ui.status
        await ui.click_box("threes", 0)
        assert "2 s" in ui.status
        assert ui.game.cards[0]["threes"] == 9


async def test_the_end_of_the_game_waits_for_nothing(clock: StoppedClock) -> None:
    async with run_table("12346", filled=all_but_chance(), options=AUTO) as ui:
        await ui.press("space", "enter", "enter", opens="ResultScreen")
        await clock.move(3, ui)
        assert ui.game.is_over
        throws = ["12346"] * 3
        await ui.open_table(*throws, filled=all_but_chance(), options=AUTO, keys="space space")
        await clock.move(3, ui)
        assert ui.game.turns == 12, "another roll is left"
        await ui.press("space")
        await clock.move(3, ui)
        assert ui.game.turns == 13, "nothing else can be done"
