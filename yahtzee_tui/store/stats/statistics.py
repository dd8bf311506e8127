"""Computes the statistics of one player from the results of finished games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import case, func, select

from yahtzee_tui.rules import RULESETS, place_among
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES, RESULTS
from yahtzee_tui.store.stats.models import Balance, Bonuses, Opponent, Solo, Statistics, summarise
from yahtzee_tui.store.stats.results import games_of, read_people, read_results
from yahtzee_tui.store.stats.stored_reviews import count_unreviewed, summarise_reviews
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store.stats.results import Results, SummedCards


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
        boxes=_mean_points(results, rules),
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
        ruleset = RULESETS.get(rules)
        if ruleset is not None and ruleset.upper_bonus:
            upper += Counter({True: cards.upper, False: cards.games - cards.upper})
        if ruleset is not None and _YAHTZEE in ruleset.places:
            zeros = _boxes(cards, ruleset)[ruleset.places[_YAHTZEE]]["0"]
            yahtzees += Counter({True: cards.games - zeros, False: zeros})
    repeats = sum(cards.repeats for cards in results.cards.values())
    return Bonuses(_share(upper), _share(yahtzees), repeats)


def _share(answers: Counter[bool]) -> float | None:
    return answers[True] / answers.total() if answers else None


def _mean_points(results: Results, rules: str | None) -> tuple[float, ...]:
    ruleset = RULESETS.get(rules or "")
    if ruleset is None:
        return ()
    cards = results.cards[ruleset.key]
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
        player in map(str.casefold, setup.players) and rules in (None, setup.rules)
        for setup in setups
        if setup is not None
    )
