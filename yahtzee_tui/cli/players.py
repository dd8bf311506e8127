"""The computer players that a command line names: levels, and programs that play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yahtzee_tui.strategy.bots import Rank

_MOST_SECONDS = 3600


def find_players(words: Sequence[str], args: Namespace) -> list[Rank]:
    """Return the computer levels and programs of some words, after letting the programs play."""
    if not words:
        return []
    from yahtzee_tui.strategy.bots import find_rank, is_command, register_program  # its numpy

    seconds = _read_seconds(args.bot_seconds)
    return [
        find_rank(register_program(word, seconds) if is_command(word) else word.casefold())
        for word in words
    ]


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= _MOST_SECONDS:
        raise UserError(f"--bot-seconds must be up to {_MOST_SECONDS}, not {quote(text)}.")
    return seconds
