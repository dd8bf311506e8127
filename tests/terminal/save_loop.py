"""Saves one game after another until it is killed, and prints every save that has returned.

    python -m tests.terminal.save_loop games.sqlite

It says `ready` before it opens the file, and `GAME STEPS` after every save that has returned.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import History
    from yahtzee_tui.table import Table

READY = "ready"


def lay() -> Table:
    return TableConfig(("Ann", "Bob"), first="Ann", seed="17").create_table()


def play(table: Table) -> Iterator[int]:
    steps = 0
    while not table.game.is_over:
        for choose in (Roll, lambda: Hold((0, 2)), lambda: Score(_first_box(table))):
            table.apply(table.game.seat, choose())
            steps += 1
            yield steps


def histories() -> list[History]:
    table = lay()
    return [table.history, *(table.history for _ in play(table))]


def main(database: str) -> None:
    store = Store(database)
    print(READY, flush=True)
    while True:
        autosaver, table = Autosaver(store), lay()
        for steps in play(table):
            autosaver.save(table.record, table.game)
            assert autosaver.version is not None
            print(autosaver.version.game, steps, flush=True)


def _first_box(table: Table) -> str:
    return next(p.box.id for p in table.game.potentials if p.refusal is None)


if __name__ == "__main__":
    main(sys.argv[1])
