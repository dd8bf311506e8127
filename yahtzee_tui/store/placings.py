"""The table of an event, as plain data: the players' lines, their places, and the most points."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.store.lobby.models import GUEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.table.event import JudgedEvent


class EventLine(NamedTuple):
    """What a line about an event says."""

    event: JudgedEvent
    now: float  # by the database's clock
    players: int  # how many have finished a game of it
    own: int | None  # how many of its games the player has finished, None without a player


class EntryResult(NamedTuple):
    """One game of a player in an event."""

    game: str | None  # its id; None if it was deleted, or is hidden
    is_over: bool
    total: int | None = None  # None if it isn't finished, or is hidden
    skill: float | None = None  # as in `SeatReview`; None without a review, too
    is_coached: bool = False
    is_repeat: bool = False  # whether the player may have known its dice


class Placing(NamedTuple):
    """A player's line in the table of an event."""

    place: int | None  # from 1; None out of competition, or as long as something is hidden
    name: str
    who: str
    results: tuple[EntryResult | None, ...]  # of each game, None if it wasn't begun

    @property
    def finished(self) -> int:
        return sum(each is not None and each.is_over for each in self.results)

    @property
    def total(self) -> int:
        """The sum of the totals that may be seen."""
        return sum(each.total or 0 for each in self.results if each is not None)

    @property
    def lost(self) -> float | None:
        """The points lost by decisions in those games; None if one of them isn't reviewed."""
        skills = [each.skill for each in self.results if each and each.total is not None]
        known = [skill for skill in skills if skill is not None]
        return abs(sum(known)) if known and len(known) == len(skills) else None

    @property
    def competes(self) -> bool:
        """Whether it is no guest's, who may come twice, and nothing was coached or repeated."""
        if self.who.startswith(GUEST):
            return False
        return not any(each and (each.is_coached or each.is_repeat) for each in self.results)


def rank(lines: Iterable[Placing]) -> list[Placing]:
    """Return the table with places: who finished more games first, then who lost less.

    Those out of competition come last, without a place, as those have none who finished no game.
    """
    found, before, place = [], None, 0
    keyed = sorted(((_find_order(line), line) for line in lines), key=itemgetter(0))
    for at, (order, line) in enumerate(keyed, 1):
        if order[:3] != before:
            before, place = order[:3], at
        has_place = line.competes and line.finished > 0
        found.append(line._replace(place=place if has_place else None))
    return found


def find_best_total(table: Sequence[Placing]) -> list[Placing]:
    """Return who has the most points of those who finished the most games."""
    competing = [each for each in table if each.competes and each.finished]
    most = max(((each.finished, each.total) for each in competing), default=None)
    return [each for each in competing if (each.finished, each.total) == most]


def _find_order(line: Placing) -> tuple[bool, int, float, str]:
    lost = float("inf") if line.lost is None else round(line.lost, 1)
    return not line.competes, -line.finished, lost, line.name.casefold()
