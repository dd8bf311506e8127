"""Begins games at shared tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from tests.host.screens.remote_users import RemoteUsers


def start_game(
    remote: RemoteUsers,
    *names: str,
    computers: int = 0,
    secret: str = "",
    **options: object,
) -> str:
    """Begin a game of people and computers in which the first of them begins; return the code.

    Only one with a secret counts in lists: dice of a seed could have been chosen.
    """
    host, *others = map(remote.user, names or ("Ann", "Bob"))
    created = remote.create_table(host, *others, seats=1 + len(others) + computers, **options)
    for _ in range(computers):
        remote.lobby.seats.seat_computer(created.id, host.who, "casual", "Casual")
    shared = remote.lobby.tables.read(created.id)
    table = TableConfig(
        players=tuple(seat.name for seat in shared.seats),
        rules=shared.options.rules,
        first=host.name,
        seed="far",
        secret=secret,
        computers=tuple(seat.computer for seat in shared.seats),
    ).create_table()
    remote.lobby.games.start(shared, host.who, table.record, table.game)
    return shared.code
