"""A computer player alone with the dice of a seed, which it doesn't know in advance either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.dice import Throw
from yahtzee_tui.rules import Hold, Roll

if TYPE_CHECKING:
    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Game
    from yahtzee_tui.strategy.players.player import Player


def play_alone(player: Player, game: Game, dice: Dice) -> Game:
    """Return a game played to its end.

    Args:
        player: Who plays every seat.
        game: The position to begin with.
        dice: What they play with.
    """
    ruleset = game.ruleset
    while not game.is_over:
        if game.roll:
            decision = player.choose(game)
            game = game.play(decision)
            if not isinstance(decision, Hold):
                continue
        throw = Throw(game.seat, game.round, game.roll + 1, ruleset.dice, ruleset.sides)
        game = game.play(Roll(), dice.roll(throw))
    return game
