"""`yahtzee-tui import`: records from files into the saved games."""

from __future__ import annotations

import time
from calendar import timegm
from collections import Counter
from typing import TYPE_CHECKING

from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.cli.found import find_games
from yahtzee_tui.cli.shelf import open_store
from yahtzee_tui.cli.streams import complain, show
from yahtzee_tui.rules import Record
from yahtzee_tui.text import count_noun

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.cli.found import Found
    from yahtzee_tui.rules import Setup
    from yahtzee_tui.store.games import Games

_NEW, _KNOWN, _FAULTY = "imported", "already there", "with faults"
_EXIT_FAULTY, _EXIT_UNREADABLE = 1, 2


def import_files(args: Namespace) -> int:
    """Save the games of some files; those that are there already and faulty ones are left out.

    Raises:
        Complaint: If the store can't be written. What came before that is saved.
    """
    counts: Counter[str] = Counter()
    code = 0
    with open_store(args) as store:
        try:
            for name in args.files:
                code = max(code, _import_file(name, store.games, counts))
        finally:
            if counts:
                show(_tell(counts))
    return code or (_EXIT_FAULTY if counts[_FAULTY] else 0)


def _import_file(name: str, games: Games, counts: Counter[str]) -> int:
    try:
        for found in find_games(name):
            counts[_bring_in(found, games)] += 1
    except Complaint as complaint:  # the other files may be better
        complain(complaint.sentence)
        return _EXIT_UNREADABLE
    return 0


def _bring_in(found: Found, games: Games) -> str:
    if found.setup is None or found.played is None or found.is_faulty:
        return _FAULTY
    record = Record.of(found.setup, found.played.history)
    is_new = games.import_game(record, found.played.game, _when_began(found.setup))
    return _NEW if is_new else _KNOWN


def _when_began(setup: Setup) -> float | None:
    """Return when a game began, in seconds since 1970; None if that can't be so."""
    try:
        began = timegm(time.strptime(setup.began, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return None
    return float(began) if 0 <= began <= time.time() else None


def _tell(counts: Counter[str]) -> str:
    """Return what became of the games, such as `2 games imported, 1 already there.`."""
    new = counts[_NEW]
    parts = [f"{count_noun(new, 'game')} {_NEW}"]
    parts += [f"{counts[what]} {what}" for what in (_KNOWN, _FAULTY) if counts[what]]
    return f"{', '.join(parts)}.\n"
