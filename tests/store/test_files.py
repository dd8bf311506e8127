"""Files of saved games: damaged, locked or in the way, they cost one sentence at most."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shutil import copyfile, rmtree

import pytest
from sqlalchemy import Engine, event, text

from tests.store.games import FINISHED, add, begun, fill_file, kept_aside, refusal, refused, use
from tests.store.old_stores import unpack
from yahtzee_tui.rules import NotNow, Roll, Score
from yahtzee_tui.store import Store, connect, database
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.errors import MovedStore
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.saved_game import VERSION
from yahtzee_tui.table import TableConfig

PLAIN = ("my games", 'a "b"', "#1", "Spiel ä 李", "~", "file:x", "a;b", "\udcff")
"""Names that mean the same in a path and in a URL."""

LOCKED = "The saved games are locked by another program."
_PAGE = 4096


def test_a_new_file(file: Path) -> None:
    folder = file.parent / "folder"
    assert refused(folder / "games.sqlite").startswith("The folder '")
    for _ in range(2):
        assert use(file) is None
        assert [path.name for path in file.parent.iterdir()] == ["games.sqlite"]
    database, _ = open_database(str(file))
    with database.reading() as connection:
        modes = [
            connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "foreign_keys")
        ]
    database.close()
    assert modes == ["wal", 1]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be moved there")
@pytest.mark.parametrize("what", ["move", "replace", "remove the folder"])
def test_nothing_is_done_whose_result_would_not_be_in_the_file(tmp_path: Path, what: str) -> None:
    """The player is told at once, and it goes on when the file is back."""
    file, away = tmp_path / "games" / "games.sqlite", tmp_path / "away"
    file.parent.mkdir()
    with closing(Store(str(file))) as store:
        saved_table = SavedTable.new(TableConfig(("Ann",), seed="1"), store)
        saved_table.table.apply(0, Roll())
        if what == "replace":
            copyfile(file, tmp_path / "copy")
        os.link(file, away)
        if what == "remove the folder":
            rmtree(file.parent)
        else:
            file.unlink()
        if what == "replace":
            (tmp_path / "copy").rename(file)
        assert asyncio.run(saved_table.check_takeover())
        assert saved_table.problem == MovedStore().sentence
        with pytest.raises(NotNow) as caught:
            saved_table.table.apply(0, Score("chance"))
        assert caught.value.sentence == MovedStore().sentence
        assert saved_table.table.game.turns == 0
        assert refusal(store.games.newest) == MovedStore().sentence
        if what == "move":
            left = {each.name for each in file.parent.iterdir()}
            assert "games.sqlite" not in left, "nothing new beside the log"
            assert "its log is there" in refused(file)
        file.parent.mkdir(exist_ok=True)
        away.replace(file)
        if what != "remove the folder":  # with its log
            saved_table.table.apply(0, Score("chance"))
            assert saved_table.problem is None


def test_what_a_host_forks_opens_no_other_file(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_expected", {})
    with closing(Store(str(file))) as store:
        assert store.games.newest() is None
        store.expect_file()
    file.rename(tmp_path / "away")
    assert refused(file) == MovedStore().sentence
    assert not file.exists()
    (tmp_path / "away").rename(file)
    assert use(file) is None


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
def test_only_its_user_may_read_what_is_saved(tmp_path: Path) -> None:
    """A folder that is named keeps its rights, and so does a file in it that was there before."""
    before = os.umask(0)
    try:
        own, named = tmp_path / "own" / "games.sqlite", tmp_path / "named" / "games.sqlite"
        named.parent.mkdir()
        for file, is_own in ((own, True), (own, True), (named, False)):
            with closing(Store(str(file), makes_folder=is_own)) as store:
                add(store.games, begun())
                files = [each.stat().st_mode & 0o777 for each in file.parent.iterdir()]
                assert set(files) == {0o600}
            folder = file.parent.stat().st_mode & 0o777
            assert folder == (0o700 if is_own else 0o777)
            file.parent.chmod(0o755)
            file.chmod(0o644)
        assert use(named) is None
        assert named.stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)


def test_paths_of_all_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = ("100%", "%20", "what?", "a?b=c", "new\nline")
    addresses = [(name, f"{{}}/{name}") for name in (*PLAIN, *others)]
    addresses += [(name, f"sqlite:///{{}}/{name}") for name in PLAIN]
    for at, (name, address) in enumerate(addresses):
        folder = tmp_path / f"{at}"
        folder.mkdir()
        assert use(address.format(folder)) is None, address
        assert [path.name for path in folder.iterdir()] == [name]
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert use("games.sqlite") is None
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["games.sqlite"]


def test_what_is_no_database_of_ours_is_left_alone(file: Path) -> None:
    others = (b"Dear diary\n", b"SQLite format 4\0" * 9, b"\0" * _PAGE + b"\1" * _PAGE)
    for content in others:
        file.write_bytes(content)
        assert "was not changed" in refused(file)
        assert file.read_bytes() == content
    for mode in ("delete", "wal"):
        file.unlink()
        other = sqlite3.connect(file)
        other.execute(f"PRAGMA journal_mode={mode}")
        other.execute("CREATE TABLE games (id TEXT)")
        other.close()
        before = file.read_bytes()
        assert refused(file) == "The database belongs to another program and was not changed."
        assert (file.read_bytes(), [*file.parent.iterdir()]) == (before, [file])
    file.unlink()
    use(file)
    with sqlite3.connect(file) as ours:
        ours.execute("UPDATE yahtzee_tui_schema SET version = 99, oldest = 99")
    ours.close()
    before = file.read_bytes()
    assert "newer version" in refused(file)
    assert file.read_bytes() == before


def test_two_stores_of_one_process_keep_the_log_from_others(file: Path) -> None:
    """Another program that is the last one to close the file deletes the log."""
    first = Store(str(file))
    first.games.add(*FINISHED)
    second = Store(str(file))
    _ = second.games
    other = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DELETE FROM tips').close()"
    subprocess.run([sys.executable, "-c", other, str(file)], check=True)
    assert file.with_name(f"{file.name}-wal").exists()
    second.close()
    first.close()


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path) == "The path for saved games is a folder."
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refused(tmp_path / "pipe")
    (tmp_path / "file").write_text("diary")
    assert "The folder " in refused(tmp_path / "file" / "games.sqlite")


def test_addresses_that_lead_nowhere(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    for address in (
        "://", "://games", "nonsense://", "nonsense://host/games", "sqlite://", ":memory:",
        "postgresql+nonsense://host/games", "sqlite+nonsense:///games.sqlite", "games\0.sqlite",
        "postgresql://host:port/games", "sqlite://games.sqlite/games", "sqlite:///:memory:",
    ):  # fmt: skip
        refused(address)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refused("postgresql://host/games").startswith("PostgreSQL needs psycopg")
    assert not [*file.parent.iterdir()]
    use(file)
    gone = file.with_name("gone.sqlite")
    for address, sentence in {
        f"{file}?timeout=soon": "The database address is not valid.",
        f"file:{file}?uri=true&mode=memory": (
            "Games need a file; an in-memory database can't be used."
        ),
        f"file:{file}?mode=ro&uri=true": "The file with the saved games is read-only.",
        f"file:{gone}?mode=rw&uri=true": "The file with the saved games can't be opened.",
    }.items():
        assert refused(f"sqlite:///{address}") == sentence
    assert not (file.parent / "file:").exists()


def test_a_migration_happens_once_or_not_at_all(file: Path) -> None:
    unpack("version_6", str(file))
    with sqlite3.connect(file) as ours:
        games = ours.execute("SELECT count(*) FROM games").fetchone()
        ours.execute("CREATE VIEW contests AS SELECT * FROM games")  # what is new now
    ours.close()
    refused(file)
    assert [*file.parent.iterdir()] == [file]
    with sqlite3.connect(file) as ours:
        assert ours.execute("SELECT version FROM yahtzee_tui_schema").fetchall() == [(6,)]
        ours.execute("DROP VIEW contests")
    ours.close()
    (copy,) = re.findall(r"The old file was kept as (.*)\.", str(use(file)))
    assert use(file) is None
    for path, version, more in ((copy, 6, 0), (file, VERSION, 2)):
        with sqlite3.connect(path) as ours:
            assert ours.execute("SELECT version FROM yahtzee_tui_schema").fetchall() == [(version,)]
            assert ours.execute("SELECT count(*) FROM games").fetchone() == (games[0] + more,)
        ours.close()


def test_next_to_nothing(file: Path) -> None:
    for content in (b"", b"SQLite for", b"SQLite format 3\0", b"\0" * 100, b"\0" * 3 * _PAGE):
        file.write_bytes(content)
        assert (use(file) is None) is (content == b"")
        assert kept_aside(file) == ([content] if content else [])
        for path in file.parent.iterdir():
            path.unlink()


def test_damage_is_looked_for_only_if_it_should_be(file: Path) -> None:
    use(file)
    data = bytearray(file.read_bytes())
    data[-_PAGE:] = b"\xff" * _PAGE
    file.write_bytes(data)
    database, notice = open_database(str(file), check=False)
    database.close()
    assert notice is None
    assert file.read_bytes() == data
    assert "damaged" in (use(file) or "")


def test_a_file_truncated_anywhere(tmp_path: Path) -> None:
    fill_file(tmp_path / "whole", 8)
    data = (tmp_path / "whole").read_bytes()
    for length in (*range(16, 1200, 394), *range(1200, len(data), len(data) // 7)):
        file = tmp_path / f"cut-{length}"
        file.write_bytes(data[:length])
        notice = use(file)
        if notice is None:  # only the last page is torn, which may be the end of one record
            assert length > len(data) - _PAGE
            continue
        assert notice.startswith("The saved games were damaged. They were kept as ")
        assert kept_aside(file) == [data[:length]]


def test_damaged_twice_in_a_second(file: Path) -> None:
    for content in (b"1", b"2", b"3"):
        file.write_bytes(b"SQLite format 3\0" + content * 5000)
        assert use(file) is not None
    assert [kept[-1:] for kept in kept_aside(file)] == [b"1", b"2", b"3"]


def test_a_connection_that_is_returned_late_is_closed(file: Path) -> None:
    database, _ = open_database(str(file))
    with database.reading() as connection:
        late = connection.connection.driver_connection
        database.close()
    assert isinstance(late, sqlite3.Connection)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        late.execute("SELECT 1")


def test_a_full_disk(file: Path) -> None:
    """A database that may take no further page stands for a disk that has none."""

    def allow_few_pages(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count=40")

    use(file)
    event.listen(Engine, "connect", allow_few_pages)
    try:
        games = Games(open_database(str(file))[0])
        assert refusal(fill_up, games) == "The disk with the saved games is full."
        games.close()
    finally:
        event.remove(Engine, "connect", allow_few_pages)
    use(file)


def fill_up(games: Games) -> None:
    """Save more games than a small disk takes."""
    for _ in range(100):
        games.add(*FINISHED)


_READ_WITHOUT_ROOM = """
import resource, signal, sys
from pathlib import Path
from yahtzee_tui.rules import Record, Setup
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.backup import connect_read_only
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
most = resource.getrlimit(resource.RLIMIT_FSIZE)
setup = Setup("official", ("Ann",))
game = Record(setup), setup.start()
for path in map(Path, sys.argv[1:]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most[1]))
    store = Store(str(path))
    print(*(saved.id for saved in store.games.each()))
    print(*(game for (game,) in connect_read_only(path).execute("SELECT id FROM games")))
    try:
        store.games.add(*game)
    except StoreProblem as problem:
        print(problem.sentence)
    resource.setrlimit(resource.RLIMIT_FSIZE, most)
    store.games.add(*game)
    print(len([*store.games.each()]))
    store.close()
"""


def test_reading_needs_no_room(file: Path, tmp_path: Path) -> None:
    """A process that may write to no file stands for a full disk; later it may again."""
    games = Games(open_database(str(file))[0])
    game = games.add(*FINISHED).game
    full = [tmp_path / f"{at}" / file.name for at in range(3)]
    for path, ends in zip(full, (("", "-wal"), ("", "-wal", "-shm"), ("",)), strict=True):
        path.parent.mkdir()
        if ends == ("",):
            games.close()
        for end in ends:
            copyfile(f"{file}{end}", f"{path}{end}")
    words = [sys.executable, "-c", _READ_WITHOUT_ROOM, *map(str, full)]
    done = subprocess.run(words, capture_output=True, check=True, text=True, timeout=600)
    said = done.stdout.splitlines()
    for ours, theirs, sentence, count in (said[:4], said[4:8], said[8:]):
        assert (ours, theirs, count) == (game, game, "2")
        assert sentence.startswith("The disk with the saved games ")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing wait for a lock as long as a user would."""
    monkeypatch.setattr(connect, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(database, "WRITE_SECONDS", 0.05)


@pytest.mark.usefixtures("impatient")
def test_a_database_that_stays_locked(file: Path) -> None:
    games = Games(open_database(str(file))[0])
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert refusal(games.add, *FINISHED) == LOCKED
    assert games.newest() is None
    other.execute("ROLLBACK")
    assert games.add(*FINISHED).number == 1
    games.close()
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    assert refused(file) == LOCKED
    other.close()
    assert use(file) is None


@pytest.mark.usefixtures("impatient")
def test_a_commit_that_fails_keeps_nobody_from_writing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the file system takes no write-ahead log, and another program reads."""
    monkeypatch.setattr(connect, "_use_wal", lambda *_: None)
    games = Games(open_database(str(file))[0])
    games.add(*FINISHED)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT * FROM games").fetchall()
    for _ in range(2):
        assert refusal(games.add, *FINISHED) == LOCKED
    other.execute("COMMIT")
    other.execute("BEGIN IMMEDIATE")
    other.execute("COMMIT")
    other.close()
    assert games.add(*FINISHED).number == 1
    games.close()
