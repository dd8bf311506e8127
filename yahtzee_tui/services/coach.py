"""The coach beside a table: for whom it speaks, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from yahtzee_tui.rules import Refusal
from yahtzee_tui.settings import CoachMode

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Card, Positions
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.settings import Options
    from yahtzee_tui.strategy import Advice
    from yahtzee_tui.strategy.winprob import WinAdvice, WinTurn
    from yahtzee_tui.table import Table


class Hints(NamedTuple):
    """What the coach marks.

    Attributes:
        keep: The positions of the dice to hold, empty where a box is best.
        losses: How many points each open box costs against the best, by its id.
    """

    keep: Positions = ()
    losses: dict[str, float] | None = None


NO_HINTS = Hints()
"""Nothing is marked."""


_TurnKey: TypeAlias = "tuple[tuple[Card, ...], int]"
"""What the chances of a turn hang on: the cards before it, and whose turn it is."""


class Coach:
    """Speaks only to players who asked for it, and notes at the table that they did."""

    def __init__(
        self,
        table: Table,
        options: Callable[[], Options],
        loader: Callable[[], ValueTableLoader],
        acts_for: Callable[[int], bool],
    ) -> None:
        """Stand beside a table.

        Args:
            table: The table.
            options: Gives the options in force, which may change at any moment.
            loader: Gives whoever knows best play of this game.
            acts_for: Whether those who hear it act for a seat.
        """
        self._table, self._options, self._loader = table, options, loader
        self._acts_for = acts_for
        self._changed_mind: set[int] = set()
        self._newest: Advice | None = None
        self._foreseen: _TurnKey | None = None
        self._wins: WinTurn | None = None

    @property
    def may_speak(self) -> bool:
        """Whether there is a coach at all."""
        return self._options().coach is not CoachMode.OFF

    @property
    def is_wanted(self) -> bool:
        """Whether the player whose turn it is wants advice."""
        game, coach = self._table.game, self._options().coach
        wanted = (coach is CoachMode.ALWAYS) != (game.seat in self._changed_mind)
        may_speak = coach is not CoachMode.OFF and not game.is_over
        return wanted and may_speak and self._acts_for(game.seat)

    def toggle(self) -> None:
        """Let the player whose turn it is have advice, or none any more."""
        self._changed_mind ^= {self._table.game.seat}

    @property
    def advice(self) -> Advice | None:
        """What everything is worth now, None while nobody wants to know or there are no dice."""
        game, newest = self._table.game, self._newest
        if not self.is_wanted or not game.roll:
            return None
        position = (game.card, game.faces, game.rolls_left)
        if newest is None or (newest.card, newest.faces, newest.rolls_left) != position:
            self._newest = newest = self._loader().advise(*position)
        try:
            if newest is not None:
                self._table.note_coach(game.seat)
        except Refusal:  # nobody asks without that being known
            return None
        return newest

    @property
    def needs_loading(self) -> bool:
        """Whether something must be worked out first that is wanted now."""
        if not self.is_wanted:
            return False
        loader, game = self._loader(), self._table.game
        if loader.values is None:
            return True
        return self._foreseen != self._turn_key and loader.can_foresee(game)

    async def load(self, report: Callable[[], None]) -> None:
        """Work out best play, and late in a game of several the chances of winning this turn.

        Args:
            report: Called now and then, and in the end.
        """
        loader = self._loader()
        if loader.values is None:
            await loader.load(report)
        game, key = self._table.game, self._turn_key
        if loader.can_foresee(game):
            self._foreseen, self._wins = key, None
            wins = await loader.foresee(game)
            if self._foreseen == key:
                self._wins = wins
                if self.is_wanted:
                    report()

    def wins(self, advice: Advice | None) -> WinAdvice | None:
        """Return how often everything wins, None while that isn't known exactly."""
        if advice is None or self._wins is None or self._foreseen != self._turn_key:
            return None
        from yahtzee_tui.strategy.winprob import WinAdvice

        return WinAdvice(advice, self._wins)

    def hints(self, advice: Advice | None) -> Hints:
        """Return what is to be marked."""
        if advice is None:
            return NO_HINTS
        from yahtzee_tui.strategy import HoldChoice

        keep: Positions = ()
        if isinstance(advice.best, HoldChoice):
            keep = advice.positions(advice.best, self._table.game.held)
        return Hints(keep, {choice.box.id: advice.loss(choice) for choice in advice.boxes})

    def say(self, advice: Advice | None) -> str | None:
        """Return what is best and why, or what the coach waits for; None if it is silent."""
        if advice is not None:
            from yahtzee_tui.strategy import describe_advice, describe_win_advice

            wins = self.wins(advice)
            return describe_advice(advice) if wins is None else describe_win_advice(wins)
        if not self.is_wanted:
            return None
        loader = self._loader()
        if loader.problem is not None:
            return loader.problem
        if loader.values is None:
            return f"The coach works out best play: {loader.progress:.0%} done."
        return None

    @property
    def _turn_key(self) -> _TurnKey:
        return self._table.game.cards, self._table.game.seat
