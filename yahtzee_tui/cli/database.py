"""The database of saved games, as the command line or the environment names it, and `paths`."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from yahtzee_tui.cli.arguments import DATABASE_VARIABLE
from yahtzee_tui.cli.display import find_config
from yahtzee_tui.cli.output import align, format_file_name, show, show_errors, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.settings import cache_folder, data_folder, database_file
from yahtzee_tui.text import escape_controls
from yahtzee_tui.translation import N_, _

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
    address = find_database(args)
    return Store(address, repairs=not reads, makes_folder=is_ours)


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
