"""The form of a new game: who plays, by which rules, who begins."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input, Select, Static

from tests.rules.conformance import check_sentence
from tests.store.games import play_out
from tests.tui.sampling import thin, thin_keys
from tests.tui.stage import STILL, Stage, at_title, on_stage
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from yahtzee_tui.store import Store


@asynccontextmanager
async def at_form(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    """Run the app at the form, with Ann as the first name and the cursor in the second."""
    async with at_title("Ann", size=size) as stage:
        await stage.press("down", "enter")
        assert stage.at == "NewGameScreen"
        yield stage


def fields(stage: Stage) -> list[str]:
    """Return what stands in the fields for names."""
    return [field.value for field in stage.app.screen.query(Input)]


def complaint(stage: Stage) -> str:
    """Return what the form complains about."""
    return str(stage.app.screen.query_one("#said", Static).content)


async def enter_names(stage: Stage, *names: str) -> None:
    """Type names, each followed by Enter, and Enter once more in an empty field."""
    for name in names:
        await stage.type(name)
        await stage.press("enter")
    await stage.press("enter")


async def check_kept(stage: Stage) -> None:
    """Check that starting is refused in one sentence, and that the form keeps its content."""
    before = fields(stage)
    await stage.press("ctrl+s")
    assert stage.at == "NewGameScreen"
    check_sentence(complaint(stage))
    assert complaint(stage) in stage.text
    assert fields(stage) == before
    assert stage.app.table is None


async def test_names_by_enter_and_an_empty_one_begins() -> None:
    async with at_form() as stage:
        await enter_names(stage, "Bob", "Cy")
        assert stage.at == "TableScreen"
        assert stage.game.players == ("Ann", "Bob", "Cy")


async def test_a_name_that_played_before_is_completed(store: Store) -> None:
    store.games.add(*play_out("yz", ("Barbara",), 1))
    async with on_stage(YahtzeeApp(None, "Ann", STILL, store=store)) as stage:
        await stage.press("down", "enter")
        await stage.app.workers.wait_for_complete()
        await stage.type("bar")
        assert "barbara" in stage.text
        await stage.press("right")
        assert fields(stage)[:2] == ["Ann", "Barbara"]
        await stage.type("x")
        assert fields(stage)[:2] == ["Ann", "Barbarax"]


@pytest.mark.slow
async def test_eight_players_begin_with_the_last_name() -> None:
    names = ("Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
    async with at_form() as stage:
        for name in names:
            await stage.type(name)
            await stage.press("enter")
        assert stage.game.players == ("Ann", *names)


async def test_the_mouse_alone_begins_a_game_too() -> None:
    async with at_form() as stage:
        await stage.click_text("Yahtzee, 1986")
        await stage.click("#go")
        assert stage.at == "TableScreen"
        assert stage.game.ruleset.id == "macintosh"


@pytest.mark.slow
async def test_fields_left_empty_between_are_no_players() -> None:
    async with at_form() as stage:
        await stage.click("#name-4")
        await stage.type("Dee")
        await stage.press("ctrl+s")
        assert stage.game.players == ("Ann", "Dee")


async def test_two_players_of_one_name_are_refused() -> None:
    async with at_form() as stage:
        await stage.type("ann")
        await check_kept(stage)
        await stage.type("e")
        assert complaint(stage) == ""
        await stage.press("ctrl+s")
        assert stage.game.players == ("Ann", "anne")


async def test_no_names_at_all_are_refused() -> None:
    async with at_form() as stage:
        await stage.click("#name-1")
        await stage.press("end", "ctrl+u")
        assert fields(stage) == [""] * 8
        await check_kept(stage)


@pytest.mark.slow
async def test_names_of_spaces_are_no_players() -> None:
    async with at_form() as stage:
        await stage.press("space", "space", "enter")
        assert stage.game.players == ("Ann",)


@pytest.mark.parametrize("rules", thin(reversed(RULESETS)))
async def test_each_rule_set_can_be_chosen_by_key(rules: str) -> None:
    async with at_form() as stage:
        stage.app.screen.query_one("#rules").focus()
        await stage.press("home", *["down"] * list(RULESETS).index(rules))
        summary = stage.app.screen.query_one("#summary", Static)
        assert str(summary.content) == RULESETS[rules].summary
        await stage.press("ctrl+s")
        assert stage.game.ruleset.id == rules


def beginners(stage: Stage) -> list[str]:
    """Return whom the list of beginners menu_items, without the first line, which draws."""
    select: Select[str] = stage.app.screen.query_one("#first", Select)
    prompts = [str(prompt) for prompt, _ in select._options]
    return prompts[1:]


async def test_the_list_of_beginners_follows_the_names_typed() -> None:
    async with at_form() as stage:
        assert beginners(stage) == ["Ann"]
        await stage.type("Bo")
        assert beginners(stage) == ["Ann", "Bo"]
        await stage.type("b")
        assert beginners(stage) == ["Ann", "Bob"]
        await stage.press("backspace", "backspace", "backspace")
        assert beginners(stage) == ["Ann"]


async def test_who_begins_is_chosen() -> None:
    async with at_form() as stage:
        await stage.type("Bob")
        await stage.press("enter")
        await stage.type("Cy")
        stage.app.screen.query_one("#first").focus()
        await stage.press("enter", "down", "down", "enter")
        assert "Bob" in stage.text
        await stage.press("ctrl+s")
        assert stage.game.player == "Bob"


@pytest.mark.slow
async def test_whoever_was_chosen_stays_so_while_others_are_typed() -> None:
    async with at_form() as stage:
        stage.app.screen.query_one("#first").focus()
        await stage.press("enter", "down", "enter")
        await stage.click("#name-2")
        await stage.type("Bob")
        await stage.press("ctrl+s")
        assert stage.game.player == "Ann"


async def test_drawing_gives_everybody_a_chance() -> None:
    async with at_form() as stage:
        await enter_names(stage, "Bob")
        config = stage.app.config
        assert config is not None
        assert config.first is None
        assert {config.create_table().game.player for _ in range(60)} == {"Ann", "Bob"}


@pytest.mark.slow
async def test_back_leaves_a_game_that_waits_alone() -> None:
    async with at_title() as stage:
        await stage.press("enter", "enter", "escape")
        table = stage.app.table
        await stage.press("down", "down", "enter")
        assert stage.at == "NewGameScreen"
        await stage.press("escape")
        assert stage.at == "TitleScreen"
        assert stage.app.table is table


@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24), (120, 40)]))
async def test_every_part_of_the_form_is_seen(size: tuple[int, int]) -> None:
    async with at_form(size) as stage:
        for ruleset in RULESETS.values():
            assert ruleset.name in stage.text
        for number in range(1, 9):
            assert f" {number} " in stage.text
        assert "Start" in stage.text
        assert "Who begins" in stage.text


async def test_all_get_the_same_dice_if_that_is_chosen() -> None:
    async with at_form() as stage:
        await stage.type("Bob")
        stage.app.screen.query_one("#dice", Select).value = True
        await stage.settle()
        assert "All get the same throws" in stage.text
        await stage.press("ctrl+s", "space")
        faces = stage.game.faces
        assert stage.table.setup.dice.startswith("duplicate:")
        assert "same dice" in stage.text
        await stage.press("enter", "space")
        assert stage.game.faces == faces
        await stage.press("escape", "down", "down", "enter")
        assert stage.at == "NewGameScreen"
        assert stage.app.screen.query_one("#dice", Select).value is True


async def test_whoever_plays_alone_shares_no_dice() -> None:
    async with at_form() as stage:
        stage.app.screen.query_one("#dice", Select).value = True
        await stage.press("ctrl+s")
        assert stage.table.setup.dice == "system"
