"""`yahtzee-tui simulate`: games among computer players, and how each of them did."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from yahtzee_tui.cli.errors import Complaint, refusals_as_complaints
from yahtzee_tui.cli.output import align, show
from yahtzee_tui.cli.progress import ProgressLine, find_solved
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
    """Play games among computer players and show their scores and shares of the wins.

    Raises:
        Complaint: If there is no such rule set or player, or the number or the seed makes no
            sense.
    """
    with refusals_as_complaints():
        series = _read_series(args)
        if any(find_rank(player).needs_table for player in series.players):
            find_solved(series.ruleset)
        started = time.perf_counter()
        line = ProgressLine("Playing")
        try:
            totals = run_simulation(series, cache_folder(), line.show)
        finally:
            line.clear()
    seconds = time.perf_counter() - started
    show(
        (_write_json if args.json else _write_table)(
            series, summarize_results(series, totals), seconds
        )
    )
    return 0


def _read_series(args: Namespace) -> Simulation:
    ruleset = find_ruleset(args.rules)
    players = tuple(find_rank(player.strip()).id for player in args.players.split(","))
    if len(players) > MOST_PLAYERS:
        raise Complaint(f"At most {MOST_PLAYERS} can play, not {len(players)}.")
    if not args.seed.isprintable() or not args.seed.strip():
        raise Complaint(f"{quote(args.seed)} is no seed, which is a text to be seen.")
    return Simulation(ruleset, players, _read_games(args.games), args.seed, args.paired)


def _read_games(text: str) -> int:
    digits = text if text.isascii() and text.isdigit() and len(text) < 10 else "0"
    if not 1 <= int(digits) <= _MOST_GAMES:
        raise Complaint(f"From 1 to {_MOST_GAMES} games can be played, not {quote(text)}.")
    return int(digits)


def _write_json(series: Simulation, outcomes: list[BotResult], seconds: float) -> str:
    answer = {
        "rules": series.ruleset.id,
        "games": series.games,
        "seed": series.seed,
        "paired": series.paired,
        "seconds": seconds,
        "players": [outcome._asdict() for outcome in outcomes],
    }
    return json.dumps(answer) + "\n"


def _write_table(series: Simulation, outcomes: list[BotResult], seconds: float) -> str:
    games = count_noun(series.games, "game")
    paired = ", each deal from every seat" if series.paired else ""
    title = f"{games} of {series.ruleset.name} ({series.ruleset.id}), {seconds:.1f} s{paired}:\n"
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
    columns = len(heads) if len(outcomes) > 1 else 4  # whoever plays alone wins nothing
    table = [row[:columns] for row in (heads, *rows)]
    return title + align(table, right=range(1, columns))
