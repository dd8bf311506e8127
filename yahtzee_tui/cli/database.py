"""The database of saved games that the command line or the environment names."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from yahtzee_tui.cli.arguments import DATABASE_VARIABLE
from yahtzee_tui.cli.output import format_file_name, show_errors
from yahtzee_tui.errors import UserError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from yahtzee_tui.store import Store


def find_database(args: Namespace) -> str:
    """Return the path or URL of the database."""
    from yahtzee_tui.settings import database_file

    return _named(args) or str(database_file())


def find_store(args: Namespace) -> Store:
    """Return the saved games, not opened yet."""
    from yahtzee_tui.store import Store

    return Store(find_database(args))


@contextmanager
def open_store(args: Namespace, reads: bool = False) -> Iterator[Store]:
    """Open the saved games for a command, and close them at its end.

    A database that is named must exist for a command that only `reads`. Raises `UserError` if it
    can't be opened.
    """
    store = find_store(args)
    if reads and _named(args) and not store.may_hold_games:
        raise UserError(f"There is no database {format_file_name(store.address)}.")
    try:
        _ = store.games
        if store.notice is not None:
            show_errors(store.notice)
        yield store
    finally:
        store.close()


def _named(args: Namespace) -> str:
    return getattr(args, "database", "") or os.environ.get(DATABASE_VARIABLE, "")
