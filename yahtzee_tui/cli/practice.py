"""`yahtzee-tui practice`: positions to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.play import open_game
from yahtzee_tui.rules import find_ruleset

if TYPE_CHECKING:
    from argparse import Namespace


def practice(args: Namespace) -> int:
    """Practice a rule set."""
    return open_game(args, practice=find_ruleset(args.rules))
