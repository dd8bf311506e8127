"""The seats at which computers play: they move as soon as they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Hold, Refusal, Roll

if TYPE_CHECKING:
    from yahtzee_tui.plain.best_play import BestPlay
    from yahtzee_tui.rules import Game, Ruleset, Score
    from yahtzee_tui.strategy.players import Player
    from yahtzee_tui.table import Table


class Computers:
    """Plays for the computers of a table, one step after the other."""

    def __init__(self, table: Table, best_play: BestPlay) -> None:
        """Take the seats.

        Args:
            table: The table.
            best_play: Asked for those who go by it.
        """
        self._table, self._best_play = table, best_play
        self._players: dict[str, Player] = {}
        self._unable: set[str] = set()

    @property
    def is_their_turn(self) -> bool:
        """Whether it is a computer's turn."""
        game = self._table.game
        return not game.is_over and self.plays(game.seat)

    def plays(self, seat: int) -> bool:
        """Return whether a computer plays at a seat; whoever sits here does where it can't."""
        return self._table.setup.computer(seat) not in ("", *self._unable)

    def step(self) -> None:
        """Do the next thing in a computer's turn.

        Raises:
            Refusal: If it can't play this game, and whoever sits here has to from now on; or if
                the table refuses it.
        """
        table, game = self._table, self._table.game
        if not game.roll:
            table.act(game.seat, Roll())
            return
        decision = self._choose(table.setup.computer(game.seat), game)
        if not isinstance(decision, Hold) or decision.positions != game.held:
            table.act(game.seat, decision)
        if isinstance(decision, Hold):
            table.act(game.seat, Roll())

    def _choose(self, rank: str, game: Game) -> Hold | Score:
        if rank not in self._players:
            try:
                self._players[rank] = self._make(rank, game.ruleset)
            except Refusal:  # a record may name players that nobody knows
                self._unable.add(rank)
                raise
        return self._players[rank].choose(game)

    def _make(self, rank: str, ruleset: Ruleset) -> Player:
        from yahtzee_tui.strategy.players import find_rank, make_player

        values = self._best_play.find(ruleset) if find_rank(rank).needs_table else None
        return make_player(rank, ruleset, values)
