"""The dice of the day from the menu: played, gone on with, or looked back on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.listing import tell_where
from yahtzee_tui.table.daily import beginning, find_tries, invite, today

if TYPE_CHECKING:
    from yahtzee_tui.store import Store
    from yahtzee_tui.table.daily import Try
    from yahtzee_tui.tui.context import AppContext


def find_today(store: Store, name: str) -> Try | None:
    """Return somebody's try of today's dice, also one that was put away. It may take a while.

    Raises:
        StoreProblem: If the store can't be read.
    """
    day = today()
    loaded = [(saved.id, *saved.load()) for saved in store.games.with_dice(beginning(day))]
    # The first one counts.
    return next(reversed(find_tries(loaded, name, day)), None)


def tell_today(found: Try | None) -> str:
    """Return what the menu says of today's dice."""
    if found is None:
        return "the same for everybody, one try"
    if found.game.is_over:
        return f"{found.total} points; how good is that?"
    return f"go on, {tell_where(found.game)}"


async def open_today(app: AppContext, store: Store) -> None:
    """Sit down to today's dice, go on with them, or show how that went."""
    try:
        found = await asyncio.to_thread(find_today, store, app.me)
    except StoreProblem as problem:
        app.tell(problem.sentence)
        return
    if found is None:
        app.host.play(invite(app.me, today()))
    elif found.game.is_over:
        from yahtzee_tui.tui.screens.daily import DailyScreen

        app.ask(DailyScreen(found))
    else:
        app.host.take_up(found.id)
