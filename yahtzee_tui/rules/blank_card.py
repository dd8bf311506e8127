"""A blank card to print, as SVG; neither a font nor a script is loaded."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from yahtzee_tui.rules.card import list_lines
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

    from yahtzee_tui.rules.ruleset import Ruleset

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of each kind of paper in millimeters, as all lengths here."""

_MARGIN, _LABEL, _TALLEST = 12.0, 74.0, 11.5
_TITLE, _NAME, _SMALL, _NOTE = 8.0, 4.2, 2.6, 2.8
_LETTER = 0.52
"""The width of a letter of a font without serifs as a part of its size, on average."""


def draw_blank_card(ruleset: Ruleset, title: str, heads: Sequence[str], paper: str) -> str:
    """Return a card on one of the `PAPERS`, with a column under each head.

    `title` stands above the names of the boxes.
    """
    width, height = PAPERS[paper]
    inner = width - 2 * _MARGIN
    sentences = (explain_summary(ruleset), *explain_bonuses(ruleset), *explain_joker(ruleset))
    notes = [each for text in sentences for each in wrap(text, int(inner / _NOTE / _LETTER))]
    rows = [(title, "", ""), *_list_rows(ruleset)]
    top = _MARGIN + 1.6 * _TITLE
    row = min(_TALLEST, (height - _MARGIN - top - 1.4 * _NOTE * (len(notes) + 1)) / len(rows))
    bottom, column = top + row * len(rows), (inner - _LABEL) / len(heads)
    left, room = _MARGIN + 2, _LABEL - 4
    shades, texts = "", _write(ruleset.name, _MARGIN, _MARGIN + _TITLE, _TITLE, inner, _BOLD)
    for number, (name, wants, pays) in enumerate(rows):
        y = top + row * number
        if not wants:
            shades += f"M{_MARGIN} {y:.2f}h{inner:.2f}v{row:.2f}h{-inner:.2f}z"
        base = y + (0.48 if wants else 0.64) * row
        rest = room - _NAME * _LETTER * (cell_width(name) + 1)
        texts += _write(name, left, base, _NAME, room, "" if wants else _BOLD)
        texts += _write(pays, left + room, base, _SMALL, rest, _ENDS)
        texts += _write(wants, left, y + 0.83 * row, _SMALL, room)
    for number, head in enumerate(heads):
        x = _MARGIN + _LABEL + column * number
        texts += _write(head, x + 1, top + 0.64 * row, _NAME, column - 2)
    for number, note in enumerate(notes):
        texts += _write(note, _MARGIN, bottom + 1.4 * _NOTE * (number + 1.5), _NOTE, inner)
    edges = [_MARGIN, *(_MARGIN + _LABEL + column * each for each in range(len(heads) + 1))]
    levels = [top + row * each for each in range(len(rows) + 1)]
    lines = "".join(f"M{_MARGIN} {each:.2f}h{inner:.2f}" for each in levels)
    lines += "".join(f"M{each:.2f} {top:.2f}V{bottom:.2f}" for each in edges)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n'
        f'<path d="{shades}" fill="#eee"/>\n'
        f'<path d="{lines}" fill="none" stroke="#000" stroke-width="0.25"/>\n{texts}</svg>\n'
    )


def _list_rows(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each row, and of a box what it wants and pays."""
    for number, (name, _points, box) in enumerate(list_lines(ruleset)):
        if number == len(ruleset.upper) and ruleset.upper_bonus is not None:
            yield _("Upper score"), "", ""
        yield (name, "", "") if box is None else (name, explain_wants(box), explain_points(box))


_BOLD, _ENDS = ' font-weight="bold"', ' text-anchor="end"'


def _write(text: str, x: float, y: float, size: float, room: float, style: str = "") -> str:
    """Return a line of text, "" for none; it is smaller where it has less room than it needs."""
    size = min(size, room / max(1, _LETTER * cell_width(text)))
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}"{style}'
    return text and f"<text {place}>{escape(text)}</text>\n"
