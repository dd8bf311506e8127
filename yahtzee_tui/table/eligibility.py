"""In which lists a game counts, and why not in others: the one place that decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice, find_dice
from yahtzee_tui.rules import REAL_DICE
from yahtzee_tui.rules.record import REAL
from yahtzee_tui.table.judged import find_day
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.rules import Setup

_NAMES = {
    "best_scores": N_("best scores"),
    "averages": N_("averages"),
    "review": N_("luck and skill"),
    "streak": N_("streak of daily games"),
    "ladder": N_("ladder"),
}
"""The lists by their words in answers for programs."""

_REASONS = {
    "real": N_("Its dice were rolled on a table, and their faces typed."),
    "seeded": N_("Its dice follow from a seed that could be chosen."),
    "unproven": N_("It was played elsewhere, or after its day, and no signature was checked."),
    "unfinished": N_("It isn't finished."),
    "other_game": N_("Only daily games count there; in the ladder, event games count too."),
    "coached": N_("The coach was asked."),
}
"""Why a game doesn't count in a list, by a word for programs."""


def find_lists(setup: Setup, is_proven: bool = True, is_over: bool = True) -> dict[str, str]:
    """Return each list with the word for why a game doesn't count there, empty where it does.

    A game of an event that is open, or whose dice the player may have seen, counts as the entry in
    the event says. A table on from a position or a turn is saved nowhere.

    Args:
        setup: What the game started from.
        is_proven: Whether it was played with this database, or the signature of a host was checked.
        is_over: Whether it is finished. One that can't be finished any more counts in the ladder.
    """
    is_daily = find_day(setup) is not None
    is_rated = is_daily or setup.dice.startswith("event ")
    why = "" if is_proven else "unproven"
    if isinstance(find_dice(setup.dice), SeededDice) and not is_daily:
        why = "seeded"
    why = "real" if setup.dice == REAL else why
    finished = why or ("" if is_over else "unfinished")
    return {
        "best_scores": finished,
        "averages": finished,
        "review": finished,
        "streak": finished or ("" if is_daily else "other_game"),
        "ladder": why or ("coached" if setup.coached else "" if is_rated else "other_game"),
    }


def has_results(setup: Setup, is_proven: bool = True) -> bool:
    """Return whether a finished game gets rows in `RESULTS`; the store marks others as unproven.

    Games in the best scores get them, and games with real dice, apart from those: `file_results`.
    """
    return is_proven and find_lists(setup)["best_scores"] in ("", "real")


def file_results(rules: str, dice: str) -> str:
    """Return what results are filed under, from the key of the rules and the source of the dice.

    Of what ends with `REAL_DICE` there are statistics, and nothing else.
    """
    return rules + REAL_DICE if dice == REAL else rules


def describe_lists(lists: Mapping[str, str]) -> str:
    """Return in which lists a game counts, and why not in the others, a line for each reason."""
    lines = []
    for why in dict.fromkeys(sorted(lists.values())):
        names = join_words(_(_NAMES[each]) for each, reason in lists.items() if reason == why)
        if why:
            lines.append(_("Not in: {lists}. {why}", lists=names, why=_(_REASONS[why])))
        else:
            lines.append(_("Counts in: {lists}.", lists=names))
    return "".join(f"{line}\n" for line in lines)
