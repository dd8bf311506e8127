"""The computer players that a command line names: levels, and programs that play."""

from __future__ import annotations

from os.path import isfile
from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Malformed
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yahtzee_tui.strategy.bots import Rank


def find_players(words: Sequence[str], args: Namespace) -> list[Rank]:
    """Return the computer levels and programs of some words, after letting the programs play."""
    return [_find_player(word, args.bot_seconds, args.bot_env) for word in words]


def _find_player(word: str, seconds: float, variables: Sequence[str]) -> Rank:
    from yahtzee_tui.strategy.bots import find_rank, is_command, register_program  # its numpy

    if is_command(word):
        return find_rank(register_program(word, seconds, variables))
    try:
        return find_rank(word.casefold())
    except Malformed:
        if not isfile(word):  # noqa: PTH113  any text will do
            raise
    raise UserError(_(
        "{name} is not a computer player. For the program here, type {program}.", name=quote(word),
        program=f"./{word}",
    ))  # fmt: skip
