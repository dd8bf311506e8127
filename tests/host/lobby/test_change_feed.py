"""Hearing of what others write: soon, only what matters, and again after trouble."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.host.lobby.users_and_tables import ANN, BOB, CID, GUEST, Begun, begin_new, open_table
from tests.host.postgres import Server
from tests.host.ssh.host_listener import running_listener
from tests.store.games import begun as begun_game
from tests.waiting import wait_until
from yahtzee_tui.host.lobby import change_feed
from yahtzee_tui.host.lobby.change_feed import ChangeFeed
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.models import User
from yahtzee_tui.rules import Action, Faces, Hold, Roll, Score
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games

QUIET = 0.6  # seconds in which a change would have been told of
_LISTENERS = "SELECT pid FROM pg_stat_activity WHERE datname LIKE 'test_%'"
_STEP = 0.02  # of one look; a machine that stands still takes one of them, not all


async def settle(changes: ChangeFeed) -> None:
    """Wait until nothing that happened before is told any more."""
    while await is_told(changes, QUIET):
        pass


async def is_told(changes: ChangeFeed, seconds: float | None = None) -> bool:
    """Return whether a change is reported, in some seconds or however slow the machine is."""
    changes.longest = 3600.0  # else it reports by itself
    waiting = asyncio.create_task(changes.wait())
    for _ in repeat(None) if seconds is None else range(round(seconds / _STEP)):
        if (await asyncio.wait({waiting}, timeout=_STEP))[0]:
            await waiting
            return True
    waiting.cancel()
    return False


@pytest.fixture(autouse=True)
def _read_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let feeds of the lobby read as often as those of tables, which saves the tests seconds."""
    monkeypatch.setattr(change_feed, "LOBBY_PERIOD", change_feed.PERIOD)


@pytest.fixture(params=["alone", "by a listener"])
async def _listening(
    request: pytest.FixtureRequest, other: Lobby, address: str
) -> AsyncIterator[None]:
    """Let the other program hear by itself, and by the listener of its host."""
    if request.param == "alone":
        yield
        return
    async with running_listener(address) as running:
        other.link = running.links[0]
        yield


@pytest.fixture
async def changes(lobby: Lobby, other: Lobby, _listening: None) -> AsyncIterator[ChangeFeed]:
    changes = other.change_feed()
    lobby.enter(CID).set_table(None)
    assert await is_told(changes), "it listens"
    await settle(changes)
    yield changes
    changes.close()


def everything(lobby: Lobby, table: str, player: User) -> Iterator[Callable[[], object]]:
    """Yield what a player can do at a table beside playing; the last thing is done elsewhere."""
    yield lambda: lobby.messages.say(table, player, "hello")
    yield lambda: lobby.seats.give_up(table, player.who)
    yield lambda: lobby.seats.sit(table, player)
    yield lambda: open_table(lobby, GUEST)


@pytest.mark.slow
async def test_all_that_the_lobby_shows_is_told(lobby: Lobby, changes: ChangeFeed) -> None:
    begun = begin_new(lobby)
    await settle(changes)
    presence = lobby.enter(ANN)
    for change in [*everything(lobby, begun.table, ANN)][1:]:
        change()
        assert await is_told(changes)
        assert not await is_told(changes, QUIET)
    begun = begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 5)))
    begun.save(lobby, begun.history.play(Score("chance")))
    assert await is_told(changes), "another player's turn begins"
    presence.set_table(begun.table)
    assert await is_told(changes)
    presence.leave()
    assert await is_told(changes)


async def test_the_lobby_is_not_told_of_heartbeats_and_actions_within_a_turn(
    lobby: Lobby, database: Database, changes: ChangeFeed
) -> None:
    """A hundred sessions that rest would read the lobby anew for each."""
    begun = begin_new(lobby)
    presence = lobby.enter(ANN)
    presence.set_table(begun.table)
    await settle(changes)
    presence.heartbeat()
    begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 5)))
    lobby.messages.say(begun.table, ANN, "hello")
    alone = Games(database, CID.who)
    saved = alone.add(begun.record, begun.history.game)
    alone.save(saved, begun.record, begun.history.game)
    assert not await is_told(changes, QUIET)


@pytest.fixture
async def ours(lobby: Lobby) -> Begun:
    return begin_new(lobby)


@pytest.fixture
async def narrow(
    lobby: Lobby, other: Lobby, ours: Begun, _listening: None
) -> AsyncIterator[ChangeFeed]:
    changes = other.change_feed(frozenset({ours.table, ours.version.game}))
    lobby.messages.say(ours.table, BOB, "hello")
    assert await is_told(changes), "it listens"
    await settle(changes)
    yield changes
    changes.close()


async def test_own_actions_are_skipped(other: Lobby, ours: Begun, narrow: ChangeFeed) -> None:
    """As long as no other program writes."""
    events: list[tuple[Action, Faces]] = [
        (Roll(), (1, 2, 3, 4, 5)), (Hold((0,)), ()), (Score("chance"), ()), (Roll(), (1,) * 5)
    ]  # fmt: skip
    for event in events:
        ours = ours.save(other, ours.history.play(*event), feed=narrow)
    assert not await is_told(narrow, QUIET)


async def test_others_are_told_of_after_own_actions(
    lobby: Lobby, other: Lobby, ours: Begun, narrow: ChangeFeed
) -> None:
    ours = ours.save(other, ours.history.play(Roll(), (1, 2, 3, 4, 5)), feed=narrow)
    ours = ours.save(lobby, ours.history.play(Score("chance")))
    assert await is_told(narrow)
    ours.save(other, ours.history.play(Roll(), (1, 2, 3, 4, 5)), feed=narrow)
    lobby.messages.say(ours.table, ANN, "hello")
    assert await is_told(narrow)


@pytest.mark.slow
async def test_only_what_matters_is_told(lobby: Lobby, ours: Begun, narrow: ChangeFeed) -> None:
    theirs = begin_new(lobby, BOB, CID)
    there, here = lobby.enter(BOB), lobby.enter(ANN)
    there.set_table(theirs.table)
    here.set_table(ours.table)
    await settle(narrow)

    theirs = theirs.save(lobby, theirs.history.play(Roll(), (1, 2, 3, 4, 5)))
    for change in everything(lobby, theirs.table, BOB):
        change()
    there.heartbeat()
    here.heartbeat()
    assert not await is_told(narrow, QUIET)

    ours.save(lobby, ours.history.play(Roll(), (1, 2, 3, 4, 5)))
    assert await is_told(narrow)
    for change in [*everything(lobby, ours.table, ANN)][:3]:
        change()
        assert await is_told(narrow)
    for table in (ours.table, theirs.table, ours.table, None):
        there.set_table(table)
        assert await is_told(narrow), "somebody came or went"


@pytest.mark.slow
async def test_nothing_is_lost_while_it_waits_or_between_two_waits(
    lobby: Lobby, changes: ChangeFeed
) -> None:
    for _ in range(5):
        waiting = asyncio.create_task(is_told(changes))
        await asyncio.sleep(change_feed.PERIOD)
        lobby.enter(ANN).set_table(None)
        assert await waiting
        lobby.enter(ANN).set_table(None)
        assert await is_told(changes)


async def test_who_writes_much_is_told_of_seldom() -> None:
    """However often a source reports, which here is before each wait."""
    source: Any = SimpleNamespace(seconds_alive=60.0)
    changes = change_feed.ChangeFeed(source, frozenset({"1"}), counts=False, longest=60.0)
    loop, times = asyncio.get_running_loop(), 6
    began = loop.time()
    for _ in range(times):
        changes.report(None)
        await changes.wait()
    assert loop.time() - began >= (times - 1) * change_feed.PERIOD


async def test_after_a_while_something_may_have_changed(changes: ChangeFeed) -> None:
    changes.longest = 0.3
    await changes.wait()


async def test_closing_leaves_nothing_behind(file: Path) -> None:
    database, _ = open_database(str(file))
    changes = Lobby(database).change_feed()
    assert not await is_told(changes, 0.2)
    database.close()
    assert open_files(file)
    changes.close()
    gc.collect()
    assert not open_files(file)


def open_files(file: Path) -> list[str]:
    paths = [os.path.realpath(link) for link in Path("/proc/self/fd").iterdir()]
    return [path for path in paths if path.startswith(str(file))]


@pytest.mark.slow
@pytest.mark.parametrize("leave", ["after a while", "cancel", "close"])
async def test_leaving_closes_the_connection_also_one_that_is_being_made(
    postgres: Server, postgres_address: str, leave: str
) -> None:
    database, _ = open_database(postgres_address)
    changes = Lobby(database).change_feed()
    waiting = asyncio.create_task(changes.wait())
    if leave == "after a while":
        await waiting
        assert postgres.ask(_LISTENERS)
    for _turn in range(2):
        await asyncio.sleep(0)
    if leave == "cancel":
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    for _time in range(2):
        changes.close()
    waiting.cancel()  # else it would report in a minute that there may be changes
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_default_executor()
    database.close()
    await wait_until(lambda: not postgres.ask(_LISTENERS))


@pytest.mark.slow
async def test_a_server_that_was_started_anew(
    postgres: Server, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_tui.host.lobby.postgres._RETRY_SECONDS", 0.1)
    database, other_database = (open_database(postgres_address)[0] for _ in range(2))
    lobby = Lobby(database)
    begun = begin_new(lobby)
    changes = Lobby(other_database).change_feed(frozenset({begun.table, begun.version.game}))
    await changes.wait()
    await settle(changes)
    for _ in range(2):
        changes.skip({begun.version.game: 0})  # what the server doesn't tell any more
    await asyncio.to_thread(postgres.stop)
    try:
        for _ in range(3):
            assert await is_told(changes), "there is no telling"
    finally:
        await asyncio.to_thread(postgres.start)
    begun = begun.save(lobby, begun_game())  # at once, as if nothing had happened
    await settle(changes)
    begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 5)))
    assert await is_told(changes)
    changes.close()
    database.close()
    other_database.close()
