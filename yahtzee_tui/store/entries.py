"""What players did in events, as plain data: their games, the table with places, their days."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.store.saved_game import GUEST
from yahtzee_tui.table.judged import find_day

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table.judged import JudgedEvent


class DailyAttempt(NamedTuple):
    """A player's game with a day's dice, and the id of the saved game."""

    id: str
    record: Record
    game: Game

    @property
    def day(self) -> str:
        """The day, as in `2026-11-21`."""
        return find_day(self.record.setup) or ""

    @property
    def total(self) -> int:
        """The points so far."""
        return self.game.cards[0].grand_total


def find_attempts(games: Iterable[SavedGame], name: str) -> list[DailyAttempt]:
    """Return a player's attempts among saved daily games; the case of a name doesn't count.

    A game with other dice than those of its day is no attempt. On a host, a saved game has the
    secret of its day, which is not published before that is over.
    """
    from yahtzee_tui.table.proof import Proof, check_dice

    found = []
    for saved in games:
        record, history = saved.load()
        setup = record.setup._replace(secret=saved.secret or record.setup.secret)
        is_own = setup.players[0].casefold() == name.casefold() and find_day(setup)
        if is_own and check_dice(setup, record.events).proof is Proof.CONSISTENT:
            found.append(DailyAttempt(saved.id, record._replace(setup=setup), history.game))
    return found


class EventLine(NamedTuple):
    """What a line about an event says."""

    event: JudgedEvent
    now: float  # by the database's clock
    players: int  # how many have finished a game of it
    own: int | None  # how many of its games the player has finished, None without a player

    @property
    def is_over(self) -> bool:
        return self.event.is_over(self.now)


class EntryResult(NamedTuple):
    """One game of a player in an event."""

    game: str | None  # its id; None if it was deleted, or is hidden
    is_over: bool
    total: int | None = None  # None if it isn't finished, or is hidden
    skill: float | None = None  # as in `SeatReview`; None without a review, too
    is_coached: bool = False
    is_repeat: bool = False  # whether the player may have known its dice
    is_late: bool = False  # whether it was played after its day


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


class EventView(NamedTuple):
    """An event as a player may see it."""

    line: EventLine
    table: list[Placing]  # the best first
    own: Placing | None  # the player's line of it, None for a player who has begun no game
    may_be_late: bool = False  # whether it is a day that is over and may still be played

    @property
    def event(self) -> JudgedEvent:
        return self.line.event

    @property
    def may_play(self) -> bool:
        """Whether a game may be begun now, or continued."""
        begun = [each for each in self.own.results if each] if self.own else []
        is_unfinished = any(not each.is_over and each.game for each in begun)
        is_left = len(begun) < self.event.games or is_unfinished
        return is_left and (self.event.is_open(self.line.now) or self.may_be_late)


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
