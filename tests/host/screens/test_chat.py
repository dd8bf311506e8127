"""What is said at a shared table: phrases, free text, muting, and nothing that a terminal obeys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.widgets import Input

from tests.bracketed import Bracketed
from tests.host.lobby.users_and_tables import read_chat
from tests.host.screens.remote_users import RemoteUsers
from tests.tui.app_driver import AppDriver
from tests.tui.held_back import HeldBack
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.host.lobby.chat import WIDEST_MESSAGE, Messages
from yahtzee_tui.host.screens.chat import PHRASES, ChatPane
from yahtzee_tui.translation import use_catalog
from yahtzee_tui.tui.widgets.menu import Menu


@asynccontextmanager
async def talking(
    remote: RemoteUsers, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[AppDriver]:
    """Run the app of Ann, who plays with Bob, where messages are read and written."""
    table = remote.begin()
    async with remote.connect_as("Ann", "join", table.code, size=size) as ui:
        await open_chat(ui)
        await ui.wait_for_text("No messages yet.")
        yield ui


async def open_chat(ui: AppDriver) -> None:
    await ui.wait_for_screen("OnlinePlayScreen")
    await ui.press("m")
    await ui.wait_for_text("Chat at")


def said(remote: RemoteUsers) -> list[str]:
    """Return what was said at Ann's table."""
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    return [each.text for each in read_chat(remote.lobby, table.id)]


def say(remote: RemoteUsers, name: str, text: str) -> None:
    (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
    remote.lobby.messages.say(table.id, remote.user(name), text)


async def test_phrases_are_said_by_key_and_by_click(remote: RemoteUsers) -> None:
    async with talking(remote, (60, 20)) as ui:
        for number in (1, len(PHRASES)):
            await ui.press(str(number), opens="OnlinePlayScreen")
            await open_chat(ui)
            await ui.wait_for_text(f"Ann: {PHRASES[number - 1]}")
        await ui.press("delete")
        assert f"Ann: {PHRASES[-1]}" in ui.text, "nobody mutes themselves"
        await ui.click_text("7 Good game!", opens="OnlinePlayScreen")
        assert said(remote) == [PHRASES[0], PHRASES[-1], "Good game!"]


async def test_a_phrase_is_read_in_the_language_of_the_reader(remote: RemoteUsers) -> None:
    """It is stored as it is in English; words that a player typed stay as they are."""
    async with talking(remote) as ui:
        use_catalog(Bracketed('"', '"'))
        say(remote, "Bob", PHRASES[0])
        say(remote, "Bob", "hello")
        await ui.wait_for_text('Bob: "Hello!"')
        await ui.wait_for_text("Bob: hello")
        await ui.press("2", opens="OnlinePlayScreen")
        assert said(remote)[-1] == PHRASES[1]


async def test_free_text_is_text_and_as_long_as_it_may_be(remote: RemoteUsers) -> None:
    async with talking(remote, (60, 20)) as ui:
        await ui.paste("4 sixes [red]")  # which begins a message, as Enter does
        await ui.type("x!", "enter")
        await ui.wait_for_text("Ann: 4 sixes [red]x!")
        await open_chat(ui)
        await ui.press("tab")
        await ui.paste("\x1b]0;owned\x07\u202e\x9b31m[@click=app.quit]x")
        assert ui.app.screen.query_one(Input).value.isprintable()
        await ui.press("enter")
        await open_chat(ui)
        # In the dialog: the line of the table below it has the text earlier, and a click there,
        # outside the dialog, closes it.
        await ui.wait_until(lambda: ui.app.screen.query_one(Menu).option_count == 2)
        await ui.wait_for_text("Ann: ]0;owned31m[@click=app.quit]x")
        await ui.click_text("app.quit")
        assert ui.app.is_running
        assert ui.screen_name == "ChatScreen"
        await ui.press("tab")
        await ui.paste("y" * (WIDEST_MESSAGE - 1))
        await ui.type("zz", "enter")
        await open_chat(ui)
        await ui.wait_for_text("Ann:", "yyy", "yz")
    first, second, third = said(remote)
    assert first == "4 sixes [red]x!"
    assert second.startswith("]0;owned31m[@click=app.quit]x")
    assert second.isprintable()
    assert third == "y" * (WIDEST_MESSAGE - 1) + "z"


@pytest.mark.slow
async def test_what_was_said_is_said_once_also_if_one_leaves_or_reads_help_meanwhile(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with talking(remote) as ui:
        chat = ui.app.screen
        chat.action_say(1)  # type: ignore[attr-defined]
        chat.action_say(2)  # type: ignore[attr-defined]
        chat.dismiss()
        await ui.wait_for_screen("OnlinePlayScreen")
        await ui.wait_until(lambda: said(remote))
        assert said(remote) == [PHRASES[0]]
        saying = HeldBack(monkeypatch, Messages, "say")
        await open_chat(ui)
        await ui.press("tab")
        ui.type_ahead(*"hello", "enter", *"you", "enter")
        await ui.press_without_waiting("f1")
        saying.may_go_on.set()
        await ui.wait_until(lambda: len(said(remote)) > 2)
        await ui.press("escape", "enter", opens="OnlinePlayScreen")
        assert said(remote) == [PHRASES[0], "hello", "you"]
        await open_chat(ui)
        await ui.press("tab")
        await ui.type(" ")
        saying.may_go_on.clear()
        await ui.press_without_waiting("enter")
        pane = ui.app.screen.query_one(ChatPane)
        ui.app.screen.dismiss()
        await ui.wait_for_screen("OnlinePlayScreen")
        saying.may_go_on.set()
        await ui.wait_until(lambda: not pane.is_saying)
        assert ui.app.is_running, "the refusal comes too late to be shown"


async def test_what_is_typed_while_a_message_is_sent_stays_in_the_field(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    saying = HeldBack(monkeypatch, Messages, "say")
    table = remote.create_table(remote.user("Ann"), remote.user("Bob"))
    async with remote.connect_as("Ann", "join", table.code) as ui:
        await ui.wait_for_text("No messages yet.")
        await ui.press("tab")
        await ui.type("hi")
        await ui.press_without_waiting("enter")
        ui.type_ahead(*"you")
        saying.may_go_on.set()
        await ui.wait_for_text("Ann: hi")
        assert ui.app.screen.query_one(Input).value == "you"


async def test_a_message_goes_after_20_seconds_and_while_dice_tumble(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    async with talking(remote) as ui:
        await ui.press("escape", opens="OnlinePlayScreen")
        say(remote, "Bob", "nice table")
        await ui.wait_for_text("Bob: nice table")
        for tumbles in (True, False):
            ui.table_screen.tray.tumbling = tumbles
            await clock.move(1, ui)
            assert ("nice table" in ui.text) is not tumbles
        for seconds, is_shown in ((16, True), (3, False)):
            await clock.move(seconds, ui)
            assert ("nice table" in ui.text) is is_shown
            assert ("1 new message (m)" in ui.text) is not is_shown


async def test_who_is_muted_is_not_heard(remote: RemoteUsers) -> None:
    async with talking(remote) as ui:
        await ui.press("delete")
        say(remote, "Bob", "[b]rude[/b]")
        say(remote, "Cid", "kind")
        await ui.wait_for_text("Bob: [b]rude[/b]", "Cid: kind")
        await ui.press("home", "delete")
        await ui.wait_for_text("Bob: muted")
        assert "rude" not in ui.text
        assert "Cid: kind" in ui.text
        await ui.press("escape", opens="OnlinePlayScreen")
        assert ui.app.session.muted == {"key:SHA256:Bob"}  # type: ignore[attr-defined]
        say(remote, "Cid", "still kind")
        await ui.wait_for_text("Cid: still kind")
        say(remote, "Bob", "still rude")
        await ui.press("m", "home")
        await ui.wait_until(lambda: ui.text.count("Bob: muted") == 2)
        assert "still rude" not in ui.text
        await ui.press("delete")
        await ui.wait_for_text("still rude", "still kind")


async def test_all_watchers_are_muted_at_once(remote: RemoteUsers) -> None:
    async with talking(remote) as ui:
        for name in ("Bob", "Cid"):
            say(remote, name, f"{name} is here")
        await ui.wait_for_text("Bob: Bob is here", "Cid: Cid is here")
        await ui.press("ctrl+w")
        await ui.wait_for_text("Bob: Bob is here", "Cid: muted")
        say(remote, "Eve", "I came later")
        await ui.wait_for_text("Eve: muted")
        await ui.press("escape", opens="OnlinePlayScreen")
        await open_chat(ui)
        await ui.press("ctrl+w")
        await ui.wait_for_text("Eve: I came later", "Cid: Cid is here")


async def test_too_much_is_refused_in_a_sentence(remote: RemoteUsers) -> None:
    async with talking(remote) as ui:
        for _ in range(12):
            say(remote, "Ann", "again")
        await ui.press("1")
        await ui.wait_for_text("Too many messages. Wait a minute.")
        assert ui.screen_name == "ChatScreen"
        await ui.press("enter", "enter")
        await ui.wait_for_text("A message can't be empty.")
        await ui.type("a b")
        await ui.wait_until_gone("A message can't be empty.")
        await ui.press("enter")
        await ui.wait_for_text("Too many messages. Wait a minute.")
        assert ui.app.screen.query_one(Input).value == "a b"
