"""The statistics of a player as chapters of text, for every front end."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import find_played
from yahtzee_tui.text import (
    format_accuracy,
    format_count,
    format_number,
    format_percent,
    format_signed,
    use_minus_sign,
)
from yahtzee_tui.translation import N_, _, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.store.stats.fairness import Fairness
    from yahtzee_tui.store.stats.statistics import (
        Balance,
        Bonuses,
        Reviewed,
        Statistics,
        Summary,
        Trend,
    )


class Chapter(NamedTuple):
    """Some numbers that belong together."""

    title: str  # what they are about
    rows: tuple[tuple[str, str], ...]  # pairs (what it is, the number)


def describe_statistics(statistics: Statistics) -> tuple[Chapter, ...]:
    """Return a player's numbers, chapter by chapter."""
    return *describe_page(statistics), *describe_numbers(statistics)


def describe_numbers(statistics: Statistics, solved: float = 0.0) -> tuple[Chapter, ...]:
    """Return the numbers after the first page, without those that would say nothing.

    `solved` is the part of best play that is solved, 0 to 1; 0 if it isn't being solved.
    """
    balance, chapters = statistics.balance, list[Chapter]()
    if statistics.rules is not None and statistics.summary.games > 1:
        chapters.append(Chapter(_("Totals"), _describe_totals(statistics.summary)))
    if statistics.reviewed is not None or statistics.waiting:
        chapters.append(_describe_luck(statistics, solved))
    if statistics.rules is not None:
        chapters.append(Chapter(_("Bonuses"), _describe_bonuses(statistics.bonuses)))
    if balance.games:
        chapters.append(Chapter(_("Against others"), _describe_balance(balance)))
    return tuple(chapters)


def describe_page(statistics: Statistics) -> tuple[Chapter, ...]:
    """Return what a player wants to see first: the games, and the newest against the average."""
    summary, newest = statistics.summary, list[tuple[str, str]]()
    games = Chapter(_("Games"), _describe_games(statistics))
    # Totals of games of different lengths say nothing together.
    if statistics.rules is None or summary.games == 1:
        return (games,)
    better = mark_newest(statistics)
    newest.append((_("Better"), _("{place} of {count}", place=sum(better), count=len(better))))
    if summary.games > len(better):
        newest.append(
            (_("Average"), _describe_difference(fmean(statistics.newest_totals) - summary.mean))
        )
        boxes = zip(statistics.newest_boxes, statistics.boxes, strict=True)
        gains = [recent - mean for recent, mean in boxes]
        for sentence, gain in (
            (N_("Best: {box}"), max(gains, default=0)),
            (N_("Weakest: {box}"), min(gains, default=0)),
        ):
            if gain and (ruleset := find_played(statistics.rules)) is not None:
                box = ruleset.boxes[gains.index(gain)]
                newest.append((_(sentence, box=box.name), _describe_difference(gain)))
    title = ngettext(
        "Last {count} game vs. average", "Last {count} games vs. average", len(better),
    )  # fmt: skip
    return games, Chapter(title, tuple(newest))


def mark_newest(statistics: Statistics) -> list[bool]:
    """Return of each of the newest games whether its total is above the player's average."""
    return [total > statistics.summary.mean for total in statistics.newest_totals]


def _describe_games(statistics: Statistics) -> tuple[tuple[str, str], ...]:
    games, alone = statistics.summary.games, statistics.alone
    rows = [(_("Finished"), str(games))]
    if statistics.rules is not None:
        rows.append((pgettext("total", "Best"), str(statistics.summary.best)))
        rows.append((_("Average"), format_number(statistics.summary.mean)))
        if (share := statistics.bonuses.yahtzee) is not None:
            rows.append((_("Games with a Yahtzee"), format_percent(share, 1)))
    if 0 < alone < games:
        rows += [(_("Solo"), str(alone)), (_("With others"), str(games - alone))]
    if statistics.unfinished:
        rows.append((_("Unfinished"), str(statistics.unfinished)))
    return tuple(rows)


def _describe_totals(summary: Summary) -> tuple[tuple[str, str], ...]:
    rows = [
        (_("Median"), format_number(summary.median, 1 if summary.median % 1 else 0)),
        (pgettext("total", "Worst"), str(summary.worst)),
    ]
    if summary.deviation is not None:
        rows.append((_("Standard deviation"), format_number(summary.deviation)))
    return tuple(rows)


def _describe_luck(statistics: Statistics, solved: float) -> Chapter:
    games, reviewed = statistics.summary.games, statistics.reviewed
    known = reviewed.games if reviewed else 0
    title = _("Luck and skill")
    if known != games:
        title = ngettext(
            "Luck and skill, {known} of {count} game",
            "Luck and skill, {known} of {count} games",
            games,
            known=known,
        )
    rows = [*_describe_reviewed(reviewed)] if reviewed else []
    if solved:
        rows.append((_("Calculating best play"), format_percent(solved, 1)))
    elif statistics.waiting:
        rows.append((_("Not yet reviewed"), str(statistics.waiting)))
    return Chapter(title, tuple(rows))


def _describe_reviewed(reviewed: Reviewed) -> Iterator[tuple[str, str]]:
    several = reviewed.games > 1
    yield _("Points dice gave"), use_minus_sign(format_signed(reviewed.luck))
    yield _("Points choices cost"), _describe_cost(reviewed.skill)
    if reviewed.accuracy is not None:
        yield _("Perfect choices"), format_accuracy(reviewed.accuracy)
    if several:
        yield _("Luckiest game"), use_minus_sign(format_signed(reviewed.luckiest.luck))
        yield _("Least cost of a game"), _describe_cost(reviewed.best_played.skill)
    if reviewed.trend is not None:
        yield from _describe_trend(reviewed.trend)


def _describe_trend(trend: Trend) -> Iterator[tuple[str, str]]:
    last = ngettext("Cost, last {count} game", "Cost, last {count} games", trend.games)
    yield last, _describe_cost(trend.recent)
    yield _("Cost, earlier games"), _describe_cost(trend.earlier)
    better = _("better") if trend.recent > trend.earlier else _("worse")
    yield _("Trend"), better if trend.is_clear else _("unclear")


def _describe_bonuses(bonuses: Bonuses) -> tuple[tuple[str, str], ...]:
    rows = []
    if bonuses.upper is not None:
        rows.append((_("Games with the bonus"), format_percent(bonuses.upper, 1)))
    if bonuses.repeats:
        rows.append((_("Yahtzee bonuses"), str(bonuses.repeats)))
    return tuple(rows)


def _describe_balance(balance: Balance) -> tuple[tuple[str, str], ...]:
    rows = [(_("Won"), balance.wins), (_("Lost"), balance.losses)]
    if balance.draws:
        rows.append((_("Drawn"), balance.draws))
    return tuple(
        (name, f"{number}  {format_percent(number, balance.games):>4}") for name, number in rows
    )


_FACES = N_("Ones"), N_("Twos"), N_("Threes"), N_("Fours"), N_("Fives"), N_("Sixes")
_RARE = 0.01


def describe_fairness(fairness: Fairness) -> Chapter:
    """Return how often each face was rolled, and the chi-square test of fair dice."""
    rows = [(_("Dice rolled"), format_count(fairness.dice))]
    for face, count in zip(_FACES, fairness.counts, strict=True):
        excess = format_signed(100 * (count - fairness.expected) / fairness.expected)
        percent = _("{number}%", number=f"{use_minus_sign(excess):>5}")
        rows.append((_(face), f"{format_count(count)} {percent}"))
    rows += [
        (_("Chi-square"), format_number(fairness.chi_square)),
        (_("p-value"), _describe_p(fairness.p_value)),
    ]
    return Chapter(_("Dice"), tuple(rows))


def judge_fairness(fairness: Fairness) -> str:
    """Return what the chi-square test says, in three sentences."""
    degrees, p = len(fairness.counts) - 1, fairness.p_value
    counted = ngettext(
        "{dice} dice in {count} game.",
        "{dice} dice in {count} games.",
        fairness.games,
        dice=format_count(fairness.dice),
    )
    share = _(
        "Fair dice differ from equal counts this much or more {percent} of the time "
        "(chi-square {number}, {degrees} degrees of freedom).",
        percent=_describe_p(p),
        number=format_number(fairness.chi_square),
        degrees=degrees,
    )
    verdict = _("That is rare.") if p < _RARE else _("Nothing is unusual about these dice.")
    return f"{counted} {share} {verdict}"


def _describe_p(share: float) -> str:
    if share < 0.001:
        return f"<{_('{number}%', number=format_number(0.1))}"
    return _("{number}%", number=format_number(100 * share, 1 if share < 0.1 else 0))


def _describe_cost(skill: float) -> str:
    return format_number(abs(skill))


def _describe_difference(points: float) -> str:
    rounded = round(points, 1)
    if not rounded:
        return _("equal")
    return use_minus_sign(format_signed(rounded, 1 if rounded % 1 else 0))
