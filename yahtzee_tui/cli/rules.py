"""`yahtzee-tui rules`: the rule sets, and the boxes and points of one."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from yahtzee_tui.cli.errors import refusals_as_complaints
from yahtzee_tui.cli.output import align, name_box, show
from yahtzee_tui.rules import (
    RULESETS,
    explain_bonuses,
    explain_points,
    explain_turn,
    find_ruleset,
)

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Box, Ruleset

_WIDTH = 79
_WANTS_WIDTH = 24


def rules(args: Namespace) -> int:
    """List the rule sets, or explain one.

    Raises:
        Complaint: If there is no such rule set.
    """
    if args.ruleset is None:
        show(align((each.id, each.name, each.summary) for each in RULESETS.values()))
        return 0
    with refusals_as_complaints():
        ruleset = find_ruleset(args.ruleset)
    show(explain(ruleset))
    return 0


def explain(ruleset: Ruleset) -> str:
    """Return the rules of a game, its boxes and its bonuses in words."""
    boxes = align(row for box in ruleset.boxes for row in _tell_box(ruleset, box))
    title = f"{ruleset.name} ({ruleset.id})\n{ruleset.summary}"
    parts = (title + "\n", _fill(explain_turn(ruleset)), boxes, _fill(explain_bonuses(ruleset)))
    return "\n".join(parts)


def _tell_box(ruleset: Ruleset, box: Box) -> Iterator[tuple[str, ...]]:
    """Yield the rows for a box, more than one where what it wants takes more."""
    points = explain_points(box).removeprefix("the ")
    wants = wrap(box.wants, _WANTS_WIDTH)
    cells = ([name_box(ruleset, box)], [box.id], wants, [points])
    yield from zip_longest(*cells, fillvalue="")


def _fill(sentences: Iterable[str]) -> str:
    return "".join(f"{fill(sentence, _WIDTH)}\n" for sentence in sentences)
