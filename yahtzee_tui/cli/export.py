"""`yahtzee-tui export`: the records of saved games, as `import` and `replay` read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.cli.shelf import open_store
from yahtzee_tui.cli.streams import complain, show_exactly
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import read_record, write_record, write_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.saved import Saved

_FAULTY = 1


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
                code = _FAULTY
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
