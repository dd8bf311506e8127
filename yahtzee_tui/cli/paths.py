"""`yahtzee-tui paths`: the files and folders of settings, games and value tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import find_database
from yahtzee_tui.cli.display import find_config
from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.settings import cache_folder, data_folder
from yahtzee_tui.text import escape_controls

if TYPE_CHECKING:
    from argparse import Namespace

# As SQLAlchemy parses URLs; drivers also accept a password in the query.
_PASSWORD = re.compile(r"(?<=://)([^:/]*:)[^@]*(?=@)|([?&]pass\w*=)[^&]*", re.IGNORECASE)


def paths(args: Namespace) -> int:
    """Show the paths, whether the files exist or not."""
    places = {
        "config": str(find_config(args)),
        "data": str(data_folder()),
        "database": _hide_password(find_database(args)),
        "cache": str(cache_folder()),
    }
    if args.json:
        show_json(places)
    else:
        show(align((name, escape_controls(place)) for name, place in places.items()))
    return 0


def _hide_password(address: str) -> str:
    """Return the address of a database with its password masked."""
    if "://" not in address:
        return address
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", address)
