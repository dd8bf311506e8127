"""The company at a shared table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.lobby import TableStatus
from yahtzee_tui.text import cell_width, join_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.store.lobby import SharedTable


def tell_company(
    shared: SharedTable, who: str, seconds_left: float | None, columns: int = 80
) -> str:
    """Return who is at a table and what it waits for.

    Args:
        shared: The table.
        who: Whose terminal it is, who knows to be there.
        seconds_left: How long the turn may still take, None if nobody minds.
        columns: How much room there is; where their names don't fit, watchers are counted, if that
            does.
    """
    parts = [shared.code]
    if seconds_left is not None and shared.status is TableStatus.PLAYING:
        parts.append(f"{tell_seconds(seconds_left)} left")
    people = [seat for seat in shared.seats if seat.who not in (None, who) and seat.place >= 0]
    gone = [seat.name for seat in people if seat.is_gone]
    away = [seat.name for seat in people if not seat.is_gone and seat.who not in shared.present]
    if gone:
        parts.append(f"{join_words(gone)} left")
    if away:
        parts.append(f"{join_words(away)} {_are(away)} away")
    if not gone and not away and people:
        parts.append("everybody is here")
    if watchers := shared.watchers:
        for told in (f"{join_words(watchers)} {_are(watchers)}", str(len(watchers))):
            whole = " · ".join([*parts, f"{told} watching"])
            if cell_width(whole) <= columns:
                return whole
    return " · ".join(parts)


def tell_seconds(seconds: float) -> str:
    """Return a time as a clock shows it, such as `0:42`."""
    minutes, seconds = divmod(max(0, int(seconds)), 60)
    return f"{minutes}:{seconds:02d}"


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"
