"""Who may write a game, and whose it is: one program at a time, one owner, results for all."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import chain

import pytest
from sqlalchemy import update

from tests.store.games import SETUP, add, begun, execute, import_game, play_out, values_of
from yahtzee_tui.rules import Record
from yahtzee_tui.store import HeldGame, StaleGame, Store, UnknownGame
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import SHARED, Games
from yahtzee_tui.store.notes import Progress
from yahtzee_tui.store.saved_game import GameVersion, SavedGame, Status, own_lease
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.store.stats.scores import Scores

_PROGRAM = """
from yahtzee_tui.store.saved_game import own_lease
print(own_lease(), flush=True)
input()
"""
LONG_AGO = 1_000_000.0


def mark(database: Database, game: str, words: str | None, changed: float | None = None) -> None:
    """Let a game be held by somebody, who wrote it now or at some time."""
    values = {"holder": words, "changed": time.time() if changed is None else changed}
    execute(database, update(GAMES).where(GAMES.c.id == game).values(values))


def test_a_stale_write_changes_nothing(games: Games, elsewhere: Games) -> None:
    changes: tuple[Callable[[GameVersion], object], ...] = (
        lambda version: elsewhere.save(version, Record.of(SETUP, begun(2)), begun(2).game),
        lambda version: elsewhere.acquire(version.game),
        lambda version: elsewhere.discard(version.game),
    )
    for change in changes:
        version = add(games, begun())
        change(version)
        before = games.read(version.game)
        with pytest.raises(StaleGame) as caught:
            games.save(version, Record.of(SETUP, begun(3)), begun(3).game)
        assert caught.value.sentence.endswith(".")
        assert games.read(version.game) == before


def test_of_two_that_take_a_game_one_gets_it(database: Database, elsewhere: Games) -> None:
    class SlowGames(Games):
        def read(self, game: str) -> SavedGame:
            saved = super().read(game)
            elsewhere.acquire(game)
            return saved

    games = SlowGames(database)
    version = add(games, begun())
    games.release(version)
    with pytest.raises(HeldGame):
        games.acquire(version.game)


def test_a_game_held_by_a_running_program(games: Games, database: Database) -> None:
    version = add(games, begun())
    words = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        lease = other.stdout.readline().strip()
        assert lease.split()[0] == str(other.pid)
        mark(database, version.game, lease, changed=LONG_AGO)
        assert games.read(version.game).elsewhere
        with pytest.raises(HeldGame) as caught:
            games.acquire(version.game)
        assert caught.value.game == version.game
        games.release(version)  # which is not ours to let go
        assert games.read(version.game).elsewhere
        taken = games.acquire(version.game, by_force=True)
        assert (taken.version.number, games.read(version.game).elsewhere) == (2, False)
        mark(database, version.game, lease)
        other.kill()
    assert not games.read(version.game).elsewhere
    assert games.acquire(version.game).version.number == 3


def test_whose_lease_it_is(games: Games, database: Database) -> None:
    game = add(games, begun()).game
    host = socket.gethostname()
    for number, (words, is_held) in enumerate(
        (
            (None, False),
            (own_lease(), False),
            (f"{os.getpid()} abc {host}", False),  # the same number in another run
            (f"0x1 abc {host}", False),
            (f"{10**30} abc {host}", False),
            (f"1 abc {host}", True),
            (f"1 0a1b2c3d.17-abc {host}", False),  # the same number before a restart
            (f"{os.getpid()} abc another host", True),
            ("", True),
            ("junk", True),
        ),
        2,
    ):
        mark(database, game, words)
        assert games.read(game).elsewhere is is_held, words
        assert games.acquire(game, by_force=True).version.number == number
        assert not games.read(game).elsewhere


def test_a_program_that_cannot_be_checked_holds_a_game_for_an_hour(
    games: Games, database: Database
) -> None:
    game = add(games, begun()).game
    # Of another host, or of a system that doesn't say when its processes began.
    for lease in (f"{os.getpid()} abc-d another host", f"1 -abc {socket.gethostname()}"):
        for seconds, is_held in ((0, True), (-3000, True), (-4000, False), (4000, False)):
            mark(database, game, lease, time.time() + seconds)
            assert games.read(game).elsewhere is is_held, (lease, seconds)


def test_release_and_close_let_go(games: Games, elsewhere: Games, database: Database) -> None:
    version = add(games, begun())
    assert values_of(database, GAMES.c.holder) == {own_lease()}
    games.release(version)
    assert values_of(database, GAMES.c.holder) == {None}
    add(games, begun())
    mark(database, version.game, "somebody")
    elsewhere.close()
    assert values_of(database, GAMES.c.holder) == {None, "somebody"}


OWNERS = (None, "key:ann", "key:bob", SHARED)


def test_games_are_offered_to_their_owner_only(database: Database) -> None:
    seeded = SETUP._replace(players=("Ann",), dice="seed:daily 2026-11-21")
    added: dict[str | None, list[str]] = {}
    for owner in OWNERS:
        mine = Games(database, owner)
        added[owner] = [
            add(mine, begun()).game,
            mine.add(Record.of(seeded, begun()), begun().game).game,
        ]
    for owner, own in added.items():
        games = Games(database, owner)
        assert [saved.id for saved in games.by_status(Status.UNFINISHED)] == own[::-1]
        assert [saved.id for saved in games.each()] == own
        for day in ("", "2026-11-21"):
            assert [saved.id for saved in games.of_day(day)] == own[1:]
        assert not games.of_day("2026-11-22")
        assert games.newest() is not None
        for game in chain.from_iterable(added.values()):
            for beginning in (game, game[:8]):
                if game in own:
                    assert games.find(beginning) == game
                else:
                    with pytest.raises(UnknownGame):
                        games.find(beginning)
    assert Games(database, "key:cid").newest() is None


def test_what_is_brought_in_belongs_to_whoever_brings_it_and_results_count_for_all(
    database: Database,
) -> None:
    for seed, owner in enumerate(OWNERS):
        games, (record, game) = Games(database, owner), play_out("official", ("Ann",), seed)
        assert games.newest() is None
        assert import_game(games, record, game)
        assert games.newest() is not None
        assert not import_game(Games(database, "key:cid"), record, game), "it counts once"
    assert Scores(database).count_games() == {"official": len(OWNERS)}
    assert len(Scores(database).scoreboard("official").lines) == len(OWNERS)


_FIRST, _SECOND = "official .,. r1 55531", "official .,. r1 55532"


def test_the_progress_of_practice_is_kept_for_each_owner(address: str) -> None:
    store = Store(address)
    practice = store.notes
    store.set_owner("key:bob")
    bob = store.notes
    assert practice.read_progress() == {}
    practice.save_answer(_FIRST, Progress(0, 60.5))
    bob.save_answer(_FIRST, Progress(4, None))
    practice.save_answer(_SECOND, Progress(4, None))
    practice.save_answer(_FIRST, Progress(1, 90.0))
    store.close()

    store = Store(address)
    found = store.notes
    assert found.read_progress() == {_FIRST: Progress(1, 90.0), _SECOND: Progress(4, None)}
    store.set_owner("key:bob")
    assert store.notes.read_progress() == {_FIRST: Progress(4, None)}
    store.close()
