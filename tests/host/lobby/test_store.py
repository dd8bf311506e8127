"""A store of a host: what it has besides that of the game, made anew, migrated and damaged."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Table

from tests.host.lobby.users_and_tables import ANN, BOB, begin_new
from tests.source import ROOT
from tests.store.events import DAY, RULES, create, play
from tests.store.games import add, begun, fill_file
from tests.store.old_stores import VERSIONS, unpack
from tests.store.test_damage import damage_pages
from tests.waiting import wait_until
from yahtzee_tui.host.lobby import schema
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.store.games import SHARED
from yahtzee_tui.store.schema import METADATA

HOST_TABLES = {each.name for each in vars(schema).values() if isinstance(each, Table)}
_WITHOUT_HOST = """
import sys
sys.modules["yahtzee_tui.host"] = None  # as if it were not installed
from tests.store.games import use
from yahtzee_tui.store.schema import METADATA
use(sys.argv[1])
assert "tables" not in METADATA.tables
"""


@pytest.fixture
def store(address: str) -> Iterator[HostStore]:
    with closing(HostStore(address)) as opened:
        yield opened


@pytest.mark.parametrize("version", VERSIONS)
def test_players_of_an_older_store_go_on_in_it(address: str, version: str) -> None:
    unpack(version, address)
    with closing(HostStore(address)) as store:
        lobby = store.lobby
        begun = begin_new(lobby, ANN, BOB)
        store.set_owner(SHARED)
        assert store.games.find(begun.version.game) == begun.version.game
        lobby.accounts.bind("key:ann", "Ann")
        lobby.accounts.keep_options("key:ann", "sound = 'bell'")
        assert lobby.accounts.options_of("key:ann")


def play_without_host(file: Path) -> None:
    done = subprocess.run([sys.executable, "-c", _WITHOUT_HOST, str(file)], cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.slow
def test_a_host_that_is_installed_later_adds_its_tables_and_may_go_again(file: Path) -> None:
    play_without_host(file)
    with closing(sqlite3.connect(file)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert tables & METADATA.tables.keys() == METADATA.tables.keys() - HOST_TABLES
    with closing(HostStore(str(file))) as store:
        shared = begin_new(store.lobby, ANN, BOB).table
        assert "converted" in str(store.notice)
    play_without_host(file)
    with closing(HostStore(str(file))) as store:
        assert store.lobby.tables.read(shared).game
        assert len([*store.games.each()]) == 2
        assert store.notice is None


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_store_of_a_host_is_played_in_without_it(file: Path, version: str) -> None:
    unpack(version, str(file))
    play_without_host(file)


@pytest.mark.exhaustive
def test_most_of_a_lobby_is_found_whatever_page_is_damaged(
    tmp_path_factory: pytest.TempPathFactory, file: Path
) -> None:
    whole = tmp_path_factory.mktemp("whole") / "games.sqlite"
    with closing(HostStore(fill_file(whole, 12))) as store:
        store.lobby.accounts.bind("key:ann", "Ann")
        begin_new(store.lobby, ANN, BOB)
    for _ in damage_pages(whole, file):
        with closing(HostStore(str(file))) as store:
            tables = store.lobby.tables.list_for(ANN.who)
            account = store.lobby.accounts.name_of("key:ann")
            store.set_owner(SHARED)
            found = (account, tables, store.games.newest())
            assert store.notice is None or sum(map(bool, found)) >= 2


def test_whose_bot_has_played_before_is_out_of_competition(store: HostStore) -> None:
    now, accounts = store.events.now(), store.lobby.accounts
    event = store.events.create("Bot Cup", RULES, 1, now, now + DAY, bots=True)
    for key, name in {"key:a": "Ann", "key:b": "Bob"}.items():
        accounts.bind(key, name)
    bot = accounts.add_bot("key:1", accounts.draw_word("key:a"), "greedy")
    store.set_owner("key:b")
    play(store, store.events.enter(event, "Bob"))
    for who, name in (bot, ("key:a", "Ann")):
        store.set_owner(who)
        play(store, store.events.enter(event, name))
    table = store.events.read_table(event, sees_all=True)
    assert {each.name: each.competes for each in table} == {
        "Ann": False, "BOT greedy": True, "Bob": True
    }  # fmt: skip


def test_a_second_key_of_an_account_has_no_second_try(store: HostStore) -> None:
    event, accounts = create(store, 1), store.lobby.accounts
    accounts.bind("key:a", "Ann")
    accounts.add_key("key:b", accounts.draw_word("key:a"))
    tries = set()
    for key in ("key:a", "key:b"):
        store.set_owner(accounts.user_of(key))
        tries.add(store.events.enter(event, "Ann"))
    assert len(tries) == 1


async def test_one_process_of_a_host_syncs_for_all(file: Path, synced: list[int]) -> None:
    """A session doesn't while it hears of that process, which does so once for many writes."""
    link: Any = SimpleNamespace(seconds_alive=5.0)
    session, host = HostStore(str(file), link=link), HostStore(str(file))
    await asyncio.to_thread(add, host.games, begun())  # which syncs at once
    await host.sync_changes()
    synced.clear()
    for _ in range(3):
        add(session.games, begun())
    await asyncio.to_thread(add, session.games, begun())
    assert not synced
    await host.sync_changes()
    await host.sync_changes()
    assert len(synced) == 1
    link.seconds_alive = 0.0
    add(session.games, begun())
    await wait_until(lambda: len(synced) == 2)
    for store in (session, host):
        store.close()
