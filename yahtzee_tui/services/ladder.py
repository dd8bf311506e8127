"""The ladder: how many points a game each player's decisions lose, beside the computers.

A player's mean is moved towards that of all people as far as their games tell less than the others'
do: by so many games with that mean as the variance of a player's games is of that between players
(an empirical Bayes estimate). The error is that of the moved mean; it is wider for few games, by
Student's t, so that twice the error holds the truth in 95 of 100 cases.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import OFFICIAL, WIDEST_NAME, name_rules
from yahtzee_tui.rules.names import BOT_MARK
from yahtzee_tui.services.reviews import review_briefly
from yahtzee_tui.text import cell_width, format_number, pad
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.ladder import RatedGame

NEWEST = 100
"""How many of a player's newest games count."""

PRIOR = 10
"""The most games with the mean of all that a player's own are moved by; with fewer of their own a
player's place is provisional."""

_ALIKE = 2
"""How many games a player's own spread is moved by, towards that of all."""

NEAR_BEST = 1.0
"""Points a game: who loses less, in ten games or more, decides nearly always as best play does. The
best of the computers below Expert loses 9. It is no proof of help by a program."""


class Rung(NamedTuple):
    """One line of the ladder."""

    name: str
    lost: float  # points a game, moved towards the mean of all
    error: float | None  # its standard error, None if that can't be known
    games: int  # how many count; 0 for a computer
    computer: str = ""  # its level, empty for a person
    is_near_best: bool = False  # for the host alone: see `NEAR_BEST`

    @property
    def label(self) -> str:
        """The name as a list shows it."""
        return _("{player} (computer)", player=self.name) if self.computer else self.name

    @property
    def is_provisional(self) -> bool:
        return not self.computer and self.games < PRIOR


def rate(games: Iterable[RatedGame]) -> list[Rung]:
    """Return the players of some rated games, the newest first, and who loses least first.

    A game that was left counts as the share of it that was played. The mean and the spread are
    those of people, where there are any: a bot may lose a hundred points a game, or none.
    """
    own = _take_newest(games)
    sums = {player: _sum_up(theirs) for player, theirs in own.items()}
    people = {each for each in own if not own[each][0].name.startswith(BOT_MARK)} or {*own}
    squares = {player: _sum_squares(theirs) for player, theirs in own.items()}
    total, freedom = (sum(squares[each][at] for each in people) for at in (0, 1))
    variance = total / freedom if freedom else None
    mean, between = _compare([sums[each] for each in people], variance or 0.0)
    rungs = []
    for player, (lost, played) in sums.items():
        prior, error = _weigh(*squares[player], played, variance, between)
        is_near_best = player in people and played >= PRIOR and lost < NEAR_BEST * played
        moved = (lost + prior * mean) / (played + prior)
        rungs.append(Rung(own[player][0].name, moved, error, len(own[player]), "", is_near_best))
    return sorted(rungs, key=lambda each: (each.lost, each.name.casefold()))


def _weigh(
    squares: float, freedom: int, played: float, variance: float | None, between: float
) -> tuple[float, float | None]:
    """Return by how many games a player's own are moved, and the error of the moved mean."""
    if variance is None:
        return 0.0, None
    freedom += _ALIKE
    within = (squares + _ALIKE * variance) / freedom
    prior = min(PRIOR, within / between) if between else 0.0
    wider = 1 + 1.21 / freedom + 1.44 / freedom**2  # Student's t over normal, at 97.5 %
    return prior, sqrt(within / (played + prior)) * wider


def _take_newest(games: Iterable[RatedGame]) -> dict[str, list[RatedGame]]:
    """Return the `NEWEST` games of each player."""
    own: dict[str, list[RatedGame]] = {}
    for game in games:
        theirs = own.setdefault(game.player, [])
        if len(theirs) < NEWEST:
            theirs.append(game)
    return own


def _sum_up(games: list[RatedGame]) -> tuple[float, float]:
    """Return the points that were lost in some games, and how many games were played."""
    return -sum(each.skill for each in games), sum(each.share for each in games)


def _sum_squares(games: list[RatedGame]) -> tuple[float, int]:
    """Return the squared deviations of a player's finished games, and their degrees of freedom."""
    skills = [each.skill for each in games if each.share == 1]
    mean = sum(skills) / max(1, len(skills))
    return sum((skill - mean) ** 2 for skill in skills), max(0, len(skills) - 1)


def _compare(sums: Sequence[tuple[float, float]], variance: float) -> tuple[float, float]:
    """Return the mean of all players, and the variance between them, as DerSimonian and Laird do.

    A single player has none; where luck alone explains the differences, it is as small as `PRIOR`
    lets it be.
    """
    games = sum(played for _, played in sums)
    mean = sum(lost for lost, _ in sums) / games if games else 0.0
    spread = games - sum(played**2 for _, played in sums) / games if games else 0.0
    if spread <= 0:
        return mean, 0.0
    differences = sum((lost - mean * played) ** 2 / played for lost, played in sums if played)
    found = (differences - (len(sums) - 1) * variance) / spread
    return mean, max(found, variance / PRIOR)


def add_computers(rungs: list[Rung], rules: str) -> list[Rung]:
    """Return the ladder with the levels of computers, as they were measured, in their places."""
    from yahtzee_tui.strategy.bots.levels import BEST_MEAN, LEVELS

    if rules != OFFICIAL.id:
        return rungs
    levels = [
        Rung(_(each.name), max(0.0, BEST_MEAN - mean.mean), mean.mean_error, 0, each.id)
        for each in LEVELS
        if (mean := each.strength) is not None
    ]
    return sorted([*rungs, *levels], key=lambda each: each.lost)


def read_ladder(store: Store, rules: str) -> list[Rung]:
    """Return the ladder of a rule set by the games that are reviewed; may raise `StoreProblem`."""
    return add_computers(rate(store.scores.rated_games(rules)), rules)


def review_ladder(store: Store, rules: str) -> list[Rung]:
    """Return the ladder of a rule set, after reviewing games for some seconds at most."""
    review_briefly(store, partial(store.scores.find_unrated, rules), counts_left=True)
    return read_ladder(store, rules)


def format_ladder(rungs: Sequence[Rung], rules: str) -> list[str]:
    """Return the lines of a ladder, the first of which names the rule set."""
    title = _("Ladder: {what}", what=name_rules(rules))
    return [title, *(map(format_rung, rungs) if rungs else [describe_rating(None)])]


def format_rung(rung: Rung, columns: int = 80) -> str:
    """Return a line of a ladder, as far as so many columns have room for its parts."""
    name = f"{pad(rung.label, WIDEST_NAME)}  "
    return f"{name}{describe_rung(rung, columns - cell_width(name))}"


def describe_rung(rung: Rung, columns: int = 80) -> str:
    """Return such as `4.1 points lost per game · 38 games`; parts without room are left out."""
    said = [_("{points} points lost per game", points=format_number(rung.lost))]
    if not rung.computer:
        said.append(ngettext("{count} game", "{count} games", rung.games))
    if rung.is_provisional:
        said.append(_("provisional"))
    if rung.error is not None:
        # Translators: by how many points the number of points lost may be wrong
        said.append(_("give or take {points}", points=format_number(rung.error)))
    while len(said) > 1 and cell_width(" · ".join(said)) > columns:
        said.pop()
    return " · ".join(said)


def describe_rating(rung: Rung | None) -> str:
    """Return such as `Ladder: 4.1 points lost per game · 38 games · give or take 0.6`."""
    if rung is None:
        return _("No rated games yet.")
    return _("Ladder: {what}", what=describe_rung(rung))
