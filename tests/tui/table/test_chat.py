"""What is said at a shared table: phrases, free text, muting, and nothing that a terminal obeys."""

from __future__ import annotations

from contextlib import asynccontextmanager
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from textual.widgets import Input

from tests.tui.remote_visits import PATIENCE, at, gone, seen, until
from tests.tui.sampling import thin
from yahtzee_tui.store.lobby.chat import WIDEST, Messages
from yahtzee_tui.tui.table.chat import PHRASES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.tui.remote_visits import House
    from tests.tui.stage import Stage


@asynccontextmanager
async def talking(house: House, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    """Run the app of Ann, who plays with Bob, where messages are read and written."""
    table = house.begin(house.somebody("Ann"), house.somebody("Bob"))
    async with house.visit("Ann", request=("join", table.code), size=size) as stage:
        await at(stage, "OnlinePlayScreen")
        await stage.press("m")
        await seen(stage, "Messages at", "Nobody has said anything yet.")
        yield stage


def said(house: House) -> list[tuple[str, str]]:
    (table,) = house.lobby.tables.list_for("key:SHA256:Ann")
    return [(each.name, each.text) for each in house.lobby.messages.since(table.id)]


def say(house: House, name: str, text: str) -> None:
    (table,) = house.lobby.tables.list_for("key:SHA256:Ann")
    house.lobby.messages.say(table.id, house.somebody(name), text)


@pytest.mark.parametrize("number", thin(range(1, 9), 2))
async def test_a_phrase_by_its_key(house: House, number: int) -> None:
    async with talking(house) as stage:
        await stage.press(str(number))
        await at(stage, "OnlinePlayScreen")
        assert said(house) == [("Ann", PHRASES[number - 1])]


async def test_what_was_said_is_said_once_also_if_one_leaves_at_once(house: House) -> None:
    async with talking(house) as stage:
        talk = stage.app.screen
        talk.action_say(1)  # type: ignore[attr-defined]
        talk.action_say(2)  # type: ignore[attr-defined]
        talk.dismiss()
        await at(stage, "OnlinePlayScreen")
        await until(stage, lambda: bool(said(house)), "what was said")
        assert said(house) == [("Ann", PHRASES[0])]


async def test_what_was_said_is_said_once_also_if_one_reads_help_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_at_once, has_read = Messages.say, Event()

    def say_later(*message: Any) -> None:
        has_read.wait(PATIENCE)
        say_at_once(*message)

    monkeypatch.setattr(Messages, "say", say_later)
    async with talking(house) as stage:
        await stage.press("tab")
        await stage.type("hello")
        await stage.poke("enter")
        await stage.poke("f1")
        has_read.set()
        await until(stage, lambda: bool(said(house)), "what was said")
        await stage.press("escape", "enter")
        await at(stage, "OnlinePlayScreen")
        assert said(house) == [("Ann", "hello")]


async def test_a_phrase_by_mouse(house: House) -> None:
    async with talking(house, (60, 20)) as stage:
        await stage.click_text("Good game!")
        await at(stage, "OnlinePlayScreen")
        assert said(house) == [("Ann", "Good game!")]


async def test_something_of_ones_own(house: House) -> None:
    async with talking(house) as stage:
        await stage.press("enter")
        await stage.type("4 sixes [red]x!")
        await stage.press("enter")
        await seen(stage, "Ann: 4 sixes [red]x!")
        assert said(house) == [("Ann", "4 sixes [red]x!")]


async def test_nothing_typed_can_reach_another_terminal_as_an_escape(house: House) -> None:
    async with talking(house) as stage:
        await stage.press("tab")
        await stage.paste("\x1b]0;owned\x07\u202e\x9b31m[@click=app.quit]x")
        assert stage.app.screen.query_one(Input).value.isprintable()
        await stage.press("enter")
        await at(stage, "OnlinePlayScreen")
        ((_, text),) = said(house)
        assert text.startswith("]0;owned31m[@click=app.quit]x")
        assert text.isprintable()
        await stage.press("m")
        await seen(stage, "Ann: ]0;owned31m[@click=app.quit]x")
        await stage.click_text("app.quit")
        assert stage.app.is_running


@pytest.mark.slow
async def test_a_message_is_as_long_as_it_may_be(house: House) -> None:
    async with talking(house, (60, 20)) as stage:
        await stage.press("tab")
        await stage.paste("y" * (WIDEST - 1))
        await stage.type("zz")
        await stage.press("enter")
        await at(stage, "OnlinePlayScreen")
        assert said(house) == [("Ann", "y" * (WIDEST - 1) + "z")]
        await stage.press("m")
        await seen(stage, "Ann:", "yyy", "yz")


async def test_what_others_say_comes_while_one_reads(house: House) -> None:
    async with talking(house) as stage:
        say(house, "Bob", "[b]hello[/b]")
        await seen(stage, "Bob: [b]hello[/b]")


async def test_who_is_muted_is_not_heard(house: House) -> None:
    async with talking(house) as stage:
        await stage.press("x")
        say(house, "Bob", "rude")
        say(house, "Cid", "kind")
        await seen(stage, "Bob: rude", "Cid: kind")
        await stage.press("home", "x")
        await seen(stage, "Bob: muted")
        assert "rude" not in stage.text
        assert "Cid: kind" in stage.text
        await stage.press("escape")
        await at(stage, "OnlinePlayScreen")
        assert stage.app.session.muted == {"key:SHA256:Bob"}  # type: ignore[attr-defined]
        say(house, "Cid", "still kind")
        await seen(stage, "Cid: still kind")
        say(house, "Bob", "still rude")
        await stage.press("m", "home")
        await until(stage, lambda: stage.text.count("Bob: muted") == 2, "muted")
        assert "still rude" not in stage.text
        await stage.press("x")
        await seen(stage, "still rude", "still kind")


@pytest.mark.slow
async def test_nobody_mutes_themselves(house: House) -> None:
    async with talking(house) as stage:
        await stage.press("1")
        await at(stage, "OnlinePlayScreen")
        await stage.press("m")
        await seen(stage, "Ann: Hello!")
        await stage.press("x")
        assert "Ann: Hello!" in stage.text


async def test_too_much_is_refused_in_a_sentence(house: House) -> None:
    async with talking(house) as stage:
        for _ in range(12):
            say(house, "Ann", "again")
        await stage.press("1")
        await seen(stage, "That is enough for one minute.")
        assert stage.at == "ChatScreen"
        await stage.press("enter", "enter")
        await seen(stage, "A message can't be empty.")
        await stage.type("a")
        await gone(stage, "A message can't be empty.")
