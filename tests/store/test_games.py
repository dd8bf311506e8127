"""Saved games: written and read again exactly, found, put away, and recognised."""

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import delete, text, update

from tests.rules.strategies import seeds, setups, walk
from tests.store.games import (
    NOWHERE,
    SETUP,
    add,
    begun,
    count_rows,
    execute,
    import_game,
    play_out,
    values_of,
    without_last,
)
from tests.waiting import at_once
from yahtzee_tui.rules import Held, Record, Rolled, Score, Setup
from yahtzee_tui.rules.records import read_text, write_text
from yahtzee_tui.store import StoreProblem, UnknownGame
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games, ImportedGame
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES, RESULTS


def test_a_game_is_saved_and_saved_anew(games: Games) -> None:
    version = add(games, begun())
    assert (len(version.game), version.number, games.version(version.game)) == (12, 1, 1)
    later = games.save(version, Record.of(SETUP, begun(2)), begun(2).game)
    assert later == (version.game, 2, False)
    saved = games.read(version.game)
    assert (saved.id, saved.status, saved.version) == (version.game, Status.UNFINISHED, later)
    assert saved.load() == (Record.of(SETUP, begun(2)), begun(2))


def test_what_is_not_there(games: Games) -> None:
    assert (games.version(NOWHERE), games.newest()) == (0, None)
    assert [*games.each()] == games.by_status(*Status) == []
    for ask in (games.read, games.acquire, games.find, games.discard, games.restore):
        with pytest.raises(UnknownGame):
            ask(NOWHERE)


def test_finding_by_the_beginning(games: Games, database: Database) -> None:
    ids = ("3f9a00000000", "3f9b00000000", "a%_/00000000")
    for game in ids:
        version = add(games, begun())
        execute(database, update(GAMES).where(GAMES.c.id == version.game).values(id=game))
    assert games.find("3F9A") == games.find(ids[0]) == ids[0]
    assert games.find("a%_/") == ids[2]
    for beginning in ("3f9", "", "x", "%", "_f9a", "a/", "3f9a000000000", "'"):
        with pytest.raises(UnknownGame) as caught:
            games.find(beginning)
        several = beginning == "3f9"
        assert caught.value.sentence.startswith("More than one" if several else "No saved game")


def test_putting_away_and_back(games: Games) -> None:
    game = add(games, begun()).game
    games.discard(game)
    assert games.read(game).status is Status.DISCARDED
    assert games.newest() is None
    assert [*games.each()] == games.by_status(Status.UNFINISHED) == []
    games.restore(game)
    assert [saved.id for saved in games.by_status(Status.UNFINISHED)] == [game]
    with pytest.raises(UnknownGame):
        games.restore(game)
    game = games.add(*play_out("official", ("Ann",), 1)).game
    for change in (games.discard, games.restore):
        with pytest.raises(UnknownGame):
            change(game)
    assert games.read(game).status is Status.FINISHED


def test_the_order_of_games(games: Games) -> None:
    added = [add(games, begun()).game for _ in range(3)]
    first = games.acquire(added[0]).version
    games.save(first, Record.of(SETUP, begun(2)), begun(2).game)
    newest_first = [added[0], added[2], added[1]]
    assert [saved.id for saved in games.by_status(Status.UNFINISHED)] == newest_first
    assert [saved.id for saved in games.each()] == newest_first[::-1]
    newest = games.newest()
    assert newest is not None
    assert newest.id == added[0]


def test_results_come_and_go_with_the_last_posting(games: Games, database: Database) -> None:
    record, game = play_out("official", ("Ann", "Bob"), 5)
    version = games.add(record, game, ended=0.0)
    assert values_of(database, RESULTS.c.ended) == {0.0}
    for acquires in (False, True):
        for (now, state), rows in ((without_last(record), 0), ((record, game), 2)):
            if acquires:
                version = games.acquire(version.game).version
            for _ in range(2):
                version = games.save(version, now, state)
                assert (version.has_results, count_rows(database)) == (rows > 0, rows)
            status = Status.FINISHED if rows else Status.UNFINISHED
            assert games.read(version.game).status is status


def test_a_game_is_brought_in_once(games: Games, database: Database) -> None:
    record, game = play_out("yatzy", ("Ann", "Bob"), 7)
    assert import_game(games, record, game, ended=5.0)
    assert not import_game(games, record, game)
    assert count_rows(database) == 2
    (saved,) = games.each()
    assert values_of(database, GAMES.c.holder) == {None}
    assert values_of(database, RESULTS.c.ended) == {5.0}
    assert saved.load()[0] == record


def test_the_same_game_is_recognised(games: Games, database: Database) -> None:
    """Whatever was undone in it, and in the text form, which forgets more than that."""
    history = begun().play(Held((0, 1))).play(Held((1, 2))).play(Rolled((2, 3, 3, 1, 6)))
    history = history.play(Score("threes"))
    record = Record.of(SETUP, history)
    in_text = read_text(write_text(record)).record
    assert in_text is not None
    assert in_text != record
    same = (record, record._replace(undone=(Held(()),)), in_text)
    others = (
        record._replace(setup=SETUP._replace(began="")),
        record._replace(setup=SETUP._replace(rules="free-joker")),
        record._replace(setup=SETUP._replace(first=1)),
        Record.of(SETUP, history.undo()),
        Record.of(SETUP, begun()),
    )
    for first in same:
        for second in (*same, *others):
            assert import_game(games, first, SETUP.start())
            assert import_game(games, second, SETUP.start()) is (second not in same)
            execute(database, delete(GAMES))


def test_many_games_are_imported_as_one_after_the_other(
    games: Games, database: Database, statements: list[str]
) -> None:
    """Each is saved once, and one that a host signed takes the place of one that was kept out."""
    one, two = (play_out("official", ("Ann",), seed) for seed in range(2))
    given = [ImportedGame(*one, 5.0, is_unproven) for is_unproven in (True, True, False, True)]
    given += [ImportedGame(*two, 5.0, is_unproven) for is_unproven in (False, True, False)]
    for several in (given, given[2:], given[:1] + given[4:] + given[2:3], given[:1] + given[4:5]):
        alone = [games.import_games([game])[0] for game in several]
        kept = values_of(database, GAMES.c.digest), count_rows(database, GAMES)
        results = count_rows(database)
        execute(database, delete(GAMES))
        statements.clear()
        assert games.import_games(several) == alone
        assert len([each for each in statements if each.startswith("INSERT")]) <= 2
        assert kept == (values_of(database, GAMES.c.digest), count_rows(database, GAMES))
        assert count_rows(database) == results
        execute(database, delete(GAMES))
    assert games.import_games([]) == []


def test_all_games_are_read_some_at_a_time(
    games: Games, database: Database, statements: list[str]
) -> None:
    played = [play_out("official", ("Ann",), seed) for seed in range(101)]
    assert games.import_games([ImportedGame(*each) for each in played]) == [True] * 101
    statements.clear()
    shares: list[float] = []
    ids = [saved.id for saved in games.each(shares.append)]
    assert {*ids} == values_of(database, GAMES.c.id)
    assert shares == [0, 100 / 101]
    assert len([each for each in statements if "record" in each]) == 2
    reading = games.each()
    assert next(reading).id == ids[0]
    execute(database, delete(GAMES).where(GAMES.c.id == ids[-1]))
    assert [saved.id for saved in reading] == ids[1:-1]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(setups, seeds)
def test_any_position_comes_back_exactly(games: Games, setup: Setup, seed: int) -> None:
    """Dice, holds, rolls left, what undo takes back and what redo puts back."""
    version = None
    for at, history in enumerate(walk(setup.start(), seed)):
        if at % 29 == seed % 29 or history.game.is_over:
            record = Record.of(setup, history)
            if version is None:
                version = games.add(record, history.game)
            else:
                version = games.save(version, record, history.game)
            again = games.acquire(version.game)
            version = again.version
            assert again.load() == (record, history)
            assert again.load()[1].game == history.game
    assert version is not None
    assert games.read(version.game).status is Status.FINISHED


def test_a_row_that_somebody_changed(games: Games, database: Database) -> None:
    game = games.add(*play_out("official", ("Ann",), 1)).game
    whole = games.read(game).text
    no_null = "" if database.engine.dialect.name == "postgresql" else "\0"  # of which it keeps none
    damaged = f"The saved game {game} is damaged"
    for spoilt, why in (
        (whole.replace('"points":', '"points":1'), damaged),
        (whole[: len(whole) // 2], damaged),
        ("", damaged),
        (whole.replace("{", f"{no_null}\ufffd"), damaged),
        (whole.replace("official", "nonesuch"), "that this program doesn't have: 'nonesuch'"),
    ):
        execute(database, update(GAMES).values(record=spoilt, status="finishee"))
        saved = games.read(game)
        assert saved.status is Status.DISCARDED
        with pytest.raises(StoreProblem, match=why):
            saved.load()


def test_a_write_that_fails_changes_nothing(games: Games, database: Database) -> None:
    finished = play_out("official", ("Ann",), 1)
    execute(database, text("ALTER TABLE results RENAME TO gone"))
    with pytest.raises(StoreProblem):
        games.add(*finished)
    execute(database, text("ALTER TABLE gone RENAME TO results"))
    assert games.newest() is None
    assert games.add(*finished).number == 1
    assert (len([*games.each()]), count_rows(database)) == (1, 1)


def test_a_day_has_one_secret_whoever_asks_first(database: Database, address: str) -> None:
    opened = [database, *(open_database(address)[0] for _ in range(3))]
    secrets, refused = at_once(*(partial(Games(each).day_secret, "2026-11-22") for each in opened))
    assert (len(secrets), len({*secrets}), refused) == (4, 1, [])
    assert Games(database).day_secret("2026-11-21") not in secrets
    assert [day for day, _ in Games(database).day_secrets()] == ["2026-11-22", "2026-11-21"]
    for other in opened[1:]:
        other.close()
