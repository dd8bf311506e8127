"""The header with the race, the words and the button beside the dice, and the rule of a box."""

from enum import Enum
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from yahtzee_tui.translation import _, cache
from yahtzee_tui.tui.table.widgets.scorecard_layout import fit_name
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.painted import Painted, TextRun, first_fitting, fit


class RaceView(NamedTuple):
    """What the header shows.

    Attributes:
        turn: The seat to play next, None when the game is over.
        scale: The points of the longest bar.
        margin: By how much the player leads, in words.
        unsaved: Whether the game can't be saved now.
        chances: Each seat's chance of winning, such as `62%`, none if they aren't shown.
    """

    round: int
    rounds: int
    game: str
    players: tuple[str, ...]
    totals: tuple[int, ...]
    turn: int | None
    scale: int
    margin: str
    unsaved: bool = False
    chances: tuple[str, ...] = ()

    @property
    def leader(self) -> int | None:
        """The seat with the highest total, None if several have it."""
        highest = max(self.totals)
        return self.totals.index(highest) if self.totals.count(highest) == 1 else None


_LEAD_SECONDS = 1.0
"""How long the header says who has taken the lead."""

_NAMED = 100
"""The fewest columns of a header with the name of the game."""

_WIDE, _MARGIN = 80, 20
"""The fewest columns of a header in which the margin always has the same room, and that room."""

_MARGIN_FROM = 0, 0, 0, 0, 70, 100
"""The fewest columns of a header with the margin, by the number of players, the last for more."""

_WIDEST, _WIDEST_ALONE = 48, 83
"""The most columns of a player among others, and of a single one."""

_SHORTEST_BAR = 4
_CHANCE = 5
"""The columns of a chance of winning."""
_ROOM_FOR_PLAYER, _ROOM_WITH_MARGIN, _ROOM_FOR_GAP = 10, 15, 8
"""The fewest columns of a player beside the name of the game and the word round, of one beside the
margin, and of one with a gap behind the total.
"""

_ROOM_FOR_CHANCE, _WORDY = 14, 30
"""The fewest columns of a player with a chance of winning, and with that in words."""


class RaceHeader(Painted):
    """The first line: the round, everybody's name, total and bar, and the margin in words."""

    ground = "rim"
    view: reactive[RaceView | None] = reactive(None)

    new_leader: reactive[int | None] = reactive(None)
    """The player who has just taken the lead, for a moment."""

    def watch_view(self, old: RaceView | None, new: RaceView | None) -> None:
        """Say for a moment who has taken the lead from another player."""
        self.new_leader = None
        if old is None or new is None or new.turn is None:
            return
        if self.context.options.dice_speed == "off":
            return
        if None not in (old.leader, new.leader) and old.leader != new.leader:
            self.new_leader = new.leader
            self.set_timer(_LEAD_SECONDS, self._calm_down)

    def _calm_down(self) -> None:
        self.new_leader = None

    def paint(self, y: int) -> list[TextRun]:  # noqa: ARG002
        view, width = self.view, self.size.width
        if view is None:
            return []
        players = len(view.players)
        is_crowded = width < max(players * _ROOM_WITH_MARGIN, _MARGIN_FROM[min(players, 5)])
        margin = self._margin(view, is_crowded)
        # The bars keep their lengths while the words change.
        kept = _MARGIN if width >= _WIDE and not is_crowded else 0
        margin_room = max(kept, cell_len(margin.text) + 2 if margin.text else 0)
        number = f"{view.round}/{view.rounds}"
        leads = _name_rounds(view.game, number)
        least = players * _ROOM_FOR_PLAYER + (kept or margin_room)
        lead = first_fitting(leads[width < _NAMED :], width - least)
        left = width - cell_len(lead)
        runs = [TextRun(lead, "muted", "rim")]
        for seat, (columns, chance) in enumerate(_divide(view, left - margin_room)):
            runs += self._player(view, seat, columns, chance)
            left -= columns
        return [*runs, TextRun(" " * (left - cell_len(margin.text) - 1), back="rim"), margin]

    def _margin(self, view: RaceView, is_crowded: bool) -> TextRun:
        """Return the news or, where there is room, who has taken the lead or the margin."""
        if view.unsaved:
            # Translators: a warning; at most 18 cells
            return TextRun(_("NOT SAVED"), "bad", "rim", bold=True)
        if is_crowded:
            return TextRun("")
        if self.new_leader is not None:
            name = view.players[self.new_leader]
            return TextRun(_("{player} takes the lead", player=name), "text", "rim", bold=True)
        return TextRun(view.margin, "muted", "rim")

    def _player(self, view: RaceView, seat: int, width: int, chance: str) -> list[TextRun]:
        is_turn, total = seat == view.turn, str(view.totals[seat])
        ink, name = player_ink(seat), view.players[seat]
        chance = f"{chance} " if chance else ""
        gap = " " * (width >= _ROOM_FOR_GAP)
        words = len(total) + cell_len(chance) + 2 + len(gap)
        # In the room beside the longest total, so that names are shortened alike.
        most = max(map(len, map(str, view.totals)))
        name_room = width - words - most + len(total)
        name = fit_name(name, name_room, False, view.players)
        room = width - cell_len(name) - words
        # All bars have the room beside the longest name, so that they compare.
        least = name_room - min(name_room, max(map(cell_len, view.players)))
        bar = 0
        if least > _SHORTEST_BAR:
            bar = round((least - 1) * min(1.0, view.totals[seat] / view.scale))
        return [
            TextRun("▸" if is_turn else " ", "text", "rim", bold=True),
            TextRun(name, ink, "rim", is_turn),
            TextRun(f" {total}{gap}", "text", "rim", bold=True),
            TextRun(chance, "muted", "rim"),
            TextRun("━" * bar, ink, "rim"),
            TextRun(" " * (room - bar), back="rim"),
        ]


@cache
def _name_rounds(game: str, number: str) -> tuple[str, str, str]:
    """Return the name of the game with the round, the round in words, and only its number."""
    named = _("{game} · round {number}", game=game, number=number)
    return f" {named}  ", f" {_('Round {number}', number=number)} ", f" {number} "


def _divide(view: RaceView, room: int) -> list[tuple[int, str]]:
    """Return the columns of each player, and the words on the chance of winning there."""
    players = len(view.players)
    each = min(room // players, _WIDEST if players > 1 else _WIDEST_ALONE)
    if not view.chances:
        return [(each, "")] * players
    if each >= _WORDY:
        return [(each, _("{chance} to win", chance=chance)) for chance in view.chances]
    if each >= _ROOM_FOR_CHANCE:
        return [(each, chance) for chance in view.chances]
    each = (room - _CHANCE) // players
    return [
        (each + _CHANCE, chance) if seat == view.turn else (each, "")
        for seat, chance in enumerate(view.chances)
    ]


class Next(Enum):
    """What a button is at the moment."""

    NEXT = "what the key does next"
    POSSIBLE = "possible"
    OFF = "impossible"


class TurnView(NamedTuple):
    """Whose turn it is, None for the seat when the game is over, and which roll.

    `saved` are the saved rolls left, None where rolls aren't saved.
    """

    player: str = ""
    seat: int | None = None
    words: str = ""
    pips: str = ""
    saved: int | None = None


class ButtonView(NamedTuple):
    """The words on the button, the longest first, and the key that presses it."""

    labels: tuple[str, ...] = ("",)
    key: str = ""
    state: Next = Next.OFF


class TurnLine(Painted):
    """Whose turn it is, and which roll."""

    view: reactive[TurnView] = reactive(TurnView())

    def paint(self, y: int) -> list[TextRun]:  # noqa: ARG002
        view, width = self.view, self.size.width
        ink = "text" if view.seat is None else player_ink(view.seat)
        rolls = [f" {view.pips}"]
        if view.saved is not None:
            # Translators: saved rolls
            saved = _("{count} saved", count=view.saved)
            rolls = [f" {view.pips} {saved}", f" {view.pips} +{view.saved}"]
        if view.words:
            rolls.insert(0, f" · {view.words}{rolls[0]}")
        text = first_fitting(rolls, width - cell_len(view.player))
        name = fit(view.player, min(cell_len(view.player), width - cell_len(text)))
        return [TextRun(name, ink, bold=True), TextRun(text)]


class NoteLine(Painted):
    """The dice that are kept, or the name of the game."""

    texts: reactive[tuple[str, ...]] = reactive(("",))

    def paint(self, y: int) -> list[TextRun]:  # noqa: ARG002
        width = self.size.width
        return [TextRun(fit(first_fitting(self.texts, width), width), "muted")]


class RollButton(Painted):
    """The button that rolls: gold while rolling is what comes next."""

    DEFAULT_CSS = """
    RollButton { pointer: pointer; }
    """
    view: reactive[ButtonView] = reactive(ButtonView())
    hovered: reactive[bool] = reactive(False)

    class Pressed(Message):
        """The button was clicked, on this character."""

        def __init__(self, character: str) -> None:
            super().__init__()
            self.character = character

    def paint(self, y: int) -> list[TextRun]:
        view, inner = self.view, self.size.width - 2
        is_next = view.state is Next.NEXT
        body = self._body(inner) if y == 1 else ""
        if is_next and self._dice_style == "drawn":
            left, edge, right = ("▗▄▖", "▐ ▌", "▝▀▘")[y]
            middle = (
                TextRun(body, "ink", "gold", bold=True) if body else TextRun(edge * inner, "gold")
            )
            return [TextRun(left, "gold"), middle, TextRun(right, "gold")]
        left, edge, right = (("┏━┓", "┃ ┃", "┗━┛") if is_next else ("╭─╮", "│ │", "╰─╯"))[y]
        line = "text" if is_next else "faint" if view.state is Next.OFF else "frame"
        if self.hovered and view.state is not Next.OFF:
            line = "text"
        if body and is_next:
            middle = TextRun(body, "ink", "gold", bold=True)
        elif body:
            middle = TextRun(body, "muted" if view.state is Next.OFF else "text")
        else:
            middle = TextRun(edge * inner, line, bold=is_next)
        return [TextRun(left, line, bold=is_next), middle, TextRun(right, line, bold=is_next)]

    def _body(self, width: int) -> str:
        """Return the longest words that fit, with the key at the end if it fits as well."""
        key = self.view.key
        for label in self.view.labels:
            room = width - cell_len(label) - 2
            if key and len(key) < room:
                return f" {label}{key.rjust(room)} "
        label = next((each for each in self.view.labels if cell_len(each) + 2 <= width), "")
        return fit(f" {label}", width)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        words = self._body(self.size.width - 2)
        self.post_message(self.Pressed(words[event.x - 1 : event.x]))

    def on_enter(self) -> None:
        self.hovered = True

    def on_leave(self) -> None:
        self.hovered = False


class RuleView(NamedTuple):
    """The rule of a box; `head` is its name, `rest` what it wants and what it scores now."""

    head: str = ""
    rest: tuple[str, ...] = ("",)
    is_marked: bool = False
    has_chance: bool = False  # which depends on the held dice


class RuleLine(Painted):
    """The rule of the selected box, or of the one under the mouse."""

    view: reactive[RuleView] = reactive(RuleView())

    def paint(self, y: int) -> list[TextRun]:  # noqa: ARG002
        view = self.view
        head = f"{'▸' if view.is_marked else ' '}{view.head}" if view.head else ""
        room = self.size.width - cell_len(head)
        return [TextRun(head, bold=True), TextRun(fit(first_fitting(view.rest, room), room))]
