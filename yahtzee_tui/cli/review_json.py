"""A review in JSON, one line a game.

    {"rules", "finished", "expected", "players": [{"player", "luck", "skill", "accuracy", "value",
     "course"}], "turns": [{"round", "player", "before", "luck", "skill", "after", "rolls":
     [{"faces", "rolls_left", "before", "value", "luck", "best", "choice", "loss", "after",
     "chances": {"before", "value", "after", "best", "loss"}}], "chances": {"shares", "exact"}}],
     "costliest": [{"turn", "roll", "loss"}], "chances": {"shares", "exact"}, "faults": [...]}

`expected`, `before`, `value` and `after` are expected final scores with best play from there on,
and `course` has that before the game and after each turn of a player. `expected + luck + skill =
value`, which in a finished game is the final score; skill is zero at best, and a loss is what a
decision takes from it. `best` and `choice` are `{"hold": [faces]}` or `{"box", "points", "bonus"}`;
a choice is null where the game was left. Accuracy is a share from 0 to 1, null before there was
anything to decide. `costliest` lists every mistake by the places of its turn and its roll, from 0.

`chances` are null in a solo game, and where they were not asked for. The `shares` are the chances
of winning in seating order, ties shared, with all playing for points from there on: before the game
or after a turn, exact or estimated. Those about a roll are `{"shares", "exact"}` as well; `best` is
what would have won most often, and `loss` what the choice cost of that chance, null and zero where
chances are estimated.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from yahtzee_tui.strategy import HoldChoice

if TYPE_CHECKING:
    from yahtzee_tui.cli.found import Found
    from yahtzee_tui.strategy import (
        Choice,
        Review,
        ReviewedPlayer,
        ReviewedRoll,
        ReviewedTurn,
    )
    from yahtzee_tui.strategy.win import Chances, Forecast, RollChances

_EMPTY: dict[str, Any] = {
    "rules": None,
    "finished": False,
    "expected": None,
    "players": [],
    "turns": [],
    "costliest": [],
    "chances": None,
}


def write_json(found: Found, reviewed: Review | None, chances: Chances | None) -> str:
    """Return the review of a game as a line of JSON; one without values if there is no review."""
    content = _EMPTY if reviewed is None else _review(reviewed, chances)
    return json.dumps(content | {"faults": [*map(asdict, found.faults)]}) + "\n"


def _review(reviewed: Review, chances: Chances | None) -> dict[str, Any]:
    return {
        "rules": reviewed.game.ruleset.id,
        "finished": reviewed.game.is_over,
        "expected": reviewed.players[0].expected,
        "players": [*map(_player, reviewed.players)],
        "turns": [
            _turn(turn, None if chances is None else chances.turns[number])
            for number, turn in enumerate(reviewed.turns)
        ],
        "costliest": [
            {"turn": mistake.turn_number, "roll": mistake.roll_number, "loss": mistake.loss}
            for mistake in reviewed.mistakes()
        ],
        "chances": None if chances is None else _forecast(chances.start),
    }


def _player(player: ReviewedPlayer) -> dict[str, Any]:
    return {
        "player": player.name,
        "luck": player.luck,
        "skill": player.skill,
        "accuracy": player.accuracy,
        "value": player.value,
        "course": player.course,
    }


def _turn(turn: ReviewedTurn, chances: tuple[RollChances, ...] | None) -> dict[str, Any]:
    return {
        "round": turn.round,
        "player": turn.player,
        "before": turn.before,
        "luck": turn.luck,
        "skill": turn.skill,
        "after": turn.after,
        "rolls": [
            _roll(roll, None if chances is None else chances[number])
            for number, roll in enumerate(turn.rolls)
        ],
        "chances": None if chances is None else _forecast(chances[-1].after),
    }


def _roll(roll: ReviewedRoll, chances: RollChances | None) -> dict[str, Any]:
    return {
        "faces": roll.faces,
        "rolls_left": roll.rolls_left,
        "before": roll.before,
        "value": roll.value,
        "luck": roll.luck,
        "best": _choice(roll.best),
        "choice": _choice(roll.choice),
        "loss": roll.loss,
        "after": roll.after,
        "chances": None if chances is None else _chances(chances),
    }


def _chances(chances: RollChances) -> dict[str, Any]:
    return {
        "before": _forecast(chances.before),
        "value": _forecast(chances.value),
        "after": _forecast(chances.after),
        "best": _choice(chances.best),
        "loss": chances.loss,
    }


def _forecast(forecast: Forecast) -> dict[str, Any]:
    return {"shares": forecast.shares, "exact": forecast.exact}


def _choice(choice: Choice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    if isinstance(choice, HoldChoice):
        return {"hold": choice.faces}
    return {"box": choice.box.id, "points": choice.points, "bonus": choice.bonus}
