"""The ranks of bots, weakest first, how strong each was measured to be, and the bot of a rank.

A rank is weaker because it looks less far ahead, never because it errs on purpose.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Malformed
from yahtzee_tui.strategy.bots.policies import BeginnerBot, ChampionBot, EvaluatorBot
from yahtzee_tui.strategy.solver.evaluators import Heuristic, Myopic
from yahtzee_tui.strategy.solver.payoffs import Payoffs
from yahtzee_tui.strategy.solver.states import StateSpace
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots.policies import Bot
    from yahtzee_tui.strategy.solver.value_table import ValueTable


class Strength(NamedTuple):
    """How strong a rank is at the official rules, with standard errors."""

    mean: float  # the mean score, alone at the table
    mean_error: float
    share: float  # the share of games won against Expert, ties shared, from 0 to 1
    share_error: float


class Rank(NamedTuple):
    """A rank of computer players."""

    id: str  # its stable name in saves and on the command line
    name: str
    about: str  # how it plays, in a sentence
    needs_table: bool  # whether it needs best play to be worked out first
    strength: Strength  # as measured


# Means alone, and shares against Expert, with ID for the rank and fewer games for Beginner, 10000:
#     yahtzee-tui simulate --players ID --games 100000 --seed ladder
#     yahtzee-tui simulate --players ID,expert --games 20000 --seed ladder
# Expert's own share is known. Alone Champion does what Expert does; its share was measured with
# paired dice, as most games go the same way for both:
#     yahtzee-tui simulate --players champion,expert --games 10000 --seed ladder --paired
LADDER = (
    Rank(
        "beginner",
        "Beginner",
        "Sees only this roll: keeps the most dice of one face and scores the most points.",
        needs_table=False,
        strength=Strength(193.38, 0.62, 0.1890, 0.0039),
    ),
    Rank(
        "casual",
        "Casual",
        "Looks one roll ahead, for the most points this turn.",
        needs_table=False,
        strength=Strength(215.97, 0.15, 0.2712, 0.0031),
    ),
    Rank(
        "regular",
        "Regular",
        "Looks one roll ahead, and weighs points against what the box usually brings.",
        needs_table=False,
        strength=Strength(235.11, 0.16, 0.3806, 0.0034),
    ),
    Rank(
        "skilled",
        "Skilled",
        "Plans the whole turn, keeps boxes for better dice and minds the upper bonus.",
        needs_table=False,
        strength=Strength(245.68, 0.19, 0.4465, 0.0035),
    ),
    Rank(
        "expert",
        "Expert",
        "Knows the whole game: the best possible play for the highest mean score.",
        needs_table=True,
        strength=Strength(254.66, 0.19, 0.5, 0.0),
    ),
    Rank(
        "champion",
        "Champion",
        "Plays like Expert, and in the last six rounds for the best chance of winning.",
        needs_table=True,
        strength=Strength(254.66, 0.19, 0.5151, 0.0025),
    ),
)
"""Every rank, weakest first."""


def find_rank(rank: str) -> Rank:
    """Return the rank with this id, or raise `Malformed` with the ids that there are."""
    for found in LADDER:
        if found.id == rank:
            return found
    known = ", ".join(each.id for each in LADDER)
    raise Malformed("unknown_player", f"No computer player {quote(rank)}; there are {known}.")


def make_bot(rank: str, ruleset: Ruleset, table: ValueTable | None = None) -> Bot:
    """Make a bot, which takes a few hundredths of a second.

    Raises:
        Malformed: If there is no such rank.
        Unsolvable: If computers can't play this game, which isn't played with five dice.
        ValueError: If a rank that needs best play gets no table.
    """
    found = find_rank(rank)
    if found.needs_table:
        if table is None:
            raise ValueError(f"{found.name} needs best play of {ruleset.name}.")
        if rank == "champion":
            return ChampionBot(rank, table)
        return EvaluatorBot(rank, table.space, table)
    space = table.space if table is not None else find_space(ruleset)
    # How often a box is tried for was found by trying, at the official rules.
    match rank:
        case "beginner":
            return BeginnerBot(rank)
        case "casual":
            return EvaluatorBot(rank, space, Myopic(space, rolls_ahead=1))
        case "regular":
            return EvaluatorBot(rank, space, Heuristic(space, tries=1, rolls_ahead=1))
    far = ruleset.rolls - 1
    return EvaluatorBot(rank, space, Heuristic(space, tries=3, rolls_ahead=far, bonus=True))


@lru_cache(maxsize=8)
def find_space(ruleset: Ruleset) -> StateSpace:
    """Return the states of a rule set, or raise `Unsolvable`; a value table has them already."""
    return StateSpace(Payoffs(ruleset))
