"""Whose games they are: everybody is offered their own, and results count for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.first_turn import SETUP, add, begun
from tests.store.games import play_out
from yahtzee_tui.rules import Record
from yahtzee_tui.store import Store, UnknownGame
from yahtzee_tui.store.games import SHARED, Games
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database

OWNERS = (None, "key:ann", "key:bob", SHARED)


@pytest.mark.parametrize("owner", OWNERS)
def test_games_are_offered_to_their_owner_only(database: Database, owner: str | None) -> None:
    mine = Games(database, owner)
    game = add(mine, begun()).game
    seeded = SETUP._replace(dice="seed:1")
    another = mine.add(Record.of(seeded, begun()), begun().game).game
    for other in OWNERS:
        games = Games(database, other)
        expected = [another, game] if other == owner else []
        assert [saved.id for saved in games.by_status(Status.UNFINISHED)] == expected
        assert [saved.id for saved in games.each()] == expected[::-1]
        assert [saved.id for saved in games.with_dice("seed:")] == expected[:1]
        assert (games.newest() is None) is (other != owner)
        if other == owner:
            assert games.find(game[:8]) == game
        else:
            for beginning in (game, game[:8]):
                with pytest.raises(UnknownGame):
                    games.find(beginning)
    assert mine.for_owner("key:cid").newest() is None


def test_what_is_brought_in_belongs_to_whoever_brings_it(database: Database) -> None:
    record, game = play_out("official", ("Ann",), 1)
    assert Games(database, "key:ann").import_game(record, game)
    assert Games(database).newest() is None
    assert Games(database, "key:ann").newest() is not None
    assert not Games(database, "key:bob").import_game(record, game), "it counts once"


def test_results_count_for_all(database: Database) -> None:
    for seed, owner in enumerate(OWNERS):
        Games(database, owner).add(*play_out("official", ("Ann",), seed))
    assert Scores(database).count_games() == {"official": len(OWNERS)}
    assert len(Scores(database).scoreboard("official").lines) == len(OWNERS)


def test_a_store_serves_its_owner(address: str) -> None:
    store = Store(address, "key:ann")
    game = add(store.games, begun()).game
    store.set_owner("key:bob")
    assert store.games.newest() is None
    store.set_owner("key:ann")
    assert store.games.find(game) == game
    store.close()
