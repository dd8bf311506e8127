"""From the title screen to the dice, and back to a game that waits."""

from pathlib import Path

from tests.store.games import fill_file
from tests.tui.app_driver import (
    NO_TUMBLING,
    SIZES,
    AppDriver,
    all_but_chance,
    run_app,
    run_table,
    run_title,
    scripted,
)
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.home.letter_dice import LetterDice

TWO = ("Ann", "Bob")


def menu_items(ui: AppDriver) -> list[str | None]:
    return [option.id for option in ui.menu.options]


async def test_the_first_enter_rolls_and_later_ones_never_do() -> None:
    async with run_title("Zoë") as ui:
        assert ui.screen_name == "TitleScreen"
        await ui.press("enter", "enter")
        assert ui.game.players == ("Zoë",)
        assert ui.game.ruleset.id == "official"
        assert ui.game.roll == 1
        await ui.open_table("33344", "11111", keys="enter")
        assert ui.game.faces == (3, 3, 3, 4, 4)
        await ui.press("enter", "enter")
        assert ui.game.card["full_house"] == 25
        await ui.press("enter", "enter", "enter")
        assert (ui.game.roll, ui.game.turns) == (0, 1)


async def test_the_menu_by_key_and_by_mouse() -> None:
    async with run_title() as ui:
        for size in SIZES:
            await ui.resize(*size)
            for word in ("Play", "New game", "Learn", "Options", "Quit", "Help", "Yahtzee"):
                assert word in ui.text, size
        for keys, screen in (
            ("down down enter", "StatisticsScreen"),
            ("j j j j space", "OptionsScreen"),
            ("up up enter", "HowToPlayScreen"),
            ("l", "LessonScreen"),
            ("h l", "LessonScreen"),
            ("r", "PracticeScreen"),
            ("h r", "PracticeScreen"),
            ("f1", "HowToPlayScreen"),
        ):
            await ui.open_title()
            await ui.press(*keys.split())
            assert ui.screen_name == screen, keys
        for text, screen in (("Yahtzee alone", "TableScreen"), ("New game", "NewGameScreen")):
            await ui.open_title()
            await ui.click_text(text, opens=screen)


async def test_continue_brings_back_the_very_dice_and_holds() -> None:
    async with run_table("33344", "11111", players=TWO, keys="space 1 5") as ui:
        before, card = ui.table.history, ui.card.boxes
        await ui.press("escape", opens="TitleScreen")
        assert menu_items(ui)[0] == "continue"
        await ui.press("enter", opens="TableScreen")
        assert ui.table.history == before
        assert ui.card.boxes == card
        await ui.press("u")
        assert ui.held() == (0,)
        await ui.press("space")
        assert ui.game.faces == (3, 1, 1, 1, 1)
        await ui.open_table("33344", players=TWO, keys="space enter enter escape enter u")
        assert ui.game.cards[0]["full_house"] is None, "a score can still be taken back"
        assert ui.game.faces == (3, 3, 3, 4, 4)


async def test_nothing_is_continued_before_the_first_roll_and_after_the_end() -> None:
    async with run_title() as ui:
        assert "continue" not in menu_items(ui)
        await ui.press("enter", "escape", opens="TitleScreen")
        assert "continue" not in menu_items(ui)
        await ui.open_table("12346", filled=all_but_chance())
        await ui.finish_game()
        assert ui.screen_name == "ResultScreen"
        await ui.press("m", opens="TitleScreen")
        assert "continue" not in menu_items(ui)


async def test_a_line_has_a_key_and_says_what_it_means_today(tmp_path: Path) -> None:
    store = Store(fill_file(tmp_path / "games.sqlite", 3))
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
    app.navigator.saved_table = scripted("33344", players=TWO)
    async with run_app(app) as ui:
        await ui.press("space", "escape", opens="TitleScreen")
        await ui.wait_for_text("Ann, Bob · round 1 of 13 · 3-3-3-4-4", "average", "3 games")
        for key, screen in (("s", "StatisticsScreen"), ("h", "HowToPlayScreen")):
            await ui.press(key, opens=screen)
            await ui.press("escape", opens="TitleScreen")
        await ui.press("c", opens="TableScreen")
        assert ui.game.faces == (3, 3, 3, 4, 4)
    store.close()


async def test_a_key_of_a_line_that_is_not_there_says_why() -> None:
    async with run_title() as ui:
        for key in "cg":
            await ui.press(key, opens="TitleScreen")
            assert "No unfinished game yet. Press n for a new one." in ui.text
            await ui.open_title()
        await ui.press("enter", "enter", "escape", "g", opens="TitleScreen")
        assert "Only one game is unfinished. Press c to continue it." in ui.text


async def test_the_letters_fit_at_every_size() -> None:
    async with run_title() as ui:
        dice = ui.app.screen.query_one(LetterDice)
        sizes = set()
        for size in ((60, 20), (78, 22), (80, 24), (100, 28), (130, 38), (188, 54), (200, 60)):
            await ui.resize(*size)
            assert ui.app.screen.region.contains_region(dice.region)
            assert not dice.region.overlaps(ui.menu.region)
            sizes.add(dice.region.size)
            has_gaps = ui.menu.virtual_size.height > ui.menu.option_count
            assert has_gaps == (size[1] >= 38), "where there is room, lines stand apart"
        assert len(sizes) == 5
