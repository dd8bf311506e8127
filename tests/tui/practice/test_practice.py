"""Practice on the screen: positions are decided by the keys and the mouse of a table."""

import re

from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_app
from tests.tui.opening import POSITIONS, open_practice
from yahtzee_tui.rules import OFFICIAL, Position, find_ruleset
from yahtzee_tui.services.practice import read_positions
from yahtzee_tui.store import Store
from yahtzee_tui.strategy import BoxChoice, HoldChoice, describe_choice
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.practice.screen import PracticeScreen
from yahtzee_tui.tui.table.lesson import LessonLine


def app(store: Store | None) -> YahtzeeApp:
    return YahtzeeApp(None, "Ann", NO_TUMBLING._replace(auto_roll=True), store=store)


def said(ui: AppDriver) -> str:
    line = ui.app.screen.query_one(LessonLine)
    assert line.region.height == 2
    return " ".join(" ".join(line.render_line(y).text for y in (0, 1)).split())


async def test_it_is_answered_by_keys_and_goes_on(store: Store) -> None:
    async with run_app(app(store), SIZES[0]) as ui:
        screen = await open_practice(ui, "All themes")
        game = screen.table.game
        assert str(Position.of(game)) == next(iter(read_positions("official")))
        assert "or score in a box" in said(ui)
        advice = screen.context.value_tables.find(OFFICIAL).advise(game.card, game.faces, 2)
        assert advice is not None
        best = advice.best
        assert isinstance(best, HoldChoice)

        await ui.press("space")
        assert "Press Space again to reroll all dice." in said(ui)
        await ui.press("b", "v", "h")
        assert screen.hints().losses is None, "the coach keeps silent before the answer"
        for position in advice.positions(best):
            await ui.press(str(position + 1))
        await ui.press("space")
        assert said(ui).startswith(f"Right. {describe_choice(best).capitalize()}: expect")
        assert screen.table.game.roll == 1, "nothing is rolled"
        assert set(screen.hints().losses or {}) == {box.id for box in game.card.open}
        assert "Space Next" in ui.lines[-1]
        await ui.press("H", opens="ValuesScreen")
        assert "Take" not in ui.lines[-1]
        await ui.press("escape", opens="ExerciseScreen")
        await ui.press("enter")
        assert ui.app.screen is not screen
        assert ui.app.screen.table.game != game  # type: ignore[attr-defined]
        await ui.press("escape", opens="PracticeScreen")
        assert f"{POSITIONS - 1} to do, 1 done" in ui.text
        assert "No rated games yet" in ui.text
        await ui.press("escape", opens="TitleScreen")
        assert not store.games.newest()


async def test_a_position_that_was_given_is_asked_alone(store: Store) -> None:
    position = Position.parse("official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531")
    given = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store, first=position)
    async with run_app(given) as ui:
        await ui.wait_for_screen("ExerciseScreen")
        await ui.settle()
        assert Position.of(ui.table_screen.table.game) == position
        assert said(ui).startswith("Your position. Hold dice")
        await ui.press("down", "enter")
        assert "points lost" in said(ui)
        assert "Back in" not in said(ui)
        assert "Space Done" in ui.lines[-1]
        await ui.press("space", opens="PracticeScreen")
    assert not store.notes.read_progress()


async def test_it_is_answered_by_mouse_and_a_loss_is_explained(store: Store) -> None:
    async with run_app(app(store), (100, 30)) as ui:
        screen = await open_practice(ui, "Last three rounds")
        game = screen.table.game
        values = screen.context.value_tables.find(OFFICIAL)
        advice = values.advise(game.card, game.faces, game.rolls_left)
        assert advice is not None
        worst = min(advice.boxes, key=lambda each: each.value)
        assert isinstance(worst, BoxChoice)
        await ui.click_box(worst.box.id)
        assert f"Choose {worst.box.name} again" in said(ui)
        await ui.click_box(worst.box.id)
        assert f"points lost: you scored {worst.points} in {worst.box.name}." in said(ui)
        await ui.click_box(worst.box.id)
        assert screen.table.game == game, "an answer is final"
        await ui.finish_workers()
        assert "Why?" in said(ui)
        assert not re.search(r"\s-\d", said(ui)), "minus signs"
        await ui.click_text("NEXT POSITION")
        assert ui.app.screen is not screen
        await ui.press("escape", opens="PracticeScreen")
        assert f"{POSITIONS - 1} to do, 1 done" in ui.text


async def test_rules_without_positions_have_own_games(store: Store) -> None:
    yz = find_ruleset("yz")
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store, first=yz)) as ui:
        await ui.wait_for_text("Practice", "YZ", "No rated games yet")
        assert [each.id for each in ui.menu.options] == ["all", "own_games"]
        await ui.press("enter")
        assert "No positions for these rules yet." in ui.text
        await ui.press("escape", opens="TitleScreen")
        await ui.open_table("33344", keys="space")
        await ui.press("ctrl+p", *"practice", "enter", opens="PracticeScreen")
        await ui.press("escape", opens="TableScreen")
        assert ui.game.faces == (3, 3, 3, 4, 4)


class GuestApp(YahtzeeApp):
    """Played by somebody who isn't known the next time."""

    is_known = False


async def test_a_guest_practices_and_keeps_nothing(store: Store) -> None:
    async with run_app(GuestApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await open_practice(ui, "Jokers")
        await ui.press("1", "space")
        assert store.notes.read_progress() == {}


async def test_the_next_position_is_beside_the_themes_where_there_is_room(store: Store) -> None:
    async with run_app(app(store), (110, 34)) as ui:
        await ui.finish_workers()
        await ui.press("r", opens="PracticeScreen")
        await ui.wait_for_text(f"{POSITIONS} to do", "TOTAL")
        screen = ui.app.screen
        assert isinstance(screen, PracticeScreen)
        first = Position.parse(next(iter(read_positions("official"))))
        (shown,) = [line for line in ui.lines if "TOTAL" in line]
        assert f" {first.card.grand_total} " in shown
        assert screen.card.dice.display
        ui.menu.highlighted = ui.menu.get_option_index("own_games")
        await ui.settle()
        assert not screen.card.visible, "no own game has been played"
        await ui.resize(80, 24)
        assert not screen.card.display


async def test_a_long_answer_is_shortened_to_a_whole_sentence(store: Store) -> None:
    position = Position.parse("official .,.,6,16,15,30,.,20,.,.,40,50,25+3 r3 44444")
    given = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store, first=position)
    async with run_app(given, SIZES[0]) as ui:
        await ui.wait_for_screen("ExerciseScreen")
        await ui.settle()
        await ui.click_box("full_house")
        await ui.click_box("full_house")
        await ui.finish_workers()
        best = "Right. Score 25 in Full house with a bonus of 100: expect 731.0, 3.4 more than "
        assert said(ui) == f"{best}scoring 30 in Small straight."
