"""`yahtzee-tui simulate`: plays games among computer players and shows their results."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.cli.players import find_players
from yahtzee_tui.cli.progress import ProgressLine, load_outcomes_with_progress, load_with_progress
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import MOST_PLAYERS, find_ruleset
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy.bots import find_rank
from yahtzee_tui.strategy.tournament import Simulation, run_simulation, summarize_results
from yahtzee_tui.text import count_noun, quote

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.strategy.tournament import BotResult

_MOST_GAMES = 1_000_000


def simulate(args: Namespace) -> int:
    """Play the games, and show each player's scores and share of the wins."""
    series = _read_series(args)
    ranks = [find_rank(player) for player in series.players]
    if any(rank.needs_table for rank in ranks):
        table = load_with_progress(series.ruleset).table
        if any(rank.needs_outcomes for rank in ranks):
            load_outcomes_with_progress(table)
    started = time.perf_counter()
    line = ProgressLine("Playing")
    try:
        totals = run_simulation(series, cache_folder(), line.show)
    finally:
        line.clear()
    seconds = time.perf_counter() - started
    asked, series = series.games, series._replace(games=len(totals))  # fewer after Ctrl-C
    outcomes = summarize_results(series, totals)
    if args.json:
        show_json(_to_json(series, outcomes, seconds))
    else:
        stopped = f", stopped before {asked}" if len(totals) < asked else ""
        show(_format_table(series, outcomes, seconds, stopped))
    return 0


def _read_series(args: Namespace) -> Simulation:
    ruleset = find_ruleset(args.rules)
    words = [word.strip() for word in args.players.split(",")]
    players = tuple(rank.id for rank in find_players(words, args))
    if len(players) > MOST_PLAYERS:
        raise UserError(f"At most {MOST_PLAYERS} players, not {len(players)}.")
    if not args.seed.isprintable() or not args.seed.strip():
        raise UserError(f"{quote(args.seed)} is not a seed. Use visible characters.")
    return Simulation(ruleset, players, _read_games(args.games), args.seed, args.paired)


def _read_games(text: str) -> int:
    digits = text if text.isascii() and text.isdigit() and len(text) < 10 else "0"
    if not 1 <= int(digits) <= _MOST_GAMES:
        raise UserError(f"--games must be 1 to {_MOST_GAMES}, not {quote(text)}.")
    return int(digits)


def _to_json(series: Simulation, outcomes: list[BotResult], seconds: float) -> dict[str, Any]:
    return {
        "rules": series.ruleset.id,
        "games": series.games,
        "seed": series.seed,
        "paired": series.paired,
        "seconds": seconds,
        "players": [outcome._asdict() for outcome in outcomes],
    }


def _format_table(
    series: Simulation, outcomes: list[BotResult], seconds: float, stopped: str
) -> str:
    games = count_noun(series.games, "game")
    paired = ", each deal played from every seat" if series.paired else ""
    rules = f"{series.ruleset.name} ({series.ruleset.id})"
    title = f"{games} of {rules}, {seconds:.1f} s{paired}{stopped}:\n"
    heads = ("player", "mean", "", "spread", "wins", "")
    rows = [
        (
            find_rank(outcome.player).name,
            f"{outcome.mean:.2f}",
            f"± {outcome.mean_error:.2f}",
            f"{outcome.spread:.2f}",
            f"{outcome.share:.2%}",
            f"± {outcome.share_error:.2%}",
        )
        for outcome in outcomes
    ]
    columns = len(heads) if len(outcomes) > 1 else 4  # a single player wins nothing
    table = [row[:columns] for row in (heads, *rows)]
    return title + align(table, right=range(1, columns))
