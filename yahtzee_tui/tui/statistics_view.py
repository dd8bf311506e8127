"""A player's statistics as aligned lines for the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.rules import RULESETS, WIDEST_NAME
from yahtzee_tui.store.stats.phrases import tell_statistics
from yahtzee_tui.text import pad

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.store.stats.models import Statistics

_LABEL = 21
_NUMBER = 11
_COUNTS = (5, 6, 6)
_HEADING = "bold $primary"
_MUTED = "$card-muted"
ALL_RULES = "All rules"


def name_rules(rules: str | None) -> str:
    """Return what a rule set is called, or all of them together."""
    if rules is None:
        return ALL_RULES
    ruleset = RULESETS.get(rules)
    return ruleset.name if ruleset else rules


def draw_numbers(statistics: Statistics, solved: float = 0.0) -> Content:
    """Return a player's numbers, a line each under the headings of their chapters.

    Args:
        statistics: The numbers.
        solved: Which part of best play is worked out, if somebody is about to.
    """
    chapters = []
    for chapter in tell_statistics(statistics, solved):
        rows = [
            Content.assemble((f"  {label:<{_LABEL}}", _MUTED), (f"{value:>{_NUMBER}}", "bold"))
            for label, value in chapter.rows
        ]
        chapters.append(_join([Content.styled(chapter.title, _HEADING), *rows]))
    return Content("\n").join(chapters)


def draw_boxes(statistics: Statistics) -> Content:
    """Return the mean points of every box; empty for all rule sets together."""
    ruleset = RULESETS.get(statistics.rules or "")
    if ruleset is None or not statistics.boxes:
        return Content("")
    head = Content.styled("Mean points of every box", _HEADING)
    rows = [
        Content.assemble((f"  {box.name:<{_LABEL}}", _MUTED), (f"{mean:>{_NUMBER}.1f}", "bold"))
        for box, mean in zip(ruleset.boxes, statistics.boxes, strict=True)
    ]
    return _join([head, *rows])


def draw_opponents(statistics: Statistics) -> Content:
    """Return how every opponent is met; empty if there are none."""
    if not statistics.opponents:
        return Content("")
    head = _row("Opponents", ("Won", "Lost", "Drawn"))
    rows = [Content(_row(opponent.name, opponent.balance)) for opponent in statistics.opponents]
    return _join([Content.styled(head, _HEADING), *rows])


def _row(name: str, numbers: Iterable[object]) -> str:
    padded = pad(name, WIDEST_NAME)
    return padded + "".join(
        f"{number!s:>{width}}" for number, width in zip(numbers, _COUNTS, strict=True)
    )


def _join(lines: Iterable[Content]) -> Content:
    return Content("\n").join(lines)
