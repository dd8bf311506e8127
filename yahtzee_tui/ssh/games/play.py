"""What a session's process does: the game, for somebody who is far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.ssh.messages import PLAYING, WATCHING

if TYPE_CHECKING:
    from yahtzee_tui.ssh.games.telling import TellDoor
    from yahtzee_tui.ssh.messages import Begin, Setup


def play(begin: Begin, setup: Setup, tell_door: TellDoor) -> int:
    """Let a player play until they leave; return the exit code."""
    from yahtzee_tui.store import Shelf
    from yahtzee_tui.tui.visit import Visitor, run_visit

    def tell(watches: bool) -> None:
        tell_door(WATCHING if watches else PLAYING)

    visitor = Visitor(begin.key, begin.login, tuple(begin.request))
    shelf = Shelf(setup.database, check=False, keep_days=setup.keep_days)
    return run_visit(visitor, shelf, begin.ascii_only, tell)
