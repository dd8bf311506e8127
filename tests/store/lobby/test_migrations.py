"""Older databases: brought up to date with all that is in them, by whoever comes first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import inspect, text

from tests.store.games import play_out, write_game
from tests.store.lobby.people import ANN, BOB, OPTIONS, at_once, begin_new
from yahtzee_tui.store import connect
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import SHARED, Games
from yahtzee_tui.store.lobby.lobby import Lobby
from yahtzee_tui.store.saved_game import GameVersion
from yahtzee_tui.store.schema import METADATA, MIGRATIONS
from yahtzee_tui.store.stats.reviews import SavedReview, SeatReview
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database

FIRST = Path(__file__).with_name("version_1.sql")


def create_first(connection: Connection) -> None:
    for command in FIRST.read_text().split(";"):
        connection.execute(text(command))


def shape(database: Database) -> dict[str, list[str]]:
    with database.reading() as connection:
        looking = inspect(connection)
        return {
            table: sorted(
                [f"{each['name']} {each['type']} {each['nullable']}"
                 for each in looking.get_columns(table)]
                + [f"{each['name']} {each['column_names']}" for each in looking.get_indexes(table)]
            )
            for table in sorted(looking.get_table_names())
        }  # fmt: skip


@pytest.fixture
def old(address: str, monkeypatch: pytest.MonkeyPatch, version: int) -> Database:
    """Give a database of an older version that somebody has used."""
    steps: list[Callable[[Connection], None]] = [create_first, *MIGRATIONS[1:version]]
    with monkeypatch.context() as patch:
        patch.setattr(connect, "MIGRATIONS", steps)
        database, _ = open_database(address)
    if version > 2:  # which had fewer columns than the lobby is made with today
        with database.writing() as connection:
            for column in ("round", "standing"):
                connection.execute(text(f"ALTER TABLE tables DROP COLUMN {column}"))
    write_game(database, "0123456789ab", 100.0, Ann=200, Bob=150)
    if version > 1:
        reviews = {0: SeatReview(1.0, -2.0, 0.5), 1: SeatReview(-1.0, -3.0, None)}
        Scores(database).save_reviews([SavedReview(GameVersion("0123456789ab", 1), reviews)])
    database.close()
    return database


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.usefixtures("old")
def test_an_older_database_becomes_what_a_new_one_is(address: str, version: int) -> None:
    database, _ = open_database(address)
    games = Games(database)
    assert [saved.id for saved in games.each()] == ["0123456789ab"]
    assert not [*Games(database, "key:Ann").each()]
    scores = Scores(database)
    assert [line.name for line in scores.scoreboard("official").lines] == ["Ann", "Bob"]
    assert scores.find_unreviewed("ann") == ([] if version > 1 else ["0123456789ab"])
    begun = begin_new(Lobby(database), OPTIONS, ANN, BOB)
    assert Games(database, SHARED).find(begun.version.game) == begun.version.game
    long = ("ΐ" + 3 * "\u0345") * 20
    assert games.add(*play_out("official", (long,), 1)).has_results
    assert scores.games_of(long.casefold()) == {"official": 1}

    migrated = shape(database)
    with database.writing() as connection:
        for table in reversed(METADATA.sorted_tables):
            table.drop(connection)
    database.close()
    database, _ = open_database(address)
    new = shape(database)
    database.close()
    if database.engine.dialect.name == "sqlite":  # which minds no lengths
        for each in (migrated, new):
            each["results"] = [word for word in each["results"] if not word.startswith("player V")]
    assert migrated == new


@pytest.mark.parametrize("version", [0, 1, 2, 3])
def test_several_programs_open_it_at_once(
    address: str, request: pytest.FixtureRequest, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A loaded machine takes longer than users wait.
    monkeypatch.setattr(connect, "BUSY_SECONDS", 60)
    if version:
        request.getfixturevalue("old")

    def use() -> int:
        database, _ = open_database(address)
        try:
            begin_new(Lobby(database))
            return len([*Games(database).each()])
        finally:
            database.close()

    done, refused = at_once(*[use] * 4)
    assert (done, refused) == ([1 if version else 0] * 4, [])
