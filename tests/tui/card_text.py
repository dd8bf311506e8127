"""Reads a scorecard from its drawn lines, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.cells import chop_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.segment import Segment

    from yahtzee_tui.tui.table.widgets.scorecard import Scorecard


@dataclass
class CardText:
    """What a card says.

    Attributes:
        boxes: The text of each cell, by box id and seat.
        labels: The name of each box as it is written, by box id.
        totals: The text beside a total, by its label and seat.
        marked: The ids of the boxes with the mark.
        seats: The seats whose columns are shown.
        names: The text over the columns of each half.
    """

    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    totals: dict[tuple[str, int], str] = field(default_factory=dict)
    marked: list[str] = field(default_factory=list)
    seats: tuple[int, ...] = ()
    names: str = ""

    def total(self, word: str, seat: int = 0) -> str:
        """Return the text beside the one total whose label has a word in it."""
        found = [text for (label, at), text in self.totals.items() if word in label and at == seat]
        assert len(found) == 1, (word, seat, self.totals)
        return found[0]


def read_card(card: Scorecard) -> CardText:
    read = CardText(names=card.render_line(0).text)
    width = card.size.width
    halves = (range((width - 1) // 2), range((width - 1) // 2 + 1, width))
    for half in halves:
        columns: dict[int, range] = {}
        for y in range(1, card.rows):
            columns |= _read_boxes(card, y, half, read)
        read.seats = tuple(sorted(columns))
        for y in range(1, card.rows):
            if not any(_metas(card, y, half)):
                _read_total(card.render_line(y).text, half, columns, read)
    return read


def find_box(card: Scorecard, box: str, seat: int | None = None) -> tuple[int, int]:
    """Return where on a card the cell of a box is, or its name if no seat is given."""
    for y in range(1, card.rows):
        for x, segment in _cells(card, y):
            meta = segment.style.meta if segment.style else {}
            if meta.get("box") == box and meta.get("seat") == seat:
                return x + len(segment.text) // 2, y
    raise LookupError(f"{box} of seat {seat} is not on the card")


def _read_boxes(card: Scorecard, y: int, half: range, read: CardText) -> dict[int, range]:
    columns: dict[int, range] = {}
    for x, segment in _cells(card, y):
        meta = segment.style.meta if segment.style else {}
        if x not in half or not meta.get("box"):
            continue
        if meta.get("seat") is None:
            read.labels[meta["box"]] = segment.text.strip(" ▸›")
            if segment.text.startswith("▸"):
                read.marked.append(meta["box"])
        else:
            read.boxes[meta["box"], meta["seat"]] = segment.text.strip()
            # Before the points there may be what the box costs.
            start = columns.get(meta["seat"], range(x, x)).start
            columns[meta["seat"]] = range(start, x + segment.cell_length)
    return columns


def _read_total(line: str, half: range, columns: dict[int, range], read: CardText) -> None:
    cells = chop_cells(line, 1)
    first = min(column.start for column in columns.values())
    label = "".join(cells[half.start : first]).strip()
    for seat, column in columns.items():
        if label:
            read.totals[label, seat] = "".join(cells[column.start : column.stop]).strip()


def _metas(card: Scorecard, y: int, half: range) -> Iterator[str]:
    for x, segment in _cells(card, y):
        if x in half and segment.style is not None and segment.style.meta.get("box"):
            yield segment.style.meta["box"]


def _cells(card: Scorecard, y: int) -> Iterator[tuple[int, Segment]]:
    x = 0
    for segment in card.render_line(y):
        yield x, segment
        x += segment.cell_length
