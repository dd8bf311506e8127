"""What the finished games of one player amount to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import case, func, select

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.people import read_people
from yahtzee_tui.store.problem import StoreProblem
from yahtzee_tui.store.saved import Status
from yahtzee_tui.store.schema import GAMES, RESULTS
from yahtzee_tui.store.summary import Summary, summarise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from sqlalchemy import Connection, Result

    from yahtzee_tui.rules import Ruleset

_YAHTZEE = "yahtzee"
_ROWS = 200
_LONGEST_HEADER = 10_000
"""Characters in which the first line of a record surely ends."""


class Balance(NamedTuple):
    """How games against others ended.

    Attributes:
        wins: Games in which nobody else's grand total was as high.
        losses: Games in which another one was higher.
        draws: Games in which the highest of the others was the same.
    """

    wins: int
    losses: int
    draws: int

    @property
    def games(self) -> int:
        """How many games that were."""
        return sum(self)


class Opponent(NamedTuple):
    """How one other player is met: in a game of several, only these two are compared.

    Attributes:
        name: The other's name as it was written last.
        balance: The games with both, as this player sees them.
    """

    name: str
    balance: Balance


class Solo(NamedTuple):
    """The newest game played alone, against one's own earlier ones.

    Attributes:
        last: Its grand total.
        rank: Its place among all games alone, from 1; equal totals share the better place.
        earlier: The games alone before it, None if it was the first.
    """

    last: int
    rank: int
    earlier: Summary | None


class Bonuses(NamedTuple):
    """How often what pays most came about. A share is from 0 to 1, None where there is no such box.

    Attributes:
        upper: The share of games with an upper bonus.
        yahtzee: The share of games whose Yahtzee box was filled with points.
        repeats: How many Yahtzee bonuses were earned, in all games together.
    """

    upper: float | None
    yahtzee: float | None
    repeats: int


class Statistics(NamedTuple):
    """One player's finished games, of one rule set or of all.

    Attributes:
        name: The player's name as it was written last.
        rules: The id of the rule set, None for all together.
        unfinished: Games that were begun and not finished, those put away too.
        totals: The grand totals in the order in which the games ended.
        first: When the first of them ended, in seconds since 1970.
        newest: When the newest did.
        summary: The totals in numbers.
        alone: How many of them were played alone.
        balance: How the others ended.
        opponents: The same by opponent, whoever was met most often first.
        bonuses: How often what pays most came about.
        boxes: The mean points of every box in the order of the card, bonuses not counted; empty
            for all rule sets together.
        solo: The newest game alone; None if there is none, or for all rule sets together.
    """

    name: str
    rules: str | None
    unfinished: int
    totals: tuple[int, ...]
    first: float
    newest: float
    summary: Summary
    alone: int
    balance: Balance
    opponents: tuple[Opponent, ...]
    bonuses: Bonuses
    boxes: tuple[float, ...]
    solo: Solo | None


def read_statistics(connection: Connection, player: str, rules: str | None) -> Statistics | None:
    """Return what a player's games amount to, None if they finished none of them.

    Args:
        connection: What is read from.
        player: The case-folded name.
        rules: The id of a rule set, None for all together.

    Raises:
        StoreProblem: If somebody has changed the results so that they make no sense.
    """
    mine = select(*_COLUMNS).where(*_games_of(player, rules))
    results = _fetch(connection.execute(mine.order_by(RESULTS.c.ended, RESULTS.c.game)))
    if not results.totals:
        return None
    alone = [
        total
        for total, other in zip(results.totals, results.best_others, strict=True)
        if other is None
    ]
    names = {person.player: person.name for person in read_people(connection).values()}
    return Statistics(
        name=names[player],
        rules=rules,
        unfinished=_count_unfinished(connection, player, rules),
        totals=tuple(results.totals),
        first=results.ended[0],
        newest=results.ended[-1],
        summary=summarise(results.totals),
        alone=len(alone),
        balance=_balance(results),
        opponents=_opponents(connection, names, player, rules),
        bonuses=_bonuses(results),
        boxes=_mean_points(results, rules),
        solo=_compare_last(alone) if rules else None,
    )


_COLUMNS = (
    RESULTS.c.total,
    RESULTS.c.best_other,
    RESULTS.c.upper_bonus,
    RESULTS.c.repeats,
    RESULTS.c.points,
    RESULTS.c.rules,
    RESULTS.c.ended,
)


class _Results(NamedTuple):
    """The columns above, each in the order of time."""

    totals: list[int]
    best_others: list[int | None]
    upper_bonuses: list[int]
    repeats: list[int]
    points: list[str]
    rules: list[str]
    ended: list[float]


def _fetch(found: Result[Any]) -> _Results:
    """Return what was found by columns, which with thousands of games halves the time.

    The rows go as they come: kept all at once, they would call for the garbage collector.
    """
    results = _Results([], [], [], [], [], [], [])
    for rows in found.partitions(_ROWS):
        for column, values in zip(results, zip(*rows, strict=True), strict=True):
            column.extend(values)  # type: ignore[attr-defined]
    return results


def _games_of(player: str, rules: str | None) -> Iterable[Any]:
    yield RESULTS.c.player == player
    if rules is not None:
        yield RESULTS.c.rules == rules


def _balance(results: _Results) -> Balance:
    pairs = [
        (total, other)
        for total, other in zip(results.totals, results.best_others, strict=True)
        if other is not None
    ]
    wins = sum(total > other for total, other in pairs)
    draws = sum(total == other for total, other in pairs)
    return Balance(wins, len(pairs) - wins - draws, draws)


def _bonuses(results: _Results) -> Bonuses:
    upper: Counter[bool] = Counter()
    yahtzees: Counter[bool] = Counter()
    for rules in set(results.rules):
        # Rule sets that only a newer version of the program knows count for nothing here.
        ruleset = RULESETS.get(rules)
        if ruleset is not None and ruleset.upper_bonus:
            paid = zip(results.rules, results.upper_bonuses, strict=True)
            upper.update(bonus > 0 for each, bonus in paid if each == rules)
        if ruleset is not None and _YAHTZEE in ruleset.places:
            written = _columns(results, ruleset)[ruleset.places[_YAHTZEE]]
            yahtzees.update(points != "0" for points in written)
    return Bonuses(_share(upper), _share(yahtzees), sum(results.repeats))


def _share(answers: Counter[bool]) -> float | None:
    return answers[True] / answers.total() if answers else None


def _mean_points(results: _Results, rules: str | None) -> tuple[float, ...]:
    ruleset = RULESETS.get(rules or "")
    if ruleset is None:
        return ()
    games = len(results.totals)
    try:
        return tuple(sum(map(int, column)) / games for column in _columns(results, ruleset))
    except ValueError:
        raise _damaged(ruleset) from None


def _columns(results: _Results, ruleset: Ruleset) -> list[list[str]]:
    """Return what was written into each box of the card, in the games of a rule set.

    Raises:
        StoreProblem: If that is more or less than the card has boxes.
    """
    cards = zip(results.rules, results.points, strict=True)
    # One split of all the cards at once; one for each takes five times as long.
    own = [points for rules, points in cards if rules == ruleset.id]
    numbers = ",".join(own).split(",")
    boxes = len(ruleset.boxes)
    if len(numbers) != boxes * len(own):
        raise _damaged(ruleset)
    return [numbers[place::boxes] for place in range(boxes)]


def _damaged(ruleset: Ruleset) -> StoreProblem:
    return StoreProblem(f"Results of {ruleset.name} are damaged, and can't be counted.")


def _opponents(
    connection: Connection, names: dict[str, str], player: str, rules: str | None
) -> tuple[Opponent, ...]:
    mine, other = RESULTS, RESULTS.alias("other")
    met = (mine.c.game == other.c.game) & (mine.c.seat != other.c.seat)
    query = (
        select(
            other.c.player,
            func.sum(case((mine.c.total > other.c.total, 1), else_=0)),
            func.sum(case((mine.c.total < other.c.total, 1), else_=0)),
            func.sum(case((mine.c.total == other.c.total, 1), else_=0)),
        )
        .select_from(mine.join(other, met))
        .where(*_games_of(player, rules))
        .group_by(other.c.player)
        .order_by(func.count().desc(), other.c.player)
    )
    return tuple(
        Opponent(names[met_with], Balance(*map(int, balance)))
        for met_with, *balance in connection.execute(query)
    )


def _compare_last(totals: Sequence[int]) -> Solo | None:
    if not totals:
        return None
    *earlier, last = totals
    rank = 1 + sum(total > last for total in earlier)
    return Solo(last, rank, summarise(earlier) if earlier else None)


def _count_unfinished(connection: Connection, player: str, rules: str | None) -> int:
    """Return how many games a player began and didn't finish: only their records say who plays."""
    not_finished = GAMES.c.status.in_([Status.UNFINISHED.value, Status.DISCARDED.value])
    query = select(func.substr(GAMES.c.record, 1, _LONGEST_HEADER)).where(not_finished)
    heads = connection.scalars(query)
    setups = (read_record(head.partition("\n")[0] + "\n").setup for head in heads)
    return sum(
        player in map(str.casefold, setup.players) and rules in (None, setup.rules)
        for setup in setups
        if setup is not None
    )
