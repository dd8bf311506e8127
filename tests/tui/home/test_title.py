"""From the title screen to the dice, and back to a game that waits."""

from __future__ import annotations

from tests.tui.app_driver import SIZES, AppDriver, all_but_chance, run_table, run_title

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
        await ui.press("enter")
        assert ui.game.card["full_house"] == 25
        await ui.press("enter", "enter", "enter")
        assert (ui.game.roll, ui.game.turns) == (0, 1)


async def test_the_menu_by_key_and_by_mouse() -> None:
    async with run_title("[b]x[/b]") as ui:
        assert "[b]x[/b] alone" in ui.text, "a name is text"
        for size in SIZES:
            await ui.resize(*size)
            for word in ("Play", "New game", "How to play", "Options", "Quit", "Help", "Yahtzee"):
                assert word in ui.text, size
        for keys, screen in (
            (("down", "enter"), "NewGameScreen"),
            (("down", "down", "down", "enter"), "HowToPlayScreen"),
            (("j", "j", "j", "j", "space"), "OptionsScreen"),
            (("up", "up", "k", "enter"), "HowToPlayScreen"),
            (("question_mark",), "HowToPlayScreen"),
            (("f1",), "HowToPlayScreen"),
            (("enter",), "TableScreen"),
        ):
            await ui.open_title()
            await ui.press(*keys)
            assert ui.screen_name == screen, keys
        for text, screen in (
            ("alone", "TableScreen"),
            ("New game", "NewGameScreen"),
            ("How to play", "HowToPlayScreen"),
            ("Options", "OptionsScreen"),
        ):
            await ui.open_title()
            await ui.click_text(text)
            assert ui.screen_name == screen


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
        await ui.open_table("33344", players=TWO, keys="space enter escape enter")
        assert ui.card.marked == ["full_house"]
        await ui.press("u")
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
