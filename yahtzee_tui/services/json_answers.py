"""Answers in JSON, those of the command line and those that the SSH server gives, too.

docs/json.schema.json describes them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules import name_rules
from yahtzee_tui.table.config import format_moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from yahtzee_tui.store.lobby import SharedTable
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.store.stats.scores import Scoreboard, Scores
    from yahtzee_tui.strategy import ValueTable
    from yahtzee_tui.table.daily import DailyAttempt


def list_scoreboards(scores: Scores, rules: str | None = None) -> dict[str, Any]:
    """Return the high scores of a rule set, or of all that were played."""
    games = scores.count_games()
    boards = scores.scoreboards(rules)
    return {"scoreboards": [_scoreboard(board, games[board.rules]) for board in boards]}


def _scoreboard(board: Scoreboard, games: int) -> dict[str, Any]:
    return {
        "rules": board.rules,
        "name": name_rules(board.rules),
        "games": games,
        "since": None if board.since is None else format_moment(board.since),
        "scores": [
            {
                "place": line.place,
                "player": line.name,
                "total": line.total,
                "ended": format_moment(line.ended),
                "game": line.game,
            }
            for line in board.lines
        ],
    }


def list_daily_games(
    attempts: Iterable[DailyAttempt],
    secrets: Iterable[tuple[str, str]],
    load_best_play: Callable[[DailyAttempt], ValueTable],
) -> dict[str, Any]:
    """Return a player's daily games, and the hash of each day's secret on a server.

    The secret itself is there once its day is over.
    """
    from yahtzee_tui.dice import CommittedDice
    from yahtzee_tui.table.daily import score_best_play, today

    now = today()
    return {
        "games": [
            {
                "id": each.id,
                "day": each.day,
                "total": each.total,
                "finished": each.game.is_over,
                "coached": bool(each.record.setup.coached),
                "best_play": score_best_play(load_best_play(each), each.record.setup),
            }
            for each in attempts
        ],
        "days": [
            {
                "day": day,
                "hash": CommittedDice(secret).hash,
                "secret": secret if day < now else None,
            }
            for day, secret in secrets
        ],
    }


def list_tables(lobby: Lobby, who: str = "") -> dict[str, Any]:
    """Return how many users are present, and the tables that the lobby shows a user, or a guest."""
    return {
        "present": lobby.count_present(),
        "tables": [*map(_table, lobby.tables.list_for(who))],
    }


def _table(shared: SharedTable) -> dict[str, Any]:
    on_turn = shared.seat_at(shared.turn)
    return {
        "code": shared.code,
        "rules": shared.options.rules,
        "status": shared.status.value,
        "seats": [
            None if seat.is_free else {"player": seat.name, "computer": seat.computer or None}
            for seat in shared.seats
        ],
        "listed": shared.options.is_open,
        "turn_seconds": shared.options.seconds or None,
        "round": shared.round or None,
        "turn": None if on_turn is None else on_turn.name,
        "watchers": len(shared.watchers),
        "changed": format_moment(shared.changed),
    }
