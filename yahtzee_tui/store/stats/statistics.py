"""The statistics of one player as data, computed from the results of finished games."""

from __future__ import annotations

from collections import Counter
from math import fsum, sqrt
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import case, func, select

from yahtzee_tui.rules import find_played, place_among
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES, RESULTS, REVIEWS
from yahtzee_tui.store.stats.results import SummedCards, games_of, read_people, read_results
from yahtzee_tui.store.stats.stored_reviews import count_unreviewed
from yahtzee_tui.table.eligibility import file_results
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store.stats.results import Results


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
    rules: str | None  # what the games are filed under, None for all together
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
    newest_boxes: tuple[float, ...]  # the same of the newest games, as many as `RECENT`
    solo: Solo | None  # the newest game alone; None if there is none, or for all rule sets together
    waiting: int  # how many games aren't reviewed yet
    reviewed: Reviewed | None  # the summary of the others, None if none is reviewed

    @property
    def newest_totals(self) -> tuple[int, ...]:
        """The totals of the newest games."""
        return self.totals[-RECENT:]


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


_YAHTZEE = "yahtzee"
_LONGEST_HEADER = 10_000  # characters in which the first line of a record surely ends


def read_statistics(connection: Connection, player: str, rules: str | None) -> Statistics | None:
    """Compute `Scores.statistics`; raises `StoreProblem` if the results are damaged."""
    results = read_results(connection, player, rules)
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
        boxes=_mean_points(results.cards, rules),
        newest_boxes=_mean_points({rules or "": _sum_newest(connection, player, rules)}, rules),
        solo=_compare_last(alone) if rules else None,
        # The query is slow, and the columns show already whether any review is missing.
        waiting=count_unreviewed(connection, player, rules) if None in results.lucks else 0,
        reviewed=summarise_reviews(connection, player, rules, results),
    )


def _balance(results: Results) -> Balance:
    pairs = [
        (total, other)
        for total, other in zip(results.totals, results.best_others, strict=True)
        if other is not None
    ]
    wins = sum(total > other for total, other in pairs)
    draws = sum(total == other for total, other in pairs)
    return Balance(wins, len(pairs) - wins - draws, draws)


def _bonuses(results: Results) -> Bonuses:
    upper: Counter[bool] = Counter()
    yahtzees: Counter[bool] = Counter()
    for rules, cards in results.cards.items():
        # Rule sets of a newer version of the program are left out.
        ruleset = find_played(rules)
        if ruleset is not None and ruleset.upper_bonus:
            upper += Counter({True: cards.upper, False: cards.games - cards.upper})
        if ruleset is not None and _YAHTZEE in ruleset.places:
            zeros = _boxes(cards, ruleset)[ruleset.places[_YAHTZEE]]["0"]
            yahtzees += Counter({True: cards.games - zeros, False: zeros})
    repeats = sum(cards.repeats for cards in results.cards.values())
    return Bonuses(_share(upper), _share(yahtzees), repeats)


def _share(answers: Counter[bool]) -> float | None:
    return answers[True] / answers.total() if answers else None


def _sum_newest(connection: Connection, player: str, rules: str | None) -> SummedCards:
    newest_first = select(RESULTS.c.points).order_by(RESULTS.c.ended.desc(), RESULTS.c.game.desc())
    cards = SummedCards()
    newest = newest_first.where(*games_of(player, rules)).limit(RECENT)
    cards.add((), (), connection.scalars(newest).all())
    return cards


def _mean_points(summed: Mapping[str, SummedCards], rules: str | None) -> tuple[float, ...]:
    ruleset = find_played(rules)
    if ruleset is None:
        return ()
    cards = summed[rules or ""]
    try:
        sums = [
            sum(int(points) * games for points, games in box.items())
            for box in _boxes(cards, ruleset)
        ]
    except ValueError:
        raise _damaged(ruleset) from None
    return tuple(points / cards.games for points in sums)


def _boxes(cards: SummedCards, ruleset: Ruleset) -> list[Counter[str]]:
    """Return how often each box of the card has which points, in the games of a rule set."""
    if [box.total() for box in cards.boxes] != [cards.games] * len(ruleset.boxes):
        raise _damaged(ruleset)
    return cards.boxes


def _damaged(ruleset: Ruleset) -> StoreProblem:
    return StoreProblem(
        _("The {game} results are damaged and can't be counted.", game=ruleset.name)
    )


def _opponents(
    connection: Connection, names: dict[str, str], player: str, rules: str | None
) -> tuple[Opponent, ...]:
    mine, other = RESULTS, RESULTS.alias("other")
    met = (mine.c.game == other.c.game) & (mine.c.seat != other.c.seat)
    query = (
        select(
            other.c.player,
            func.max(other.c.name),
            func.sum(case((mine.c.total > other.c.total, 1), else_=0)),
            func.sum(case((mine.c.total < other.c.total, 1), else_=0)),
            func.sum(case((mine.c.total == other.c.total, 1), else_=0)),
        )
        .select_from(mine.join(other, met))
        .where(*games_of(player, rules))
        .group_by(other.c.player)
        .order_by(func.count().desc(), other.c.player)
    )
    return tuple(
        Opponent(names.get(met_with, name), Balance(*map(int, balance)))  # not of computers
        for met_with, name, *balance in connection.execute(query)
    )


def _compare_last(totals: Sequence[int]) -> Solo | None:
    if not totals:
        return None
    *earlier, last = totals
    return Solo(last, place_among(last, earlier), summarise(earlier) if earlier else None)


def _count_unfinished(connection: Connection, player: str, rules: str | None) -> int:
    """Return how many games a player didn't finish; their players are in the records only."""
    not_finished = GAMES.c.status.in_([Status.UNFINISHED.value, Status.DISCARDED.value])
    query = select(func.substr(GAMES.c.record, 1, _LONGEST_HEADER)).where(not_finished)
    heads = connection.scalars(query)
    setups = (read_record(head.partition("\n")[0] + "\n").setup for head in heads)
    return sum(
        player in map(str.casefold, setup.players)
        and file_results(setup.rules, setup.dice) == (rules or setup.rules)
        for setup in setups
        if setup is not None
    )


RECENT = 10  # how many games count as recent; before them there must be as many
_DEVIATIONS = 2
"""How many standard errors two means must be apart: chance does that once in twenty times."""


def summarise_reviews(
    connection: Connection, player: str, rules: str | None, results: Results
) -> Reviewed | None:
    """Return a summary of a player's reviews, None if no game is reviewed."""
    lucks = [luck for luck in results.lucks if luck is not None]
    skills = [skill for skill in results.skills if skill is not None]
    if not lucks:
        return None
    accuracies = [accuracy for accuracy in results.accuracies if accuracy is not None]
    known = [at for at, luck in enumerate(results.lucks) if luck is not None]
    luck, skill = fmean(lucks), fmean(skills)
    total = fmean(results.totals[at] for at in known)

    def find(place: int) -> NotableGame:
        at = known[place]
        one = (
            *games_of(player, rules),
            RESULTS.c.ended == results.ended[at],
            RESULTS.c.total == results.totals[at],
            REVIEWS.c.luck == lucks[place],
        )
        game = connection.scalar(select(RESULTS.c.game).join(REVIEWS).where(*one).limit(1))
        return NotableGame(
            str(game), results.ended[at], results.totals[at], lucks[place], skills[place]
        )

    return Reviewed(
        games=len(known),
        expected=total - luck - skill,
        luck=luck,
        skill=skill,
        accuracy=fmean(accuracies) if accuracies else None,
        luckiest=find(lucks.index(max(lucks))),
        best_played=find(skills.index(max(skills))),
        trend=find_trend(skills),
        skills=tuple(skills),
    )


def find_trend(skills: Sequence[float]) -> Trend | None:
    """Compare the newest games with those before, the oldest first; None if there are too few."""
    earlier, recent = skills[:-RECENT], skills[-RECENT:]
    if len(earlier) < RECENT:
        return None
    error = sqrt(_variance(recent) / len(recent) + _variance(earlier) / len(earlier))
    means = fmean(recent), fmean(earlier)
    return Trend(RECENT, *means, is_clear=abs(means[0] - means[1]) > _DEVIATIONS * error)


def _variance(numbers: Sequence[float]) -> float:
    # `statistics.variance` computes with fractions, which takes many times as long.
    mean = fmean(numbers)
    return fsum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
