"""`yahtzee-tui practice`: positions to decide, and the opening book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import align, show
from yahtzee_tui.cli.play import open_game
from yahtzee_tui.cli.progress import load_with_progress
from yahtzee_tui.cli.score import parse_position
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import find_ruleset, format_faces
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Ruleset


def practice(args: Namespace) -> int:
    """Practice a rule set or a position, or print an opening book."""
    if args.position:
        if args.book:
            raise UserError(_("Give a position or --book, not both."))
        position = parse_position(" ".join(args.position), args.rules)
        return open_game(args, first=position)
    ruleset = find_ruleset(args.rules)
    if not args.book:
        return open_game(args, first=ruleset)
    show(_format_book(ruleset))
    return 0


def _format_book(ruleset: Ruleset) -> str:
    from yahtzee_tui.strategy import advise_first_rolls, describe_choice

    rows = [(_("Dice"), _("Best"), _("Expected"), _("Next best"), _("Loss"))]
    for advice in advise_first_rolls(load_with_progress(ruleset).table):
        best, second = advice.choices[:2]
        value, loss = format_number(best.value, 2), format_number(advice.loss(second), 2)
        dice = format_faces(advice.faces)
        rows.append((dice, describe_choice(best), value, describe_choice(second), loss))
    title = ngettext(
        "Opening book of {game}, {count} first roll:",
        "Opening book of {game}, {count} first rolls:", len(rows) - 1,
        game=f"{ruleset.name} ({ruleset.id})",
    )  # fmt: skip
    return f"{title}\n{align(rows, right=(2, 4))}"
