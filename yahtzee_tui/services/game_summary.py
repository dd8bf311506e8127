"""The summary of a finished game for one player: luck, skill, each turn's grade, the line to share.

It takes a review, which imports numpy; this module doesn't.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import OFFICIAL, format_faces
from yahtzee_tui.table.judged import find_day, number_day
from yahtzee_tui.text import (
    format_accuracy,
    format_ordinal,
    format_signed,
    use_minus_sign,
)
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules import Game, Setup
    from yahtzee_tui.strategy import Grade, Review, ReviewedTurn

_BARS, _ASCII_BARS = "█▆▃▁", "#=-_"
_SQUARES, _LETTERS = "🟩🟩🟨🟥", "GGYR"
# Translators: what the letters before it stand for, each of which is a turn; keep the letters
_LETTERS_KEY = N_("(G good, Y a slip, R poor)")


class GameSummary(NamedTuple):
    """How one player's game went. Points are changes of the expected final score."""

    grades: tuple[Grade, ...]  # one a turn whose rolls are known
    luck: float  # what the dice gave, in points
    accuracy: float | None  # the share of decisions that lost nothing, None without any
    best_moment: str  # the luckiest roll, as a phrase; empty without one


def summarise_review(review: Review, seat: int) -> GameSummary:
    """Return the summary of one player's game."""
    player = review.players[seat]
    rolls = ((turn, at) for turn in player.turns for at in range(len(turn.rolls)))
    luckiest = max(rolls, key=lambda found: found[0].rolls[found[1]].luck, default=None)
    return GameSummary(
        grades=tuple(turn.grade for turn in player.turns),
        luck=player.luck,
        accuracy=player.accuracy,
        best_moment=_describe_luck(*luckiest) if luckiest is not None else "",
    )


def _describe_luck(turn: ReviewedTurn, at: int) -> str:
    """Return such as `+38.2  round 2: 5-5-5-5-5, 50 in Yahtzee`; no box for a roll not used."""
    from yahtzee_tui.strategy import format_choice

    roll = turn.rolls[at]
    if roll.luck <= 0:
        return ""
    is_used = roll.choice == turn.scored and not roll.is_mistake
    gain, dice = use_minus_sign(format_signed(roll.luck)), format_faces(roll.faces)
    if turn.scored and is_used:
        sentence, more = N_("round {round}: {dice}, {more}"), format_choice(turn.scored)
    else:
        sentence, more = N_("round {round}: {dice} on roll {more}"), str(at + 1)
    return f"{gain}  {_(sentence, round=turn.round, dice=dice, more=more)}"


def format_share(
    setup: Setup,
    game: Game,
    seat: int,
    summary: GameSummary | None,
    *,
    best: int | None = None,
    streak: int = 0,
    ascii_only: bool = True,
) -> str:
    """Return the line that a player shares after a game.

    `best` is the total of best play with the same dice, `summary` None if there is no review, and
    left out unless it is of every turn. Such as `Yahtzee daily #326  272, best play 284
    ██▆▁█▆██▃▆███  +12 85%  streak 7`.
    """
    ruleset, day = game.ruleset, find_day(setup)
    name = "Yahtzee" if ruleset == OFFICIAL else ruleset.name
    total = str(game.cards[seat].grand_total)
    if day:
        # Translators: "Yahtzee daily #326"; as short as possible, since players post it
        parts = [_("{game} daily {number}", game=name, number=number_day(day))]
    else:
        parts = [f"{name} {setup.began[:10]}".rstrip()]
    parts.append(_describe_result(game, seat) if len(game.players) > 1 else total)
    if best is not None:
        # Translators: as short as possible, since players post it
        parts[-1] = _("{total}, best play {best}", total=parts[-1], best=best)
    if summary is not None and len(summary.grades) == game.rounds:
        bars = _ASCII_BARS if ascii_only else _BARS  # the higher the better
        parts.append("".join(bars[grade] for grade in summary.grades))
        parts.append(f"{format_signed(summary.luck, 0)} {format_accuracy(summary.accuracy)}")
    if streak:
        # Translators: on how many days in a row the daily game was played; as short as possible
        parts.append(_("streak {count}", count=streak))
    return "  ".join(parts)


def format_grades(grades: Iterable[int], *, ascii_only: bool) -> str:
    """Return a square for each turn of a game, or with `ascii_only` a letter and what they mean."""
    marks = _LETTERS if ascii_only else _SQUARES
    key = f"  {_(_LETTERS_KEY)}" if ascii_only else ""
    return "".join(marks[grade] for grade in grades) + key


def _describe_result(game: Game, seat: int) -> str:
    """Return such as `Ann 272, Bob 198`, or `Ann 272, 2nd of 4`."""
    total = f"{game.players[seat]} {game.cards[seat].grand_total}"
    if len(game.players) == 2:
        other = 1 - seat
        return f"{total}, {game.players[other]} {game.cards[other].grand_total}"
    place = next(each.place for each in game.ranking if each.seat == seat)
    ordinal, players = format_ordinal(place), len(game.players)
    # Translators: such as "Ann 272, 2nd of 4", the place among the players
    return _("{total}, {place} of {count}", total=total, place=ordinal, count=players)
