"""The levels of computers, weakest first, how strong each was measured to be, and their bots.

A rank is weaker because it looks less far ahead, never because it errs on purpose.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Malformed, find_ruleset
from yahtzee_tui.strategy.bots.policies import (
    BeginnerBot,
    ChampionBot,
    ChaserBot,
    EvaluatorBot,
    Heuristic,
    Myopic,
    SavedRollsBot,
    ScoreHeuristic,
)
from yahtzee_tui.strategy.bots.programs import PREFIX, PROGRAMS, PackageBot, ProgramBot
from yahtzee_tui.strategy.solver.payoffs import Unsolvable
from yahtzee_tui.strategy.solver.saved_rolls import SavedRollsTable
from yahtzee_tui.strategy.solver.states import find_space
from yahtzee_tui.strategy.solver.value_table import ValueTable
from yahtzee_tui.text import (
    end_sentence,
    escape_controls,
    join_words,
    quote,
    shorten,
    suggest_nearest,
)
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots.policies import Bot
    from yahtzee_tui.strategy.solver.states import StateSpace


class Strength(NamedTuple):
    """How strong a rank is at the official rules, with standard errors."""

    mean: float  # the mean score, alone at the table
    mean_error: float
    share: float  # the share of games won against Expert, ties shared, from 0 to 1
    share_error: float


BEST_MEAN = 254.59
"""The mean score of best play at the official rules, to which the losses of the ranks add up."""


class Rank(NamedTuple):
    """A rank of computer players."""

    id: str  # its stable name in saves and on the command line
    name: str
    about: str  # how it plays, in a sentence
    strength: Strength | None = None  # as measured; None if it is none of `LEVELS`
    needs_table: bool = False  # whether it needs best play to be worked out first
    needs_outcomes: bool = False  # whether it needs the outcomes of best play as well


# Means alone, and shares against Expert, with ID for the rank:
#     yahtzee-tui simulate --players ID --games 100000 --seed ladder
#     yahtzee-tui simulate --players ID,expert --games 20000 --seed ladder --no-paired
# Expert's own share is known. Alone Champion does what Expert does; its share was measured with
# paired dice, as most games go the same way for both:
#     yahtzee-tui simulate --players champion,expert --games 40000 --seed ladder
LEVELS = (
    Rank(
        "beginner",
        N_("Beginner"),
        N_("Sees only this roll: keeps the most matching dice and scores the most points."),
        Strength(194.47, 0.20, 0.1873, 0.0028),
    ),
    Rank(
        "casual",
        N_("Casual"),
        N_("Looks one roll ahead, for the most points this turn."),
        Strength(215.97, 0.15, 0.2712, 0.0031),
    ),
    Rank(
        "regular",
        N_("Regular"),
        N_("Looks one roll ahead and compares points with what the box usually scores."),
        Strength(235.11, 0.16, 0.3806, 0.0034),
    ),
    Rank(
        "skilled",
        N_("Skilled"),
        N_("Plans the whole turn, saves boxes for better dice and aims for the upper bonus."),
        Strength(245.68, 0.19, 0.446525, 0.003504),
    ),
    Rank(
        "expert",
        N_("Expert"),
        N_("Knows the whole game: the best possible play for the highest average score."),
        Strength(254.66, 0.19, 0.5, 0.0),
        needs_table=True,
    ),
    Rank(
        "champion",
        N_("Champion"),
        N_("Plays like Expert, and in the last six rounds for the best chance of winning."),
        Strength(254.66, 0.19, 0.5147, 0.0012),
        needs_table=True,
    ),
)
"""Every rank, weakest first."""

_CHASER = "chaser:"


def find_rank(rank: str) -> Rank:
    """Return the rank with this id, or raise `Malformed` with the ids that there are.

    `chaser:N` plays for a final score of at least N, `program:NAME` as a program that was
    registered, and another name as a bot of an installed package; see docs/bots.md.
    """
    for found in LEVELS:
        if found.id == rank:
            return found
    if (program := PROGRAMS.get(rank)) is not None:
        about = _("Plays what the program {name} chooses.", name=program.name)
        return Rank(rank, program.name, about)
    if rank.startswith(PREFIX):
        name = quote(rank.removeprefix(PREFIX))
        sentence = _("The program {name} plays only if you give it again with --bot.", name=name)
        raise Malformed("unknown_player", sentence)
    if (entry := _find_entry(rank)) is not None:
        about = _("Plays what {name} chooses.", name=entry.value)
        return Rank(rank, rank, about)
    if (target := _find_target(rank)) is not None:
        about = _("Plays for a final score of at least {target}.", target=target)
        name = f"Chaser of {target}"
        return Rank(rank, name, about, needs_table=True, needs_outcomes=True)
    installed = sorted(entry.name for entry in list_entries())
    known = (*(each.id for each in LEVELS), *installed, f"{_CHASER}N")
    unknown = _("{name} is not a computer player", name=quote(rank))
    nearest = suggest_nearest(rank, known)
    choices = "" if nearest else f" {_('Choose {names}.', names=join_words(known, 'or'))}"
    unknown = f"{end_sentence(f'{unknown}{nearest}')}{choices}"
    raise Malformed("unknown_player", unknown)


def make_bot(
    rank: str, ruleset: Ruleset | str, table: ValueTable | SavedRollsTable | None = None
) -> Bot:
    """Make a bot, which takes a few hundredths of a second, for a rule set or its id.

    Raises:
        Malformed: If there is no such rank, the package of a bot fails, or a rank that needs best
            play gets no table, or no outcomes that it needs.
        Unsolvable: If computers can't play this game, or this rank can't with saved rolls.
        ValueError: If one of `LEVELS` has no bot yet.

    >>> crag = find_ruleset("crag")
    >>> game = Position.parse("crag .,.,.,.,.,.,.,.,.,.,.,.,. r1 655").game("Ann")
    >>> make_bot("expert", crag, solve(crag)).choose(game)
    Hold(positions=(1, 2))
    """
    found, ruleset = find_rank(rank), find_ruleset(ruleset)
    if (program := PROGRAMS.get(rank)) is not None:
        return ProgramBot(rank, program)
    if (entry := _find_entry(rank)) is not None:
        return PackageBot(rank, _load_entry(entry, ruleset))
    if found.needs_table:
        return _make_planner(found, ruleset, table)
    space = table.space if isinstance(table, ValueTable) else find_space(ruleset)
    # How often a box is tried for was found by trying, at the official rules.
    match rank:
        case "beginner":
            return BeginnerBot(rank)
        case "casual":
            return EvaluatorBot(rank, space, Myopic(space, rolls_ahead=1))
        case "regular":
            return EvaluatorBot(rank, space, Heuristic(space, tries=1, rolls_ahead=1))
        case "skilled":
            return EvaluatorBot(rank, space, _plan(space))
    raise ValueError(f"The rank {rank} has no way to play.")


@lru_cache(maxsize=2)
def make_marker(ruleset: Ruleset) -> Bot:
    """Make what is good at scoring, though not at holding, without a value table."""
    space = find_space(ruleset)
    return EvaluatorBot("marker", space, ScoreHeuristic(space))


def _make_planner(rank: Rank, ruleset: Ruleset, table: ValueTable | SavedRollsTable | None) -> Bot:
    """Make a bot that needs best play; raise as `make_bot`."""
    if isinstance(table, SavedRollsTable):
        if rank.needs_outcomes:
            places = {"player": rank.name, "game": ruleset.name}
            sentence = _("{player} can't play {game}, where rolls are saved.", **places)
            raise Unsolvable("saved_rolls", sentence)
        return SavedRollsBot(rank.id, table)
    if table is None:
        sentence = _("{player} needs best play: pass solve(ruleset), too.", player=rank.name)
        raise Malformed("no_table", sentence)
    if rank.needs_outcomes and table.outcomes.table is None:
        sentence = N_("{player} needs chances: call strategy.load_outcomes(table, cache_folder()).")
        raise Malformed("no_outcomes", _(sentence, player=rank.name))
    if rank.id == "expert":
        return EvaluatorBot(rank.id, table.space, table)
    if rank.id == "champion":
        return ChampionBot(rank.id, table)
    if (target := _find_target(rank.id)) is not None:
        return ChaserBot(rank.id, table, target)
    raise ValueError(f"The rank {rank.id} has no way to play.")


def _find_entry(name: str) -> EntryPoint | None:
    """Return the entry point at which a package offers a bot with this name."""
    if any(rank.id == name for rank in LEVELS):
        return None
    folded = name.casefold()
    return next((entry for entry in list_entries() if entry.name.casefold() == folded), None)


def list_entries() -> EntryPoints:
    """Return the bots that installed packages offer."""
    from importlib.metadata import entry_points  # takes its time, and few names need it

    return entry_points(group="yahtzee_tui.bots")


def _load_entry(entry: EntryPoint, ruleset: Ruleset) -> Bot:
    """Return the bot of a package, or raise `Malformed` if it can't be made."""
    try:
        bot: Bot = entry.load()(ruleset)
    except (Exception, SystemExit) as error:  # whatever others raise
        why = escape_controls(shorten(f"{type(error).__name__}: {error}", 120)).rstrip(".")
        sentence = _("{name} can't be loaded: {why}.", name=entry.name, why=why)
        raise Malformed("bad_bot", sentence) from error
    return bot


@lru_cache(maxsize=2)
def _plan(space: StateSpace) -> Heuristic:
    return Heuristic(space, tries=3, rolls_ahead=space.payoffs.ruleset.rolls - 1, bonus=True)


def _find_target(rank: str) -> int | None:
    """Return the target of a chaser's id, None for another id."""
    digits = rank.removeprefix(_CHASER)
    is_number = digits.isascii() and digits.isdigit() and digits[0] != "0" and len(digits) < 5
    return int(digits) if digits != rank and is_number else None
