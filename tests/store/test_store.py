"""The store opens once whoever asks, and the autosaver writes one game."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

from tests.store.games import add, begun, execute, import_game, play_out
from tests.waiting import at_once, wait_until
from yahtzee_tui.dice import CommittedDice, Throw
from yahtzee_tui.rules import History, Hold, Record, Roll, Rolled, Setup
from yahtzee_tui.store import Autosaver, StaleGame, Store, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games, digest
from yahtzee_tui.store.saved_game import GameVersion
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.table import TableConfig

SETUP = Setup("official", ("Ann",))
RECORD, GAME = Record(SETUP), SETUP.start()


def ask_at_once(store: Store) -> tuple[list[Any], list[str]]:
    """Ask for the games in eight threads; return what they get, and the refusals."""
    got, problems = at_once(*[lambda: store.games] * 8)
    return got, [problem.sentence for problem in problems]


class MeddledGames(Games):
    """Games before or after whose writes something happens."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.database = database
        self.before: Callable[[], object] = lambda: None
        self.after: Callable[[], object] = lambda: None

    def add(self, *given: Any, **named: Any) -> GameVersion:
        return self.meddle(super().add, *given, **named)

    def save(self, *given: Any, **named: Any) -> GameVersion:
        return self.meddle(super().save, *given, **named)

    def meddle(self, write: Callable[..., GameVersion], *given: Any, **named: Any) -> GameVersion:
        self.before()
        version = write(*given, **named)
        self.after()
        return version


@pytest.fixture
def meddled(file: Path) -> Iterator[MeddledGames]:
    games = MeddledGames(open_database(str(file))[0])
    yield games
    games.close()


@pytest.fixture
def autosaver(meddled: MeddledGames) -> Autosaver:
    store: Any = SimpleNamespace(games=meddled)
    return Autosaver(store)


def fail(*_: object) -> None:
    raise StoreProblem("The database is not responding.")


def test_it_opens_once_and_not_before_it_is_asked(store: Store, tmp_path: Path) -> None:
    assert not [*tmp_path.iterdir()]
    got, _ = ask_at_once(store)
    assert {*map(id, got)} == {id(store.games)}
    assert store.scores.count_games() == {}
    assert store.notice is None


def test_every_asker_is_told_the_problem(tmp_path: Path) -> None:
    folder = tmp_path / "games.sqlite"
    folder.mkdir()
    store = Store(str(folder))
    assert ask_at_once(store) == ([], ["The path for saved games is a folder."] * 8)
    folder.rmdir()
    with pytest.raises(StoreProblem):
        _ = store.scores
    assert not folder.exists(), "it isn't opened again"
    store.close()


def test_closed_it_stays_closed(store: Store) -> None:
    game = store.games.add(RECORD, GAME).game
    for _ in range(2):
        store.close()
        with pytest.raises(StoreProblem, match="closed"):
            _ = store.games
    with pytest.raises(StoreProblem, match="closed"):
        _ = store.scores
    again = Store(store.address)
    assert again.games.find(game) == game
    again.close()


def test_an_autosaver_adds_its_game_and_then_saves_it(store: Store) -> None:
    autosaver = Autosaver(store)
    autosaver.release()
    assert not [*store.games.each()]
    record, game = play_out("official", ("Ann",), 3)
    for count in range(1, len(record.events) + 1):
        history = History(SETUP.start(), (), record.events[:count])
        autosaver.save(Record.of(SETUP, history), history.game)
    (saved,) = store.games.each()
    assert saved.version == autosaver.version == (saved.id, len(record.events), True)
    assert saved.load()[1].game == game


def test_an_autosaver_goes_on_with_a_game(store: Store) -> None:
    game = store.games.add(RECORD, GAME).game
    autosaver = Autosaver(store, store.games.acquire(game).version)
    autosaver.save(RECORD, GAME)
    autosaver.release()
    assert store.games.version(game) == 3
    store.games.acquire(game)
    for _ in range(2):
        with pytest.raises(StaleGame):
            autosaver.save(RECORD, GAME)
    assert store.games.version(game) == 4


def test_an_autosaver_goes_on_after_a_write_that_failed_and_one_of_which_it_never_heard(
    meddled: MeddledGames, autosaver: Autosaver
) -> None:
    nothing = meddled.before
    for version, before, after in ((2, nothing, fail), (4, nothing, fail), (5, fail, nothing)):
        meddled.before, meddled.after = before, after
        with pytest.raises(StoreProblem):
            autosaver.save(RECORD, GAME)
        meddled.before = meddled.after = nothing
        assert not autosaver.is_stale()
        autosaver.save(RECORD, GAME)
        (saved,) = meddled.each()
        assert saved.version == autosaver.version == (saved.id, version, False)


def test_an_autosaver_takes_nothing_of_others_for_its_own(
    meddled: MeddledGames, autosaver: Autosaver
) -> None:
    autosaver.save(RECORD, GAME)
    assert autosaver.version is not None
    meddled.before = fail
    with pytest.raises(StoreProblem):
        autosaver.save(RECORD, GAME)
    meddled.before = lambda: None
    meddled.acquire(autosaver.version.game)
    execute(meddled.database, update(GAMES).values(holder="another program"))
    assert autosaver.is_stale()
    for _ in range(2):
        with pytest.raises(StaleGame):
            autosaver.save(RECORD, GAME)


def test_a_game_is_not_stale_while_it_is_written(
    meddled: MeddledGames, autosaver: Autosaver
) -> None:
    seen: list[bool] = []
    meddled.after = lambda: seen.append(autosaver.is_stale())
    for _ in range(3):
        autosaver.save(RECORD, GAME)
    assert seen == [False] * 3


@pytest.fixture
def saved_table(store: Store) -> SavedTable:
    saved_table = SavedTable.new(TableConfig(("Ann",), seed="1"), store)
    saved_table.table.apply(0, Roll())
    return saved_table


def take_over(store: Store, saved_table: SavedTable) -> None:
    assert saved_table.game_id is not None
    store.games.acquire(saved_table.game_id, by_force=True)


async def test_looking_around(store: Store, saved_table: SavedTable) -> None:
    take_over(store, saved_table)
    assert not await saved_table.check_takeover()  # it was saved a moment ago
    assert await saved_table.check_takeover()
    assert saved_table.is_stale
    assert not await saved_table.check_takeover()


@pytest.mark.parametrize("seen", [False, True])
async def test_a_save_that_learns_it_while_somebody_looks_around(store: Store, seen: bool) -> None:
    class LateAutosaver(Autosaver):
        def is_stale(self) -> bool:
            take_over(store, saved)
            saved.table.apply(0, Hold((1,)))
            return seen

    config = TableConfig(("Ann",), seed="1")
    saved = SavedTable(config, config.create_table(), LateAutosaver(store))
    saved.table.apply(0, Roll())
    assert not await saved.check_takeover()
    assert not saved.is_stale
    assert not await saved.check_takeover()
    assert saved.is_stale


def test_a_game_is_resumed_with_the_dice_of_its_secret(store: Store) -> None:
    """As after a kill: the row of the game is all there is."""
    begun = SavedTable.new(TableConfig(("Ann",)), store)
    begun.table.apply(0, Roll())
    assert begun.game_id is not None
    saved = store.games.acquire(begun.game_id, by_force=True)
    assert saved.secret == begun.table.secret
    assert saved.secret not in saved.text
    resumed = SavedTable.resume(saved, store)
    expected = CommittedDice(saved.secret)
    for roll in (2, 3):
        assert resumed.table.apply(0, Roll()) == Rolled(expected.roll(Throw(0, 1, roll)))
    assert saved.secret not in store.games.read(saved.id).text
    digest_before = digest(resumed.table.record)
    published = resumed.table.setup._replace(secret=saved.secret)
    assert digest(Record.of(published, resumed.table.history)) == digest_before


def test_writes_are_synced_to_the_disk(file: Path, synced: list[int]) -> None:
    """At once in a thread and without an event loop, soon after with one, once for an import."""
    store = Store(str(file))
    games = store.games

    async def write() -> list[int]:
        await asyncio.to_thread(add, games, begun())
        counts = [len(synced)]
        add(games, begun())
        counts.append(len(synced))
        await wait_until(lambda: len(synced) > counts[-1])
        return counts

    add(games, begun())
    assert len(synced) == 1
    assert asyncio.run(write()) == [2, 2]
    for seed in (1, 2):
        assert import_game(games, *play_out("official", ("Ann",), seed))
    assert len(synced) == 3
    store.close()
    assert len(synced) == 4
