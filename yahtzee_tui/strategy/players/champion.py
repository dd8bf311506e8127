"""The player who plays for points as long as there is time, and then to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Hold
from yahtzee_tui.strategy.outlooks import BestPlay
from yahtzee_tui.strategy.players.choosing import check_dice, choose_best, list_best
from yahtzee_tui.strategy.win import EXACT_BOXES, Forecaster

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Game, Score
    from yahtzee_tui.strategy.crowd import Outlook
    from yahtzee_tui.strategy.table import Table
    from yahtzee_tui.strategy.win import WinTurn


class Champion:
    """Plays like best play for points, and in the last boxes for the chance of winning.

    Attributes:
        id: The id of its rank.
    """

    def __init__(self, rank: str, table: Table) -> None:
        """Take a seat at a game.

        Args:
            rank: The id of its rank.
            table: Best play for points.
        """
        self.id = rank
        self._table = table
        self._outlook = BestPlay(table)
        self._forecaster = Forecaster(table)
        self._turn: tuple[tuple[Card, ...], int, WinTurn] | None = None

    def choose(self, game: Game) -> Hold | Score:
        """Return what wins most often, or brings most points; see `Player`."""
        check_dice(game)
        points = self._table.turn(game.card)
        if len(game.cards) == 1 or len(game.card.open) > EXACT_BOXES:
            return choose_best(points, game, game.rolls_left)
        best = list_best(self._win_turn(game).turn, game, game.rolls_left)

        def worth(choice: Hold | Score) -> float | None:
            if isinstance(choice, Hold):
                hold = tuple(game.faces[position] for position in choice.positions)
                return points.of_hold(hold, game.faces, game.rolls_left)
            return points.of_posting(choice.box, game.faces)

        # Where the win is certain or lost, or hangs on something else, points are better than none.
        return max(best, key=lambda choice: worth(choice) or 0)

    def outlook(self, open_boxes: int) -> Outlook | None:
        """Return best play, and none in the last boxes, where the other cards count as well."""
        return None if open_boxes <= EXACT_BOXES else self._outlook

    def _win_turn(self, game: Game) -> WinTurn:
        known = self._turn
        if known is None or known[0] != game.cards or known[1] != game.seat:
            known = self._turn = (game.cards, game.seat, self._forecaster.turn(game))
        return known[2]
