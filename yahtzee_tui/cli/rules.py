"""`yahtzee-tui rules`: the list of rule sets, or the boxes and points of one."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import align, format_box, show
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
    """List the rule sets, or explain one."""
    if args.ruleset is None:
        show(align((each.id, each.name, each.summary) for each in RULESETS.values()))
        return 0
    ruleset = find_ruleset(args.ruleset)
    show(explain(ruleset))
    return 0


def explain(ruleset: Ruleset) -> str:
    """Return a rule set's turn, boxes and bonuses in words."""
    boxes = align(row for box in ruleset.boxes for row in _box_rows(ruleset, box))
    title = f"{ruleset.name} ({ruleset.id})\n{ruleset.summary}"
    parts = (title + "\n", _fill(explain_turn(ruleset)), boxes, _fill(explain_bonuses(ruleset)))
    return "\n".join(parts)


def _box_rows(ruleset: Ruleset, box: Box) -> Iterator[tuple[str, ...]]:
    points = explain_points(box).removeprefix("the ")
    wants = wrap(box.wants, _WANTS_WIDTH)
    cells = ([format_box(ruleset, box)], [box.id], wants, [points])
    yield from zip_longest(*cells, fillvalue="")


def _fill(sentences: Iterable[str]) -> str:
    return "".join(f"{fill(sentence, _WIDTH)}\n" for sentence in sentences)
