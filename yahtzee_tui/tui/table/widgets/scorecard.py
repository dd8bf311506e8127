"""The score card of all players side by side: posted scores, and what the dice would score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.geometry import Offset, Region
from textual.message import Message

from yahtzee_tui.translation import ngettext
from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    Sum,
    Tail,
    body_height,
    card_halves,
    count_rows,
    cut_columns,
    describe_bonus,
    find_across,
    fit_card,
    fit_labels,
    fit_name,
    format_potential,
    loss_text,
    name_loss,
    name_sum,
)
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.painted import Painted, TextRun

if TYPE_CHECKING:
    from textual import events
    from textual.geometry import Size
    from textual.timer import Timer

    from yahtzee_tui.rules import Box, Potential, Ruleset
    from yahtzee_tui.tui.table.widgets.scorecard_layout import CardView, Columns
    from yahtzee_tui.tui.themes import Palette


_SIDE = TextRun("│", "frame")
_COUNT_SECONDS, _POINTS_PER_STEP, _MOST_STEPS = 0.09, 10, 5
"""How a new score counts up: at once below ten points, the longer the more points it has."""

_GREAT = 25
"""The points of a score that is gold while it counts up."""

_NO_POINTS = {None: ("  ", "frame"), 0: ("0 ", "muted")}
"""The text and the ink of an open box, and of one without points."""

_GAPS = (130, 3), (94, 2), (66, 1), (0, 0)
"""The fewest columns of a card for each gap between its halves, the widest first."""

_SUMS = 5
"""The most lines at the lower end of a card that have sums."""


class Place(NamedTuple):
    """What a cell of the card belongs to: a box, and a seat unless it is the name of the box."""

    box: str
    seat: int | None


class _Plan(NamedTuple):
    """How a card is laid out in a widget of some size.

    Attributes:
        step: The lines of a row.
        bodies: The lines of the rows of each half, with the ruled lines between.
        tail: How the sums are drawn.
        spans: The first column and the width of each half.
        columns: The columns of each half.
        cells: The seat, the width and the ground of each column of points, alike in both halves.
        labels: The name of each row of each half, and what leads from it to the points.
    """

    size: Size
    step: int
    bodies: tuple[int, ...]
    tail: Tail
    spans: tuple[tuple[int, int], ...]
    columns: tuple[Columns, ...]
    cells: tuple[tuple[int, int, str], ...]
    labels: tuple[tuple[tuple[str, str], ...], ...]


class Scorecard(Painted):
    """Both halves of the card next to each other, a column for each player."""

    DEFAULT_CSS = """
    Scorecard { pointer: pointer; }
    """

    class BoxPicked(Message):
        """A box was clicked, in a seat's column or on its name."""

        def __init__(self, box: str, seat: int | None) -> None:
            super().__init__()
            self.box, self.seat = box, seat

    class Hovered(Message):
        """The mouse is over another box, or over none."""

        def __init__(self, box: str | None) -> None:
            super().__init__()
            self.box = box

    class HiddenChanged(Message):
        """There are players without a column now, or no more."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(id="scorecard")
        self._ruleset = ruleset
        self._has_repeats = self._has_keys = False
        self._arrange()
        self._view: CardView | None = None
        self.hovered: str | None = None
        """The id of the box under the mouse."""
        self._offset = 0
        self._counting: Timer | None = None
        self._uncounted, self._steps, self._is_gold = 0, 1, False
        self._planned: _Plan | None = None
        self.hides_players = False
        """Whether there are players without a column."""

    def _arrange(self) -> None:
        """Set the rows, and the width of the widest with and without Yahtzee bonuses."""
        ruleset, has_keys = self._ruleset, self._has_keys
        self._halves = card_halves(ruleset, self._has_repeats, has_keys)
        rows = [row for half in card_halves(ruleset, True, has_keys) for row in half.rows]
        self._labels = (
            max(cell_len(row.label) for row in rows),
            max(cell_len(row.short) for row in rows),
        )
        self._title = max(cell_len(half.title) for half in self._halves) + len("─  ─")

    def show(self, view: CardView, is_animated: bool = False) -> None:
        """Show a view; if animated, the points of a new score count up."""
        old, self._view = self._view, view
        if view == old:
            return
        was_counting = self._counting is not None
        self._stop_counting()
        if is_animated and old is not None and view.posted not in (None, old.posted):
            self._start_counting(view)
        if old is not None and not self._offset and not was_counting:
            moved = old._replace(cursor=view.cursor, scores_next=view.scores_next)
            if moved == view:
                self._refresh_rows(old.cursor, view.cursor)
                return
        self._offset, self._planned = 0, None
        shape = view.cards[0].ruleset, view.has_repeats, view.box_keys
        if shape != (self._ruleset, self._has_repeats, self._has_keys):
            self._ruleset, self._has_repeats, self._has_keys = shape
            self._arrange()
        self.refresh()

    def translate(self, ruleset: Ruleset) -> None:
        """Show everything in another language, in which a rule set has other names."""
        self._ruleset, self._planned = ruleset, None
        self._arrange()
        self.refresh()

    def _start_counting(self, view: CardView) -> None:
        assert view.posted is not None
        seat, box = view.posted
        points = view.cards[seat].scores[self._ruleset.places[box]] or 0
        self._steps = 1 + min(points // _POINTS_PER_STEP, _MOST_STEPS - 1)
        self._uncounted = self._steps - 1
        self._is_gold = points >= _GREAT
        if self._uncounted:
            self._counting = self.set_interval(_COUNT_SECONDS, self._count_on)

    def _count_on(self) -> None:
        self._uncounted -= 1
        if not self._uncounted:
            self._stop_counting()
        if (view := self._view) is not None:
            self._refresh_rows(view.posted[1] if view.posted else None)
            self.refresh(Region(0, self.size.height - _SUMS, self.size.width, _SUMS))

    def _stop_counting(self) -> None:
        self._uncounted, self._is_gold = 0, False
        if self._counting is not None:
            self._counting.stop()
            self._counting = None

    def _uncounted_points(self, view: CardView) -> int:
        """Return what the animation doesn't show yet of the new score and its sums."""
        if not self._uncounted or view.posted is None:
            return 0
        seat, box = view.posted
        points = view.cards[seat].scores[self._ruleset.places[box]] or 0
        return points * self._uncounted // self._steps

    def scroll_players(self, step: int) -> bool:
        """Show the players further left or right; return whether there are more."""
        if (view := self._view) is None:
            return False
        columns = self._plan(view).columns[0]
        has_more = bool(columns.more_left if step < 0 else columns.more_right)
        if has_more:
            self._offset += step
            self._planned = None
            self.refresh()
        return has_more

    def _plan(self, view: CardView) -> _Plan:
        """Return the layout of a view, which is kept until something changes."""
        plan, size = self._planned, self.size
        if plan is None or plan.size != size:
            rows = count_rows(self._ruleset, self._has_repeats)
            spans = self.spans()
            widths = [width for _, width in spans]
            names = tuple(map(cell_len, view.players))
            # Both halves show the same players.
            columns = cut_columns(
                min(widths) - 2,
                names,
                view.live,
                self._offset,
                self._labels,
                view.losses is not None,
                self._title,
            )
            each = [columns._replace(label=columns.label + width - min(widths)) for width in widths]
            step, tail = fit_card(rows, size.height)
            bodies = tuple([body_height(len(half.rows), step) for half in self._halves])
            grounds = ["live" if seat == view.live else "felt" for seat in columns.seats]
            cells = tuple(zip(columns.seats, columns.widths, grounds, strict=True))
            labels = map(fit_labels, self._halves, each)
            plan = _Plan(size, step, bodies, tail, spans, tuple(each), cells, tuple(labels))
            self._planned = plan
            hides_players = bool(columns.more_left or columns.more_right)
            if hides_players != self.hides_players:
                self.hides_players = hides_players
                self.post_message(self.HiddenChanged())
        return plan

    def find_name(self, box: str | None) -> Offset:
        """Return where on the card the name of a box begins, (0, 0) if it has no such box."""
        if self._view is None:
            return Offset(0, 0)
        plan = self._plan(self._view)
        for (x, _end), half in zip(plan.spans, self._halves, strict=True):
            for at, row in enumerate(half.rows):
                if row.box is not None and row.box.id == box:
                    return Offset(x + 2, _line(at, plan))
        return Offset(0, 0)

    def find_place(self, x: int, y: int) -> Place | None:
        """Return what a cell of the card belongs to, None if that is no box."""
        view = self._view
        if view is None:
            return None
        plan = self._plan(view)
        for (start, width), half, columns in zip(
            plan.spans, self._halves, plan.columns, strict=True
        ):
            if not start < x < start + width - 1:
                continue
            at, line = divmod(y - 1, plan.step)
            if not 0 <= at < len(half.rows) or (row := half.rows[at]).box is None:
                return None
            if plan.step > 1 and line == plan.step - 1:
                return None
            edge = start + 1 + columns.label
            for seat, column, _back in plan.cells:
                if edge <= x < edge + column:
                    return Place(row.box.id, seat)
                edge += column
            return Place(row.box.id, None)
        return None

    def across(self, box: str) -> list[str]:
        """Return the ids of the boxes in the next half, the one level with `box` first."""
        return find_across(self._halves, box)

    def find_palette(self) -> Palette:
        return self.context.card_palette

    def paint(self, y: int) -> list[TextRun]:
        """Paint one line of both halves; lists rather than generators, which cost more calls."""
        view = self._view
        if view is None:
            return []
        plan = self._plan(view)
        runs, end = [], 0
        for at, (x, width) in enumerate(plan.spans):
            runs.append(TextRun(" " * (x - end), back="table"))
            runs += self._paint_half(y, at, width - 2, view, plan)
            end = x + width
        return runs

    def _paint_half(
        self, y: int, which: int, inner: int, view: CardView, plan: _Plan
    ) -> list[TextRun]:
        step, half, columns = plan.step, self._halves[which], plan.columns[which]
        is_upper, body = which == 0, plan.bodies[which]
        is_last = which == len(self._halves) - 1
        if y == 0:
            return self._head(half.title, columns, view)
        if y == plan.size.height - 1:
            return self._foot(is_last, columns, inner, view, plan)
        if y > body:
            if is_upper or is_last or view.saved:
                return self._sum_line(y - 1 - body, which, columns, inner, view, plan)
            return [_SIDE, TextRun(" " * inner), _SIDE]
        at, line = divmod(y - 1, step)
        label, short, box = half.rows[at]
        if line == step - 1 > 0:
            inside = self._between(columns, plan, "┄")
        elif line and box is not None and box.id in (view.cursor, self.hovered):
            inside = [TextRun(" " * inner, back="row")]
        elif line:
            inside = self._between(columns, plan, " ")
        elif box is not None:
            inside = self._row(box, *plan.labels[which][at], view, plan)
        else:
            inside = self._repeats(label, short, columns, view, plan)
        return [_SIDE, *inside, _SIDE]

    def _repeats(
        self, label: str, short: str, columns: Columns, view: CardView, plan: _Plan
    ) -> list[TextRun]:
        """Paint the bonuses for repeats."""
        names = (short, name_sum(Sum.BONUS)[1]) if columns.is_short else (label, short)
        repeats = [str(card.repeat_points or "") for card in view.cards]
        return self._sums(names, repeats, columns, plan)

    def _sum_line(
        self, at: int, which: int, columns: Columns, inner: int, view: CardView, plan: _Plan
    ) -> list[TextRun]:
        """Paint a line below the boxes; the one between is the gauge of the upper bonus."""
        is_upper = which == 0
        if plan.tail is not Tail.FULL and not is_upper:
            at += 1  # without a line between
        if at == 0:
            line = self._gauge(inner, view) if is_upper else [TextRun("─" * inner, "frame")]
            return [TextRun("├", "frame"), *line, TextRun("┤", "frame")]
        if is_upper and at == 1:
            inside = self._upper_sums(columns, view, plan)
        elif is_upper and at == 2:
            inside = [TextRun(_describe_bonus(view, inner), "muted")]
        elif at == 1 and which < len(self._halves) - 1:
            inside = self._sums(name_sum(Sum.SAVED), list(map(str, view.saved)), columns, plan)
        elif at == 1:
            inside = self._grand_totals(columns, view, plan)
        else:
            inside = [TextRun(" " * inner)]
        return [_SIDE, *inside, _SIDE]

    def _grand_totals(self, columns: Columns, view: CardView, plan: _Plan) -> list[TextRun]:
        sums = [card.grand_total for card in view.cards]
        if view.posted is not None:
            sums[view.posted[0]] -= self._uncounted_points(view)
        return self._sums(name_sum(Sum.TOTAL), list(map(str, sums)), columns, plan, bold=True)

    def _upper_sums(self, columns: Columns, view: CardView, plan: _Plan) -> list[TextRun]:
        bonus = self._ruleset.upper_bonus
        if bonus is None:
            sums = [str(card.upper_total) for card in view.cards]
            return self._sums(name_sum(Sum.UPPER), sums, columns, plan)
        needed, points = bonus.tiers[0]
        goal = f"/{needed}" if min(columns.widths) > len(f"10/{needed}") else ""
        sums = [f"{card.upper_total}{goal}" for card in view.cards]
        return self._sums(name_sum(Sum.BONUS, points), sums, columns, plan)

    def _sums(
        self,
        names: tuple[str, str],
        sums: list[str],
        columns: Columns,
        plan: _Plan,
        bold: bool = False,
    ) -> list[TextRun]:
        label, short = names
        if cell_len(label) >= columns.label:
            label = short
        text = set_cell_size(f" {label}", columns.label)
        runs = [TextRun(text, "text" if bold else "muted", "felt", bold)]
        for seat, width, back in plan.cells:
            runs.append(TextRun(f"{sums[seat]} ".rjust(width)[:width], "text", back, bold))
        return runs

    def _gauge(self, inner: int, view: CardView) -> list[TextRun]:
        """Paint how much of the upper bonus the player has reached."""
        bonus, card = self._ruleset.upper_bonus, view.cards[view.live]
        share = 0.0 if bonus is None else min(1.0, card.upper_total / bonus.tiers[0][0])
        full = round(share * inner)
        ink = "good" if card.upper_bonus else player_ink(view.live)
        return [TextRun("━" * full, ink, bold=True), TextRun("─" * (inner - full), "frame")]

    def _head(self, title: str, columns: Columns, view: CardView) -> list[TextRun]:
        runs = [TextRun("╭─", "frame")]
        for text, step in self._find_heading(title, columns, view):
            runs.append(TextRun(f" {text}", "text" if step else "muted", bold=True))
        runs.append(TextRun(" "))
        space = columns.label + 1 - sum([cell_len(run.text) for run in runs])
        spare, words = columns.spare, "" if view.losses is None else f" {name_loss()} "
        for seat, width in zip(columns.seats, columns.widths, strict=True):
            is_turn = seat == view.turn
            name = fit_name(view.players[seat], width + spare - 1, is_turn, view.players)
            room = space + width - cell_len(name) - 1
            if words and seat == view.live and cell_len(words) <= room:
                room -= cell_len(words)
                runs += TextRun("─" * room, "frame"), TextRun(words, "muted")
                room = 0
            runs.append(TextRun("─" * (room - 1) + " " * min(1, room), "frame"))
            runs.append(TextRun(f"{name} ", player_ink(seat), bold=is_turn))
            space = spare = 0
        return [*runs, TextRun("╮", "frame")]

    def _find_heading(self, title: str, columns: Columns, view: CardView) -> list[tuple[str, int]]:
        """Return the words at the left of a frame that fit, with the step of a click on them.

        They are the title, and how many players have no column, which matters more.
        """
        left, right = columns.more_left, columns.more_right
        if not left and not right:
            return [(title, 0)]
        more = [ngettext("{count} more", "{count} more", each) for each in (left, right)]
        long = [(f"◂ {more[0]}", -1)] * bool(left) + [(f"{more[1]} ▸", 1)] * bool(right)
        short = [(f"←{left}", -1)] * bool(left) + [(f"{right}→", 1)] * bool(right)
        first, width = view.players[columns.seats[0]], columns.widths[0] + columns.spare - 1
        name = fit_name(first, width, columns.seats[0] == view.turn, view.players)
        room = columns.label + columns.widths[0] - cell_len(name) - 4
        for form in ([(title, 0), *long], long):
            if sum(cell_len(text) + 1 for text, _ in form) <= room:
                return form
        return [(title, 0), *short]

    def _foot(
        self, is_last: bool, columns: Columns, inner: int, view: CardView, plan: _Plan
    ) -> list[TextRun]:
        if not is_last or plan.tail is not Tail.FRAME:
            return [TextRun(f"╰{'─' * inner}╯", "frame")]
        label = f" {name_sum(Sum.TOTAL)[0]} "
        runs = [TextRun("╰─", "frame"), TextRun(label, bold=True)]
        space = columns.label - 1 - cell_len(label)
        for seat, width, _back in plan.cells:
            total = f" {view.cards[seat].grand_total} "
            runs += [
                TextRun("─" * (space + width - len(total)), "frame"),
                TextRun(total, bold=True),
            ]
            space = 0
        return [*runs, TextRun("╯", "frame")]

    def _between(self, columns: Columns, plan: _Plan, sign: str) -> list[TextRun]:
        """Paint a line between the boxes, on the ground of the columns."""
        runs = [TextRun(sign * columns.label, "faint")]
        for _seat, width, back in plan.cells:
            runs.append(TextRun(sign * width, "faint", back))
        return runs

    def _row(self, box: Box, name: str, leader: str, view: CardView, plan: _Plan) -> list[TextRun]:
        place = self._ruleset.places[box.id]
        sign, ink, back = self._look(box, place, view)
        is_lit, potential = back == "row", view.potentials.get(box.id)
        leader = " " * len(leader) if is_lit else leader
        runs = [TextRun(f"{sign}{name}", ink, back, sign == "▸"), TextRun(leader, "faint", back)]
        for seat, width, ground in plan.cells:
            ground = back if is_lit else ground
            points, is_live = view.cards[seat].scores[place], seat == view.live
            if points is None and is_live and potential is not None:
                runs += self._potential(potential, width, ground, view)
                continue
            is_new = (seat, box.id) == view.posted
            if is_new and points:
                points -= self._uncounted_points(view)
            text, ink = _NO_POINTS.get(points) or (f"{points} ", "text")
            ink = "text" if is_lit else "live-muted" if is_live and ink == "muted" else ink
            if is_new and self._is_gold:
                ink, ground = "ink", "gold"
            blank = " " * (width - len(text))
            runs += TextRun(blank, ink, ground), TextRun(text, ink, ground, is_new)
        return runs

    def _look(self, box: Box, place: int, view: CardView) -> tuple[str, str, str]:
        """Return the sign before the name of a box, its ink, and its ground."""
        if box.id == view.cursor:
            return "▸", "text", "row"
        sign = " "
        if view.found is not None:
            if box.id not in view.found:
                return " ", "muted", "felt"
            sign = "›"
        if box.id == self.hovered:
            return sign, "text", "row"
        return sign, "text" if view.cards[view.live].scores[place] is None else "muted", "felt"

    def _potential(
        self, potential: Potential, width: int, back: str, view: CardView
    ) -> list[TextRun]:
        """Paint what the dice would score, and what that loses against the best choice."""
        box = potential.box.id
        is_marked, is_lit = box == view.cursor, back == "row"
        text = format_potential(potential, is_marked)
        ink = "frame" if text == "·" else "text"
        # Brackets surround the digits, which keep their columns.
        text = text if text.endswith(("›", "»")) else f"{text} "
        runs, room = [], width - len(text)
        if view.losses and box in view.losses:
            loss = loss_text(view.losses[box], room, width, view.in_percent)
            runs.append(TextRun(loss, "text" if "−" in loss or is_lit else "best", back))
            room -= len(loss)
        runs.append(TextRun(" " * room, ink, back))
        if text.startswith("«") and view.scores_next:
            return [*runs, TextRun(text, "ink", "gold", bold=True)]
        return [*runs, TextRun(text, "text" if is_lit else ink, back, is_marked)]

    def on_click(self, event: events.Click) -> None:
        event.stop()
        place = self.find_place(event.x, event.y)
        if place is not None:
            self.post_message(self.BoxPicked(*place))
        elif event.y == 0 and self._view is not None:
            self._click_arrow(event.x, self._view)

    def _click_arrow(self, x: int, view: CardView) -> None:
        """Show other players if one of the arrows in the frame was clicked."""
        plan = self._plan(view)
        for (at, _width), half, columns in zip(plan.spans, self._halves, plan.columns, strict=True):
            at += 2
            for text, step in self._find_heading(half.title, columns, view):
                if step and at < x <= at + cell_len(text):
                    self.scroll_players(step)
                at += 1 + cell_len(text)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        place = self.find_place(event.x, event.y)
        self._set_hover(place.box if place else None)

    def on_leave(self) -> None:
        self._set_hover(None)

    def _set_hover(self, box: str | None) -> None:
        old, self.hovered = self.hovered, box
        if box != old:
            self._refresh_rows(old, box)
            self.post_message(self.Hovered(box))

    def _refresh_rows(self, *boxes: str | None) -> None:
        """Redraw only the lines of these boxes."""
        if self._view is None:
            return
        plan = self._plan(self._view)
        for half, (x, width) in zip(self._halves, plan.spans, strict=True):
            for at, row in enumerate(half.rows):
                if row.box is not None and row.box.id in boxes:
                    self.refresh(Region(x, _line(at, plan), width, max(1, plan.step - 1)))

    def spans(self) -> tuple[tuple[int, int], ...]:
        """Return the first column and the width of each half."""
        width, halves = self.size.width, len(self._halves)
        gap = next(gap for least, gap in _GAPS if width >= least)
        each = (width - gap * (halves - 1)) // halves
        last = (halves - 1) * (each + gap)
        return (*[(at * (each + gap), each) for at in range(halves - 1)], (last, width - last))


def _describe_bonus(view: CardView, width: int) -> str:
    """Return how far the live player is from the upper bonus, with a name where there are more."""
    words, short = describe_bonus(view.cards[view.live], bool(view.losses))
    if cell_len(words) >= width:
        words = short
    named = f"{view.players[view.live]}: {words}"
    if words and len(view.players) > 1 and cell_len(named) < width:
        words = named
    return set_cell_size(f" {words}", width)


def _line(at: int, plan: _Plan) -> int:
    """Return the line of a row of boxes."""
    return 1 + at * plan.step
