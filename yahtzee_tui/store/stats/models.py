"""The statistics of a player as data, and the summary of a list of grand totals."""

from __future__ import annotations

from math import sqrt
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Balance(NamedTuple):
    """Wins, losses and draws against others.

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
    """The balance against one other player; of a game of several only these two are compared.

    Attributes:
        name: Their name as it was written last.
        balance: The games with both, from this player's side.
    """

    name: str
    balance: Balance


class Solo(NamedTuple):
    """The newest game played alone, compared with the earlier ones.

    Attributes:
        last: Its grand total.
        rank: Its place among all games alone, from 1; equal totals share the better place.
        earlier: The games alone before it, None if it was the first.
    """

    last: int
    rank: int
    earlier: Summary | None


class Bonuses(NamedTuple):
    """How often bonuses were earned. A share is from 0 to 1, None where there is no such box.

    Attributes:
        upper: The share of games with an upper bonus.
        yahtzee: The share of games whose Yahtzee box was filled with points.
        repeats: How many Yahtzee bonuses were earned, in all games together.
    """

    upper: float | None
    yahtzee: float | None
    repeats: int


class NotableGame(NamedTuple):
    """The luckiest or best-played game of a player.

    Attributes:
        game: Its id.
        ended: When it ended, in seconds since 1970.
        total: The grand total.
        luck: What the dice gave, in points.
        skill: What decisions cost, in points: zero at best, else less.
    """

    game: str
    ended: float
    total: int
    luck: float
    skill: float


class Trend(NamedTuple):
    """Whether decisions have become better.

    Attributes:
        games: How many games count as recent.
        recent: The mean skill in those, in points.
        earlier: The mean skill in all before.
        is_clear: Whether the two differ by more than chance would make them.
    """

    games: int
    recent: float
    earlier: float
    is_clear: bool


class Reviewed(NamedTuple):
    """The summary of reviews: expected score + luck + skill is the grand total.

    Attributes:
        games: How many games these are, at least one.
        expected: The mean of what best play could expect before them, in points.
        luck: The mean of what the dice gave.
        skill: The mean of what decisions cost: zero at best, else less.
        accuracy: The mean share of decisions that cost nothing noticeable, None if there were none.
        luckiest: The game in which the dice gave most.
        best_played: The one in which decisions cost least.
        trend: How skill has changed; None if there are too few games.
        skills: The skill of every game in the order of time.
    """

    games: int
    expected: float
    luck: float
    skill: float
    accuracy: float | None
    luckiest: NotableGame
    best_played: NotableGame
    trend: Trend | None
    skills: tuple[float, ...]

    @property
    def share(self) -> float:
        """What these decisions can expect, as a share of what best play can."""
        return (self.expected + self.skill) / self.expected


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
        opponents: The same by opponent, the most frequent first.
        bonuses: How often what pays most came about.
        boxes: The mean points of every box in the order of the card, bonuses not counted; empty
            for all rule sets together.
        solo: The newest game alone; None if there is none, or for all rule sets together.
        waiting: How many games aren't reviewed yet.
        reviewed: The summary of the others, None if none is reviewed.
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
    waiting: int
    reviewed: Reviewed | None


class Summary(NamedTuple):
    """Some grand totals in numbers, all in points but the first.

    Attributes:
        games: How many totals there are, at least one.
        best: The highest.
        worst: The lowest.
        mean: Their arithmetic mean.
        median: The one in the middle, or the mean of the two there.
        deviation: Their sample standard deviation, with one less than their number as the
            divisor; None for a single total.
    """

    games: int
    best: int
    worst: int
    mean: float
    median: float
    deviation: float | None


def summarise(totals: Sequence[int]) -> Summary:
    """Return what some grand totals come to; there must be at least one."""
    games = len(totals)
    whole = sum(totals)
    # In integers, which is exact, and many times faster than the library's fractions.
    squares = games * sum(total * total for total in totals) - whole * whole
    deviation = sqrt(squares / (games * (games - 1))) if games > 1 else None
    middle = float(median(totals))
    return Summary(games, max(totals), min(totals), whole / games, middle, deviation)
