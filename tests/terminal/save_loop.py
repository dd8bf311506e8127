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

    from yahtzee_tui.rules import Action
    from yahtzee_tui.table import Table

READY = "ready"


def main(database: str) -> None:
    store = Store(database)
    print(READY, flush=True)
    while True:
        table = TableConfig(("Ann", "Bob"), first="Ann", seed="17").create_table()
        autosaver, steps = Autosaver(store), 0
        while not table.game.is_over:
            for action in _turn(table):
                table.apply(table.game.seat, action)
                autosaver.save(table.record, table.game)
                steps += 1
                assert autosaver.version is not None
                print(autosaver.version.game, steps, flush=True)


def _turn(table: Table) -> Iterator[Action]:
    yield Roll()
    yield Hold((0, 2))
    yield Score(next(each.box.id for each in table.game.potentials if each.refusal is None))


if __name__ == "__main__":
    main(sys.argv[1])
