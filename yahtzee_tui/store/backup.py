"""Files of a SQLite store: copied while it is used, put aside, restored from a copy."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from yahtzee_tui.store.database import raise_store_problem
from yahtzee_tui.store.errors import DamagedStore, StoreProblem
from yahtzee_tui.store.saved_game import VERSION
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from pathlib import Path

_BESIDE = ("", "-wal", "-shm")
_MEGABYTE = 1 << 20
_CONTENT = "SELECT (SELECT count(*) FROM games), version FROM yahtzee_tui_schema"
_OLDEST = "SELECT oldest FROM yahtzee_tui_schema"  # from version 9 on


def copy_store(source: Path, target: Path) -> int:
    """Copy a store that other programs may be using; return the number of its games.

    `target` appears when it is complete. Raises `StoreProblem` if there is not enough room or the
    file is no store, and `DamagedStore`.
    """
    partial = target.with_name(f"{target.name}.partial")
    with raise_store_problem():
        size = sum(each.stat().st_size for each in _files(source))
        if shutil.disk_usage(target.absolute().parent).free < size:
            sentence = _(
                "The disk has no room for a copy of the saved games, which needs {size} MB.",
                size=size // _MEGABYTE + 1,
            )
            raise StoreProblem(sentence)
        try:
            make_private(partial)
            with closing(_connect(source)) as ours, closing(sqlite3.connect(partial)) as copy:
                ours.backup(copy)
                if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise DamagedStore
                try:
                    games, version = copy.execute(_CONTENT).fetchone()
                except sqlite3.OperationalError:
                    name = quote(source.name)
                    sentence = _("{file} contains no saved games of this program.", file=name)
                    raise StoreProblem(sentence) from None
                if version > VERSION and copy.execute(_OLDEST).fetchone() > (VERSION,):
                    raise StoreProblem(_("The saved games were written by a newer version."))
            partial.rename(target)
        finally:
            remove_store(partial)
    return int(games)


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Connect to a store in a place where nothing can be written; raises SQLite's error.

    SQLite usually makes files beside a store to read it: an index of its log, and the log. Without
    an index nobody else can be writing, and locks aren't needed.
    """
    has_log = any(each.stat().st_size for each in _files(path) if each.name.endswith("-wal"))
    options = ["mode=ro", "mode=ro&vfs=unix-none" if has_log else "mode=ro&immutable=1"]
    while True:
        uri = f"{path.absolute().as_uri()}?{options.pop(0)}"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            if "unix-none" in uri:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # keeps the index in memory
            connection.execute("SELECT * FROM sqlite_master LIMIT 1").close()
        except sqlite3.Error as error:
            connection.close()
            if not options or not isinstance(error, sqlite3.OperationalError):
                raise
        else:
            return connection


def _connect(path: Path) -> sqlite3.Connection:
    """Connect to a store; where nothing can be written, to read it."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
    try:
        connection.execute("SELECT * FROM sqlite_master LIMIT 1").close()
    except sqlite3.Error as error:
        connection.close()
        if not isinstance(error, sqlite3.OperationalError):
            raise
        return connect_read_only(path)
    return connection


def restore_store(source: Path, path: Path) -> tuple[int, Path | None]:
    """Put a copy in the place of a store, which is put aside.

    Returns the number of games in the copy, and the new name of the store before. Raises
    `StoreProblem` if another program uses the store, and as `copy_store` does.
    """
    new = free_name(path, "restored")
    aside = None
    try:
        games = copy_store(source, new)
        with raise_store_problem():
            if path.exists():
                with suppress(DamagedStore):
                    _check_unused(path)
                _copy_owner(path, new)
                aside = put_aside(path, "replaced")
            move_store(new, path)
    finally:
        remove_store(new)
    return games, aside


def make_private(path: Path) -> None:
    """Let only its user read a file, which is made if it isn't there: it has the dice to come."""
    with suppress(OSError):  # where that can't be done, opening it says why
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        path.chmod(0o600)


def free_name(path: Path, word: str) -> Path:
    """Return a name for a file beside `path` that no file has, with a word and the time."""
    named = f"{path.name}.{word}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (named, *(f"{named}-{number}" for number in range(2, 100)))
    return next(each for each in map(path.with_name, names) if not each.exists())


def put_aside(path: Path, word: str) -> Path:
    """Rename a store, with the files that SQLite has beside it; return its new name."""
    with raise_store_problem():
        aside = free_name(path, word)
        move_store(path, aside)
    return aside


def move_store(path: Path, target: Path) -> None:
    """Rename a store, with the files that SQLite has beside it."""
    for each in _files(path):
        each.rename(target.with_name(target.name + each.name.removeprefix(path.name)))


def remove_store(path: Path) -> None:
    """Delete a store if it is there, with the files that SQLite has beside it."""
    for each in _files(path):
        each.unlink()


def _copy_owner(path: Path, new: Path) -> None:
    """Give a file to the owner of another one, such as the user as whom a server runs games."""
    with suppress(PermissionError):
        if sys.platform != "win32":
            shutil.chown(new, path.stat().st_uid, path.stat().st_gid)
        shutil.copymode(path, new)


def _check_unused(path: Path) -> None:
    """Raise `StoreProblem` if another program has a store open, or can't be kept from it."""
    with raise_store_problem(), closing(sqlite3.connect(path, timeout=1)) as connection:
        try:
            # It succeeds only for the last connection, and leaves one file.
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreProblem(
                _("Another program has the saved games open. Close it first.")
            ) from None


def _files(path: Path) -> list[Path]:
    return [each for end in _BESIDE if (each := path.with_name(path.name + end)).exists()]
