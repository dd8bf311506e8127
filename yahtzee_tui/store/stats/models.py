"""The statistics of a player as data, and the summary of a list of grand totals."""

from __future__ import annotations

from math import sqrt
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Balance(NamedTuple):
    """Wins, losses and draws against others."""

    wins: int  # games in which nobody else's grand total was as high
    losses: int  # games in which another one was higher
    draws: int  # games in which the highest of the others was the same

    @property
    def games(self) -> int:
        return sum(self)


class Opponent(NamedTuple):
    """The balance against one other player; of a game of several only these two are compared."""

    name: str  # their name as it was written last
    balance: Balance  # the games with both, from this player's side


class Solo(NamedTuple):
    """The newest game played alone, compared with the earlier ones."""

    last: int  # its grand total
    rank: int  # its place among all games alone, from 1; equal totals share the better place
    earlier: Summary | None  # the games alone before it, None if it was the first


class Bonuses(NamedTuple):
    """How often bonuses were earned. A share is from 0 to 1, None where there is no such box."""

    upper: float | None  # the share of games with an upper bonus
    yahtzee: float | None  # the share of games whose Yahtzee box was filled with points
    repeats: int  # how many Yahtzee bonuses were earned, in all games together


class NotableGame(NamedTuple):
    """The luckiest or best-played game of a player."""

    game: str  # its id
    ended: float  # when it ended, in seconds since 1970
    total: int  # the grand total
    luck: float  # what the dice gave, in points
    skill: float  # what decisions cost, in points: zero at best, else less


class Trend(NamedTuple):
    """Whether decisions have become better."""

    games: int  # how many games count as recent
    recent: float  # the mean skill in those, in points
    earlier: float  # the mean skill in all before
    is_clear: bool  # whether the two differ by more than chance would make them


class Reviewed(NamedTuple):
    """The summary of reviews: expected score + luck + skill is the grand total."""

    games: int  # how many games these are, at least one
    expected: float  # the mean of what best play could expect before them, in points
    luck: float  # the mean of what the dice gave
    skill: float  # the mean of what decisions cost: zero at best, else less
    # The mean share of decisions that cost nothing noticeable, None if there were none.
    accuracy: float | None
    luckiest: NotableGame  # the game in which the dice gave most
    best_played: NotableGame  # the one in which decisions cost least
    trend: Trend | None  # how skill has changed; None if there are too few games
    skills: tuple[float, ...]  # the skill of every game in the order of time

    @property
    def share(self) -> float:
        """What these decisions can expect, as a share of what best play can."""
        return (self.expected + self.skill) / self.expected


class Statistics(NamedTuple):
    """One player's finished games, of one rule set or of all."""

    name: str  # the player's name as it was written last
    rules: str | None  # the id of the rule set, None for all together
    unfinished: int  # games that were begun and not finished, those put away too
    totals: tuple[int, ...]  # the grand totals in the order in which the games ended
    first: float  # when the first of them ended, in seconds since 1970
    newest: float  # when the newest did
    summary: Summary  # the totals in numbers
    alone: int  # how many of them were played alone
    balance: Balance  # how the others ended
    opponents: tuple[Opponent, ...]  # the same by opponent, the most frequent first
    bonuses: Bonuses  # how often what pays most came about
    # The mean points of every box in the order of the card, bonuses not counted; empty for all rule
    # sets together.
    boxes: tuple[float, ...]
    solo: Solo | None  # the newest game alone; None if there is none, or for all rule sets together
    waiting: int  # how many games aren't reviewed yet
    reviewed: Reviewed | None  # the summary of the others, None if none is reviewed


class Summary(NamedTuple):
    """Some grand totals in numbers, all in points but the first."""

    games: int  # how many totals there are, at least one
    best: int  # the highest
    worst: int  # the lowest
    mean: float  # their arithmetic mean
    median: float  # the one in the middle, or the mean of the two there
    # Their sample standard deviation, with one less than their number as the divisor; None for a
    # single total.
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
