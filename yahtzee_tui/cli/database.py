"""The database of saved games that a command line or the environment names, copies, and `paths`."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.arguments import DATABASE_VARIABLE
from yahtzee_tui.cli.display import find_config
from yahtzee_tui.cli.output import align, format_file_name, show, show_errors, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.settings import cache_folder, data_folder, database_file
from yahtzee_tui.text import escape_controls
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from yahtzee_tui.store import Store


# As SQLAlchemy parses URLs; drivers also accept a password in the query.
_PASSWORD = re.compile(r"(?<=://)([^:/]*:)[^@]*(?=@)|([?&]pass\w*=)[^&]*", re.IGNORECASE)


def find_database(args: Namespace) -> str:
    """Return the path or URL of the database."""
    return named_database(args) or str(database_file())


def find_store(args: Namespace, reads: bool = False) -> Store:
    """Return the saved games, not opened yet.

    The program's own folder is made, one that is named isn't. A command that only `reads` leaves a
    damaged file in its place.
    """
    from yahtzee_tui.store import Store

    is_ours = not named_database(args)
    return Store(find_database(args), repairs=not reads, makes_folder=is_ours)


@contextmanager
def open_store(args: Namespace, reads: bool = False) -> Iterator[Store]:
    """Open the saved games for a command, and close them at its end.

    A database that is named must exist for a command that only `reads`, and isn't put aside if it
    is damaged. Raises `UserError` if it can't be opened.
    """
    store = find_store(args, reads)
    if reads and named_database(args) and not store.may_hold_games:
        name = format_file_name(store.address)
        raise UserError(_("The database {file} doesn't exist.", file=name))
    try:
        store.games  # noqa: B018  opens it
        if store.notice is not None:
            show_errors(store.notice)
        yield store
    finally:
        store.close()


def named_database(args: Namespace) -> str:
    """Return the database that the command line or the environment names, if any."""
    return getattr(args, "database", "") or os.environ.get(DATABASE_VARIABLE, "")


def paths(args: Namespace) -> int:
    """Show the paths of settings, games and value tables, and what Textual's version allows."""
    from yahtzee_tui.tui.terminal.speed_ups import find_textual_version, has_speed_ups

    places = {
        "config": str(find_config(args)),
        "data": str(data_folder()),
        "database": _hide_password(find_database(args)),
        "cache": str(cache_folder()),
    }
    version, fast = find_textual_version(), has_speed_ups()
    if args.json:
        show_json(places | {"textual": version, "speed_ups": fast})
    else:
        known = N_("{version} (with speed-ups)") if fast else N_("{version} (without speed-ups)")
        places["textual"] = _(known, version=version or _("unknown"))
        show(align((name, escape_controls(place)) for name, place in places.items()))
    return 0


def _hide_password(address: str) -> str:
    if "://" not in address:
        return address
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", address)


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
    if not copy.absolute().parent.is_dir():
        raise UserError(_("{file} doesn't exist.", file=format_file_name(str(copy.parent))))
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
