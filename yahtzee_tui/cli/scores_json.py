"""High scores and statistics in JSON; what the keys mean says `scores.py`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules import RULESETS

if TYPE_CHECKING:
    from yahtzee_tui.store.figures import Reviewed, StandingOut, Statistics
    from yahtzee_tui.store.scores import Scoreboard


def board_to_json(board: Scoreboard, games: int) -> dict[str, Any]:
    """Return the high scores of a rule set, of which so many games are finished."""
    return {
        "rules": board.rules,
        "name": name_rules(board.rules),
        "games": games,
        "since": board.since and _moment(board.since),
        "scores": [
            {
                "place": line.place,
                "player": line.name,
                "total": line.total,
                "ended": _moment(line.ended),
                "game": line.game,
            }
            for line in board.lines
        ],
    }


def statistics_to_json(statistics: Statistics) -> dict[str, Any]:
    """Return a player's numbers."""
    ruleset = RULESETS.get(statistics.rules or "")
    boxes = [box.id for box in ruleset.boxes] if ruleset else []
    solo = statistics.solo
    return {
        "player": statistics.name,
        "rules": statistics.rules,
        "first": _moment(statistics.first),
        "newest": _moment(statistics.newest),
        "unfinished": statistics.unfinished,
        "alone": statistics.alone,
        **statistics.summary._asdict(),
        **statistics.balance._asdict(),
        "opponents": [
            {"player": other.name, **other.balance._asdict()} for other in statistics.opponents
        ],
        "upper_bonus_rate": statistics.bonuses.upper,
        "yahtzee_rate": statistics.bonuses.yahtzee,
        "yahtzee_bonuses": statistics.bonuses.repeats,
        "boxes": dict(zip(boxes, statistics.boxes, strict=True)),
        "solo": solo
        and {
            "last": solo.last,
            "rank": solo.rank,
            "earlier": solo.earlier and solo.earlier._asdict(),
        },
        "waiting": statistics.waiting,
        "reviewed": statistics.reviewed and _reviewed_to_json(statistics.reviewed),
        "totals": statistics.totals,
    }


def _reviewed_to_json(reviewed: Reviewed) -> dict[str, Any]:
    return {
        "games": reviewed.games,
        "expected": reviewed.expected,
        "luck": reviewed.luck,
        "skill": reviewed.skill,
        "share": reviewed.share,
        "accuracy": reviewed.accuracy,
        "luckiest": _game_to_json(reviewed.luckiest),
        "best_played": _game_to_json(reviewed.best_played),
        "trend": reviewed.trend and reviewed.trend._asdict(),
    }


def _game_to_json(game: StandingOut) -> dict[str, Any]:
    return game._asdict() | {"ended": _moment(game.ended)}


def name_rules(rules: str | None) -> str:
    """Return what a rule set is called, or all of them together."""
    if rules is None:
        return "all rules"
    return RULESETS[rules].name if rules in RULESETS else rules


def _moment(moment: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
