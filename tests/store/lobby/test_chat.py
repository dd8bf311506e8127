"""Messages: short plain lines, few enough, and in one order for everybody."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from tests.store.lobby.people import ANN, BOB, GUEST, OPTIONS, at_once, lay
from tests.store.open_checks import check_sentence
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import User, chat
from yahtzee_tui.store.schema import MESSAGES

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.lobby.lobby import Lobby

PLAIN = (
    "Well done!", "[b]bold[/b]", "[@click=app.quit]click[/]", "[link=file:///etc]x[/]", "%s {0} \\",
    "'; DROP TABLE messages; --", "你好，李雷", "ΐ" * 60, "a" + 3 * "\u0345", "x" * 60, "😀",
    ("a" + 3 * "\u0345") * 60,
)  # fmt: skip


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_said_arrives_as_it_was_said(lobby: Lobby, other: Lobby, text: str) -> None:
    table, before = lay(lobby, OPTIONS, ANN, GUEST), time.time()
    lobby.messages.say(table, GUEST, text)
    (message,) = other.messages.since(table)
    assert (message.who, message.name, message.text) == (*GUEST, text)
    assert before <= message.said <= time.time()


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "\x1b]0;t\x07", "\x1b[2J", "\x9b2J", "a\x00b", "a\nb", "a\rb", "a\tb", "\x7f",
        "\u202eevil", "\u2066x", "a\u200bb", "\ufeff", "\ud800", "\ue000", "x" * 61, "李" * 31,
        "a" + "\u0301" * 9, "x" * 10**6,
    ],
)  # fmt: skip
def test_what_a_terminal_would_obey_is_refused(lobby: Lobby, text: str) -> None:
    table = lay(lobby)
    with pytest.raises(StoreProblem) as caught:
        lobby.messages.say(table, ANN, text)
    assert check_sentence(caught.value).isprintable()
    assert lobby.messages.since(table) == []


def test_only_what_is_new_and_the_newest_of_it(lobby: Lobby) -> None:
    table, elsewhere = lay(lobby), lay(lobby, OPTIONS, BOB)
    for at in range(6):
        lobby.messages.say(table, ANN, f" say   {at} ")
        lobby.messages.say(elsewhere, BOB, "not here")
    said = lobby.messages.since(table)
    assert [message.text for message in said] == [f"say {at}" for at in range(6)]
    assert lobby.messages.since(table, said[3].id) == said[4:]
    assert lobby.messages.since(table, most=2) == said[4:]
    assert lobby.messages.since(table, said[-1].id) == []


def test_enough_for_one_minute(lobby: Lobby, database: Database) -> None:
    table = lay(lobby)
    for at in range(12):
        lobby.messages.say(table, ANN, f"{at}")
    with pytest.raises(StoreProblem, match="enough for one minute"):
        lobby.messages.say(table, ANN, "one more")
    lobby.messages.say(table, BOB, "others may")
    with database.writing() as connection:
        connection.execute(update(MESSAGES).values(said=MESSAGES.c.said - 61))
    lobby.messages.say(table, ANN, "one more")


def test_only_the_newest_are_kept(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "_MOST_KEPT", 5)
    table, elsewhere = lay(lobby), lay(lobby, OPTIONS, BOB)
    lobby.messages.say(elsewhere, BOB, "stays")
    for at in range(9):
        lobby.messages.say(table, ANN, f"{at}")
    assert [message.text for message in lobby.messages.since(table)] == list("45678")
    assert len(lobby.messages.since(elsewhere)) == 1


def test_nothing_is_seen_before_what_has_a_lower_number(lobby: Lobby, other: Lobby) -> None:
    """Whoever asks only for what is new would never see it."""
    table = lay(lobby)
    people = [User(f"key:{at}", f"P{at}") for at in range(6)]
    seen: list[int] = []

    def talk(to: Lobby, user: User) -> None:
        for at in range(10):
            to.messages.say(table, user, f"{at}")

    def listen() -> None:
        ends = time.monotonic() + 20
        while len(seen) < 60 and time.monotonic() < ends:
            newest = seen[-1] if seen else 0
            seen.extend(message.id for message in lobby.messages.since(table, newest, most=100))

    talkers = [partial(talk, (lobby, other)[at % 2], each) for at, each in enumerate(people)]
    _, refused = at_once(*talkers, listen)
    assert refused == []
    assert seen == sorted(set(seen))
    assert len(seen) == 60
