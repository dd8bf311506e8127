"""What a drain of the server means for one session: what the player is told, and when it ends."""

from __future__ import annotations

import math
from typing import NamedTuple

from yahtzee_tui.translation import ngettext

IDLE_SECONDS = 60.0
"""Seconds without input after which a session ends while the server drains."""

_TOLD_AT = (300.0, 60.0)  # seconds left at which players are told again
_SECONDS_BELOW = 55.0  # as minutes would say too much
_SOONER_SECONDS = 10.0  # by so much a later drain is sooner than the one that players know


class ServerDrain:
    """What one player was told."""

    def __init__(self) -> None:
        self._left = math.inf

    def tell(self, seconds: float, text: str) -> str:
        """Return the sentence that is due with so many seconds left, empty if none is.

        `text` is what the host says besides.
        """
        before, self._left = self._left, seconds
        is_due = seconds < before - _SOONER_SECONDS or any(
            seconds <= at < before for at in _TOLD_AT
        )
        return " ".join(filter(None, (_describe_rest(seconds), text))) if is_due else ""


class Activity(NamedTuple):
    """What a user is doing."""

    seconds_idle: float  # since the last key, click or line
    is_in_turn: bool  # whether the user has rolled and not scored yet
    is_at_table: bool  # whether others play with the user


def must_leave(activity: Activity, is_replaced: bool) -> bool:
    """Return whether a session ends before the time is over.

    `is_replaced` says that a newer server has the address.
    """
    if is_replaced and not activity.is_in_turn:
        return True
    return activity.seconds_idle >= IDLE_SECONDS and not activity.is_at_table


def _describe_rest(seconds: float) -> str:
    if seconds < _SECONDS_BELOW:
        return ngettext(
            "This server restarts in {count} second. Your games are saved; connect again to "
            "continue.",
            "This server restarts in {count} seconds. Your games are saved; connect again to "
            "continue.",
            math.ceil(seconds),
        )
    return ngettext(
        "This server restarts in {count} minute. Your games are saved; connect again to continue.",
        "This server restarts in {count} minutes. Your games are saved; connect again to continue.",
        math.ceil(seconds / 60),
    )
