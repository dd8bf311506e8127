"""`yahtzee-tui resume --list`: the unfinished games, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.columns import align
from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.cli.shelf import open_store
from yahtzee_tui.cli.streams import show

if TYPE_CHECKING:
    from argparse import Namespace


def list_unfinished(args: Namespace) -> int:
    """List the unfinished games, the newest first, and then those that were put away.

    Raises:
        Complaint: If the store can't be read.
    """
    from yahtzee_tui.store.rows import unfinished_rows
    from yahtzee_tui.store.saved import Status

    if args.game is not None:
        raise Complaint("An ID and --list exclude each other.")
    with open_store(args, reads=True) as store:
        rows = unfinished_rows(store)
        away = unfinished_rows(store, Status.DISCARDED)
    lines = [(*row[:-1], "open" if row.elsewhere else "") for row in rows]
    table = align([*lines, *((*row[:-1], "put away") for row in away)])
    show(table or "There is no unfinished game.\n")
    return 0
