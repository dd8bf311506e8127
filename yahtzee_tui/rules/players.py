"""Players' names: what a name may be, and who may play together."""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING

from yahtzee_tui.rules.lines import check_line
from yahtzee_tui.rules.refusal import Malformed
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_PLAYERS = 8
WIDEST_NAME = 20
"""Most columns of a terminal that a name may take."""


def check_name(name: str) -> str:
    """Return a name as the game writes it: composed, and with single spaces.

    Raises:
        Malformed: If it is empty, too wide, or has characters that are no part of a name.
    """
    return check_line(name, "name", WIDEST_NAME)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that nobody has: this one, or the first with a number behind it."""
    folded = {each.casefold() for each in taken}
    numbered = (f"{name} {number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each.casefold() not in folded)


def check_players(players: Sequence[str]) -> None:
    """Make sure that these are the names of the players of one game.

    Raises:
        Malformed: If they are too few, too many, no names, or two are the same.
    """
    if not 1 <= len(players) <= MOST_PLAYERS:
        sentence = f"A game has 1 to {MOST_PLAYERS} players, not {len(players)}."
        raise Malformed("bad_players", sentence)
    seen = set()
    for name in players:
        if check_name(name) != name:
            raise Malformed("bad_name", f"The name {quote(name)} has stray spaces or marks.")
        if name.casefold() in seen:
            raise Malformed("same_name", f"Two players can't both be called {name}.")
        seen.add(name.casefold())
