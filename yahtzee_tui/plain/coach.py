"""The coach: says what is best, and lets the record say that it was asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yahtzee_tui.plain.words import tell_places
from yahtzee_tui.rules import NotNow
from yahtzee_tui.settings import Coach as Wanted

if TYPE_CHECKING:
    from yahtzee_tui.plain.best_play import BestPlay
    from yahtzee_tui.rules import Game
    from yahtzee_tui.settings import Options
    from yahtzee_tui.strategy import Advice
    from yahtzee_tui.strategy.win import Forecaster, WinAdvice
    from yahtzee_tui.table import Table

_BETWEEN_DICE = re.compile(r"(?<=\d)-(?=\d)")


class Coach:
    """Speaks when it is asked, or after every roll if the options say so."""

    def __init__(self, table: Table, options: Options, best_play: BestPlay) -> None:
        """Stand beside a table.

        Args:
            table: The table.
            options: The options in force.
            best_play: Whoever knows best play of this game.
        """
        self._table, self._best_play = table, best_play
        self._wanted = options.coach
        self._forecaster: Forecaster | None = None

    @property
    def speaks_always(self) -> bool:
        """Whether it speaks without being asked."""
        return self._wanted is Wanted.ALWAYS

    def say(self) -> str:
        """Return what is best for the player to move, and why.

        Raises:
            Refusal: If there is no coach or no dice, or best play can't be worked out.
        """
        game = self._table.game
        if self._wanted is Wanted.OFF:
            raise NotNow("no_coach", "Your settings have turned the coach off.", game)
        if refusal := game.legal_actions.no_dice():
            raise refusal
        from yahtzee_tui.strategy import Advice, HoldChoice, explain
        from yahtzee_tui.strategy.win import explain_to_win

        values = self._best_play.find(game.ruleset)
        advice = Advice(values, game.card, game.faces, game.rolls_left)
        self._table.note_coach(game.seat)
        wins = self._find_wins(advice, game)
        sentence = explain(advice) if wins is None else explain_to_win(wins)
        best = advice.best if wins is None else wins.best
        where = ""
        if isinstance(best, HoldChoice) and best.faces:
            where = f" These are {tell_places(advice.positions(best, game.held))}."
        # Between dice in a row a voice would say a word for each dash.
        return f"{_BETWEEN_DICE.sub(', ', sentence)}{where}"

    def _find_wins(self, advice: Advice, game: Game) -> WinAdvice | None:
        """Return how often everything wins, None where that isn't known exactly."""
        from yahtzee_tui.strategy import Unsolvable
        from yahtzee_tui.strategy.win import Forecaster, WinAdvice, is_exact

        if len(game.cards) == 1 or not is_exact(game):
            return None
        if self._forecaster is None:
            self._forecaster = Forecaster(self._best_play.find(game.ruleset))
        try:
            return WinAdvice(advice, self._forecaster.turn(game))
        except Unsolvable:
            return None
