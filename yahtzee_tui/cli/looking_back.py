"""Looking back on a player's finished games before their statistics are told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from yahtzee_tui.cli.solving import ProgressLine
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.backlog import Backlog

if TYPE_CHECKING:
    from yahtzee_tui.store import Store

SECONDS = 5.0
"""How long a command may keep somebody waiting, who did not ask for it: some hundreds of games."""


def look_back(store: Store, player: str, rules: str | None, games: int) -> None:
    """Find out luck and skill of games of which they aren't known, as many as there is time for.

    At a terminal a line tells how far it is. Where nothing can be noted, what is known has to do.

    Args:
        store: Where the games are.
        player: The case-folded name.
        rules: The id of a rule set, None for all.
        games: How many games these are.
    """
    looking = ProgressLine("Looking back on finished games")
    solving = ProgressLine("Working out best play")
    backlog = Backlog(store, player, rules, lambda done: solving.show(done) if done else None)
    until = time.monotonic() + SECONDS
    try:
        while backlog.work() and time.monotonic() < until:
            solving.clear()
            looking.show(1 - (backlog.left or 0) / games)
    except StoreProblem:
        return
    finally:
        solving.clear()
        looking.clear()
