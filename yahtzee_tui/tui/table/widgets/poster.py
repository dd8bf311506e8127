"""The poster at the end of a game: the total in large digits, the ranking, the review in short."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.message import Message

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.text import format_accuracy, format_signed, pad, use_minus_sign
from yahtzee_tui.translation import _, ngettext, pgettext
from yahtzee_tui.tui.table.widgets.big_letters import letter_dots, letters_width
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.painted import Painted, TextRun, fit, solid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events

    from yahtzee_tui.services.game_summary import GameSummary
    from yahtzee_tui.tui.widgets.painted import Characters


class RankedPlayer(NamedTuple):
    """A line of the ranking; `sums` are those of the card by their headings, the total last."""

    place: int
    seat: int
    name: str
    sums: dict[str, int]


class PosterView(NamedTuple):
    """What the poster shows."""

    title: str
    seat: int  # the player whose game is shown
    ranking: tuple[RankedPlayer, ...]
    rounds: int
    standing: str = ""  # the total among the player's other games
    is_news: bool = False  # whether `standing` is emphasized
    progress: str = ""  # why there is no summary yet, or at all
    summary: GameSummary | None = None
    share: str = ""
    said: str = ""  # what was just done, in place of `share`
    boxes: tuple[tuple[str, int], ...] = ()  # initials and points of each turn of the player

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

_MOMENTS = 2
"""The lines of the best moment and the costliest decision, each in one."""

_NARROW, _WIDE = 6, 8
"""The columns of a number of the ranking."""

_SHORTEST_NAME = 6
_GAUGE = 15
_LUCKIEST = 60.0
"""The points of luck at the end of its gauge."""

_WIDEST_STEP = 9
"""The most columns of the bar of a turn with the gap behind it."""

_GRADES = "good", "text", "player-5", "bad"
"""The color of each grade of a turn, the best one first."""

_BARS, _PLAIN_BARS = "█▆▃▁", "#=-_"


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
    head, has_all = _paint_head(view, room, rows, drawn)
    bars = max(2, min(10, rows // 6))
    turns = [_paint_heading(view, room, not has_all), *_paint_turns(view, room, bars, drawn)]
    legend = _paint_legend(view, drawn.plain)
    share = [[TextRun(_shorten_share(view.share, room), "text", bold=True)]]
    if view.said:
        share = [[TextRun(_shorten(view.said, room), "gold", bold=True)]]
    spare = rows - len(head) - len(turns) - _MOMENTS - 2
    standing = [] if has_all else _fit_standing(view, room, 2 if spare > 1 else 1)
    spare -= len(standing)
    cell = _cell(view, room)
    below = [each for each in _list_turns(view) if max(map(cell_len, each[1])) <= cell[0]]
    for ink, texts in below[: max(0, spare)]:
        turns.append(_paint_below(texts, ink, cell))
        spare -= 1
    moments = _paint_moments(view, room, spare)
    spare -= len(moments) - _MOMENTS
    groups = [head, standing, [*turns, legend], moments, share]
    gaps = [0] * (len(groups) + 1)  # before each group, and after the last
    order = (2, 4, 3, 0, 5)
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


def _fit_standing(view: PosterView, room: int, rows: int) -> list[Line]:
    """Return the parts of the standing that fit in some rows, the first of them in any case."""
    first, *parts = view.standing.split(" · ")
    texts = [_shorten(first, room)]
    for part in parts:
        if cell_len(joined := f"{texts[-1]} · {part}") <= room:
            texts[-1] = joined
        elif len(texts) < rows and cell_len(part) <= room:
            texts.append(part)
        else:
            break
    return [[TextRun(text, *_standing_ink(view))] for text in texts]


def _shorten_share(share: str, room: int) -> str:
    """Return as much of the line to share as fits: without the game and the day, if need be."""
    return _shorten(share if cell_len(share) <= room else share.partition("  ")[2], room)


def _standing_ink(view: PosterView) -> tuple[str, str, bool]:
    return "gold" if view.is_news else "muted", "felt", view.is_news


def _paint_head(
    view: PosterView, room: int, rows: int, drawn: Characters
) -> tuple[list[Line], bool]:
    """Return the total in digits with the ranking beside it.

    If there is room under the ranking, the player's standing, luck and accuracy are there; the
    second value says whether they are.
    """
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
    standing = _split_standing(view, beside)
    gauges = _paint_gauges(view, beside)
    has_all = len(ranking) + len(standing) + len(gauges) + 1 <= len(digits)
    if has_all:
        spare = len(digits) - len(ranking) - len(standing) - len(gauges)
        ranking = [*ranking, *[_BLANK] * min(2, spare - 1), *standing]
        ranking += [*[_BLANK] * (1 if spare > 2 else 0), *gauges]
        ranking = [_BLANK] * ((len(digits) - len(ranking)) // 2) + ranking
    lines = []
    for at in range(max(len(digits), len(ranking))):
        line = list(digits[at]) if at < len(digits) else []
        if at < len(ranking) and ranking[at]:
            line += [TextRun(" " * (across + 3 - line_width(line))), *ranking[at]]
        lines.append(line)
    return lines, has_all


def _split_standing(view: PosterView, room: int) -> list[Line]:
    """Return the standing in one line, or in one for each part."""
    parts = [view.standing] if cell_len(view.standing) <= room else view.standing.split(" · ")
    return [[TextRun(_shorten(part, room), *_standing_ink(view))] for part in parts if part]


def _paint_gauges(view: PosterView, room: int) -> list[Line]:
    """Return luck and accuracy, a line each; one about the progress before they are known."""
    if view.summary is None:
        return [[TextRun(_shorten(view.progress, room), "muted")], _BLANK]
    luck, accuracy = view.summary.luck, view.summary.accuracy
    full = round((accuracy or 0) * _GAUGE)
    share = [TextRun("━" * full), TextRun("─" * (_GAUGE - full), "frame")]
    names = _("luck"), _("accuracy")
    width = max(map(cell_len, names)) + 1
    return [
        [
            TextRun(pad(names[0], width), "muted"),
            TextRun(_signed(luck).rjust(5), _luck_ink(luck), bold=True),
            TextRun(" "),
            *_paint_luck(luck),
        ],
        [
            TextRun(pad(names[1], width), "muted"),
            TextRun(format_accuracy(accuracy).rjust(5), bold=True),
            TextRun(" "),
            *share,
        ],
    ]


def _signed(luck: float) -> str:
    return use_minus_sign(format_signed(luck, 0))


def _luck_ink(luck: float) -> str:
    return "good" if round(luck) > 0 else "bad" if round(luck) < 0 else "text"


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


def _paint_heading(view: PosterView, room: int, has_numbers: bool) -> Line:
    """Return the line over the turns: luck and accuracy if they are not elsewhere.

    It begins with the name of the player if there are others, and space.
    """
    said = ngettext("Decisions in {count} turn", "Decisions in {count} turns", view.rounds)
    words = f"{said}   "
    numbers: Line = []
    if has_numbers and view.summary is None:
        numbers = [TextRun(_shorten(view.progress, room - cell_len(words)), "muted")]
    elif has_numbers and view.summary is not None:
        luck = view.summary.luck
        numbers = [
            TextRun(f"{_('luck')} ", "muted"),
            TextRun(_signed(luck), _luck_ink(luck), bold=True),
            TextRun(f"   {_('accuracy')} ", "muted"),
            TextRun(format_accuracy(view.summary.accuracy), bold=True),
        ]
    space = room - line_width(numbers) - cell_len(f"{_name_decisions(view, '')}   ")
    if len(view.ranking) > 1 and space >= _SHORTEST_NAME:
        words = f"{_name_decisions(view, _shorten(view.shown.name, space))}   "
    return [TextRun(words, "muted"), *numbers]


def _name_decisions(view: PosterView, player: str) -> str:
    return ngettext(
        "{player}: decisions in {count} turn", "{player}: decisions in {count} turns",
        view.rounds, player=player,
    )  # fmt: skip


def _paint_luck(luck: float) -> Line:
    """Return a gauge with none in the middle."""
    half = _GAUGE // 2
    length = min(half, round(abs(luck) / _LUCKIEST * half))
    full, rest = "━" * length, "─" * (half - length)
    if luck < 0:
        return [TextRun(rest, "frame"), TextRun(full, "bad"), TextRun(f"┼{'─' * half}", "frame")]
    return [TextRun(f"{'─' * half}┼", "frame"), TextRun(full, "good"), TextRun(rest, "frame")]


def _cell(view: PosterView, room: int) -> tuple[int, int]:
    """Return the columns of a turn's bar and of the gap behind it."""
    step = max(2, min(_WIDEST_STEP, (room + 1) // view.rounds))
    return (step - 1, 1) if step < 6 else (step - 2, 2)


def _paint_turns(view: PosterView, room: int, bars: int, drawn: Characters) -> list[Line]:
    """Return a bar for each turn, in `bars` rows: the higher the better its decisions."""
    width, gap = _cell(view, room)
    if view.summary is None:
        dots = (" " * (width // 2) + "·").ljust(width + gap) * view.rounds
        return [_BLANK] * (bars - 1) + [[TextRun(dots.rstrip(), "frame")]]
    heights = (2 * bars, round(4 * bars / 3), max(2, round(2 * bars / 3)), 1)
    lines = []
    for row in reversed(range(bars)):
        line: Line = []
        for grade in view.summary.grades:
            height, ink = heights[grade] - 2 * row, _GRADES[grade]
            if drawn.plain:
                bar = TextRun((_PLAIN_BARS[grade] if height > 0 else " ") * width, ink)
            elif height > 1:
                bar = solid(width, ink, drawn)
            else:
                bar = TextRun(("▄" if height > 0 else " ") * width, ink)
            line += [bar, TextRun(" " * gap)]
        lines.append(line)
    return lines


def _list_turns(view: PosterView) -> list[tuple[str, list[str]]]:
    """Return what stands below the bars, a line each, and its ink."""
    if not view.boxes:
        return [("muted", [str(at + 1) for at in range(view.rounds)])]
    return [
        ("text", [str(points) for _, points in view.boxes]),
        ("muted", [initials for initials, _ in view.boxes]),
    ]


def _paint_below(texts: list[str], ink: str, cell: tuple[int, int]) -> Line:
    """Return texts centered below the bars."""
    width, gap = cell
    centered = (text.center(width + len(text) - cell_len(text)) for text in texts)
    return [TextRun((" " * gap).join(centered).rstrip(), ink)]


def _paint_legend(view: PosterView, plain: bool) -> Line:
    """Return how many turns have each grade."""
    if view.summary is None:
        return _BLANK
    line: Line = []
    # Translators: how many turns have decisions that are the best ones, good ones, and so on
    best = pgettext("turns", "{count} best", count=view.summary.grades.count(0))
    good = pgettext("turns", "{count} good", count=view.summary.grades.count(1))
    slip = pgettext("turns", "{count} slip", count=view.summary.grades.count(2))
    poor = pgettext("turns", "{count} poor", count=view.summary.grades.count(3))
    for grade, (said, ink) in enumerate(zip((best, good, slip, poor), _GRADES, strict=True)):
        bar = (_PLAIN_BARS if plain else _BARS)[grade]
        line += [
            TextRun(bar, ink),
            TextRun(f" {said}   ", "muted"),
        ]
    return line


def _paint_moments(view: PosterView, room: int, spare: int) -> list[Line]:
    """Return the best moment and the costliest decision, in `spare` more lines if need be."""
    summary = view.summary
    if summary is None:
        return [_BLANK] * _MOMENTS
    lines = []
    # Translators: the roll that brought most, and the decision that lost most
    names = _("Best moment"), _("Costliest")
    label = max(map(cell_len, names)) + 2
    nothing = _("every decision was the best one")
    texts = summary.best_moment or "–", summary.costliest or nothing
    for name, text in zip(names, texts, strict=True):
        parts = wrap(text, max(1, room - label), break_long_words=False)
        if len(parts) - 1 > spare:
            parts = [text]
        spare -= len(parts) - 1
        for at, part in enumerate(parts):
            head = TextRun(pad("" if at else name, label), "muted")
            lines.append([head, TextRun(_shorten(part, room - label))])
    return lines


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

    def on_click(self, event: events.Click) -> None:
        for each in self._view.ranking:
            ink = player_ink(each.seat)
            if any(run.fore == ink and run.bold for run in self.paint(event.y)):
                self.post_message(self.PlayerPicked(each.seat))
