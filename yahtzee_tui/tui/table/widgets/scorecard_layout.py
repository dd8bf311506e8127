"""The rows and columns of a score card as plain data, independent of the screen."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Box, Card, Potential, Ruleset


class Look(Enum):
    """The look of a cell; each has a style, and most a shape too."""

    HEAD = "head"
    BLANK = "blank"
    BOOKED = "booked"
    POSTED = "posted"
    OFFER = "offer"
    BEST = "best"
    ZERO = "zero"
    FORBIDDEN = "forbidden"
    TOTAL = "total"
    GRAND = "grand"
    NOTE = "note"


class Row(NamedTuple):
    """A row of half a card: a box, or a total with its look and the text that `total` returns."""

    label: str
    short: str
    box: Box | None = None
    total: Callable[[Card], str] = lambda _: ""
    look: Look = Look.TOTAL


_GAP = Row("", "")


def card_rows(ruleset: Ruleset) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Return the rows of the upper and the lower half, equally many, totals at the bottom."""
    upper = [_box_row(ruleset, box) for box in ruleset.upper]
    lower = [_box_row(ruleset, box) for box in ruleset.lower]
    upper_totals = [Row("Upper total", "Upper", total=lambda card: str(card.upper_total))]
    if ruleset.upper_bonus is not None:
        needed, points = ruleset.upper_bonus.tiers[0]
        label = f"Bonus {points} at {needed}"
        upper_totals += [
            Row(label, f"Bonus {points}", total=bonus_note, look=Look.NOTE),
            Row("With bonus", "With bonus", total=_with_bonus),
        ]
    lower_totals = [Row("Lower total", "Lower", total=lambda card: str(card.lower_total))]
    if ruleset.repeat_bonus is not None:
        name = f"{ruleset.box(ruleset.repeat_bonus.box).name} bonus"
        short = name if len(name) <= 11 else name.replace(" bonus", " +")
        lower_totals.insert(0, Row(name, short, total=lambda card: str(card.repeat_points or "")))
    grand = Row("GRAND TOTAL", "TOTAL", total=lambda card: str(card.grand_total), look=Look.GRAND)
    lower_totals.append(grand)
    height = max(len(upper) + len(upper_totals), len(lower) + len(lower_totals))
    return _fill(upper, upper_totals, height), _fill(lower, lower_totals, height)


def bonus_note(card: Card) -> str:
    """Return the upper bonus earned, or how far the card is above or below par for it."""
    par = card.upper_par
    if par is None:
        return ""
    if card.upper_bonus:
        return str(card.upper_bonus)
    if not card.upper_bonus_in_reach:
        return "out"
    if set(card.open).issuperset(card.ruleset.upper):
        return ""
    return f"{par:+d}".replace("-", "−") if par else "±0"


def loss_text(loss: float, room: int) -> str:
    """Return a loss against the best choice, right-aligned in `room` columns.

    It is "best" for the best choice, whole points where tenths don't fit, empty where nothing fits.
    """
    texts = ("best",) if loss < 0.05 else (f"−{loss:.1f}", f"−{loss:.0f}")
    return next((f"{text} ".rjust(room) for text in texts if len(text) < room), "")


def format_potential(potential: Potential, best: int | None) -> tuple[str, Look]:
    """Return a potential score in brackets, and its look; `best` None highlights no score."""
    if potential.refusal is not None:
        return "—", Look.FORBIDDEN
    worth = potential.worth
    if worth and worth == best:
        return f"«{potential.points}»", Look.BEST
    return f"‹{potential.points}›", Look.OFFER if worth and best is not None else Look.ZERO


def _box_row(ruleset: Ruleset, box: Box) -> Row:
    code = f"{box.code} " if ruleset.shows_codes else ""
    return Row(code + box.name, code + box.short, box)


def _fill(boxes: list[Row], totals: list[Row], height: int) -> tuple[Row, ...]:
    return (*boxes, *[_GAP] * (height - len(boxes) - len(totals)), *totals)


def _with_bonus(card: Card) -> str:
    return str(card.upper_total + card.upper_bonus)


class CardView(NamedTuple):
    """What the card shows.

    Attributes:
        live: The seat whose open boxes show potential scores.
        turn: The seat to play next, None when the game is over.
        potentials: The potential scores by box id.
        posted: The box just filled in the live column, which can still be moved.
        found: The boxes that match the finder, None while it is closed.
        losses: The points that each box loses against the best choice, None without a coach.
    """

    cards: tuple[Card, ...]
    players: tuple[str, ...]
    live: int
    turn: int | None
    potentials: dict[str, Potential]
    cursor: str | None = None
    posted: str | None = None
    found: tuple[str, ...] | None = None
    losses: dict[str, float] | None = None

    @property
    def best_points(self) -> int:
        """The most points, bonus included, that an open box would score; 0 if none would."""
        potentials = self.potentials.values()
        return max([each.worth for each in potentials if not each.refusal], default=0)


_NARROWEST, _WIDEST = 4, 9
# The width of a note in whole points before a potential of one digit.
_NOTED = 8
# The width of a note in tenths before two digits.
_TENTHS = 10
_TITLE = len(" UPPER ")
_ARROW = len(" ←1")
# The turn mark before a name, and a space behind it.
_AROUND = 2


class Columns(NamedTuple):
    """The widths of half a card's columns; `spare` is how far the first name may extend left."""

    label: int
    is_short: bool
    widths: tuple[int, ...]
    spare: int
    seats: tuple[int, ...]
    more_left: int
    more_right: int


@lru_cache(maxsize=16)
def cut_columns(
    width: int,
    names: tuple[int, ...],
    live: int,
    offset: int,
    labels: tuple[int, int],
    noted: bool = False,
) -> Columns:
    """Divide half a card of some width into columns.

    `names` are the widths of the players' names, `live` the seat always shown unless the player
    scrolls by `offset` seats, `labels` the widest box name and the widest short one; `noted`
    potential scores have notes. Short box names are used if they allow wide enough columns, or if
    every player's name then fits. Players that don't fit all the same are left out at the ends.
    """
    least = _NOTED if noted else _NARROWEST
    needed = max(least, _NARROWEST + 1) + (len(names) - 1) * (_NARROWEST + 1)
    full, short = (_cut(width, label + 2, names, live, offset, noted) for label in labels)
    short = short._replace(is_short=True)
    if width - full.label < needed:
        return short
    return short if _cuts_names(full, names) and not _cuts_names(short, names) else full


def _cut(
    width: int, label: int, names: tuple[int, ...], live: int, offset: int, noted: bool
) -> Columns:
    least = _NOTED if noted else _NARROWEST
    players = len(names)
    room = width - label
    column = max(_NARROWEST, min(_WIDEST, room // players))
    if column < least and players > 1:
        column = max(_NARROWEST, min(column, (room - least) // (players - 1)))
    live_width = max(column, least)
    shown = 1 + max(0, min(players - 1, (room - live_width) // column))
    if noted:
        live_width = max(live_width, min(_TENTHS, room - column * (shown - 1)))
    last = players - shown
    start = min(last, max(0, live - shown // 2))
    start = min(last, max(0, start + offset))
    seats = tuple(range(start, start + shown))
    arrows = bool(start) + bool(last - start)
    spare = max(0, label - _TITLE - arrows * _ARROW)
    widths = tuple(live_width if seat == live else column for seat in seats)
    columns = Columns(label, False, widths, spare, seats, start, last - start)
    if not _cuts_names(columns, names):
        return columns
    least_widths = [least if seat == live else _NARROWEST for seat in seats]
    return columns._replace(widths=_share(room, least_widths, _wanted(columns, names), column))


def _wanted(columns: Columns, names: tuple[int, ...]) -> list[int]:
    wanted = [names[seat] + _AROUND for seat in columns.seats]
    wanted[0] -= columns.spare
    return wanted


def _cuts_names(columns: Columns, names: tuple[int, ...]) -> bool:
    wanted = _wanted(columns, names)
    return any(want > width for want, width in zip(wanted, columns.widths, strict=True))


def _share(room: int, least: list[int], wanted: list[int], usual: int) -> tuple[int, ...]:
    """Distribute room among columns: names first, the narrowest first, then the usual width."""
    widths = list(least)
    for goals in (wanted, [usual] * len(widths)):
        while sum(widths) < room:
            growing = [(width, at) for at, width in enumerate(widths) if width < goals[at]]
            if not growing:
                break
            widths[min(growing)[1]] += 1
    return tuple(widths)


def align_right(text: str, width: int) -> str:
    """Pad a text on the left to a number of terminal columns."""
    return " " * (width - cell_len(text)) + text


def fit_name(name: str, width: int, is_turn: bool) -> str:
    """Return as much of a name as fits, with a mark before it if it is that player's turn."""
    room = width - 1 if is_turn and width >= _NARROWEST else width
    if cell_len(name) > room:
        tail = "…" if room > 3 else ""
        name = set_cell_size(name, room - len(tail)).rstrip() + tail
    return f"▸{name}" if room < width else name
