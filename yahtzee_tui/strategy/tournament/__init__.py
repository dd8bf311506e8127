"""Tournaments of bots: games among computer players on all processors, and how each player did.

The same seed gives the same games in whichever process they are played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy.tournament.games import Failure, PlayedBlock, Simulation, play_games
from yahtzee_tui.strategy.tournament.results import BotResult, summarize_results
from yahtzee_tui.strategy.tournament.run import PlayedGames, run_simulation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yahtzee_tui.rules import Ruleset

__all__ = [
    "BotResult", "Failure", "PlayedBlock", "PlayedGames", "Simulation", "play_games",
    "run_simulation", "simulate", "summarize_results",
]  # fmt: skip


def simulate(
    ruleset: Ruleset | str,
    players: Sequence[str],
    games: int,
    seed: str,
    *,
    paired: bool = True,
    progress: Callable[[float], object] = lambda _: None,
    processes: int | None = None,
) -> list[BotResult]:
    """Play games among computer players of some ranks, and return how each did.

    The same seed gives the same games. Value tables are kept in the user's cache. For the other
    arguments, Ctrl-C and what is raised see `Simulation` and `run_simulation`.

    >>> expert, beginner = simulate("crag", ("expert", "beginner"), 200, "my seed")
    >>> f"{expert.mean:.1f} {beginner.mean:.1f} {expert.share:.1%}"
    '144.8 111.2 80.5%'
    """
    simulation = Simulation(find_ruleset(ruleset), tuple(players), games, seed, paired)
    played = run_simulation(simulation, cache_folder(), progress, processes)
    return summarize_results(simulation, played)
