"""`yahtzee-tui export` and `import`: write saved games as records, and save games from records."""

from __future__ import annotations

import time
from calendar import timegm
from collections import Counter
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import open_store
from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.cli.output import complain, show, show_exactly
from yahtzee_tui.cli.record_files import find_games
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import read_record, write_record, write_text
from yahtzee_tui.text import count_noun

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from yahtzee_tui.cli.record_files import Found
    from yahtzee_tui.rules import Setup
    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.saved_game import Saved

_EXIT_FAULTY = 1


_NEW, _KNOWN, _FAULTY = "imported", "already there", "with faults"
_EXIT_UNREADABLE = 2


def export(args: Namespace) -> int:
    """Write the records of saved games to standard output.

    Raises:
        Complaint: If there are none, or the store can't be read.
    """
    if args.game is not None and args.all:
        raise Complaint("An ID and --all exclude each other.")
    code = 0
    between = ""
    with open_store(args, reads=True) as store:
        for saved in _choose(store.games, args.game, args.all):
            record, faults = _read(saved)
            for fault in faults:
                complain(f"The saved game {saved.id} is damaged: {fault}")
                code = _EXIT_FAULTY
            if record is not None:
                show_exactly(between + write_text(record) if args.text else write_record(record))
                between = "\n"
    return code


def _choose(games: Games, named: str | None, every: bool) -> Iterator[Saved]:
    if named is not None:
        yield games.read(games.find(named))
        return
    newest = games.newest()
    if newest is None:
        raise Complaint("There is no saved game.")
    if every:
        yield from games.each()
    else:
        yield newest


def _read(saved: Saved) -> tuple[Record | None, list[str]]:
    """Return a game's record as far as it can be trusted, and what is wrong with it."""
    reading = read_record(saved.text)
    played = reading.replay()
    if reading.setup is None or played is None:
        return None, [*map(str, reading.faults)]
    return Record.of(reading.setup, played.history), [*map(str, played.faults)]


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
