"""The statistics of a player as chapters of text, for every front end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.text import (
    count_noun,
    format_accuracy,
    format_percent,
    format_signed,
    use_minus_sign,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.store.stats.fairness import Fairness
    from yahtzee_tui.store.stats.models import (
        Balance,
        Bonuses,
        Reviewed,
        Solo,
        Statistics,
        Summary,
        Trend,
    )


class Chapter(NamedTuple):
    """Some numbers that belong together."""

    title: str  # what they are about
    rows: tuple[tuple[str, str], ...]  # pairs (what it is, the number)


def describe_statistics(statistics: Statistics, solved: float = 0.0) -> tuple[Chapter, ...]:
    """Return a player's numbers, chapter by chapter, without those that would say nothing.

    `solved` is the part of best play that is solved, 0 to 1; 0 if it isn't being solved.
    """
    balance, solo = statistics.balance, statistics.solo
    chapters = [Chapter("Games", _describe_games(statistics))]
    # Totals of games of different lengths say nothing together.
    if statistics.rules is not None:
        chapters.append(Chapter("Totals", _describe_totals(statistics.summary)))
    if statistics.reviewed is not None or statistics.waiting:
        chapters.append(_describe_luck(statistics, solved))
    if statistics.rules is not None:
        chapters.append(Chapter("Bonuses", _describe_bonuses(statistics.bonuses)))
    if balance.games:
        chapters.append(Chapter("Against others", _describe_balance(balance)))
    if solo is not None:
        chapters.append(Chapter("Last solo game", _describe_solo(solo)))
    return tuple(chapters)


def _describe_games(statistics: Statistics) -> tuple[tuple[str, str], ...]:
    games, alone = statistics.summary.games, statistics.alone
    rows = [("Finished", str(games))]
    if 0 < alone < games:
        rows += [("Solo", str(alone)), ("With others", str(games - alone))]
    if statistics.unfinished:
        rows.append(("Unfinished", str(statistics.unfinished)))
    return tuple(rows)


def _describe_totals(summary: Summary) -> tuple[tuple[str, str], ...]:
    if summary.games == 1:
        return (("Total", str(summary.best)),)
    rows = [
        ("Best", str(summary.best)),
        ("Average", f"{summary.mean:.1f}"),
        ("Median", f"{summary.median:g}"),
        ("Worst", str(summary.worst)),
    ]
    if summary.deviation is not None:
        rows.append(("Standard deviation", f"{summary.deviation:.1f}"))
    return tuple(rows)


def _describe_luck(statistics: Statistics, solved: float) -> Chapter:
    games, reviewed = statistics.summary.games, statistics.reviewed
    known = reviewed.games if reviewed else 0
    title = "Luck and skill" if known == games else f"Luck and skill, {known} of {games} games"
    rows = [*_describe_reviewed(reviewed)] if reviewed else []
    if solved:
        rows.append(("Calculating best play", f"{solved:.0%}"))
    elif statistics.waiting:
        rows.append(("Not yet reviewed", str(statistics.waiting)))
    return Chapter(title, tuple(rows))


def _describe_reviewed(reviewed: Reviewed) -> Iterator[tuple[str, str]]:
    several = reviewed.games > 1
    yield "Points dice gave", use_minus_sign(format_signed(reviewed.luck))
    yield "Points choices cost", _describe_cost(reviewed.skill)
    if reviewed.accuracy is not None:
        yield "Perfect choices", format_accuracy(reviewed.accuracy)
    if several:
        yield "Luckiest game", use_minus_sign(format_signed(reviewed.luckiest.luck))
        yield "Least cost of a game", _describe_cost(reviewed.best_played.skill)
    if reviewed.trend is not None:
        yield from _describe_trend(reviewed.trend)


def _describe_trend(trend: Trend) -> Iterator[tuple[str, str]]:
    yield f"Cost, last {trend.games} games", _describe_cost(trend.recent)
    yield "Cost, earlier games", _describe_cost(trend.earlier)
    better = "better" if trend.recent > trend.earlier else "worse"
    yield "Trend", better if trend.is_clear else "unclear"


def _describe_bonuses(bonuses: Bonuses) -> tuple[tuple[str, str], ...]:
    shares = (("Games with the bonus", bonuses.upper), ("Games with a Yahtzee", bonuses.yahtzee))
    rows = [(name, f"{share:.0%}") for name, share in shares if share is not None]
    if bonuses.repeats:
        rows.append(("Yahtzee bonuses", str(bonuses.repeats)))
    return tuple(rows)


def _describe_balance(balance: Balance) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, f"{number}  {format_percent(number, balance.games):>4}")
        for name, number in (
            ("Won", balance.wins), ("Lost", balance.losses), ("Drawn", balance.draws)
        )
        if number or name != "Drawn"
    )  # fmt: skip


def _describe_solo(solo: Solo) -> tuple[tuple[str, str], ...]:
    rows = [("Total", str(solo.last))]
    if solo.earlier is not None:
        rows += [
            ("vs. own average", _describe_difference(solo.last - solo.earlier.mean)),
            ("vs. own best", _describe_difference(solo.last - solo.earlier.best)),
            ("Rank", f"{solo.rank} of {solo.earlier.games + 1}"),
        ]
    return tuple(rows)


_FACES = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
_RARE = 0.01


def describe_fairness(fairness: Fairness) -> Chapter:
    """Return how often each face was rolled, and the chi-square test of fair dice."""
    rows = [("Dice rolled", f"{fairness.dice:,}")]
    for face, count in zip(_FACES, fairness.counts, strict=True):
        excess = format_signed(100 * (count - fairness.expected) / fairness.expected)
        rows.append((face, f"{count:,} {use_minus_sign(excess):>5}%"))
    rows += [
        ("Chi-square", f"{fairness.chi_square:.1f}"),
        ("p-value", _describe_p(fairness.p_value)),
    ]
    return Chapter("Dice", tuple(rows))


def judge_fairness(fairness: Fairness) -> str:
    """Return what the chi-square test says, in three sentences."""
    degrees, p = len(fairness.counts) - 1, fairness.p_value
    verdict = "That is rare." if p < _RARE else "Nothing is unusual about these dice."
    return (
        f"{fairness.dice:,} dice in {count_noun(fairness.games, 'game')}. Fair dice differ from "
        f"equal counts this much or more {_describe_p(p)} of the time (chi-square "
        f"{fairness.chi_square:.1f}, {degrees} degrees of freedom). {verdict}"
    )


def _describe_p(share: float) -> str:
    return "<0.1%" if share < 0.001 else f"{share:.1%}" if share < 0.1 else f"{share:.0%}"


def _describe_cost(skill: float) -> str:
    return f"{abs(skill):.1f}"


def _describe_difference(points: float) -> str:
    number = use_minus_sign(format_signed(points)).removesuffix(".0")
    return "equal" if number == "0" else number
