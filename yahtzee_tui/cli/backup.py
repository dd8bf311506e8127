"""`yahtzee-tui backup` and `restore`: copy a file of saved games, and put a copy in its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import find_database, named_database
from yahtzee_tui.cli.output import format_file_name, show
from yahtzee_tui.errors import UserError
from yahtzee_tui.text import escape_controls
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace


def back_up(args: Namespace) -> int:
    """Copy the saved games as they are at this moment."""
    from yahtzee_tui.store.backup import copy_store

    path, copy = _find_file(args), Path(args.file)
    name = format_file_name(args.file)
    if not path.is_file():
        found = format_file_name(str(path))
        raise UserError(_("The database {file} doesn't exist.", file=found))
    if copy.exists():
        raise UserError(_("{file} already exists. Choose another file name.", file=name))
    games = copy_store(path, copy)
    copied = ngettext(
        "{count} game copied to {file}.", "{count} games copied to {file}.", games, file=name
    )
    show(f"{copied}\n")
    return 0


def restore(args: Namespace) -> int:
    """Put a copy in the place of the saved games."""
    from yahtzee_tui.store.backup import restore_store
    from yahtzee_tui.store.errors import DamagedStore

    path, copy = _find_file(args), Path(args.file)
    name = format_file_name(args.file)
    if not copy.is_file():
        raise UserError(_("{file} doesn't exist.", file=name))
    if not named_database(args):
        path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and copy.samefile(path):
        raise UserError(_("{file} is already the file with the saved games.", file=name))
    try:
        games, aside = restore_store(copy, path)
    except DamagedStore:
        sentence = _("{file} is damaged, or is not a copy of saved games.", file=name)
        raise UserError(sentence) from None
    said = ngettext(
        "{count} game restored from {file}.", "{count} games restored from {file}.",
        games, file=name,
    )  # fmt: skip
    if aside:
        kept = _("The previous games are kept as {file}.", file=escape_controls(str(aside)))
        said = f"{said} {kept}"
    show(f"{said}\n")
    return 0


def _find_file(args: Namespace) -> Path:
    """Return the file of the saved games; raises `UserError` for a database on a server."""
    from yahtzee_tui.store.connect import find_path, read_address

    path = find_path(read_address(find_database(args)))
    if path is None:
        raise UserError(_("To copy a database on a server, use its own tools, such as pg_dump."))
    return path
