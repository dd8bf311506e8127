"""Who may write a game: one program at a time, and none that knows only an older state of it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from tests.store.begun import SETUP, add, begun
from yahtzee_tui.rules import Record
from yahtzee_tui.store import HeldGame, StaleGame, holder
from yahtzee_tui.store.schema import GAMES

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.games import Games


def mark(database: Database, game: str, words: str | None) -> None:
    """Let a game be held by somebody."""
    with database.writing() as connection:
        connection.execute(update(GAMES).where(GAMES.c.id == game).values(holder=words))


@pytest.mark.parametrize("change", ["save", "take", "discard"])
def test_a_stale_write_changes_nothing(games: Games, elsewhere: Games, change: str) -> None:
    ticket = add(games, begun())
    if change == "save":
        elsewhere.save(ticket, Record.of(SETUP, begun(2)), begun(2).game)
    elif change == "take":
        elsewhere.take(ticket.game)
    else:
        elsewhere.discard(ticket.game)
    before = games.read(ticket.game)
    with pytest.raises(StaleGame) as caught:
        games.save(ticket, Record.of(SETUP, begun(3)), begun(3).game)
    assert caught.value.sentence.endswith(".")
    assert games.read(ticket.game) == before


def test_of_two_that_take_a_game_one_gets_it(
    games: Games, elsewhere: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = add(games, begun())
    games.release(ticket)
    read = games.read

    def read_slowly(game: str) -> object:
        saved = read(game)
        elsewhere.take(game)
        return saved

    monkeypatch.setattr(games, "read", read_slowly)
    with pytest.raises(HeldGame):
        games.take(ticket.game)


def test_a_game_held_by_a_running_program(games: Games, database: Database) -> None:
    ticket = add(games, begun())
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        mark(database, ticket.game, f"{other.pid} abc {socket.gethostname()}")
        assert games.read(ticket.game).elsewhere
        with pytest.raises(HeldGame) as caught:
            games.take(ticket.game)
        assert caught.value.game == ticket.game
        games.release(ticket)  # which is not ours to let go
        assert games.read(ticket.game).elsewhere
        taken = games.take(ticket.game, by_force=True)
        assert (taken.ticket.version, games.read(ticket.game).elsewhere) == (2, False)
        mark(database, ticket.game, f"{other.pid} abc {socket.gethostname()}")
        other.communicate(b"\n")
    assert not games.read(ticket.game).elsewhere
    assert games.take(ticket.game).ticket.version == 3


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (None, False),
        (holder.own_mark(), False),
        (f"{os.getpid()} abc {socket.gethostname()}", False),  # the same number in another run
        (f"0x1 abc {socket.gethostname()}", False),
        (f"{10**30} abc {socket.gethostname()}", False),
        (f"1 abc {socket.gethostname()}", True),
        (f"{os.getpid()} abc another host", True),
        ("", True),
        ("junk", True),
    ],
    ids=[
        "nobody's", "ours", "our number", "no number", "no such number", "another program's",
        "another host's", "empty", "junk",
    ],
)  # fmt: skip
def test_whose_mark_it_is(games: Games, database: Database, words: str | None, held: bool) -> None:
    game = add(games, begun()).game
    mark(database, game, words)
    assert games.read(game).elsewhere is held
    assert games.take(game, by_force=True).ticket.version == 2
    assert not games.read(game).elsewhere


def test_release_and_close_let_go(games: Games, elsewhere: Games, database: Database) -> None:
    def holders() -> set[str | None]:
        with database.reading() as connection:
            return {*connection.scalars(select(GAMES.c.holder))}

    ticket = add(games, begun())
    assert holders() == {holder.own_mark()}
    games.release(ticket)
    assert holders() == {None}
    add(games, begun())
    mark(database, ticket.game, "somebody")
    elsewhere.close()
    assert holders() == {None, "somebody"}
