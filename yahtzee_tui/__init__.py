"""Yahtzee and its relatives, full-screen in the terminal, and as a library.

    >>> from yahtzee_tui import Game, find_ruleset
    >>> game = Game.start(find_ruleset("official"), ("Ann",))
    >>> game = game.play("roll 3 3 3 4 4").play("score full house")
    >>> game.card.grand_total
    25

docs/library.md describes what is imported from here; nothing else is public and stable. A name is
loaded when it is first used, so that a program that needs only the rules doesn't load numpy.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.dice import SeededDice, SystemDice, Throw
    from yahtzee_tui.errors import UserError
    from yahtzee_tui.rules import (
        RULESETS,
        Box,
        Card,
        Forbidden,
        Game,
        Held,
        History,
        Hold,
        Malformed,
        NotNow,
        PlayedRoll,
        PlayedTurn,
        Position,
        Potential,
        Record,
        Refusal,
        Roll,
        Rolled,
        Ruleset,
        Score,
        Scored,
        Setup,
        find_box,
        find_ruleset,
        parse_move,
    )
    from yahtzee_tui.rules.definition import read_definition
    from yahtzee_tui.rules.records import (
        ParsedRecord,
        Replay,
        read_record,
        read_records,
        write_record,
    )
    from yahtzee_tui.settings import cache_folder
    from yahtzee_tui.strategy import (
        Advice,
        BoxChoice,
        HoldChoice,
        Review,
        Unsolvable,
        ValueTable,
        describe_advice,
        load_value_table,
        review_game,
        solve,
    )
    from yahtzee_tui.strategy.bots import LEVELS, Bot, make_bot, play_solo
    from yahtzee_tui.strategy.tournament import BotResult, simulate

# The library that numpy multiplies matrices with would start threads, which wait for work busily.
# It reads this when numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"

__all__ = [
    "LEVELS", "RULESETS", "Advice", "Bot", "BotResult", "Box", "BoxChoice", "Card",
    "Forbidden", "Game", "Held", "History", "Hold", "HoldChoice", "Malformed", "NotNow",
    "ParsedRecord", "PlayedRoll", "PlayedTurn", "Position", "Potential", "Record", "Refusal",
    "Replay", "Review", "Roll", "Rolled", "Ruleset", "Score", "Scored", "SeededDice", "Setup",
    "SystemDice", "Throw", "Unsolvable", "UserError", "ValueTable", "cache_folder",
    "describe_advice", "find_box", "find_ruleset", "load_value_table", "make_bot", "parse_move",
    "play_solo", "read_definition", "read_record", "read_records", "review_game", "simulate",
    "solve", "write_record",
]  # fmt: skip

# Those that take longer to load come later.
_MODULES = (
    "errors", "rules", "rules.records", "rules.definition", "dice", "settings",
    "strategy", "strategy.bots", "strategy.tournament",
)  # fmt: skip


def __getattr__(name: str) -> object:
    if name in __all__:
        for module in _MODULES:
            found = import_module(f"yahtzee_tui.{module}")
            if hasattr(found, name):
                public = getattr(found, name)
                if isinstance(public, FunctionType):
                    public = import_module("yahtzee_tui.errors").check_arguments(public)
                    public.__module__, globals()[name] = __name__, public  # for pickle
                return public
    raise AttributeError(f"module 'yahtzee_tui' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
