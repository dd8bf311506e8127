"""Reads a scorecard from its drawn lines, cell by cell."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len, chop_cells

from yahtzee_tui.tui.table.widgets.scorecard import Place, Scorecard


@dataclass
class CardText:
    """What a card says.

    Attributes:
        boxes: The text of each cell, by box id and seat.
        labels: The name of each box as it is written, by box id.
        totals: The text beside a sum, by its label and seat.
        marked: The ids of the boxes with the mark.
        seats: The seats whose columns are shown.
        names: The text over the columns of both halves.
    """

    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    totals: dict[tuple[str, int], str] = field(default_factory=dict)
    marked: list[str] = field(default_factory=list)
    seats: tuple[int, ...] = ()
    names: str = ""

    def total(self, word: str, seat: int = 0) -> str:
        """Return the text beside the one sum whose label has a word in it."""
        found = [text for (label, at), text in self.totals.items() if word in label and at == seat]
        assert len(found) == 1, (word, seat, self.totals)
        return found[0]


def read_card(card: Scorecard) -> CardText:
    read = CardText(names=card.render_line(0).text)
    lines = [_read_cells(card.render_line(y).text) for y in range(card.size.height)]
    places = {(x, y): place for x, y, place in _places(card)}
    for start, width in card.spans():
        half = range(start + 1, start + width - 1)
        columns: dict[int, range] = {}
        for y, line in enumerate(lines):
            _read_line(line, {x: places[x, y] for x in half if (x, y) in places}, columns, read)
        read.seats = tuple(sorted(columns))
        for y, line in enumerate(lines[1:], 1):
            if not any((x, y) in places for x in half):
                _read_sum(line, half, columns, read)
    return read


def _read_cells(line: str) -> list[str]:
    """Return what each cell of a line shows; the second one of a wide character is empty."""
    return [cell for sign in chop_cells(line, 1) for cell in (sign, "")[: cell_len(sign)]]


def _read_line(
    line: list[str], places: dict[int, Place], columns: dict[int, range], read: CardText
) -> None:
    texts: dict[Place, str] = {}
    for x, place in places.items():
        texts[place] = texts.get(place, "") + line[x]
        if place.seat is not None:
            columns[place.seat] = range(columns.get(place.seat, range(x, x)).start, x + 1)
    for place, text in texts.items():
        if place.seat is not None:
            read.boxes[place.box, place.seat] = text.strip() or "·"
        elif text.strip():
            read.labels[place.box] = text.partition(" · ")[0].strip(" ▸›·")
            read.marked += [place.box] if text.startswith("▸") else []


def find_box(card: Scorecard, box: str, seat: int | None = None) -> tuple[int, int]:
    """Return where on a card the cell of a box is, or its name if no seat is given."""
    found = [(x, y) for x, y, place in _places(card) if place == (box, seat)]
    if not found:
        raise LookupError(f"{box} of seat {seat} is not on the card")
    return found[len(found) // 2]


def _places(card: Scorecard) -> Iterator[tuple[int, int, Place]]:
    for y in range(card.size.height):
        for x in range(card.size.width):
            if (place := card.find_place(x, y)) is not None:
                yield x, y, place


def _read_sum(line: list[str], half: range, columns: dict[int, range], read: CardText) -> None:
    first = min(column.start for column in columns.values())
    label = "".join(line[half.start : first]).strip(" │├╰─━+|-=")
    for seat, column in columns.items():
        text = "".join(line[column.start : column.stop]).strip(" │┤─━╯|+-=")
        if label and text[:1].isdigit():
            read.totals[label, seat] = text
