"""The panels beside the card: the chances of this roll, the race as a chart, the log of turns."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len
from textual import events

from yahtzee_tui.rules import Box, Game, History, PlayedTurn, Ruleset
from yahtzee_tui.rules.describe import add_first_roll, explain_bonuses
from yahtzee_tui.rules.ruleset import Counted
from yahtzee_tui.text import format_percent, pad
from yahtzee_tui.translation import N_, _, pgettext
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.chart import Chart, LineChart, Series, find_signs
from yahtzee_tui.tui.widgets.painted import Panel, TextRun, fit


class Chance(NamedTuple):
    """How probable a box is with the best holds for it, from 0 to 1."""

    name: str
    short: str
    share: float


class ChancesView(NamedTuple):
    """What the chances show; `words` instead of them if there are none.

    `another` is the chance that the next roll shows the one face of the held dice once more.
    """

    chances: tuple[Chance, ...] = ()
    words: str = ""
    another: Chance | None = None


_FRAMED = 30
"""The fewest columns of the chances with a frame; else they are lines below the button."""

_SURE = 0.9995
_LEAST = 0.005


class ChancesPanel(Panel):
    """The chance of each open box of the lower section."""

    _view = ChancesView()

    def find_title(self) -> str:
        # Translators: a heading over the chances of boxes with these dice; at most 26 cells
        return _("THIS ROLL")

    def show(self, view: ChancesView) -> None:
        if view != self._view:
            self._view = view
            self.refresh()

    def paint(self, y: int) -> Iterator[TextRun]:
        width, height = self.size
        if width >= _FRAMED:
            yield from super().paint(y)
            return
        # The boxes that are hardest to get are last on the card.
        chances = self._view.chances[1 - height :]
        if y == 0 and chances:
            yield TextRun(f" {self.find_title()}", "muted", bold=True)
        elif 0 < y <= len(chances):
            name, short, chance = chances[y - 1]
            share = _describe_share(chance)
            name = name if cell_len(name) + 6 <= width else short
            yield TextRun(f" {fit(name, width - cell_len(share) - 3)} ", "muted")
            yield TextRun(f"{share} ")

    def paint_inside(self, y: int, width: int) -> Iterator[TextRun]:
        view, rows = self._view, self.size.height - 2
        if view.words and y == 0:
            yield TextRun(fit(view.words, width), "muted")
        another = view.another
        chances = view.chances[-rows + (another is not None) :]
        if y == len(chances) and another is not None:
            percent = _describe_share(another.share)
            yield TextRun(fit(another.name, width - cell_len(percent)), "muted")
            yield TextRun(percent)
        if y >= len(chances):
            return
        name, short, share = chances[y]
        label = max(cell_len(each.name) for each in chances)
        percent = _describe_share(share)
        number = max(_SHARE, cell_len(percent))
        bar = width - label - number - 2
        if bar < _SHORTEST_BAR:
            label = max(cell_len(each.short) for each in chances)
            name, bar = short, width - label - number - 2
        full = round(share * bar)
        yield TextRun(f"{fit(name, label)}  ")
        yield TextRun("━" * full, "good" if share > _SURE else "text")
        yield TextRun("─" * (bar - full), "faint")
        yield TextRun(pad(percent, number, right=True))


_SHORTEST_BAR, _SHARE = 6, 5


def _describe_share(share: float) -> str:
    if share > _SURE:
        # Translators: instead of 100%; at most 4 cells
        return pgettext("a chance", "sure")
    if share == 0:
        return "–"
    return format_percent(share, 1) if share >= _LEAST else _("{number}%", number="<1")


class LoggedTurn(NamedTuple):
    """A finished turn, as the log and the chart show it."""

    round: int
    seat: int
    player: str
    faces: tuple[int, ...]
    box: str
    short: str
    points: int
    bonus: int


def logged_turns(history: History) -> tuple[LoggedTurn, ...]:
    """Return the finished turns, the newest first."""
    game = history.game
    return tuple(_logged(game, turn) for turn in reversed(history.turns) if turn.scored is not None)


def _logged(game: Game, turn: PlayedTurn) -> LoggedTurn:
    assert turn.scored is not None
    box = game.ruleset.box(turn.scored.box)
    seat = game.players.index(turn.player)
    faces, points = turn.rolls[-1].faces if turn.rolls else (), turn.scored.points
    return LoggedTurn(
        turn.round, seat, turn.player, faces, box.name, box.short, points, turn.scored.bonus
    )


# Translators: a heading over the points of each box; at most 26 cells
_PAY = N_("WHAT BOXES PAY")
# Translators: a heading over a list of the turns of a game; at most 26 cells
_TURNS = N_("TURNS")
LEAST_TURNS = 5
"""The turns from which on there is a race, and no more lines on the boxes."""


class TurnLog(Panel):
    """A line for each turn: round, player, dice, box, points; the wheel scrolls it.

    Below the first few there is a line for each box with what it pays.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(id="log")
        self._ruleset = ruleset
        self._turns: tuple[LoggedTurn, ...] = ()
        self._first = 0
        self._rules: list[list[TextRun]] = []
        self._arranged_for = self.size

    def show(self, turns: tuple[LoggedTurn, ...], ruleset: Ruleset) -> None:
        if turns != self._turns or ruleset is not self._ruleset:  # equal ones differ in names
            self._turns, self._ruleset, self._first = turns, ruleset, 0
            self._arrange()
            self.refresh()

    def _arrange(self) -> None:
        """Make the lines on the boxes that are below the turns, if all turns leave room."""
        self._arranged_for = self.size
        heading: list[list[TextRun]] = (
            [[], [TextRun(_(_PAY), "muted", bold=True)]] if self._turns else []
        )
        width, height = self.size
        room = height - 2 - len(self._turns) - len(heading)
        has_coach = any(each.display for each in self.screen.query("#coach"))
        fits = len(self._turns) < LEAST_TURNS or room >= len(self._ruleset.boxes)
        fits = fits and not has_coach
        self._rules = heading + _paint_rules(self._ruleset, width - 4, room) if fits else []

    def paint(self, y: int) -> Iterator[TextRun]:
        if self._arranged_for != self.size:  # Textual may drop the event that tells a new size
            self._arrange()
        if self._turns or self._rules:
            yield from super().paint(y)

    def find_title(self) -> str:
        title = _PAY if self._rules and not self._turns else _TURNS
        return _(title)

    def translate(self) -> None:
        """Show everything in another language."""
        self._arrange()
        self.refresh()

    def scroll(self, lines: int) -> None:
        """Show older turns, or newer ones with a negative number of lines."""
        last = max(0, len(self._turns) - (self.size.height - 2))
        first = min(last, max(0, self._first + lines))
        if first != self._first:
            self._first = first
            self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll(-3)

    def paint_inside(self, y: int, width: int) -> Iterator[TextRun]:
        at = self._first + y
        if at >= len(self._turns):
            below = y - len(self._turns)
            yield from self._rules[below] if 0 <= below < len(self._rules) else ()
            return
        turn = self._turns[at]
        names = min(max(cell_len(each.player) for each in self._turns), max(3, width - 26))
        points = f" {turn.points}{f' +{turn.bonus}' if turn.bonus else ''}"
        faces = "".join(map(str, turn.faces))
        room = width - 3 - names - 1 - len(points) - len(faces) - 1
        box = turn.box if cell_len(turn.box) <= room else turn.short
        yield TextRun(f"{turn.round:>2} ", "muted")
        yield TextRun(f"{fit(turn.player, names)} ", player_ink(turn.seat))
        yield TextRun(f"{faces} ", "muted")
        yield TextRun(fit(box, room))
        yield TextRun(points, bold=True)


def _paint_rules(ruleset: Ruleset, width: int, height: int) -> list[list[TextRun]]:
    """Return a line for each box with what it pays, and lines about the bonuses that fit.

    With space there is another line for each box with dice that show it.
    """
    lines = []
    is_long = width >= _LONG and height >= 2 * len(ruleset.boxes) + _ABOUT_BONUSES
    for box in ruleset.boxes:
        points = _describe_points(box)
        room = width - cell_len(points) - 1
        name = fit(box.name if cell_len(box.name) <= room else box.short, room)
        lines.append([TextRun(name, bold=is_long), TextRun(f" {points}", "muted")])
        if is_long:
            dice = (TextRun(f" {face} ", "die-pip", "die-face", bold=True) for face in box.example)
            lines.append([run for die in dice for run in (TextRun(" "), die)])
    if len(lines) > height > 0:
        return [*lines[: height - 1], [TextRun("…", "muted")]]
    lines.append([])
    for bonus in explain_bonuses(ruleset):
        words = wrap(bonus, max(1, width))
        if len(lines) + len(words) <= height:
            lines += [[TextRun(line, "muted")] for line in words]
    return lines


_SUMS = {
    Counted.MATCHED: (N_("sum of those dice"), N_("sum of those dice and {points}")),
    Counted.ALL: (N_("sum of all dice"), N_("sum of all dice and {points}")),
}


def _describe_points(box: Box) -> str:
    """Return what a box pays, without an article before it."""
    fixed, dice, _first = box.points
    paid = str(fixed) if dice is Counted.NONE else _(_SUMS[dice][fixed > 0], points=fixed)
    return add_first_roll(paid, box)


_LONG, _ABOUT_BONUSES = 44, 8
"""The fewest columns of lines with dice for each box, and the lines about the bonuses."""


class RacePanel(Chart):
    """The totals of all players by round."""

    _race: LineChart | None = None

    def find_title(self) -> str:
        # Translators: a heading over a chart of all totals; at most 26 cells
        return _("RACE")

    def show_race(self, game: Game, turns: Sequence[LoggedTurn]) -> None:
        players, rounds = game.players, game.rounds
        race = LineChart(
            tuple(
                Series(_add_up(turns, seat), player_ink(seat), name, sign)
                for seat, (name, sign) in enumerate(zip(players, find_signs(players), strict=True))
            ),
            # Translators: below the numbers of rounds
            pgettext("axis of a chart", "round"),
            (0, rounds),
            (0, max(_LEAST_TOTAL, *(card.grand_total for card in game.cards))),
        )
        if race != self._race:
            self._race = race
            self.show(race)


_LEAST_TOTAL = 150
"""The least total at the upper end of the race, so that it is not full after a turn."""


def _add_up(turns: Sequence[LoggedTurn], seat: int) -> tuple[tuple[float, float], ...]:
    """Return the total of a seat after each of its turns, with the round."""
    own = (turn.points + turn.bonus for turn in reversed(turns) if turn.seat == seat)
    return tuple(enumerate(accumulate(own, initial=0)))
