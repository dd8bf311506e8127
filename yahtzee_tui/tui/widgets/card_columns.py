"""How half a card is cut into columns, so that as many players as fit stand side by side."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

_NARROWEST, _WIDEST = 4, 9
# Room for whole points before a potential of one digit in its brackets.
_NOTED = 8


class Columns(NamedTuple):
    """The columns of half a card.

    Attributes:
        label: Columns of the terminal for the names of the boxes.
        is_short: Whether those are the short names.
        width: Columns of the terminal for a player.
        live_width: The same for the live one, which may need more.
        seats: The seats shown, in seating order.
        more_left: How many seats there are before them.
        more_right: How many there are behind them.
    """

    label: int
    is_short: bool
    width: int
    live_width: int
    seats: tuple[int, ...]
    more_left: int
    more_right: int


def cut_columns(
    width: int,
    players: int,
    live: int,
    offset: int,
    labels: tuple[int, int],
    noted: bool = False,
) -> Columns:
    """Cut half a card.

    Args:
        width: Columns of the terminal that it may take.
        players: How many players there are.
        live: The seat that must be seen if nobody looks aside.
        offset: How many seats the player looks aside.
        labels: The widest name of a box, and the widest short one.
        noted: Whether a note stands before what the live player would score.

    Returns:
        The columns. Short names are used where they let players have wider columns, and players
        that don't fit all the same are left out at the ends, the live one never.
    """
    label = labels[0] + 2
    least = _NOTED if noted else _NARROWEST
    is_short = width - label < max(least, _NARROWEST + 1) + (players - 1) * (_NARROWEST + 1)
    if is_short:
        label = labels[1] + 2
    room = width - label
    column = max(_NARROWEST, min(_WIDEST, room // players))
    if column < least and players > 1:
        column = max(_NARROWEST, min(column, (room - least) // (players - 1)))
    live_width = max(column, least)
    shown = 1 + max(0, min(players - 1, (room - live_width) // column))
    last = players - shown
    start = min(last, max(0, live - shown // 2))
    start = min(last, max(0, start + offset))
    seats = tuple(range(start, start + shown))
    return Columns(label, is_short, column, live_width, seats, start, last - start)


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
