"""`yahtzee-tui advise`: the values of all holds and boxes in a position."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align, format_box, show, show_json
from yahtzee_tui.cli.progress import (
    load_outcomes_with_progress,
    load_saved_rolls_with_progress,
    load_with_progress,
)
from yahtzee_tui.cli.score import read_position
from yahtzee_tui.rules import format_faces
from yahtzee_tui.strategy import (
    Advice,
    HoldChoice,
    can_explain,
    compare_choices,
    describe_advice,
    describe_why,
    describe_win_advice,
    find_other_plan,
)
from yahtzee_tui.strategy.forecast import Forecaster, WinAdvice
from yahtzee_tui.text import format_number, format_percent
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Choice, ValueTable


def advise(args: Namespace) -> int:
    """Show the value of every choice, and explain the best one."""
    position = read_position(args, args.rolls_left)
    if args.position:
        show(f"{position}\n")
        return 0
    card, faces, rolls_left = position.card, position.faces, position.rolls_left
    ruleset, target = card.ruleset, args.target
    if ruleset.saved_rolls and not args.why and target is None:
        advice = Advice(load_saved_rolls_with_progress(ruleset), card, faces, rolls_left)
        _show(advice, args.json)
        return 0
    table = load_with_progress(ruleset).table
    advice, wins = Advice(table, card, faces, rolls_left), None
    if target is not None or (args.why and not can_explain(table, card)):
        load_outcomes_with_progress(table)
    if target is not None:
        wins = WinAdvice(advice, Forecaster(table).turn_to_reach(card, target), target)
    _show(advice, args.json, wins, table if args.why else None)
    return 0


def _show(
    advice: Advice, as_json: bool, wins: WinAdvice | None = None, why: ValueTable | None = None
) -> None:
    """Show advice, the chances of a target if there is one, and with values the reasons."""
    if not as_json:
        reasons = why and describe_why(why, advice)
        show(_format_table(advice, wins) + (f"{reasons}\n" if reasons else ""))
        return
    answer: dict[str, Any] = {} if advice.is_exact else {"exact": False}
    answer |= _list_values(advice, advice, attrgetter("value"))
    if wins is not None:
        answer["chances"] = {"target": wins.target} | _list_values(advice, wins, wins.share)
    if why is not None and (other := find_other_plan(advice)) is not None:
        points = {each.id: each.points for each in compare_choices(why, advice, advice.best, other)}
        answer["why"] = _name_choice(other) | {"points": points}
    show_json(answer)


def _list_values(
    advice: Advice, judge: Advice | WinAdvice, value: Callable[[Choice], float]
) -> dict[str, Any]:
    """Return the value of each choice, in points or as the chance of a target, and the best."""
    return {
        "value": judge.value,
        "best": _name_choice(judge.best),
        "holds": [{"hold": hold.faces, "value": value(hold)} for hold in advice.holds],
        "boxes": {choice.box.id: value(choice) for choice in advice.boxes},
    }


def _name_choice(choice: Choice) -> dict[str, Any]:
    return {"hold": choice.faces} if isinstance(choice, HoldChoice) else {"box": choice.box.id}


def _format_table(advice: Advice, wins: WinAdvice | None) -> str:
    ruleset, left = advice.card.ruleset, advice.rolls_left
    dice = " ".join(map(str, advice.faces))
    rolls = ngettext("{count} roll left", "{count} rolls left", left)
    title = _(
        "{dice} in {game}, {rolls}:", dice=dice, game=f"{ruleset.name} ({ruleset.id})",
        rolls=rolls if left else _("no rolls left"),
    )  # fmt: skip
    places = 2 if advice.is_exact else 1
    rows = [
        (
            _format_choice(ruleset, choice),
            format_number(choice.value, places),
            _("best") if choice is advice.best else format_number(-advice.loss(choice), places),
            *(() if wins is None else (format_percent(wins.share(choice), 1, 1),)),
        )
        for choice in advice.choices
    ]
    sentence = describe_advice(advice) if wins is None else describe_win_advice(wins)
    return f"{title}\n{align(rows, right=range(1, len(rows[0])))}{sentence}\n"


def _format_choice(ruleset: Ruleset, choice: Choice) -> str:
    if isinstance(choice, HoldChoice):
        faces = format_faces(choice.faces)
        return _("keep {dice}", dice=faces) if choice.faces else _("reroll all dice")
    box = format_box(ruleset, choice.box)
    return _("score {points} in {box}", points=choice.points, box=box)
