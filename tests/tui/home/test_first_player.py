"""Who begins where nobody says so: drawn, or always the player named first."""

from __future__ import annotations

import pytest
from textual.widgets import Select

from tests.tui.stage import STILL, Stage, at_title
from yahtzee_tui.settings import FirstPlayer

FIXED = STILL._replace(first_player=FirstPlayer.FIXED)


def chosen(stage: Stage) -> object:
    """Return who is chosen to begin, the empty text for drawing."""
    return stage.app.screen.query_one("#first", Select).value


async def open_form(stage: Stage) -> None:
    """Open the form of a new game."""
    await stage.click_text("New game")
    assert stage.at == "NewGameScreen"


async def test_drawing_is_the_default() -> None:
    async with at_title() as stage:
        await open_form(stage)
        assert chosen(stage) == ""
        await stage.type("Bob")
        assert chosen(stage) == ""


async def test_the_player_named_first_is_chosen_beforehand() -> None:
    async with at_title(options=FIXED) as stage:
        await open_form(stage)
        assert chosen(stage) == "Ann"
        await stage.type("Bob")
        assert chosen(stage) == "Ann"
        await stage.press("ctrl+s")
        assert stage.game.player == "Ann"
        assert stage.app.config is not None
        assert stage.app.config.first == "Ann"


async def test_the_choice_follows_the_first_name_as_it_is_typed() -> None:
    async with at_title(options=FIXED) as stage:
        await open_form(stage)
        await stage.click("#name-1")
        await stage.press("end", "a")
        assert chosen(stage) == "Anna"
        await stage.press("ctrl+u")
        await stage.type("Z")
        assert chosen(stage) == "Z"


async def test_another_choice_stays() -> None:
    async with at_title(options=FIXED) as stage:
        await open_form(stage)
        await stage.type("Bob")
        stage.app.screen.query_one("#first").focus()
        await stage.press("enter", "home", "enter")
        assert chosen(stage) == ""
        await stage.click("#name-3")
        await stage.type("Cy")
        assert chosen(stage) == ""


@pytest.mark.slow
async def test_it_holds_for_playing_again() -> None:
    async with at_title(options=FIXED) as stage:
        await open_form(stage)
        await stage.type("Bob")
        await stage.press("ctrl+s")
        config = stage.app.config
        assert config is not None
        assert {config.next_game().create_table().game.player for _ in range(20)} == {"Ann"}
