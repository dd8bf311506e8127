"""What a player wants to see first beside the statistics: daily games, and what to practice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.services.practice import count_due
from yahtzee_tui.table.judged import describe_next, list_weeks, today
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store

_WORDS = {"■": N_("done"), "+": N_("later"), "·": N_("missed")}


class OwnPage(NamedTuple):
    """The daily games of a player, and what is said of them and of practice."""

    days: dict[str, str]  # of five weeks, a mark for each day, empty for one to come
    lines: tuple[str, ...]


def read_own_page(store: Store, name: str, ruleset: Ruleset) -> OwnPage:
    """Read what a player's own page has beside the statistics; may raise a `StoreProblem`."""
    now, finished = today(), store.events.find_days(name)
    days = {day: "" if day > now else "?" if day == now else "·" for day in list_weeks()}
    days |= {day: "■" if counts else "+" for day, counts in finished.items() if day in days}
    marks = Counter(days.values())
    said = [f"{mark} {marks[mark]} {_(word)}" for mark, word in _WORDS.items() if marks[mark]]
    lines = ["  ".join([*said, *([f"? {_('today')}"] if marks["?"] else [])])] if finished else []
    if streak := store.events.find_streak(name, now):
        lines.append(ngettext("{count} day in a row.", "{count} days in a row.", streak))
    lines.append(f"{_('Next daily game {when}', when=describe_next())}.")
    if due := count_due(store, ruleset):
        lines.append(
            ngettext(
                "Practice of {game}: {count} position waiting.",
                "Practice of {game}: {count} positions waiting.",
                due,
                game=ruleset.name,
            )
        )
    return OwnPage(days, tuple(lines))
