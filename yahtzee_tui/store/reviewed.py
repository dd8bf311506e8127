"""What the luck and skill of many games come to."""

from __future__ import annotations

from math import fsum, sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from sqlalchemy import select

from yahtzee_tui.store.figures import Reviewed, StandingOut, Trend
from yahtzee_tui.store.own_results import games_of
from yahtzee_tui.store.schema import RESULTS, REVIEWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from yahtzee_tui.store.own_results import Results

RECENT = 10
"""How many games count as recent; before them there must be as many."""

_DEVIATIONS = 2
"""How many standard errors two means must be apart: chance does that once in twenty times."""


def summarise_reviews(connection: Connection, player: str, results: Results) -> Reviewed | None:
    """Return what a player's luck and skill come to, None if they aren't known of any game.

    Args:
        connection: Where games that stand out are looked up.
        player: The case-folded name.
        results: The player's results.
    """
    lucks = [luck for luck in results.lucks if luck is not None]
    skills = [skill for skill in results.skills if skill is not None]
    if not lucks:
        return None
    accuracies = [accuracy for accuracy in results.accuracies if accuracy is not None]
    known = [at for at, luck in enumerate(results.lucks) if luck is not None]
    luck, skill = fmean(lucks), fmean(skills)
    total = fmean(results.totals[at] for at in known)

    def find(place: int) -> StandingOut:
        at = known[place]
        one = (
            *games_of(player, results.rules[at]),
            RESULTS.c.ended == results.ended[at],
            RESULTS.c.total == results.totals[at],
            REVIEWS.c.luck == lucks[place],
        )
        game = connection.scalar(select(RESULTS.c.game).join(REVIEWS).where(*one).limit(1))
        return StandingOut(
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
    """Return how the newest games compare with those before, None if there are too few.

    Args:
        skills: The skill of every game in the order of time.
    """
    earlier, recent = skills[:-RECENT], skills[-RECENT:]
    if len(earlier) < RECENT:
        return None
    error = sqrt(_variance(recent) / len(recent) + _variance(earlier) / len(earlier))
    means = fmean(recent), fmean(earlier)
    return Trend(RECENT, *means, is_clear=abs(means[0] - means[1]) > _DEVIATIONS * error)


def _variance(numbers: Sequence[float]) -> float:
    # The library's counts in fractions, and takes many times as long.
    mean = fmean(numbers)
    return fsum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
