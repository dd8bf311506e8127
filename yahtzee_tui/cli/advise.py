"""`yahtzee-tui advise`: the values of all holds and boxes in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align, format_box, show, show_json
from yahtzee_tui.cli.progress import load_with_progress
from yahtzee_tui.cli.score import read_card, read_faces
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import find_ruleset, format_faces
from yahtzee_tui.strategy import Advice, HoldChoice, describe_advice
from yahtzee_tui.text import count_noun, join_words, quote

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Choice


def advise(args: Namespace) -> int:
    """Show the value of every choice, and explain the best one."""
    ruleset = find_ruleset(args.rules)
    faces = read_faces(ruleset, args.faces)
    card = read_card(ruleset, args.card)
    rolls_left = _read_rolls_left(ruleset, args.rolls_left)
    if card.is_full:
        raise UserError("Every box of this card is filled.")
    advice = Advice(load_with_progress(ruleset).table, card, faces, rolls_left)
    if args.json:
        show_json(_to_json(advice))
    else:
        show(_format_table(advice))
    return 0


def _read_rolls_left(ruleset: Ruleset, text: str) -> int:
    known = [str(left) for left in range(ruleset.rolls)]
    if text not in known:
        choices = join_words(known, "or")
        raise UserError(f"After a roll {choices} are left, not {quote(text)}.")
    return int(text)


def _to_json(advice: Advice) -> dict[str, Any]:
    best = advice.best
    return {
        "value": advice.value,
        "best": {"hold": best.faces} if isinstance(best, HoldChoice) else {"box": best.box.id},
        "holds": [{"hold": hold.faces, "value": hold.value} for hold in advice.holds],
        "boxes": {choice.box.id: choice.value for choice in advice.boxes},
    }


def _format_table(advice: Advice) -> str:
    ruleset, left = advice.card.ruleset, advice.rolls_left
    dice = " ".join(map(str, advice.faces))
    rolls = f"{count_noun(left or 'no', 'roll')} left"
    title = f"{dice} in {ruleset.name} ({ruleset.id}), {rolls}:\n"
    rows = [
        (
            _format_choice(ruleset, choice),
            f"{choice.value:.2f}",
            "best" if choice is advice.best else f"{-advice.loss(choice):z.2f}",
        )
        for choice in advice.choices
    ]
    return f"{title}{align(rows, right=(1, 2))}{describe_advice(advice)}\n"


def _format_choice(ruleset: Ruleset, choice: Choice) -> str:
    if isinstance(choice, HoldChoice):
        return f"keep {format_faces(choice.faces)}" if choice.faces else "roll all dice"
    return f"score {choice.points} in {format_box(ruleset, choice.box)}"
