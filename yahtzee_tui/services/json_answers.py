"""Answers in JSON: those of the SSH server, too, are made here, others in the command's module.

That of `yahtzee-tui NAME` is `cli/NAME.py` or `host/cli/NAME.py`. docs/json.schema.json describes
all answers. A named tuple or a data class is an object of its fields, or of those in `_FORMS`.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules import name_rules
from yahtzee_tui.table.config import format_moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from yahtzee_tui.services.ladder import Rung
    from yahtzee_tui.store.entries import DailyAttempt
    from yahtzee_tui.store.stats.scores import Scores
    from yahtzee_tui.strategy import ValueTable

_FORMS = {
    "Ban": "subject since@ until@ name reason",
    "BoxChoice": "box=box.id points bonus",
    "Fairness": "games counts chi_square p=p_value",
    "HighScore": "place player=name total ended@ game",
    "HoldChoice": "hold=faces",
    "Mistake": "turn=turn_number roll=roll_number loss",
    "NotableGame": "game ended@ total luck skill",
    "Opponent": "player=name wins=balance.wins losses=balance.losses draws=balance.draws",
    "Reviewed": "games expected luck skill share accuracy luckiest best_played trend",
    "ReviewedPlayer": "player=name luck skill accuracy value course",
}
"""The forms of classes by their names; see `pick`."""

_PLAIN = frozenset({bool, int, str, type(None)})
"""Types that JSON has; what is of these is most of an answer, and isn't walked."""

_DECIMALS = 10


def to_json(value: Any) -> Any:
    """Return a value in the types of JSON, its numbers rounded."""
    kind = type(value)
    if isinstance(value, float):
        return round(value, _DECIMALS)
    if kind in (list, tuple):
        return [each if type(each) in _PLAIN else to_json(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    fields = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if fields:
        value = pick(value, _FORMS.get(kind.__name__) or " ".join(fields))
    if isinstance(value, dict):
        return {
            name: each if type(each) in _PLAIN else to_json(each) for name, each in value.items()
        }
    return value


def pick(thing: object, form: str) -> dict[str, Any]:
    """Return attributes of an object by name.

    A form such as `place player=name box=box.id ended@` has the names, with `=` and the path of the
    attribute where that differs; `@` marks a time in seconds since 1970, or None.
    """
    content = {}
    for name, find, is_time in _read_form(form):
        value = find(thing)
        content[name] = format_moment(value) if is_time and value is not None else value
    return content


@cache
def _read_form(form: str) -> list[tuple[str, Callable[[object], Any], bool]]:
    """Return the names in a form, with what finds the value of each, and whether that is a time."""
    return [
        (name, attrgetter(path or name), field.endswith("@"))
        for field in form.split()
        for name, _, path in [field.removesuffix("@").partition("=")]
    ]


def list_scoreboards(scores: Scores, rules: str | None = None) -> dict[str, Any]:
    """Return the high scores of a rule set, or of all that were played."""
    games = scores.count_games()
    boards = scores.scoreboards(rules)
    return {
        "scoreboards": [
            {"rules": board.rules, "name": name_rules(board.rules), "games": games[board.rules]}
            | pick(board, "since@ scores=lines")
            for board in boards
        ]
    }


def list_ladder(rungs: Iterable[Rung], rules: str) -> dict[str, Any]:
    """Return a ladder for programs."""
    form = "player=name lost error games provisional=is_provisional"
    ladder = [pick(each, form) | {"computer": each.computer or None} for each in rungs]
    return {"rules": rules, "ladder": ladder}


def list_daily_games(
    attempts: Iterable[DailyAttempt],
    secrets: Iterable[tuple[str, str]],
    today: str,
    load_best_play: Callable[[DailyAttempt], ValueTable],
) -> dict[str, Any]:
    """Return a player's daily games, and the hash of each day's secret on a server.

    The secret itself is there once its day is over.
    """
    from yahtzee_tui.dice import CommittedDice
    from yahtzee_tui.table.judged import score_best_play

    return {
        "games": [
            pick(each, "id day total finished=game.is_over")
            | {
                "coached": bool(each.record.setup.coached),
                "best_play": score_best_play(load_best_play(each), each.record.setup),
            }
            for each in attempts
        ],
        "days": [
            {
                "day": day,
                "hash": CommittedDice(secret).hash,
                "secret": secret if day < today else None,
            }
            for day, secret in secrets
        ],
    }
