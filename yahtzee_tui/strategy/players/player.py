"""What a computer player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Hold, Score
    from yahtzee_tui.strategy.crowd import Outlook


class Player(Protocol):
    """A computer player of one rule set. In the same position it always does the same.

    It may be asked in any thread, though in one at a time.
    """

    @property
    def id(self) -> str:
        """The id of its rank."""

    def choose(self, game: Game) -> Hold | Score:
        """Return what the player to move does once the dice were rolled.

        Returns:
            The dice to hold, after which all others are to be rolled, or the box to score in.

        Raises:
            NotNow: If there are no dice on the table.
        """

    def outlook(self, open_boxes: int) -> Outlook | None:
        """Return all that the player goes by with so many boxes open.

        None is for players that go by more than their own card and dice.
        """
