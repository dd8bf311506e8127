"""One user's folders for settings and saved games, shared by several runs of the program."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from yahtzee_tui.dice import find_dice
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import Table

AT_ONCE = 'dice_speed = "off"\nconfirm_zero = false\n'
"""Settings with which every key does all it does at once."""


class UserFolders:
    def __init__(self, folder: Path, settings: str = AT_ONCE) -> None:
        self.env: dict[str, Any] = {
            f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA")
        }
        self.database = folder / "data" / "yahtzee-tui" / "games.sqlite"
        self.settings = folder / "config" / "yahtzee-tui" / "settings.toml"
        self.settings.parent.mkdir(parents=True)
        self.settings.write_text(settings)

    @contextmanager
    def copied(self) -> Iterator[UserFolders]:
        """Make a home with the same saved games, in which nothing has been tidied up yet."""
        with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
            copy = UserFolders(Path(folder))
            copytree(self.database.parent, copy.database.parent)
            yield copy

    @contextmanager
    def open_store(self) -> Iterator[Store]:
        store = Store(str(self.database), makes_folder=True)
        try:
            yield store
        finally:
            store.close()

    def read_table(self) -> Table:
        with self.open_store() as store:
            (saved,) = store.games.by_status(*Status)
            record, history = saved.load()
        return Table(record.setup, find_dice(record.setup.dice), history)

    def assert_sound(self) -> None:
        """Make sure that the file of the saved games is not damaged, nor was ever thought so."""
        with closing(sqlite3.connect(self.database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert not list(self.database.parent.glob("*.damaged*"))
