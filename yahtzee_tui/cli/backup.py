"""`yahtzee-tui backup` and `restore`: copy a file of saved games, and put a copy in its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import find_database, named_database
from yahtzee_tui.cli.output import format_file_name, show
from yahtzee_tui.errors import UserError
from yahtzee_tui.text import count_noun, escape_controls

if TYPE_CHECKING:
    from argparse import Namespace


def back_up(args: Namespace) -> int:
    """Copy the saved games as they are at this moment."""
    from yahtzee_tui.store.backup import copy_store

    path, copy = _find_file(args), Path(args.file)
    if not path.is_file():
        raise UserError(f"The database {format_file_name(str(path))} doesn't exist.")
    if copy.exists():
        raise UserError(f"{format_file_name(args.file)} already exists. Choose another file name.")
    games = copy_store(path, copy)
    show(f"{count_noun(games, 'game')} copied to {format_file_name(args.file)}.\n")
    return 0


def restore(args: Namespace) -> int:
    """Put a copy in the place of the saved games."""
    from yahtzee_tui.store.backup import restore_store
    from yahtzee_tui.store.errors import DamagedStore

    path, copy = _find_file(args), Path(args.file)
    name = format_file_name(args.file)
    if not copy.is_file():
        raise UserError(f"{name} doesn't exist.")
    if not named_database(args):
        path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and copy.samefile(path):
        raise UserError(f"{name} is already the file with the saved games.")
    try:
        games, aside = restore_store(copy, path)
    except DamagedStore:
        raise UserError(f"{name} is damaged, or is not a copy of saved games.") from None
    kept = f" The previous games are kept as {escape_controls(str(aside))}." if aside else ""
    show(f"{count_noun(games, 'game')} restored from {name}.{kept}\n")
    return 0


def _find_file(args: Namespace) -> Path:
    """Return the file of the saved games; raises `UserError` for a database on a server."""
    from yahtzee_tui.store.connect import find_path, read_address

    path = find_path(read_address(find_database(args)))
    if path is None:
        raise UserError("To copy a database on a server, use its own tools, such as pg_dump.")
    return path
