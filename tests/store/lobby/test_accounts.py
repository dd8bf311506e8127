"""Names: who first plays under one keeps it, and guests can't take it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.store.lobby.people import ANN, GUEST, OPTIONS, at_once, lay
from tests.store.open_checks import check_sentence
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import User
from yahtzee_tui.store.lobby.codes import draw_code, draw_word, read_code, read_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store.lobby.lobby import Lobby


def refused(ask: Callable[[], object]) -> str:
    """Return the sentence with which something is refused."""
    with pytest.raises(StoreProblem) as caught:
        ask()
    return check_sentence(caught.value)


def test_first_come_first_served(lobby: Lobby, other: Lobby) -> None:
    assert lobby.accounts.name_of("key:a") is None
    assert lobby.accounts.bind("key:a", "  Ann   Berg ") == "Ann Berg"
    assert other.accounts.name_of("key:a") == "Ann Berg"
    sentence = refused(lambda: other.accounts.bind("key:b", "ANN BERG"))
    assert sentence == "The name ANN BERG belongs to somebody else here."
    assert other.accounts.name_of("key:b") is None
    assert other.accounts.bind("key:a", "Ann Berg") == "Ann Berg"


def test_whoever_takes_another_name_gives_up_the_first(lobby: Lobby) -> None:
    lobby.accounts.bind("key:a", "Ann")
    assert lobby.accounts.bind("key:a", "ANN") == "ANN"
    lobby.accounts.bind("key:a", "Zoë")
    assert lobby.accounts.bind("key:b", "Ann") == "Ann"
    assert "belongs to somebody else" in refused(lambda: lobby.accounts.bind("key:a", "ann"))
    assert lobby.accounts.name_of("key:a") == "Zoë"


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Straße", "STRASSE"),
        ("Ann", "Ａｎｎ"),
        ("Zoë", "Zoe\u0308"),
        ("Ann Berg", "AnnBerg"),
        ("Ann", "Ann\u3164"),
        ("Ann", "\u2800Ann"),
        ("Ann", "A\uffa0nn"),
    ],
)
def test_names_that_look_the_same(lobby: Lobby, name: str, like: str) -> None:
    lobby.accounts.bind("key:a", name)
    assert lobby.accounts.is_taken(like)
    for ask in (lobby.accounts.check_guest, partial(lobby.accounts.bind, "key:b")):
        assert "belongs to somebody else" in refused(partial(ask, like))


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "\u3164", "\u2800", "a\x1b[2J", "a\x9bm", "\u202eann", "a\0b", "a\nb", "a\u200bb",
        "x" * 21, "李" * 11, "a" + 5 * "\u0301", "\udcff",
    ],
)  # fmt: skip
def test_what_is_no_name(lobby: Lobby, name: str) -> None:
    refused(lambda: lobby.accounts.bind("key:a", name))
    refused(lambda: lobby.accounts.check_guest(name))
    assert lobby.accounts.name_of("key:a") is None


def test_the_longest_names_that_there_are(lobby: Lobby) -> None:
    """Marks don't widen a name, and folding or composing it may make it many times longer."""
    for at, name in enumerate(("ΐ\u0345\u0345\u0345" * 20, "ﷺ\u0345\u0345\u0345" * 20)):
        assert lobby.accounts.bind(f"key:{at}", name)
        assert lobby.accounts.is_taken(name)


def test_guests_are_marked(lobby: Lobby) -> None:
    assert lobby.accounts.check_guest(" Gus ") == "Gus*"
    assert lobby.accounts.check_guest("Gus") == "Gus*", "two guests may be called the same"
    assert "Only guests" in refused(lambda: lobby.accounts.bind("key:a", "Gus*"))
    assert "Only guests" in refused(lambda: lobby.accounts.check_guest("Gus*"))
    lobby.accounts.bind("key:g", "Gus")
    assert "belongs to somebody else" in refused(lambda: lobby.accounts.check_guest("gus"))


def test_guests_come_back_with_their_word(lobby: Lobby, other: Lobby) -> None:
    table = lay(lobby, OPTIONS, ANN, GUEST)
    assert other.accounts.find_guest(" heron 12345678") == GUEST
    for word in ("HERON-12345679", "HERON-42", "", "nonsense", "key:Ann", "%"):
        refused(partial(other.accounts.find_guest, word))
    lobby.seats.leave(table, GUEST.who)
    refused(lambda: other.accounts.find_guest("HERON-12345678"))


@pytest.mark.parametrize("known", [False, True])
def test_two_want_one_name_at_once(lobby: Lobby, other: Lobby, known: bool) -> None:
    for turn in range(10):
        a, b = f"key:a{turn}", f"key:b{turn}"
        if known:
            lobby.accounts.bind(a, f"Ann {turn}")
            lobby.accounts.bind(b, f"Bob {turn}")
        done, sentences = at_once(
            partial(lobby.accounts.bind, a, f"Zoe {turn}"),
            partial(other.accounts.bind, b, f"ZOE {turn}"),
        )
        assert len(done) == 1
        assert "belongs to somebody else here." in sentences[0].sentence


def test_one_key_comes_in_twice_at_once(lobby: Lobby, other: Lobby) -> None:
    for turn in range(10):
        name, who = f"Zoe {turn}", f"key:{turn}"
        done, sentences = at_once(
            *(partial(each.accounts.bind, who, name) for each in (lobby, other))
        )
        assert (done, sentences) == ([name, name], [])


def test_codes_and_words() -> None:
    for _ in range(200):
        code, word = draw_code(), draw_word()
        assert read_code(code.lower().replace("-", " ")) == code
        assert read_code(f" {code.replace('-', '')}\n") == code
        assert (read_word(code), read_word(word.lower())) == (None, word)
    for text in ("", "KESTREL", "42", "KESTREL-", "K-42", "KESTREL-4", "KESTREL--42", "a;b", "\0",
                 "KESTREL-４２", "KESTREL-42\nx", "x" * 10**6):  # fmt: skip
        assert read_code(text) is None
    assert read_word("Ann42") is None
    assert User(f"guest:{draw_word()}", "Gus*").who.startswith("guest:")
