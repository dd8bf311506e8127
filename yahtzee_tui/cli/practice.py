"""`yahtzee-tui practice`: positions to decide, and the opening book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import align, show
from yahtzee_tui.cli.play import open_game
from yahtzee_tui.cli.progress import load_with_progress
from yahtzee_tui.rules import find_ruleset, format_faces

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Ruleset


def practice(args: Namespace) -> int:
    """Practice a rule set, or print its opening book."""
    ruleset = find_ruleset(args.rules)
    if not args.book:
        return open_game(args, practice=ruleset)
    show(_format_book(ruleset))
    return 0


def _format_book(ruleset: Ruleset) -> str:
    from yahtzee_tui.strategy import advise_first_rolls, describe_choice

    rows = [("Dice", "Best", "Expected", "Next best", "Loss")]
    for advice in advise_first_rolls(load_with_progress(ruleset).table):
        best, second = advice.choices[:2]
        value, loss = f"{best.value:.2f}", f"{advice.loss(second):.2f}"
        dice = format_faces(advice.faces)
        rows.append((dice, describe_choice(best), value, describe_choice(second), loss))
    title = f"Opening book of {ruleset.name} ({ruleset.id}), {len(rows) - 1} first rolls:\n"
    return title + align(rows, right=(2, 4))
