"""Who may write a game: one program at a time, and none that knows only an older state of it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from tests.store.first_turn import SETUP, add, begun
from yahtzee_tui.rules import Record
from yahtzee_tui.store import HeldGame, StaleGame, lease
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
    version = add(games, begun())
    if change == "save":
        elsewhere.save(version, Record.of(SETUP, begun(2)), begun(2).game)
    elif change == "take":
        elsewhere.acquire(version.game)
    else:
        elsewhere.discard(version.game)
    before = games.read(version.game)
    with pytest.raises(StaleGame) as caught:
        games.save(version, Record.of(SETUP, begun(3)), begun(3).game)
    assert caught.value.sentence.endswith(".")
    assert games.read(version.game) == before


def test_of_two_that_take_a_game_one_gets_it(
    games: Games, elsewhere: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = add(games, begun())
    games.release(version)
    read = games.read

    def read_slowly(game: str) -> object:
        saved = read(game)
        elsewhere.acquire(game)
        return saved

    monkeypatch.setattr(games, "read", read_slowly)
    with pytest.raises(HeldGame):
        games.acquire(version.game)


def test_a_game_held_by_a_running_program(games: Games, database: Database) -> None:
    version = add(games, begun())
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        mark(database, version.game, f"{other.pid} abc {socket.gethostname()}")
        assert games.read(version.game).elsewhere
        with pytest.raises(HeldGame) as caught:
            games.acquire(version.game)
        assert caught.value.game == version.game
        games.release(version)  # which is not ours to let go
        assert games.read(version.game).elsewhere
        taken = games.acquire(version.game, by_force=True)
        assert (taken.version.number, games.read(version.game).elsewhere) == (2, False)
        mark(database, version.game, f"{other.pid} abc {socket.gethostname()}")
        other.communicate(b"\n")
    assert not games.read(version.game).elsewhere
    assert games.acquire(version.game).version.number == 3


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (None, False),
        (lease.own_lease(), False),
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
    assert games.acquire(game, by_force=True).version.number == 2
    assert not games.read(game).elsewhere


def test_release_and_close_let_go(games: Games, elsewhere: Games, database: Database) -> None:
    def holders() -> set[str | None]:
        with database.reading() as connection:
            return {*connection.scalars(select(GAMES.c.holder))}

    version = add(games, begun())
    assert holders() == {lease.own_lease()}
    games.release(version)
    assert holders() == {None}
    add(games, begun())
    mark(database, version.game, "somebody")
    elsewhere.close()
    assert holders() == {None, "somebody"}
