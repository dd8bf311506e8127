"""A game looked back on: what the dice gave, and what every decision cost.

Before every roll, after it and after every decision a player has an expected final score, with
best play from there on. What a roll changes of it is luck; what a decision takes away from it is
its loss, which is zero for the best. So, for every player of a finished game,

    expected score of best play + all luck - all losses = final score

The decision after a roll is which dice were held when the others were rolled again, or which box
was filled. What was tried and taken back before that doesn't count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Rolled, Scored
from yahtzee_tui.strategy.advice import Advice
from yahtzee_tui.strategy.reviewed import Review, ReviewedPlayer, ReviewedRoll, ReviewedTurn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules import Event, Faces, Game, Positions
    from yahtzee_tui.strategy.advice import Choice
    from yahtzee_tui.strategy.table import Table


def review(table: Table, game: Game, events: Iterable[Event]) -> Review:
    """Look back on a game.

    Args:
        table: Best play of its rules.
        game: The game at its start.
        events: What happened, already checked, without what was taken back.

    Raises:
        Malformed: If the table is of other rules.
    """
    expected = table.value_of(game.card)
    values = [expected] * len(game.players)
    turns: list[ReviewedTurn] = []
    for event in events:
        if isinstance(event, Rolled):
            if not game.roll:
                turns.append(ReviewedTurn(game.round, game.seat, game.player, game.card))
                turns[-1] = _with_roll(table, turns[-1], event.faces, (), values[game.seat])
            else:
                turn = _with_hold(table, turns[-1], game.held)
                turns[-1] = _with_roll(table, turn, event.faces, game.held, turn.after)
        elif isinstance(event, Scored):
            turns[-1] = _with_posting(table, turns[-1], event.box)
            values[game.seat] = turns[-1].after
        game = game.apply(event)
    players = (
        ReviewedPlayer(seat, name, expected, card, tuple(t for t in turns if t.seat == seat))
        for seat, (name, card) in enumerate(zip(game.players, game.cards, strict=True))
    )
    return Review(game, tuple(players), tuple(turns))


def _with_roll(
    table: Table, turn: ReviewedTurn, faces: Faces, kept: Positions, before: float
) -> ReviewedTurn:
    left = turn.card.ruleset.rolls - len(turn.rolls) - 1
    advice = Advice(table, turn.card, faces, left)
    is_forced = not left and len(advice.boxes) == 1
    roll = ReviewedRoll(faces, kept, left, before, advice.value, advice.best, None, is_forced)
    return turn._replace(rolls=(*turn.rolls, roll))


def _with_hold(table: Table, turn: ReviewedTurn, held: Positions) -> ReviewedTurn:
    roll = turn.rolls[-1]
    return _with_choice(turn, Advice(table, turn.card, roll.faces, roll.rolls_left).hold(held))


def _with_posting(table: Table, turn: ReviewedTurn, box: str) -> ReviewedTurn:
    roll = turn.rolls[-1]
    return _with_choice(turn, Advice(table, turn.card, roll.faces, roll.rolls_left).box(box))


def _with_choice(turn: ReviewedTurn, choice: Choice | None) -> ReviewedTurn:
    return turn._replace(rolls=(*turn.rolls[:-1], turn.rolls[-1]._replace(choice=choice)))
