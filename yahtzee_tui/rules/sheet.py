"""A blank card to print, as SVG; neither a font nor a script is loaded."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from yahtzee_tui.rules.describe import (
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_summary,
    explain_wants,
)
from yahtzee_tui.text import cell_width
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yahtzee_tui.rules.ruleset import Box, Ruleset

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of each kind of paper in millimeters, as all lengths here."""

_MARGIN, _LABEL, _TALLEST = 12.0, 74.0, 11.5
_TITLE, _NAME, _SMALL, _NOTE = 8.0, 4.2, 2.6, 2.8
_LETTER = 0.52
"""The width of a letter of a font without serifs as a part of its size, on average."""


def draw_sheet(ruleset: Ruleset, heads: Sequence[str], paper: str) -> str:
    """Return a blank card on a sheet of `PAPERS`, with a column below each head.

    The first is that of the names of the boxes.
    """
    title, *heads = heads
    width, height = PAPERS[paper]
    inner = width - 2 * _MARGIN
    sentences = (explain_summary(ruleset), *explain_bonuses(ruleset), *explain_joker(ruleset))
    notes = [each for text in sentences for each in wrap(text, int(inner / _NOTE / _LETTER))]
    rows = [(title, "", "", True), *_list_rows(ruleset)]
    top = _MARGIN + 1.6 * _TITLE
    row = min(_TALLEST, (height - _MARGIN - top - 1.4 * _NOTE * (len(notes) + 1)) / len(rows))
    bottom, column = top + row * len(rows), (inner - _LABEL) / len(heads)
    parts = [_write(ruleset.name, _MARGIN, _MARGIN + _TITLE, _TITLE, inner, True)]
    left, room = _MARGIN + 2, _LABEL - 4
    for number, (name, wants, pays, is_sum) in enumerate(rows):
        y = top + row * number
        if is_sum:
            parts.append(_fill(_MARGIN, y, inner, row))
        base = y + (0.48 if wants else 0.64) * row
        rest = room - _NAME * _LETTER * (cell_width(name) + 1)
        parts.append(_write(name, left, base, _NAME, room, is_sum))
        parts.append(_write(pays, left + room, base, _SMALL, rest, is_right=True))
        parts.append(_write(wants, left, y + 0.83 * row, _SMALL, room))
    for number, head in enumerate(heads):
        x = _MARGIN + _LABEL + column * number
        parts.append(_write(head, x + 1, top + 0.64 * row, _NAME, column - 2))
    lines = [f"M{_MARGIN} {top + row * each:.2f}h{inner:.2f}" for each in range(len(rows) + 1)]
    edges = [0.0, *(_LABEL + column * each for each in range(len(heads) + 1))]
    lines += [f"M{_MARGIN + each:.2f} {top:.2f}V{bottom:.2f}" for each in edges]
    parts.append(f'<path d="{"".join(lines)}" fill="none" stroke="#000" stroke-width="0.25"/>')
    for number, note in enumerate(notes):
        parts.append(_write(note, _MARGIN, bottom + 1.4 * _NOTE * (number + 1.5), _NOTE, inner))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n'
        + "".join(f"{part}\n" for part in parts if part)
        + "</svg>\n"
    )


def _list_rows(ruleset: Ruleset) -> Iterator[tuple[str, str, str, bool]]:
    """Yield the name of each row, what it wants, what it pays, and whether it is a sum."""
    yield from map(_describe_box, ruleset.upper)
    if (bonus := ruleset.upper_bonus) is not None:
        yield _("Upper score"), "", "", True
        yield _("Bonus"), "", ", ".join(f"{least}: +{paid}" for least, paid in bonus.tiers), False
    yield from map(_describe_box, ruleset.lower)
    if (repeats := ruleset.repeat_bonus) is not None:
        name = ruleset.box(repeats.box).name
        yield _("{box} bonus", box=name), "", f"+{repeats.points}", False
    yield _("TOTAL"), "", "", True


def _describe_box(box: Box) -> tuple[str, str, str, bool]:
    return box.name, explain_wants(box), explain_points(box), False


def _write(
    text: str,
    x: float,
    y: float,
    size: float,
    room: float,
    is_bold: bool = False,
    is_right: bool = False,
) -> str:
    """Return a line of text, "" for none, that begins or ends at `x`.

    It is smaller where it has less room than it is wide.
    """
    size = min(size, room / max(1, _LETTER * cell_width(text)))
    style = ' font-weight="bold"' if is_bold else ' text-anchor="end"' if is_right else ""
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}"{style}'
    return text and f"<text {place}>{escape(text)}</text>"


def _fill(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f'<rect {place} fill="#eee"/>'
