"""`yahtzee-tui simulate`: plays games among computer players and shows their results."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from yahtzee_tui.cli import progress
from yahtzee_tui.cli.arguments import find_players
from yahtzee_tui.cli.output import align, raise_unwritable_file, show, show_errors, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import MOST_PLAYERS, find_ruleset
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy.bots import find_rank
from yahtzee_tui.strategy.tournament import Simulation, run_simulation, summarize_results
from yahtzee_tui.text import format_number, format_percent, quote
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.strategy.tournament import BotResult, Failure, PlayedGames


def simulate(args: Namespace) -> int:
    """Play the games, and show each player's scores and share of the wins."""
    simulation = _read_simulation(args)
    ranks = [find_rank(player) for player in simulation.players]
    if simulation.ruleset.saved_rolls and any(rank.needs_table for rank in ranks):
        progress.load_saved_rolls_with_progress(simulation.ruleset)
    elif any(rank.needs_table for rank in ranks):
        table = progress.load_with_progress(simulation.ruleset).table
        if any(rank.needs_outcomes for rank in ranks):
            progress.load_outcomes_with_progress(table)
    started = time.perf_counter()
    line = progress.ProgressLine(_("Playing"))
    failed = set[int]()

    def warn(failure: Failure) -> None:
        if failure.player not in failed:
            line.clear()
            consequence = _("It scores 0 for the rest of that game.")
            show_errors(f"{failure.why} {consequence}")
        failed.add(failure.player)

    try:
        with ExitStack() as stack:
            hooks: dict[str, Any] = {"on_failure": warn}
            if args.records:
                hooks["on_records"] = stack.enter_context(_create(args.records)).write
            played = run_simulation(simulation, cache_folder(), line.show, **hooks)
    finally:
        line.clear()
    seconds = time.perf_counter() - started
    results = summarize_results(simulation, played)
    if args.json:
        content = {
            "rules": simulation.ruleset.id,
            "games": played.games,
            "complete": played.games == simulation.games,
            "seed": simulation.seed,
            "paired": simulation.paired,
            "seconds": seconds,
            "players": results,
        }
        show_json(content)
    else:
        parts = [_format_title(simulation, played, seconds), _format_table(results)]
        parts += map(_format_failures, filter(lambda each: each.failures, results))
        show("".join(parts))
    return 0


def _create(name: str) -> TextIO:
    """Return a new file for records; raise `UserError` if there is one, or it can't be written."""
    path = Path(name)
    if path.exists():
        raise UserError(_("{file} already exists. Choose another file name.", file=name))
    with raise_unwritable_file(name):
        return path.open("x", encoding="utf-8")


def _read_simulation(args: Namespace) -> Simulation:
    ruleset = find_ruleset(args.rules)
    words = [word.strip() for word in args.players.split(",")]
    players = tuple(rank.id for rank in find_players(words, args))
    if len(players) > (most := MOST_PLAYERS):
        raise UserError(_("At most {most} players, not {count}.", most=most, count=len(players)))
    if not args.seed.isprintable() or not args.seed.strip():
        sentence = _("{word} is not a seed. Use visible characters.", word=quote(args.seed))
        raise UserError(sentence)
    records = args.records is not None
    return Simulation(ruleset, players, args.games, args.seed, args.paired, records)


def _format_title(simulation: Simulation, played: PlayedGames, seconds: float) -> str:
    games, every = played.games, simulation.games
    ruleset = simulation.ruleset
    played_games = ngettext(
        "{count} game of {game}, {seconds} s", "{count} games of {game}, {seconds} s", games,
        game=f"{ruleset.name} ({ruleset.id})", seconds=format_number(seconds),
    )  # fmt: skip
    about = [played_games]
    if simulation.paired and len(simulation.players) > 1:
        about.append(_("each deal played from every seat"))
    if games < every:
        about.append(_("stopped before {games}", games=every))
    return f"{', '.join(about)}:\n"


def _format_table(results: list[BotResult]) -> str:
    heads = [_("player"), _("average"), "", _("spread")]
    rows = [
        [
            _(find_rank(result.player).name),
            format_number(result.mean, 2),
            f"± {format_number(result.mean_error, 2)}",
            format_number(result.spread, 2),
        ]
        for result in results
    ]
    if len(results) > 1:  # a single player wins nothing
        heads += [_("wins"), ""]
        for row, result in zip(rows, results, strict=True):
            error = format_percent(result.share_error, 1, 2)
            row += [format_percent(result.share, 1, 2), f"± {error}"]
    return align([heads, *rows], right=range(1, len(heads)))


def _format_failures(result: BotResult) -> str:
    sentence = ngettext(
        "{player} failed in {failures} of {count} game. The first time: {why}",
        "{player} failed in {failures} of {count} games. The first time: {why}", result.games,
        player=_(find_rank(result.player).name), failures=result.failures, why=result.first_failure,
    )  # fmt: skip
    return f"{sentence}\n"
