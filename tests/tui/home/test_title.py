"""From the title screen to the dice, and back to a game that waits."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin
from tests.tui.stage import STILL, at_table, at_title, on_stage
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.widgets.menu import Menu


async def test_enter_enter_is_the_first_roll_of_a_solo_game() -> None:
    async with at_title("Zoë") as stage:
        assert stage.at == "TitleScreen"
        await stage.press("enter", "enter")
        assert stage.game.players == ("Zoë",)
        assert stage.game.ruleset.id == "official"
        assert stage.game.roll == 1


async def test_an_invitation_goes_straight_to_the_table() -> None:
    config = TableConfig(("Ann", "Bob"), "yatzy", first="Bob", seed="42")
    async with on_stage(YahtzeeApp(config, "Ann", STILL)) as stage:
        assert stage.at == "TableScreen"
        assert stage.game.player == "Bob"
        assert stage.game.ruleset.id == "yatzy"


async def test_the_first_enter_rolls_and_later_ones_never_do() -> None:
    async with at_table("33344", "11111") as stage:
        await stage.press("enter")
        assert stage.game.faces == (3, 3, 3, 4, 4)
        await stage.press("enter")
        assert stage.game.card["full_house"] == 25
        await stage.press("enter", "enter", "enter")
        assert stage.game.roll == 0
        assert stage.game.turns == 1


MENU = [
    (("down", "enter"), "NewGameScreen"),
    (("down", "down", "down", "enter"), "HowToPlayScreen"),
    (("j", "j", "j", "j", "space"), "OptionsScreen"),
    (("up", "up", "k", "enter"), "HowToPlayScreen"),
    (("question_mark",), "HowToPlayScreen"),
    (("f1",), "HowToPlayScreen"),
    (("enter",), "TableScreen"),
]


@pytest.mark.parametrize(("keys", "screen"), thin(MENU, 3))
async def test_the_menu_by_key(keys: tuple[str, ...], screen: str) -> None:
    async with at_title() as stage:
        await stage.press(*keys)
        assert stage.at == screen
        assert stage.app.is_running


@pytest.mark.parametrize(
    ("text", "screen"),
    thin(
        [
            ("alone", "TableScreen"),
            ("New game", "NewGameScreen"),
            ("How to play", "HowToPlayScreen"),
            ("Options", "OptionsScreen"),
        ]
    ),
)
async def test_the_menu_by_mouse(text: str, screen: str) -> None:
    async with at_title() as stage:
        await stage.click_text(text)
        assert stage.at == screen


@pytest.mark.parametrize("way", thin(["mouse", "key", "menu"]))
async def test_quitting_the_title_asks_nothing(way: str) -> None:
    async with at_title() as stage:
        match way:
            case "key":
                await stage.press("q")
            case "menu":
                await stage.press("up", "enter")
            case _:
                await stage.click_text("Quit")
        assert stage.app.return_code == 0
        assert not stage.app.is_running or stage.at == "TitleScreen"


def offered(menu: Menu) -> list[str | None]:
    """Return the ids of what a menu menu_items."""
    return [option.id for option in menu.options]


async def test_continue_brings_back_the_very_dice_and_holds() -> None:
    async with at_table("33344", "11111", players=("Ann", "Bob")) as stage:
        await stage.press("space", "1", "5")
        before, card = stage.table.history, stage.card.boxes
        await stage.press("escape")
        assert stage.at == "TitleScreen"
        assert offered(stage.app.screen.query_one(Menu))[0] == "continue"
        await stage.press("enter")
        assert stage.at == "TableScreen"
        assert stage.table.history == before
        assert stage.card.boxes == card
        await stage.press("u")
        assert stage.game.held == (0,)
        await stage.press("space")
        assert stage.game.faces == (3, 1, 1, 1, 1)


async def test_continue_after_a_posting_can_still_take_it_back() -> None:
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        await stage.press("space", "enter", "escape", "enter")
        assert stage.card.marked == ["full_house"]
        await stage.press("u")
        assert stage.game.cards[0]["full_house"] is None
        assert stage.game.faces == (3, 3, 3, 4, 4)


@pytest.mark.slow
async def test_nothing_to_continue_before_a_game_has_begun() -> None:
    async with at_title() as stage:
        assert "continue" not in offered(stage.app.screen.query_one(Menu))
        await stage.press("enter", "escape")
        assert stage.at == "TitleScreen"
        assert "continue" not in offered(stage.app.screen.query_one(Menu))


async def test_nothing_to_continue_after_the_end() -> None:
    ruleset_boxes = [("12346", box) for box in _all_but_chance()]
    async with at_table("12346", filled=ruleset_boxes) as stage:
        await stage.press("space", "enter")
        assert stage.at == "ResultScreen"
        await stage.press("m")
        assert stage.at == "TitleScreen"
        assert "continue" not in offered(stage.app.screen.query_one(Menu))


async def test_the_title_greets_a_name_as_text() -> None:
    async with at_title("[b]x[/b]") as stage:
        assert "[b]x[/b] alone" in stage.text


def _all_but_chance() -> list[str]:
    from yahtzee_tui.rules import OFFICIAL

    return [box.id for box in OFFICIAL.boxes if box.id != "chance"]
