"""The poster at the end of a game: the total in large digits, the ranking, the turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.message import Message

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.text import pad
from yahtzee_tui.tui.table.widgets.big_letters import letter_dots, letters_width
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.painted import Painted, TextRun, fit, solid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events

    from yahtzee_tui.tui.widgets.painted import Characters


class RankedPlayer(NamedTuple):
    """A line of the ranking; `sums` are those of the card by their headings, the total last."""

    place: int
    seat: int
    name: str
    sums: dict[str, int]


class PosterTurn(NamedTuple):
    """The box that a turn filled, and the points with all bonuses."""

    box: str
    short: str
    points: int


class PosterView(NamedTuple):
    """What the poster shows."""

    title: str
    seat: int  # the player whose game is shown
    ranking: tuple[RankedPlayer, ...]
    praise: tuple[str, ...] = ()  # what was good about the game, the best first
    is_news: bool = False  # whether the first of it is emphasized
    turns: tuple[PosterTurn, ...] = ()  # those of the player
    foot: tuple[str, ...] = ()  # what can be done next, or what was just done

    @property
    def shown(self) -> RankedPlayer:
        return next(each for each in self.ranking if each.seat == self.seat)


Line = list[TextRun]

_BLANK: Line = []
_FRAMED = (78, 21)
"""The fewest columns and rows of the poster with a frame."""

_WIDEST = 132
_SCALES = (5, 4, 3, 2, 1)
"""The columns of a dot of the digits; a dot is as high as wide."""

_DIGIT_SHARE = 0.45
"""The largest part of the rows for the digits."""

_FEWEST_LINES = 8
"""The lines below the digits and the ranking without blank ones."""

_NARROW, _WIDE = 6, 8
"""The columns of a number of the ranking."""

_SHORTEST_NAME = 6
_BETWEEN, _NUMBER, _POINTS = 3, 3, 4
"""The columns between two turns side by side, of the number of a turn, and of its points."""

_SHORTEST_TURN, _SHORTEST_BAR = 20, 4


def paint_poster(view: PosterView, width: int, height: int, drawn: Characters) -> list[Line]:
    """Return the lines of the poster."""
    framed = width >= _FRAMED[0] and height >= _FRAMED[1]
    room = min(width, _WIDEST) - (8 if framed else 4)
    rows = height - (2 if framed else 1)
    lines = _paint_inside(view, room, rows, drawn)
    left = (width - room) // 2
    if not framed:
        lines.insert(0, [TextRun(_shorten(view.title, room), "gold", bold=True)])
        return [[TextRun(" " * left), *line] for line in lines]
    edge, span = "gold-edge", room + 4
    title = f" {_shorten(view.title, span - 2)} "
    before = (span - cell_len(title)) // 2
    after = span - cell_len(title) - before
    margin = TextRun(" " * (left - 3))
    top = [
        margin,
        TextRun(f"╔{'═' * before}", edge),
        TextRun(title, "gold", bold=True),
        TextRun(f"{'═' * after}╗", edge),
    ]
    sides = [
        [
            margin,
            TextRun("║", edge),
            TextRun("  "),
            *line,
            TextRun(" " * (room - line_width(line) + 2)),
            TextRun("║", edge),
        ]
        for line in lines
    ]
    return [top, *sides, [margin, TextRun(f"╚{'═' * span}╝", edge)]]


def line_width(line: Iterable[TextRun]) -> int:
    """Return the columns of a line."""
    return sum(cell_len(run.text) for run in line)


def _paint_inside(view: PosterView, room: int, rows: int, drawn: Characters) -> list[Line]:
    """Return the lines inside the frame, with the spare ones between their groups."""
    head = _paint_head(view, room, rows, drawn)
    foot = [[TextRun(_shorten(line, room), "gold", bold=True)] for line in view.foot]
    spare = rows - len(head) - len(foot)
    rest = spare - 1 - len(view.praise)
    turns = _paint_turns(view.turns, room, rest) or _paint_turns(view.turns, room, spare)
    spare -= len(turns)
    praise = _paint_praise(view, room, spare)
    spare -= len(praise)
    groups = [head, praise, turns, foot]
    gaps = [0] * (len(groups) + 1)  # before each group, and after the last
    order = (1, 2, 3, 0, 4)
    for at in range(min(spare, 2 * len(order))):
        gaps[order[at % len(order)]] += 1
    rest = max(0, spare - sum(gaps))
    gaps[0] += rest // 2
    gaps[-1] += rest - rest // 2
    lines: list[Line] = []
    for gap, group in zip(gaps, groups, strict=False):
        lines += [_BLANK] * gap + group
    return (lines + [_BLANK] * gaps[-1])[:rows]


def _shorten(text: str, room: int) -> str:
    return text if cell_len(text) <= room else f"{fit(text, room - 1)}…"


def _paint_praise(view: PosterView, room: int, rows: int) -> list[Line]:
    """Return what was good about the game, below the player's name if there are others."""
    lines = [[TextRun(_shorten(each, room))] for each in view.praise]
    if view.is_news:
        lines[0] = [lines[0][0]._replace(fore="gold", bold=True)]
    if len(view.ranking) > 1 and rows > len(lines):
        name = TextRun(_shorten(view.shown.name, room), player_ink(view.seat), bold=True)
        lines.insert(0, [name])
    return lines[: max(0, rows)]


def _paint_head(view: PosterView, room: int, rows: int, drawn: Characters) -> list[Line]:
    """Return the total in digits with the ranking beside it."""
    *_, points = view.shown.sums.values()
    total = str(points)
    least = 4 + _SHORTEST_NAME + len(view.shown.sums) * _NARROW
    for scale in _SCALES:
        across, height = _digits_size(total, scale, drawn.plain)
        beside = room - across - 3
        fits = height <= min(rows * _DIGIT_SHARE, rows - _FEWEST_LINES - 1)
        if scale == _SCALES[-1] or (beside >= least and fits):
            break
    digits, ranking = _paint_digits(total, scale, drawn), _paint_ranking(view, beside)
    ranking = [_BLANK] * ((len(digits) - len(ranking)) // 2) + ranking
    lines = []
    for at in range(max(len(digits), len(ranking))):
        line = list(digits[at]) if at < len(digits) else []
        if at < len(ranking) and ranking[at]:
            line += [TextRun(" " * (across + 3 - line_width(line))), *ranking[at]]
        lines.append(line)
    return lines


def _digits_size(total: str, scale: int, plain: bool) -> tuple[int, int]:
    """Return the columns and rows of the digits with their shadow."""
    rows = 7 * max(1, scale // 2) if plain else (7 * scale + 2) // 2
    return letters_width(total) * scale + 1, rows


def _paint_digits(total: str, scale: int, drawn: Characters) -> list[Line]:
    """Return the rows of large digits: half rows with a shadow, or `plain` whole ones without."""
    down = 2 * max(1, scale // 2) if drawn.plain else scale
    inks = (("gold", 0), ("rim", 1)) if drawn.grounds and not drawn.plain else (("gold", 0),)
    dots = letter_dots(total)
    columns, halves = len(dots[0]) * scale, 7 * down

    def find_ink(x: int, y: int) -> str:
        for ink, shift in inks:
            at, below = x - shift, y - shift
            is_inside = 0 <= at < columns and 0 <= below < halves
            if is_inside and dots[below // down][at // scale] == "1":
                return ink
        return "felt"

    lines = []
    for row in range(_digits_size(total, scale, drawn.plain)[1]):
        line: Line = []
        for x in range(columns + 1):
            upper, lower = find_ink(x, 2 * row), find_ink(x, 2 * row + 1)
            run = _half_cell(upper, lower, drawn)
            if line and line[-1][1:] == run[1:]:
                line[-1] = run._replace(text=line[-1].text + run.text)
            else:
                line.append(run)
        lines.append(line)
    return lines


def _half_cell(upper: str, lower: str, drawn: Characters) -> TextRun:
    if upper == lower:
        return solid(1, upper, drawn) if upper != "felt" else TextRun(" ")
    if not drawn.grounds:
        return TextRun("▀", upper) if lower == "felt" else TextRun("▄", lower)
    # Gold is the ground, which leaves no seam to the cell below or above.
    return TextRun("▄", lower, upper) if upper == "gold" else TextRun("▀", upper, lower)


def _paint_ranking(view: PosterView, room: int) -> list[Line]:
    """Return a heading and a line for each player."""
    names = list(view.shown.sums)
    number = _WIDE if room >= 4 + WIDEST_NAME + len(names) * _WIDE else _NARROW
    # Only the totals where four digits of the poster leave no room for the other sums.
    if room < 4 + _SHORTEST_NAME + len(names) * number:
        del names[:-1]
    longest = max(cell_len(each.name) for each in view.ranking)
    name = min(longest, room - 4 - len(names) * number)
    several = len(view.ranking) > 1
    heading = "".join(
        pad(fit(each, min(cell_len(each), number - 1)), number, True) for each in names
    )
    lines = [[TextRun(" " * (4 + name) + heading, "muted")]]
    for each in view.ranking:
        shown = several and each.seat == view.seat
        *numbers, total = (str(each.sums[of]).rjust(number) for of in names)
        lines.append(
            [
                TextRun("▸" if shown else " ", "text", bold=True),
                TextRun(f"{each.place}. ", "text", bold=each.place == 1),
                TextRun(fit(each.name, name), player_ink(each.seat), bold=True),
                TextRun("".join(numbers), "muted"),
                TextRun(total, "text", bold=True),
            ]
        )
    return lines


def _paint_turns(turns: Sequence[PosterTurn], room: int, rows: int) -> list[Line]:
    """Return a line for each turn with a bar of its points, in as few columns as `rows` allow."""
    columns = max(1, -(-len(turns) // max(1, rows)))
    height, width = -(-len(turns) // columns), (room + _BETWEEN) // columns - _BETWEEN
    if rows < 1 or width < _SHORTEST_TURN or not turns:
        return []
    room = width - _NUMBER - _POINTS
    is_long = all(cell_len(turn.box) <= room for turn in turns)
    names = [turn.box if is_long else turn.short for turn in turns]
    name = min(room, max(map(cell_len, names)))
    bar = room - name - 1
    most = max(1, *(turn.points for turn in turns))
    cells = []
    for number, (turn, said) in enumerate(zip(turns, names, strict=True), 1):
        ink = "gold" if turn.points == most else "text"
        length = max(0, round(bar * turn.points / most)) if bar >= _SHORTEST_BAR else 0
        cells.append(
            [
                TextRun(f"{number:>{_NUMBER - 1}} ", "muted"),
                TextRun(fit(said, name), ink),
                TextRun(str(turn.points).rjust(_POINTS), ink, bold=True),
                TextRun(pad(f" {'━' * length}", bar + 1), ink),
            ]
        )
    return [
        [
            run
            for at, cell in enumerate(cells[row::height])
            for run in ([TextRun(" " * _BETWEEN)] * (at > 0) + cell)
        ]
        for row in range(height)
    ]


class Poster(Painted):
    """The poster, drawn again whenever what it shows or its size changes."""

    DEFAULT_CSS = """
    Poster { height: 1fr; width: 100%; }
    """
    ground: ClassVar[str] = "felt"

    class PlayerPicked(Message):
        """A player of the ranking was clicked."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, view: PosterView) -> None:
        super().__init__(id="poster")
        self._view = view
        self._lines: Sequence[Line] = ()
        self._lines_key: tuple[object, ...] = ()

    @property
    def view(self) -> PosterView:
        return self._view

    def show(self, view: PosterView) -> None:
        if view != self._view:
            self._view = view
            self.refresh()

    def paint(self, y: int) -> Iterable[TextRun]:
        drawn = self.characters
        if (key := (self._view, self.size, drawn)) != self._lines_key:
            self._lines_key = key
            self._lines = paint_poster(self._view, *self.size, drawn)
        return self._lines[y] if y < len(self._lines) else ()

    async def on_click(self, event: events.Click) -> None:
        if any(run.text in self._view.foot for run in self.paint(event.y)):
            await self.run_action("screen.review")
        for each in self._view.ranking:
            ink = player_ink(each.seat)
            if any(run.fore == ink and run.bold for run in self.paint(event.y)):
                self.post_message(self.PlayerPicked(each.seat))
