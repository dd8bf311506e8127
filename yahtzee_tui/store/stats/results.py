"""The players with results, the search for one by name or initials, and the results of one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from yahtzee_tui.rules import REAL_DICE
from yahtzee_tui.store.schema import ENTRIES, EVENTS, RESULTS, REVIEWS, DatabaseClock

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection


ROWS = 200
"""Rows that are read at once: all of them would start the garbage collector."""

WITH_REVIEWS = RESULTS.outerjoin(REVIEWS)
_COLUMNS = (
    RESULTS.c.total,
    RESULTS.c.best_other,
    RESULTS.c.ended,
    REVIEWS.c.luck,
    REVIEWS.c.skill,
    REVIEWS.c.accuracy,
    RESULTS.c.rules,
    RESULTS.c.upper_bonus,
    RESULTS.c.repeats,
    RESULTS.c.points,
)


class SummedCards:
    """What the cards of one rule set come to."""

    def __init__(self) -> None:
        self.games = self.upper = self.repeats = 0  # `upper` counts those with an upper bonus
        self.boxes: list[Counter[str]] = []  # how often each box has which points

    def add(self, upper: Sequence[int], repeats: Sequence[int], points: Sequence[str]) -> None:
        self.games += len(points)
        self.upper += sum(bonus > 0 for bonus in upper)
        self.repeats += sum(repeats)
        # One split of many cards at once; one for each takes five times as long.
        numbers = ",".join(points).split(",")
        self.boxes = self.boxes or [Counter() for _ in range(len(numbers) // len(points))]
        for place, box in enumerate(self.boxes):
            box.update(numbers[place :: len(self.boxes)])


class Results(NamedTuple):
    """The results of a player: columns in the order of time, and the cards by rule set.

    The last three columns are None without a review. To read by column halves the time with
    thousands of games.
    """

    totals: list[int]
    best_others: list[int | None]
    ended: list[float]
    lucks: list[float | None]
    skills: list[float | None]
    accuracies: list[float | None]
    cards: dict[str, SummedCards]


def read_results(connection: Connection, player: str, rules: str | None) -> Results:
    """Return the results of a player by one rule set, or by all (None).

    The rows are read in parts: all at once they would start the garbage collector.
    """
    mine = select(*_COLUMNS).select_from(WITH_REVIEWS).where(*games_of(player, rules))
    found = connection.execute(mine.order_by(RESULTS.c.ended, RESULTS.c.game))
    results = Results([], [], [], [], [], [], {})
    for rows in found.partitions(ROWS):
        *columns, played, upper, repeats, points = zip(*rows, strict=True)
        for column, values in zip(results, columns, strict=False):
            column.extend(values)  # type: ignore[attr-defined]
        for each in {*played}:
            own = zip(played, upper, repeats, points, strict=True)
            cards = [card for name, *card in own if name == each]
            results.cards.setdefault(each, SummedCards()).add(*zip(*cards, strict=True))
    return results


def games_of(player: str, rules: str | None) -> Iterable[ColumnElement[bool]]:
    """Yield the conditions for the results of a player, of one rule set or of all (None)."""
    yield RESULTS.c.player == player
    yield IS_SHOWN
    yield ~HAS_REAL_DICE if rules is None else RESULTS.c.rules == rules


HAS_REAL_DICE = RESULTS.c.rules.endswith(REAL_DICE)

_OF_OPEN_EVENTS = (
    select(ENTRIES.c.game)
    .join(EVENTS)
    .where(EVENTS.c.closes > DatabaseClock(), ENTRIES.c.game.is_not(None))
)
IS_SHOWN = RESULTS.c.game.not_in(_OF_OPEN_EVENTS)
"""Whether a game is not of an event that others may still play: its dice would be known."""


class Person(NamedTuple):
    """A player who has finished a game."""

    player: str  # the case-folded name, the key of the results
    name: str  # the name as it was written last
    games: int  # how many games they finished
    newest: float  # when the newest one ended, in seconds since 1970


_EVERYBODY = (
    select(RESULTS.c.player, RESULTS.c.name, func.count(), func.max(RESULTS.c.ended))
    .where(RESULTS.c.computer == "")
    .group_by(RESULTS.c.player, RESULTS.c.name)
    .order_by(func.max(RESULTS.c.ended))
)


def read_people(connection: Connection) -> dict[str, Person]:
    """Return the players who have finished a game by case-folded name, the last to play first."""
    people: dict[str, Person] = {}
    for player, name, games, newest in connection.execute(_EVERYBODY):
        before = people.pop(player, None)
        people[player] = Person(player, name, games + (before.games if before else 0), newest)
    return dict(reversed(people.items()))


def match_people(people: Iterable[Person], text: str) -> list[Person]:
    """Return the players whom a text being typed may mean in any case, the best match first.

    A name that equals the text comes first, then initials that do (`ab` for Ann Berg), then a name
    that begins with it, then one of which a later word does. An empty text means every player.
    """
    wanted = _fold(text)
    ranked = [(rank, person) for person in people if (rank := _rank(person, wanted)) is not None]
    return [person for _, person in sorted(ranked, key=lambda pair: pair[0])]


def likeliest_people(people: Iterable[Person], text: str) -> list[Person]:
    """Return the best match of a text, or several equally good ones."""
    matches = match_people(people, text)
    wanted = _fold(text)
    return [person for person in matches if _rank(person, wanted) == _rank(matches[0], wanted)]


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _rank(person: Person, wanted: str) -> int | None:
    words = person.player.split()
    if person.player == wanted:
        return 0
    if len(words) > 1 and "".join(word[0] for word in words) == wanted.replace(".", ""):
        return 1
    if person.player.startswith(wanted):
        return 2
    return 3 if any(word.startswith(wanted) for word in words[1:]) else None
