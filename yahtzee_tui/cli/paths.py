"""`yahtzee-tui paths`: where the settings, the games and best play are kept."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import find_database
from yahtzee_tui.cli.display import find_config
from yahtzee_tui.cli.output import align, show
from yahtzee_tui.settings import cache_folder, data_folder
from yahtzee_tui.text import escape_controls

if TYPE_CHECKING:
    from argparse import Namespace

# As SQLAlchemy takes addresses apart; drivers take a password behind the question mark too.
_PASSWORD = re.compile(r"(?<=://)([^:/]*:)[^@]*(?=@)|([?&]pass\w*=)[^&]*", re.IGNORECASE)


def paths(args: Namespace) -> int:
    """Tell where things are, whether they are there yet or not."""
    places = {
        "config": str(find_config(args)),
        "data": str(data_folder()),
        "database": _hide_password(find_database(args)),
        "cache": str(cache_folder()),
    }
    if args.json:
        show(json.dumps(places) + "\n")
    else:
        show(align((name, escape_controls(place)) for name, place in places.items()))
    return 0


def _hide_password(address: str) -> str:
    """Return the address of a database as it may be shown to whoever looks on."""
    if "://" not in address:
        return address
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", address)
