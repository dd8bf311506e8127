"""The columns of a score card: as many players as fit, side by side."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

_NARROWEST, _WIDEST = 4, 9
# The width of a note in whole points before a potential of one digit.
_NOTED = 8
# The width of a note in tenths before two digits.
_TENTHS = 10
_TITLE = len(" UPPER ")
_ARROW = len(" ←1")
# The turn mark before a name, and a space behind it.
_AROUND = 2


class Columns(NamedTuple):
    """The columns of half a card, in terminal columns.

    Attributes:
        label: The width of the box names.
        is_short: Whether those are the short names.
        widths: The width of each seat shown.
        spare: How far the first player's name may extend over the box names.
        seats: The seats shown, in seating order.
        more_left: The number of seats before them.
        more_right: The number of seats after them.
    """

    label: int
    is_short: bool
    widths: tuple[int, ...]
    spare: int
    seats: tuple[int, ...]
    more_left: int
    more_right: int


@lru_cache(maxsize=16)
def cut_columns(
    width: int,
    names: tuple[int, ...],
    live: int,
    offset: int,
    labels: tuple[int, int],
    noted: bool = False,
) -> Columns:
    """Divide half a card into columns.

    Args:
        width: The room.
        names: The width of each player's name.
        live: The seat that is always shown unless the player scrolls.
        offset: By how many seats the player has scrolled.
        labels: The widest box name, and the widest short one.
        noted: Whether potential scores have notes before them.

    Returns:
        The columns. Short box names are used if they allow wide enough columns, or if every
        player's name then fits. Players that don't fit all the same are left out at the ends.
    """
    least = _NOTED if noted else _NARROWEST
    needed = max(least, _NARROWEST + 1) + (len(names) - 1) * (_NARROWEST + 1)
    full, short = (_cut(width, label + 2, names, live, offset, noted) for label in labels)
    short = short._replace(is_short=True)
    if width - full.label < needed:
        return short
    return short if _cuts_names(full, names) and not _cuts_names(short, names) else full


def _cut(
    width: int, label: int, names: tuple[int, ...], live: int, offset: int, noted: bool
) -> Columns:
    """Divide half a card beside box names of the width `label`."""
    least = _NOTED if noted else _NARROWEST
    players = len(names)
    room = width - label
    column = max(_NARROWEST, min(_WIDEST, room // players))
    if column < least and players > 1:
        column = max(_NARROWEST, min(column, (room - least) // (players - 1)))
    live_width = max(column, least)
    shown = 1 + max(0, min(players - 1, (room - live_width) // column))
    if noted:
        live_width = max(live_width, min(_TENTHS, room - column * (shown - 1)))
    last = players - shown
    start = min(last, max(0, live - shown // 2))
    start = min(last, max(0, start + offset))
    seats = tuple(range(start, start + shown))
    arrows = bool(start) + bool(last - start)
    spare = max(0, label - _TITLE - arrows * _ARROW)
    widths = tuple(live_width if seat == live else column for seat in seats)
    columns = Columns(label, False, widths, spare, seats, start, last - start)
    if not _cuts_names(columns, names):
        return columns
    least_widths = [least if seat == live else _NARROWEST for seat in seats]
    return columns._replace(widths=_share(room, least_widths, _wanted(columns, names), column))


def _wanted(columns: Columns, names: tuple[int, ...]) -> list[int]:
    """Return the widths of columns in which all names fit."""
    wanted = [names[seat] + _AROUND for seat in columns.seats]
    wanted[0] -= columns.spare
    return wanted


def _cuts_names(columns: Columns, names: tuple[int, ...]) -> bool:
    """Return whether the name of a player shown doesn't fit."""
    wanted = _wanted(columns, names)
    return any(want > width for want, width in zip(wanted, columns.widths, strict=True))


def _share(room: int, least: list[int], wanted: list[int], usual: int) -> tuple[int, ...]:
    """Distribute room among columns: names first, the narrowest first, then the usual width."""
    widths = list(least)
    for goals in (wanted, [usual] * len(widths)):
        while sum(widths) < room:
            growing = [(width, at) for at, width in enumerate(widths) if width < goals[at]]
            if not growing:
                break
            widths[min(growing)[1]] += 1
    return tuple(widths)


def align_right(text: str, width: int) -> str:
    """Pad a text on the left to a number of terminal columns."""
    return " " * (width - cell_len(text)) + text


def fit_name(name: str, width: int, is_turn: bool) -> str:
    """Return as much of a name as fits, with a mark before it if it is that player's turn."""
    room = width - 1 if is_turn and width >= _NARROWEST else width
    if cell_len(name) > room:
        tail = "…" if room > 3 else ""
        name = set_cell_size(name, room - len(tail)).rstrip() + tail
    return f"▸{name}" if room < width else name
