"""The company at a shared table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.lobby import Stage

if TYPE_CHECKING:
    from yahtzee_tui.store.lobby import SharedTable


def tell_company(shared: SharedTable, who: str, seconds_left: float | None) -> str:
    """Return who is at a table and what it waits for.

    Args:
        shared: The table.
        who: Whose terminal it is, who knows to be there.
        seconds_left: How long the turn may still take, None if nobody minds.
    """
    parts = [shared.code]
    if seconds_left is not None and shared.stage is Stage.PLAYING:
        parts.append(f"{tell_seconds(seconds_left)} left")
    people = [seat for seat in shared.seats if seat.who not in (None, who) and seat.place >= 0]
    gone = [seat.name for seat in people if seat.is_gone]
    away = [seat.name for seat in people if not seat.is_gone and seat.who not in shared.present]
    if gone:
        parts.append(f"{_and(gone)} left")
    if away:
        parts.append(f"{_and(away)} {'is' if len(away) == 1 else 'are'} away")
    if not gone and not away and people:
        parts.append("everybody is here")
    if shared.watchers:
        parts.append(f"{shared.watchers} watching")
    return " · ".join(parts)


def tell_seconds(seconds: float) -> str:
    """Return a time as a clock shows it, such as `0:42`."""
    minutes, seconds = divmod(max(0, int(seconds)), 60)
    return f"{minutes}:{seconds:02d}"


def _and(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
