"""The score card of all players side by side: posted scores, and what the dice would score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    Look,
    align_right,
    card_rows,
    cut_columns,
    fit_name,
    format_potential,
    loss_text,
)

if TYPE_CHECKING:
    from textual import events
    from textual.geometry import Size

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.tui.table.widgets.scorecard_layout import CardView, Columns, Row


_BOLD = Style(bold=True)
_PLAIN = {Look.BOOKED: Style.null(), Look.GRAND: _BOLD}
_COLOURED = (Look.OFFER, Look.BEST, Look.TOTAL)


class CardStyles(dict[tuple[Look, str | None, str | None, int | None], Style]):
    """The style of each cell by its look, background, box and seat, computed once.

    The background is a component class of the card, or None; box and seat are a click's target.
    """

    def __init__(self, card: Widget) -> None:
        super().__init__()
        self._card = card

    def __missing__(self, key: tuple[Look, str | None, str | None, int | None]) -> Style:
        look, background, box, seat = key
        style = self._card.visual_style.rich_style
        if background is not None:
            style += self._component(background, partial=True)
        if background != "card--turn":
            style += self._look_style(look)
        if box is not None:
            style += Style(meta={"box": box, "seat": seat})
        self[key] = style
        return style

    def _look_style(self, look: Look) -> Style:
        if look in _PLAIN:
            return _PLAIN[look]
        if look is Look.POSTED:
            return self._component("card--posted", partial=True)
        style = self._component(f"card--{look.value if look in _COLOURED else 'muted'}")
        bold = style.bold or look is Look.HEAD
        return Style(color=style.color, bold=bold)

    def _component(self, name: str, partial: bool = False) -> Style:
        return self._card.get_component_rich_style(name, partial=partial)


_DIVIDER = 1


class Scorecard(Widget):
    """Both halves of the card next to each other, a column for each player."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"card--{name}"
        for name in ["muted", "turn", "live", "cursor", "hover", "posted", "offer", "best", "total"]
    }
    DEFAULT_CSS = """
    Scorecard {
        height: auto;
        width: 1fr;
        color: $foreground;
        pointer: pointer;
        .card--muted { color: $card-muted; }
        .card--turn { color: $on-primary; background: $primary; text-style: bold; }
        .card--live { background: $card-live; }
        .card--cursor { background: $card-cursor; text-style: $mark-style; }
        .card--hover { background: $panel; }
        .card--posted { color: $background; background: $secondary; text-style: $mark-style; }
        .card--offer { color: $card-offer; }
        .card--best { color: $card-best; text-style: bold; }
        .card--total { color: $secondary; }
    }
    """
    ALLOW_SELECT = False

    @dataclass
    class BoxPicked(Message):
        """A box was clicked, in a seat's column or on its name."""

        box: str
        seat: int | None

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(id="scorecard")
        self._ruleset = ruleset
        self._halves = card_rows(ruleset)
        self.rows = len(self._halves[0]) + 1
        rows = [row for half in self._halves for row in half]
        self._labels = (
            max(cell_len(row.label) for row in rows),
            max(cell_len(row.short) for row in rows),
        )
        self._view: CardView | None = None
        self._best: int | None = None
        self._hover: str | None = None
        self._offset = 0
        self._styles = CardStyles(self)

    def show(self, view: CardView) -> None:
        old, self._view = self._view, view
        if view == old:
            return
        if old is not None and not self._offset and old._replace(cursor=view.cursor) == view:
            self._refresh_rows(old.cursor, view.cursor)
        else:
            self._offset = 0
            # A posted score can still be moved, but it is the next player's turn.
            self._best = None if view.posted is not None else view.best_points
            self.refresh()

    def scroll_players(self, step: int) -> None:
        view = self._view
        if view is None:
            return
        columns = self._columns(view, self._half_width)
        if columns.more_left if step < 0 else columns.more_right:
            self._offset += step
            self.refresh()

    def find_name(self, box: str | None) -> Offset:
        """Return where on the card the name of a box begins, (0, 0) if it has no such box."""
        for half, rows in enumerate(self._halves):
            for line, row in enumerate(rows, 1):
                if row.box is not None and row.box.id == box:
                    return Offset(half * (self._half_width + _DIVIDER) + 1, line)
        return Offset(0, 0)

    def across(self, box: str) -> list[str]:
        """Return the ids of the boxes in the other half, the one level with `box` first."""
        for half, other in (self._halves, self._halves[::-1]):
            lines = [row.box.id if row.box is not None else None for row in half]
            if box in lines:
                line = lines.index(box)
                rows = sorted(enumerate(other), key=lambda pair: abs(pair[0] - line))
                return [row.box.id for _, row in rows if row.box is not None]
        return []

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return self.rows

    def render_line(self, y: int) -> Strip:
        """Draw one line: a row of the upper half, a divider, a row of the lower half."""
        view, width = self._view, self.size.width
        base = self.visual_style.rich_style  # Textual computes `rich_style` at every call
        if view is None or y >= self.rows:
            return Strip.blank(width, base)
        half = (width - _DIVIDER) // 2
        columns = self._columns(view, half)
        if y == 0:
            left = self._head(columns, view, "UPPER")
            right = self._head(columns, view, "LOWER")
        else:
            left = self._row(self._halves[0][y - 1], columns, view)
            right = self._row(self._halves[1][y - 1], columns, view)
        upper = Strip(left).adjust_cell_length(half, base)
        divider = Segment(" " * _DIVIDER, base)
        return Strip([*upper, divider, *right]).adjust_cell_length(width, base)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        meta = event.style.meta
        if step := meta.get("look"):
            self.scroll_players(step)
        elif box := meta.get("box"):
            self.post_message(self.BoxPicked(box, meta.get("seat")))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._set_hover(event.style.meta.get("box"))

    def on_leave(self) -> None:
        self._set_hover(None)

    def _set_hover(self, box: str | None) -> None:
        old, self._hover = self._hover, box
        self._refresh_rows(old, box)

    def _refresh_rows(self, *boxes: str | None) -> None:
        """Redraw only the lines of these boxes, unless they are all the same one."""
        if len(set(boxes)) < 2:
            return
        for half in self._halves:
            for line, row in enumerate(half, 1):
                if row.box is not None and row.box.id in boxes:
                    self.refresh(Region(0, line, self.size.width, 1))

    @property
    def _half_width(self) -> int:
        """The width of the left half; the right one may have one column more."""
        return (self.size.width - _DIVIDER) // 2

    def _columns(self, view: CardView, width: int) -> Columns:
        names = tuple(map(cell_len, view.players))
        noted = view.losses is not None
        return cut_columns(width, names, view.live, self._offset, self._labels, noted)

    def _head(self, columns: Columns, view: CardView, title: str) -> list[Segment]:
        head = self._styles[Look.HEAD, None, None, None]
        left = f" ←{columns.more_left}" if columns.more_left else ""
        right = f" {columns.more_right}→" if columns.more_right else ""
        space = columns.label - 1 - len(title) - len(left) - len(right)
        segments = [Segment(f" {title}", head)]
        for sign, step in ((left, -1), (right, 1)):
            if sign:
                segments.append(Segment(sign, head + Style(meta={"look": step})))
        spare = columns.spare
        for seat, width in zip(columns.seats, columns.widths, strict=True):
            is_turn = seat == view.turn
            name = fit_name(view.players[seat], width + spare - 1, is_turn)
            taken = max(width, cell_len(name) + 1)
            style = self._styles[Look.HEAD, "card--turn", None, None] if is_turn else head
            segments.append(Segment(" " * (space + width - taken), head))
            segments.append(Segment(align_right(name, taken - 1) + " ", style))
            space = spare = 0
        return segments

    def _row(self, row: Row, columns: Columns, view: CardView) -> list[Segment]:
        box = row.box.id if row.box is not None else None
        marked = box is not None and box == view.cursor
        background = (
            "card--cursor" if marked else "card--hover" if box and box == self._hover else None
        )
        look = row.look if box is None else Look.BOOKED
        is_found = view.found is not None and box in view.found
        if view.found is not None and not is_found:
            look = Look.BLANK
        sign = "▸" if marked else "›" if is_found else " "
        text = sign + (row.short if columns.is_short else row.label)
        label = set_cell_size(text, columns.label)
        segments = [Segment(label, self._styles[look, background, box, None])]
        for seat, width in zip(columns.seats, columns.widths, strict=True):
            text, look = self._read(row, seat, view)
            own = background or ("card--live" if seat == view.live else None)
            # Brackets surround the digits, which keep their columns.
            text = text if text.endswith(("›", "»")) else f"{text} "
            style = self._styles[look, own, box, seat]
            room = width - cell_len(text)
            if view.losses and seat == view.live and box in view.losses:
                loss = loss_text(view.losses[box], room)
                segments.append(Segment(loss, self._styles[Look.NOTE, own, box, seat]))
                room -= len(loss)
            segments.append(Segment(" " * room + text, style))
        return segments

    def _read(self, row: Row, seat: int, view: CardView) -> tuple[str, Look]:
        card = view.cards[seat]
        if row.box is None:
            return row.total(card), row.look
        points = card.scores[self._ruleset.places[row.box.id]]
        if points is not None:
            just_posted = seat == view.live and row.box.id == view.posted
            return str(points), Look.POSTED if just_posted else Look.BOOKED
        potential = view.potentials.get(row.box.id) if seat == view.live else None
        if potential is None:
            return "·", Look.BLANK
        return format_potential(potential, self._best)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
