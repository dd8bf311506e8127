"""What may be done in a position. Every other part of the program asks this and only this."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from yahtzee_tui.rules.actions import Action, Hold, Roll, Score
from yahtzee_tui.rules.refusal import Malformed, NotNow, Refusal
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.rules.game import Game


class LegalActions(Collection[Action]):
    """The legal actions of a position, worked out only as far as they are asked for."""

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        """Look at a position."""
        self._game = game

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def __iter__(self) -> Iterator[Action]:
        return (action for action in self._candidates() if action in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return not self._game.is_over

    def __repr__(self) -> str:
        return f"<LegalActions ({', '.join(map(str, self))})>"

    def why_not(self, action: Action) -> Refusal | None:
        """Return why an action is refused, or None if it is legal."""
        match action:
            case Roll():
                return self._no_roll()
            case Hold(positions):
                return self._no_hold(positions)
            case Score(box):
                return self._no_score(box)

    def no_dice(self) -> NotNow | None:
        """Return why there are no dice to hold or to score, or None if there are."""
        game = self._game
        if game.is_over:
            return NotNow("game_over", "The game is over.", game)
        if not game.roll:
            return NotNow("roll_first", f"{game.player} has to roll first.", game)
        return None

    def _no_roll(self) -> Refusal | None:
        game = self._game
        if game.is_over:
            return NotNow("game_over", "The game is over.", game)
        if not game.rolls_left:
            sentence = f"No rolls left: {game.player} has to score."
            return NotNow("no_rolls_left", sentence, game)
        if game.roll and len(game.held) == game.ruleset.dice:
            sentence = "Every die is held: let one go to roll, or score."
            return NotNow("all_held", sentence, game)
        return None

    def _no_hold(self, positions: tuple[int, ...]) -> Refusal | None:
        game = self._game
        within = all(type(p) is int and 0 <= p < game.ruleset.dice for p in positions)
        if not within or any(a >= b for a, b in pairwise(positions)):
            sentence = f"Dice are held by positions 1 to {game.ruleset.dice}, each once, ascending."
            return Malformed("bad_hold", sentence, game)
        if refusal := self.no_dice():
            return refusal
        if not game.rolls_left:
            sentence = f"No rolls left to hold dice for: {game.player} has to score."
            return NotNow("no_rolls_left", sentence, game)
        return None

    def _no_score(self, box: str) -> Refusal | None:
        game = self._game
        if box not in game.ruleset.places:
            sentence = f"{game.ruleset.name} has no box {quote(box)}."
            return Malformed("unknown_box", sentence, game)
        refusal = self.no_dice() or game.card.potential(box, game.faces).refusal
        if refusal is not None:
            refusal.game = game
        return refusal

    def _candidates(self) -> Iterator[Action]:
        game = self._game
        if game.is_over:
            return
        yield Roll()
        if not game.roll:
            return
        dice = range(game.ruleset.dice)
        for size in range(game.ruleset.dice + 1):
            yield from map(Hold, combinations(dice, size))
        for box in game.card.open:
            yield Score(box.id)
