"""What a card on the screen shows: the cards of all players, and the marks on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Potential


class CardView(NamedTuple):
    """What the card shows.

    Attributes:
        cards: Every seat's card.
        players: Every seat's name.
        live: The seat whose open boxes show what the dice would score.
        turn: The seat to play next, None when the game is over.
        potentials: What the dice would score, by box id.
        cursor: The id of the box that Enter would take.
        posted: The id of the box just filled in the live column, still to be moved.
        found: The ids of boxes that what is typed may mean, None while nothing is.
        losses: What each open box costs against the best there is, None if nobody asked.
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
