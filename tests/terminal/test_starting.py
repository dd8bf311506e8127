"""What would hold the first picture up waits until it stands.

How soon that is, is for `python -m tests.benchmarks.startup` to measure.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.terminal.program import Program

if TYPE_CHECKING:
    from pathlib import Path

_NOTED = """
import gc, sys
from functools import wraps

from yahtzee_tui.cli import main
from yahtzee_tui.store import Store
from yahtzee_tui.tui.table.base_screen import TableScreenBase

def note(work, what):
    @wraps(work)
    def noted(*args):
        with open(sys.argv[1], "a") as order:
            print(what, gc.isenabled(), "sqlalchemy" in sys.modules, file=order)
        return work(*args)
    return noted

TableScreenBase.on_resize = note(TableScreenBase.on_resize, "size")
Store.games = property(note(Store.games.fget, "games"))
Store.tips = property(note(Store.tips.fget, "tips"))
main(sys.argv[2:])
"""
"""Notes when the screen has been drawn for the terminal's size, and when the store is read."""


def test_games_are_looked_for_and_garbage_is_behind_the_first_picture(tmp_path: Path) -> None:
    order = tmp_path / "order"
    order.touch()

    def noted(what: str = "") -> list[str]:
        return [line for line in order.read_text().splitlines() if line.startswith(what)]

    with Program([sys.executable, "-c", _NOTED, str(order), "play", "Ann", "Bob"]) as program:
        assert program.read_until(lambda: all(map(noted, ("games", "tips"))))
    # The size comes with the first layout, and mostly again from the terminal, before it is drawn.
    assert noted()[0] == "size False False"
    assert all(line.split()[1] == "True" for line in noted("games") + noted("tips"))
