"""Cards and dice as SVG, for notebooks and web pages; neither a font nor a script is loaded."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from yahtzee_tui.text import cell_width

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Positions
    from yahtzee_tui.rules.ruleset import Faces

_PIPS = ("4", "26", "246", "0268", "02468", "023568", "0234568", "01235678", "012345678")
"""The pips of each face from 1, by their places in rows of three from the top left."""

_SPACE = "\u00a0"  # others are joined to one

_LINE, _CELL, _DIE, _EDGE = 18, 8.5, 48, 8


def draw_svg(text: str, faces: Faces = (), held: Positions = ()) -> str:
    """Return lines of text, and below them dice, of which the held ones have a thick border."""
    lines = text.splitlines()
    below = 2 * _EDGE + _LINE * len(lines)
    width = 2 * _EDGE + max(_CELL * max(map(cell_width, lines)), _DIE * len(faces))
    height = below + (_DIE if faces else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">'
        f'<rect width="{width}" height="{height}" rx="6" fill="#fff" stroke="#999"/>'
        '<g font-family="monospace" font-size="14" fill="#111">'
    ]
    for number, line in enumerate(lines, 1):
        place = f'x="{_EDGE}" y="{_LINE * number}" textLength="{_CELL * cell_width(line)}"'
        parts.append(f"<text {place}>{escape(line).replace(' ', _SPACE)}</text>")
    parts.append("</g>")
    for at, face in enumerate(faces):
        border = 4 if at in held else 1
        parts.append(
            f'<g transform="translate({_EDGE + _DIE * at} {below - _EDGE})">'
            f"<title>{face}</title>"
            '<rect x="2" y="2" width="40" height="40" rx="7" fill="#fff" stroke="#111" '
            f'stroke-width="{border}"/>'
        )
        parts += [
            f'<circle cx="{10 + 12 * (int(pip) % 3)}" cy="{10 + 12 * (int(pip) // 3)}" r="4"/>'
            for pip in _PIPS[face - 1]
        ]
        parts.append("</g>")
    return "".join((*parts, "</svg>"))
