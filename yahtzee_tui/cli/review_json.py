"""A review in JSON, one line a game.

    {"rules", "finished", "expected", "players": [{"player", "luck", "skill", "accuracy", "value",
     "course"}], "turns": [{"round", "player", "before", "luck", "skill", "after", "rolls":
     [{"faces", "rolls_left", "before", "value", "luck", "best", "choice", "loss", "after"}]}],
     "costliest": [{"turn", "roll", "loss"}], "faults": [...]}

`expected`, `before`, `value` and `after` are expected final scores with best play from there on,
and `course` has that before the game and after each turn of a player. `expected + luck + skill =
value`, which in a finished game is the final score; skill is zero at best, and a loss is what a
decision takes from it. `best` and `choice` are `{"hold": [faces]}` or `{"box", "points", "bonus"}`;
a choice is null where the game was left. Accuracy is a share from 0 to 1, null before there was
anything to decide. `costliest` lists every mistake by the places of its turn and its roll, from 0.
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

_EMPTY: dict[str, Any] = {
    "rules": None,
    "finished": False,
    "expected": None,
    "players": [],
    "turns": [],
    "costliest": [],
}


def write_json(found: Found, reviewed: Review | None) -> str:
    """Return the review of a game as a line of JSON; one without values if there is no review."""
    content = _EMPTY if reviewed is None else _review(reviewed)
    return json.dumps(content | {"faults": [*map(asdict, found.faults)]}) + "\n"


def _review(reviewed: Review) -> dict[str, Any]:
    return {
        "rules": reviewed.game.ruleset.id,
        "finished": reviewed.game.is_over,
        "expected": reviewed.players[0].expected,
        "players": [*map(_player, reviewed.players)],
        "turns": [*map(_turn, reviewed.turns)],
        "costliest": [
            {"turn": mistake.turn_number, "roll": mistake.roll_number, "loss": mistake.loss}
            for mistake in reviewed.mistakes()
        ],
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


def _turn(turn: ReviewedTurn) -> dict[str, Any]:
    return {
        "round": turn.round,
        "player": turn.player,
        "before": turn.before,
        "luck": turn.luck,
        "skill": turn.skill,
        "after": turn.after,
        "rolls": [*map(_roll, turn.rolls)],
    }


def _roll(roll: ReviewedRoll) -> dict[str, Any]:
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
    }


def _choice(choice: Choice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    if isinstance(choice, HoldChoice):
        return {"hold": choice.faces}
    return {"box": choice.box.id, "points": choice.points, "bonus": choice.bonus}
