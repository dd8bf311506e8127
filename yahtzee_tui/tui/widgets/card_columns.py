"""How half a card is cut into columns, so that as many players as fit stand side by side."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

_NARROWEST, _WIDEST = 4, 9


class Columns(NamedTuple):
    """The columns of half a card.

    Attributes:
        label: Columns of the terminal for the names of the boxes.
        is_short: Whether those are the short names.
        width: Columns of the terminal for a player.
        seats: The seats shown, in seating order.
        more_left: Whether there are seats before them.
        more_right: Whether there are seats behind them.
    """

    label: int
    is_short: bool
    width: int
    seats: tuple[int, ...]
    more_left: bool
    more_right: bool


def cut_columns(
    width: int, players: int, live: int, offset: int, labels: tuple[int, int]
) -> Columns:
    """Cut half a card.

    Args:
        width: Columns of the terminal that it may take.
        players: How many players there are.
        live: The seat that must be seen if nobody looks aside.
        offset: How many seats the player looks aside.
        labels: The widest name of a box, and the widest short one.

    Returns:
        The columns. Short names are used where they let players have wider columns, and players
        that don't fit all the same are left out at the ends, the live one never.
    """
    label = labels[0] + 2
    is_short = (width - label) // players < _NARROWEST + 1
    if is_short:
        label = labels[1] + 2
    column = max(_NARROWEST, min(_WIDEST, (width - label) // players))
    shown = max(1, min(players, (width - label) // column))
    room = players - shown
    start = min(room, max(0, live - shown // 2))
    start = min(room, max(0, start + offset))
    seats = tuple(range(start, start + shown))
    return Columns(label, is_short, column, seats, start > 0, start < room)


def align_right(text: str, width: int) -> str:
    """Return a text at the right end of a column."""
    return " " * (width - cell_len(text)) + text


def fit_name(name: str, width: int, is_turn: bool) -> str:
    """Return as much of a name as fits, with a mark before it if it is that player's turn."""
    room = width - 1 if is_turn and width >= _NARROWEST else width
    if cell_len(name) > room:
        tail = "…" if room > 3 else ""
        name = set_cell_size(name, room - len(tail)).rstrip() + tail
    return f"▸{name}" if room < width else name
