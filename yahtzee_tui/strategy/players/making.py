"""From a rank to a player of some rule set."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from yahtzee_tui.strategy.outlooks import BestPlay, NothingToCome, UsualWorth
from yahtzee_tui.strategy.players.beginner import Beginner
from yahtzee_tui.strategy.players.champion import Champion
from yahtzee_tui.strategy.players.planner import Planner
from yahtzee_tui.strategy.players.ranks import find_rank
from yahtzee_tui.strategy.scoring import Scoring
from yahtzee_tui.strategy.states import Space

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.players.player import Player
    from yahtzee_tui.strategy.table import Table


def make_player(rank: str, ruleset: Ruleset, table: Table | None = None) -> Player:
    """Return a computer player, which takes a few hundredths of a second.

    Args:
        rank: The id of a rank.
        ruleset: The game to be played.
        table: Best play of it; ranks that need none do without.

    Raises:
        Malformed: If there is no such rank.
        Unsolvable: If computers can't play this game, which isn't played with five dice.
        ValueError: If a rank that needs best play gets none.
    """
    found = find_rank(rank)
    if found.needs_table:
        if table is None:
            raise ValueError(f"{found.name} needs best play of {ruleset.name}.")
        return _WITH_TABLE[found.id](table)
    return _BY_THEMSELVES[found.id](table.space if table is not None else find_space(ruleset))


@lru_cache(maxsize=8)
def find_space(ruleset: Ruleset) -> Space:
    """Return the states of a rule set, which whoever solved it has already.

    Raises:
        Unsolvable: If the solver can't understand it.
    """
    return Space(Scoring(ruleset))


def _skilled(space: Space) -> Player:
    far = space.scoring.ruleset.rolls - 1
    return Planner("skilled", space, UsualWorth(space, tries=3, rolls_ahead=far, bonus=True))


# How often a box is tried for was found by trying, at the official rules.
_BY_THEMSELVES: dict[str, Callable[[Space], Player]] = {
    "beginner": lambda space: Beginner("beginner"),  # noqa: ARG005 - it looks at the dice only
    "casual": lambda space: Planner("casual", space, NothingToCome(space, rolls_ahead=1)),
    "regular": lambda space: Planner("regular", space, UsualWorth(space, tries=1, rolls_ahead=1)),
    "skilled": _skilled,
}
_WITH_TABLE: dict[str, Callable[[Table], Player]] = {
    "expert": lambda table: Planner("expert", table.space, BestPlay(table)),
    "champion": lambda table: Champion("champion", table),
}
