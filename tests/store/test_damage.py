"""A damaged file of saved games: what can be read of it goes on in a new one."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from shutil import copyfile

import pytest

from tests.store.games import fill_file, kept_aside, use
from tests.waiting import at_once
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.saved_game import GameVersion, SavedGame
from yahtzee_tui.store.stats.stored_reviews import SavedReview, SeatReview

_GAMES, _PAGE = 12, 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with finished games and a review."""
    file = tmp_path_factory.mktemp("whole") / "games.sqlite"
    store = Store(fill_file(file, _GAMES))
    review = SavedReview(GameVersion("000000000000", 1), {0: SeatReview(1.0, -2.0, 0.5)})
    store.scores.save_reviews([review])
    store.close()
    return file


def damage_pages(whole: Path, file: Path) -> Iterator[bytes]:
    """Yield a copy of a store with one damaged page after the other, which the file has then."""
    content = whole.read_bytes()
    pages = len(content) // _PAGE
    for page in (0, 1, *range(2, pages, 5), pages - 1):
        begin = page * _PAGE
        damaged = content[:begin] + (b"\xff", b"\0")[page % 2] * _PAGE + content[begin + _PAGE :]
        file.write_bytes(damaged)
        yield damaged
        for path in file.parent.iterdir():
            path.unlink()


@pytest.mark.exhaustive
def test_any_page_may_be_damaged(whole: Path, file: Path) -> None:
    """A page has parts of two or three records; only those are lost, whatever page it is."""
    with closing(Store(str(whole))) as store:
        totals = {line.total for line in store.scores.scoreboard("official", 99).lines}
    noticed = 0
    for damaged in damage_pages(whole, file):
        with closing(Store(str(file))) as store:
            games = [*store.games.each()]
            assert len(games) >= _GAMES - 3
            assert sum(map(_is_whole, games)) >= _GAMES - 3
            assert {line.total for line in store.scores.scoreboard("official", 99).lines} <= totals
            if store.notice is not None:
                noticed += 1
                assert int(store.notice.split(", and ")[1].split()[0]) == len(games)
                assert kept_aside(file) == [damaged]
    assert noticed > 5


def _is_whole(game: SavedGame) -> bool:
    with suppress(StoreProblem):
        return bool(game.load())
    return False


def spoil(file: Path, place: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (place,)).fetchone()
    with file.open("r+b") as changed:
        changed.seek((page - 1) * _PAGE)
        changed.write(b"\xff" * _PAGE)


def test_what_stays_readable_keeps_its_reviews(whole: Path, file: Path) -> None:
    copyfile(whole, file)
    spoil(file, "results_by_total")
    with closing(Store(str(file))) as store:
        assert store.scores.find_unreviewed("ann")
        assert f" {_GAMES} games could be recovered" in str(store.notice)
        statistics = store.scores.statistics("ann", "official")
        assert statistics is not None
        assert statistics.reviewed is not None


def test_several_programs_find_the_damage_at_once(whole: Path, file: Path) -> None:
    content = bytearray(whole.read_bytes())
    content[_PAGE : 2 * _PAGE] = os.urandom(_PAGE)
    file.write_bytes(content)

    def open_it() -> int:
        with closing(Store(str(file))) as store:
            return len([*store.games.each()])

    done, refused = at_once(*[open_it] * 4)
    assert (min(done) >= _GAMES - 4, refused) == (True, [])
    assert kept_aside(file) == [content]
    # SQLite leaves its log where two programs close a file at the same moment.
    left = {each.name for each in file.parent.iterdir()} - {f"{file.name}-wal", f"{file.name}-shm"}
    assert len(left) == 2


def test_a_command_that_reads_leaves_a_damaged_file_in_its_place(file: Path) -> None:
    content = b"SQLite format 3\0" + b"x" * 5000
    file.write_bytes(content)
    store = Store(str(file), repairs=False)
    with pytest.raises(StoreProblem, match="is damaged"):
        _ = store.games
    store.close()
    assert [(path, path.read_bytes()) for path in file.parent.iterdir()] == [(file, content)]
    assert "no games could be recovered" in str(use(file))


def test_rows_of_any_length_are_found_on_pages_that_nothing_leads_to(file: Path) -> None:
    """The longest rows of one page, and the shortest that go on on another, are among them."""
    games = 24
    Store(fill_file(file, games)).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        rows = connection.execute("SELECT id, record FROM games ORDER BY id").fetchall()
        for length, (game, record) in enumerate(rows, _PAGE - 104):
            header = record.partition("\n")[0] + "\n"
            values = (header.ljust(length, "x"), game)
            connection.execute("UPDATE games SET record = ? WHERE id = ?", values)
        connection.execute("VACUUM")  # else the rows before are found
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        written = set(connection.execute("SELECT id, record FROM games"))
    spoil(file, "games")
    assert f" {games} games could be recovered" in str(use(file))
    with closing(sqlite3.connect(file)) as connection:
        assert written <= set(connection.execute("SELECT id, record FROM games"))
