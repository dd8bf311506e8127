"""Coming in: names that belong to keys, guests and their words, and going straight to a table."""

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.host.screens.remote_users import RemoteUsers
from tests.tui.app_driver import AppDriver
from yahtzee_tui.host.lobby.models import User
from yahtzee_tui.host.screens.app import RemoteApp

ANN = "key:SHA256:Ann"
WORD = r"[A-Z]+-\d+"
REFUSED = {
    "": "can't be empty",
    "Ann*": "Only guest names may end with *.",
    "a" + "\u0301\u0302\u0303\u0304\u0305": "can't have that many accents",
}


def field(ui: AppDriver) -> str:
    return ui.app.screen.query_one(Input).value


def user(ui: AppDriver) -> User:
    assert isinstance(ui.app, RemoteApp)
    return ui.app.session.user


async def answer(ui: AppDriver, text: str, said: str) -> None:
    """Answer the question for the name, and wait for what is said to that."""
    await ui.press("ctrl+u")
    await ui.paste(text)
    await ui.press("enter")
    await ui.wait_for_text(said)


async def test_a_key_binds_a_name_and_is_asked_once(remote: RemoteUsers) -> None:
    async with remote.connect("ann", login="ann") as ui:
        await ui.wait_for_text("Choose a name.", "For screen readers: ssh HOST plain")
        assert field(ui) == "ann"
        for name, sentence in REFUSED.items():
            await answer(ui, name, sentence)
        await ui.press("ctrl+u")
        await ui.type("Ännchen")
        await ui.click_text("Sign in")
        await ui.wait_for_text("Ännchen  ·  you're the only one here")
    assert remote.lobby.accounts.name_of("key:SHA256:ann") == "Ännchen"
    async with remote.connect("ann", login="root") as ui:
        await ui.wait_for_text("Lobby  ·  Ännchen  ·  you're the only one here")
        assert ui.app.me == "Ännchen"


async def test_a_registered_name_is_refused_to_all_others(remote: RemoteUsers) -> None:
    remote.user("Ann")
    for key in ("other", ""):
        async with remote.connect(key, login="ANN") as ui:
            await ui.wait_for_text("Choose a name.")
            await ui.press("enter")
            await ui.wait_for_text("The name ANN is taken. Choose another.")
            assert ("Is it yours" in ui.text) is bool(key)
            await ui.press("backspace")
            assert "is taken" not in ui.text
            await ui.press("ctrl+c")
            assert ui.app.return_code == 0, "one can leave at once"


async def test_a_login_that_is_no_name_is_not_suggested(remote: RemoteUsers) -> None:
    for login in ("\x1b[31mann", "\x1b]0;owned\x07", "ann\u202egnp", "a" * 21, ""):
        async with remote.connect(login=login) as ui:
            await ui.wait_for_text("Choose a name.")
            assert field(ui) == "", ascii(login)
            assert all(line.isprintable() for line in ui.lines)
    async with remote.connect(login="[@click=app.quit]x") as ui:
        await ui.wait_for_text("[@click=app.quit]x")
        await ui.press("enter")
        await ui.wait_for_text("[@click=app.quit]x*  ·  you're the only one here")
        await ui.click_text("quit]x*")
        assert ui.app.is_running


async def test_names_are_tried_ten_times_at_most(remote: RemoteUsers) -> None:
    async with remote.connect() as ui:
        await ui.wait_for_text("Choose a name.")
        for _ in range(10):
            await answer(ui, "server", "can't contain the word")
        await answer(ui, "server", "Too many tries. Connect again.")


async def test_a_guest_gets_a_mark_and_a_word_that_brings_them_back(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"))
    async with remote.as_guest("Bob") as ui:
        word = user(ui).who.removeprefix("guest:")
        await ui.wait_for_text(f"Your return word, to get your seats back: {word}")
        remote.lobby.seats.sit(table.id, user(ui))
        assert ui.app.me == "Bob*"
    async with remote.connect(login="bob") as ui:
        await ui.wait_for_text("Played here")
        await answer(ui, word.lower().replace("-", " "), "Lobby  ·  Bob*")
        assert ui.says(word)
        assert user(ui) == User(f"guest:{word}", "Bob*")
    async with remote.connect() as ui:
        await ui.wait_for_text("Choose a name.")
        for _ in range(5):
            await answer(ui, "heron-48210377", "No seat matches that return word.")
        await answer(ui, "heron-48210377", "Too many tries")


@pytest.mark.slow
async def test_a_request_leads_to_the_table_or_says_why_not(remote: RemoteUsers) -> None:
    table = remote.create_table(remote.user("Ann"), seats=3)
    async with remote.connect_as("Bob", "watch", table.code.lower()) as ui:
        await ui.wait_for_text(f"The game at {table.code} hasn't started yet.")
    async with remote.connect_as("Bob", "join", table.code.lower()) as ui:
        await ui.wait_for_screen("WaitingRoomScreen")
        assert remote.lobby.tables.read(table.id).free == 1
        assert "First time?" not in ui.text
    async with remote.connect("new", login="New", request=("join", table.code)) as ui:
        await ui.wait_for_text("Choose a name.")
        await ui.press("enter", opens="WaitingRoomScreen")
        await ui.wait_for_text("First time? Press l for a 90-second lesson.")
        await ui.press("l", opens="RoomLesson")
        await ui.press("escape", opens="WaitingRoomScreen")
    unknown = "WREN-99" if table.code != "WREN-99" else "WREN-98"
    async with remote.connect_as("Bob", "join", unknown) as ui:
        await ui.wait_for_text(f"No table has the code '{unknown}'.")
    async with remote.connect("newer", login="Newer", request=("watch", unknown)) as ui:
        await ui.wait_for_text("Choose a name.", f"No table has the code '{unknown}'.")
        await ui.press("enter", opens="LobbyScreen")


async def test_a_store_that_cannot_be_opened_can_be_tried_again(remote: RemoteUsers) -> None:
    Path(remote.file).mkdir()
    async with remote.connect("ann", login="Ann") as ui:
        await ui.wait_for_text("Sign-in isn't working right now.", "saved games is a folder")
        Path(remote.file).rmdir()
        await ui.click_text("Try again")
        await ui.wait_for_text("Choose a name.")
        await ui.press("enter", opens="LobbyScreen")


@pytest.mark.slow
async def test_a_word_lets_a_second_key_in_until_it_is_taken_away(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        await ui.press("a")
        await ui.wait_for_text("as your name")
        word = ui.find(WORD)
    for _ in range(2):  # the second time the key is known
        async with remote.connect("laptop", login="x") as ui:
            await ui.wait_until(lambda: "Choose a name." in ui.text or "TABLES" in ui.text)
            if ui.screen_name == "SignInScreen":
                await answer(ui, word.lower(), "Let this SSH key play as Ann?")
                await ui.press("n")
                await answer(ui, word.lower(), "Let this SSH key play as Ann?")
                await ui.press("y")
                await ui.wait_for_text("Lobby  ·  Ann")
            assert user(ui) == User("key:SHA256:Ann", "Ann")
    async with remote.connect("laptop") as laptop, remote.in_lobby("Ann") as ui:
        await ui.press("a")
        await ui.wait_for_text("SHA256:Ann…, first key, this one", "SHA256:laptop…")
        await laptop.wait_for_text("Lobby  ·  Ann")
        await ui.press("enter", opens="ConfirmScreen")
        await ui.press("y")
        await ui.wait_until(lambda: remote.lobby.accounts.list_keys(ANN) == [ANN])
        for each, why in ((ui, ""), (laptop, "ended")):
            identity = each.app.session._identity  # type: ignore[attr-defined]
            assert remote.lobby.bans.find(*identity) == why
    async with remote.connect("laptop") as ui:
        await ui.wait_for_text("Choose a name.")


async def test_a_word_and_a_name_make_a_bot(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann", size=(60, 20)) as ui:
        await ui.press("a")
        await ui.wait_for_text("A bot: connect with its key")
        word = ui.find(WORD)
    async with remote.connect("robot", login="x") as ui:
        await ui.wait_for_text("Choose a name.")
        await answer(ui, f"{word.lower()} greedy one", "Lobby  ·  BOT greedy one")
        assert user(ui) == User("key:SHA256:robot", "BOT greedy one")
