"""Coming in: names that belong to keys, guests and their words, and going straight to a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from tests.tui.remote_visits import at, seen
from tests.tui.sampling import thin
from yahtzee_tui.store.lobby import User
from yahtzee_tui.tui.remote.app import RemoteApp

if TYPE_CHECKING:
    from tests.tui.remote_visits import RemoteUsers
    from tests.tui.stage import Stage


def field(stage: Stage) -> str:
    return stage.app.screen.query_one(Input).value


def user(stage: Stage) -> User:
    assert isinstance(stage.app, RemoteApp)
    return stage.app.session.user


async def test_who_has_a_name_is_never_asked(remote: RemoteUsers) -> None:
    remote.somebody("Ann")
    async with remote.visit("Ann", login="root") as stage:
        await seen(stage, "YAHTZEE · Ann · nobody else is here")
        assert stage.app.me == "Ann"


async def test_the_first_visit_with_a_key_binds_a_name(remote: RemoteUsers) -> None:
    async with remote.visit("ann", login="ann") as stage:
        await seen(stage, "nobody else can play under it")
        assert field(stage) == "ann"
        await stage.press("ctrl+u")
        await stage.type("Ännchen")
        await stage.press("enter")
        await seen(stage, "Ännchen · nobody else is here")
    assert remote.lobby.accounts.name_of("key:SHA256:ann") == "Ännchen"
    async with remote.visit("ann") as stage:
        await at(stage, "LobbyScreen")


@pytest.mark.slow
async def test_a_name_can_be_given_by_mouse(remote: RemoteUsers) -> None:
    async with remote.visit("ann", login="Ann") as stage:
        await seen(stage, "What is your name?")
        await stage.click_text("Go in")
        await at(stage, "LobbyScreen")


async def test_a_name_that_belongs_to_somebody_is_refused_to_all_others(
    remote: RemoteUsers,
) -> None:
    remote.somebody("Ann")
    for key in ("other", ""):
        async with remote.visit(key, login="ANN") as stage:
            await seen(stage, "What is your name?")
            await stage.press("enter")
            await seen(stage, "The name ANN belongs to somebody else here.")
            assert stage.at == "SignInScreen"
            await stage.press("backspace")
            assert "belongs" not in stage.text


REFUSED = {
    "nothing": ("", "can't be empty"),
    "somebody else's mark": ("Ann*", "Only guests' names end with *."),
    "piled marks": ("a" + "\u0301\u0302\u0303\u0304\u0305", "can't pile so many marks"),
}


@pytest.mark.parametrize(("name", "sentence"), thin(REFUSED.values()), ids=REFUSED)
async def test_what_is_no_name_is_refused_in_a_sentence(
    remote: RemoteUsers, name: str, sentence: str
) -> None:
    async with remote.visit("key") as stage:
        await seen(stage, "What is your name?")
        await stage.paste(name)
        await stage.press("enter")
        await seen(stage, sentence)


LOGINS = {
    "escape": "\x1b[31mann",
    "title": "\x1b]0;owned\x07",
    "bidi override": "ann\u202egnp",
    "long": "a" * 21,
    "empty": "",
}


@pytest.mark.parametrize("login", thin(LOGINS.values(), 2), ids=LOGINS)
async def test_a_login_that_is_no_name_is_not_suggested(remote: RemoteUsers, login: str) -> None:
    async with remote.visit(login=login) as stage:
        await seen(stage, "What is your name?")
        assert field(stage) == ""
        assert all(line.isprintable() for line in stage.lines)


async def test_markup_in_a_login_is_a_text(remote: RemoteUsers) -> None:
    async with remote.visit(login="[@click=app.quit]x") as stage:
        await seen(stage, "[@click=app.quit]x")
        await stage.press("enter")
        await seen(stage, "[@click=app.quit]x* · nobody else is here")
        await stage.click_text("quit]x*")
        assert stage.app.is_running


async def test_a_guest_gets_a_mark_and_a_word_that_brings_them_back(remote: RemoteUsers) -> None:
    ann = remote.somebody("Ann")
    table = remote.lay(ann)
    async with remote.as_guest("Bob") as stage:
        word = user(stage).who.removeprefix("guest:")
        await seen(stage, f"Your word to come back to your seats: {word}")
        remote.lobby.seats.sit(table.id, user(stage))
        assert stage.app.me == "Bob*"
    async with remote.visit(login="bob") as stage:
        await seen(stage, "Type the word that you got")
        await stage.press("ctrl+u")
        await stage.type(word.lower().replace("-", " "))
        await stage.press("enter")
        await seen(stage, "YAHTZEE · Bob*", word)
        assert user(stage) == User(f"guest:{word}", "Bob*")


@pytest.mark.slow
async def test_words_cannot_be_tried_for_ever(remote: RemoteUsers) -> None:
    async with remote.visit() as stage:
        await seen(stage, "What is your name?")
        for _ in range(5):
            await stage.press("ctrl+u")
            await stage.paste("heron-48210377")
            await stage.press("enter")
            await seen(stage, "No guest with that word has a seat here.")
        await stage.press("enter")
        await seen(stage, "tried too often")


@pytest.mark.parametrize(("what", "screen"), [("join", "WaitingRoomScreen"), ("watch", "Lobby")])
async def test_a_request_at_the_door_leads_to_the_table(
    remote: RemoteUsers, what: str, screen: str
) -> None:
    table = remote.lay(remote.somebody("Ann"))
    remote.somebody("Bob")
    async with remote.visit("Bob", request=(what, table.code.lower())) as stage:
        if screen == "Lobby":
            await seen(stage, f"No game has begun at {table.code} yet.")
        else:
            await at(stage, screen)
            assert remote.lobby.tables.read(table.id).free == 0


@pytest.mark.slow
async def test_a_request_for_no_table_leads_to_the_lobby(remote: RemoteUsers) -> None:
    async with remote.visit(login="Bob", request=("join", "WREN-99")) as stage:
        await seen(stage, "What is your name?")
        await stage.press("enter")
        await seen(stage, "There is no table 'WREN-99'.")


async def test_a_store_that_cannot_be_opened_can_be_tried_again(remote: RemoteUsers) -> None:
    Path(remote.file).mkdir()
    async with remote.visit("ann", login="Ann") as stage:
        await seen(stage, "Nobody can come in just now.", "A folder stands where")
        Path(remote.file).rmdir()
        await stage.click_text("Try again")
        await seen(stage, "What is your name?")
        await stage.press("enter")
        await at(stage, "LobbyScreen")


async def test_one_can_leave_at_once(remote: RemoteUsers) -> None:
    async with remote.visit(login="Bob") as stage:
        await seen(stage, "What is your name?")
        await stage.press("ctrl+c")
        assert stage.app.return_code == 0
