"""The rows of a score card as plain data, independent of the screen."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

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
    """A row of half a card.

    Attributes:
        label: Its name.
        short: The name for narrow columns.
        box: The box, None for a total.
        total: Returns the text of a total.
        look: The look of a total.
    """

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
        lower_totals.insert(0, Row(name, short, total=_repeat_points))
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
    """Return the points that a box loses against the best choice, right-aligned in `room` columns.

    It is "best" for the best choice, whole points where tenths don't fit, empty where nothing fits.
    """
    texts = ("best",) if loss < 0.05 else (f"−{loss:.1f}", f"−{loss:.0f}")
    return next((f"{text} ".rjust(room) for text in texts if len(text) < room), "")


def format_potential(potential: Potential, best: int | None) -> tuple[str, Look]:
    """Return a potential score in brackets, unlike a posted one, and its look.

    Args:
        potential: What an open box would score.
        best: The most points of all open boxes, None if no score is to stand out.
    """
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


def _repeat_points(card: Card) -> str:
    return str(card.repeat_points or "")


class CardView(NamedTuple):
    """What the card shows.

    Attributes:
        cards: Each seat's card.
        players: Each seat's name.
        live: The seat whose open boxes show potential scores.
        turn: The seat to play next, None when the game is over.
        potentials: The potential scores by box id.
        cursor: The id of the marked box.
        posted: The id of the box just filled in the live column, which can still be moved.
        found: The ids of the boxes that match the finder, None while it is closed.
        losses: The points that each open box loses against the best choice, None without a coach.
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
