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

    from tests.tui.remote_visits import RemoteUsers
    from tests.tui.stage import Stage


@asynccontextmanager
async def talking(remote: RemoteUsers, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    """Run the app of Ann, who plays with Bob, where messages are read and written."""
    table = remote.begin(remote.somebody("Ann"), remote.somebody("Bob"))
    async with remote.visit("Ann", request=("join", table.code), size=size) as stage:
        await at(stage, "OnlinePlayScreen")
        await stage.press("m")
        await seen(stage, "Messages at", "Nobody has said anything yet.")
        yield stage


def said(remote: RemoteUsers) -> list[tuple[str, str]]:
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    return [(each.name, each.text) for each in remote.lobby.messages.since(table.id)]


def say(remote: RemoteUsers, name: str, text: str) -> None:
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    remote.lobby.messages.say(table.id, remote.somebody(name), text)


@pytest.mark.parametrize("number", thin(range(1, 9), 2))
async def test_a_phrase_by_its_key(remote: RemoteUsers, number: int) -> None:
    async with talking(remote) as stage:
        await stage.press(str(number))
        await at(stage, "OnlinePlayScreen")
        assert said(remote) == [("Ann", PHRASES[number - 1])]


async def test_what_was_said_is_said_once_also_if_one_leaves_at_once(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        talk = stage.app.screen
        talk.action_say(1)  # type: ignore[attr-defined]
        talk.action_say(2)  # type: ignore[attr-defined]
        talk.dismiss()
        await at(stage, "OnlinePlayScreen")
        await until(stage, lambda: bool(said(remote)), "what was said")
        assert said(remote) == [("Ann", PHRASES[0])]


async def test_what_was_said_is_said_once_also_if_one_reads_help_meanwhile(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_at_once, has_read = Messages.say, Event()

    def say_later(*message: Any) -> None:
        has_read.wait(PATIENCE)
        say_at_once(*message)

    monkeypatch.setattr(Messages, "say", say_later)
    async with talking(remote) as stage:
        await stage.press("tab")
        await stage.type("hello")
        await stage.poke("enter")
        await stage.poke("f1")
        has_read.set()
        await until(stage, lambda: bool(said(remote)), "what was said")
        await stage.press("escape", "enter")
        await at(stage, "OnlinePlayScreen")
        assert said(remote) == [("Ann", "hello")]


async def test_a_phrase_by_mouse(remote: RemoteUsers) -> None:
    async with talking(remote, (60, 20)) as stage:
        await stage.click_text("Good game!")
        await at(stage, "OnlinePlayScreen")
        assert said(remote) == [("Ann", "Good game!")]


async def test_something_of_ones_own(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        await stage.press("enter")
        await stage.type("4 sixes [red]x!")
        await stage.press("enter")
        await seen(stage, "Ann: 4 sixes [red]x!")
        assert said(remote) == [("Ann", "4 sixes [red]x!")]


async def test_nothing_typed_can_reach_another_terminal_as_an_escape(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        await stage.press("tab")
        await stage.paste("\x1b]0;owned\x07\u202e\x9b31m[@click=app.quit]x")
        assert stage.app.screen.query_one(Input).value.isprintable()
        await stage.press("enter")
        await at(stage, "OnlinePlayScreen")
        ((_, text),) = said(remote)
        assert text.startswith("]0;owned31m[@click=app.quit]x")
        assert text.isprintable()
        await stage.press("m")
        await seen(stage, "Ann: ]0;owned31m[@click=app.quit]x")
        await stage.click_text("app.quit")
        assert stage.app.is_running


@pytest.mark.slow
async def test_a_message_is_as_long_as_it_may_be(remote: RemoteUsers) -> None:
    async with talking(remote, (60, 20)) as stage:
        await stage.press("tab")
        await stage.paste("y" * (WIDEST - 1))
        await stage.type("zz")
        await stage.press("enter")
        await at(stage, "OnlinePlayScreen")
        assert said(remote) == [("Ann", "y" * (WIDEST - 1) + "z")]
        await stage.press("m")
        await seen(stage, "Ann:", "yyy", "yz")


async def test_what_others_say_comes_while_one_reads(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        say(remote, "Bob", "[b]hello[/b]")
        await seen(stage, "Bob: [b]hello[/b]")


async def test_who_is_muted_is_not_heard(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        await stage.press("x")
        say(remote, "Bob", "rude")
        say(remote, "Cid", "kind")
        await seen(stage, "Bob: rude", "Cid: kind")
        await stage.press("home", "x")
        await seen(stage, "Bob: muted")
        assert "rude" not in stage.text
        assert "Cid: kind" in stage.text
        await stage.press("escape")
        await at(stage, "OnlinePlayScreen")
        assert stage.app.session.muted == {"key:SHA256:Bob"}  # type: ignore[attr-defined]
        say(remote, "Cid", "still kind")
        await seen(stage, "Cid: still kind")
        say(remote, "Bob", "still rude")
        await stage.press("m", "home")
        await until(stage, lambda: stage.text.count("Bob: muted") == 2, "muted")
        assert "still rude" not in stage.text
        await stage.press("x")
        await seen(stage, "still rude", "still kind")


@pytest.mark.slow
async def test_nobody_mutes_themselves(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        await stage.press("1")
        await at(stage, "OnlinePlayScreen")
        await stage.press("m")
        await seen(stage, "Ann: Hello!")
        await stage.press("x")
        assert "Ann: Hello!" in stage.text


async def test_too_much_is_refused_in_a_sentence(remote: RemoteUsers) -> None:
    async with talking(remote) as stage:
        for _ in range(12):
            say(remote, "Ann", "again")
        await stage.press("1")
        await seen(stage, "That is enough for one minute.")
        assert stage.at == "ChatScreen"
        await stage.press("enter", "enter")
        await seen(stage, "A message can't be empty.")
        await stage.type("a")
        await gone(stage, "A message can't be empty.")
