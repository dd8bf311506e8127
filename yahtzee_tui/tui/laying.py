"""From options to a game: tables are laid, and their games begun. All of it may take a while."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Refusal
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import Invitation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.store.lobby import SharedTable, TableOptions, User
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.strategy.bots import Rank

FEWEST = 2
"""Seats that must be taken before a game can begin."""


def lay_table(lobby: Lobby, host: User, options: TableOptions, ranks: Sequence[Rank] = ()) -> str:
    """Lay a table, and begin at once if no seat is left for anybody else.

    Args:
        lobby: Where it stands.
        host: Who lays it.
        options: What it is meant to be.
        ranks: The computers that play there.

    Returns:
        The id of the table.

    Raises:
        StoreProblem: If that can't be.
    """
    table = lobby.tables.lay(options, host)
    for rank in ranks:
        lobby.seats.seat_computer(table, host.who, rank.id, rank.name)
    shared = lobby.tables.read(table)
    if not shared.free:
        begin_game(lobby, shared, host.who)
    return table


def begin_game(lobby: Lobby, shared: SharedTable, who: str) -> None:
    """Begin the game of a table with those who sit there; free seats are left out.

    Args:
        lobby: Where the table stands.
        shared: The table as it was seen.
        who: Who begins.

    Raises:
        StoreProblem: If that can't be; a `StaleGame` if the table has changed since.
    """
    from yahtzee_tui.store.lobby.games import taken_seats

    seats = taken_seats(shared)
    computers = tuple(seat.computer for seat in seats)
    invitation = Invitation(
        tuple(seat.name for seat in seats),
        shared.options.rules,
        computers=computers if any(computers) else (),
    )
    try:
        table = invitation.lay(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    except Refusal as refusal:  # the rules of another version, or a name that it allowed
        raise StoreProblem(refusal.sentence) from None
    lobby.games.start(shared, who, table.record, table.game)
