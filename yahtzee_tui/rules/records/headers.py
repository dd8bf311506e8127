"""What both forms of a record check about a game before its first event."""

from __future__ import annotations

import re

from yahtzee_tui.rules.refusal import Malformed

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?", re.ASCII)
_COMPUTER = re.compile(r"[a-z0-9-]{0,20}", re.ASCII)


def is_moment(text: str) -> bool:
    """Return whether a text says when a game began, or nothing at all."""
    return _MOMENT.fullmatch(text) is not None


def check_computers(computers: object, seats: int) -> None:
    """Make sure that this says for each seat what plays there, or nothing at all.

    Raises:
        Malformed: If it doesn't.
    """
    words = computers if isinstance(computers, list) else [None]
    named = all(isinstance(word, str) and _COMPUTER.fullmatch(word) for word in words)
    if not named or len(words) not in (0, seats):
        raise Malformed("bad_computers", "The record doesn't say at which seats computers play.")


def check_coached(numbers: object, seats: int) -> None:
    """Make sure that these are seats, counted from 1, in order and none of them twice.

    Raises:
        Malformed: If they aren't.
    """
    seen = numbers if isinstance(numbers, list) else [None]
    whole = all(type(number) is int and 1 <= number <= seats for number in seen)
    if not whole or seen != sorted(set(seen)):
        raise Malformed("bad_coached", "The record doesn't say which seats asked a coach.")
