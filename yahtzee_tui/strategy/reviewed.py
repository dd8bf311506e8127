"""What a review is made of: rolls with what was decided after them, turns, players, mistakes."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.strategy.advice import BoxChoice

if TYPE_CHECKING:
    from yahtzee_tui.rules import Card, Faces, Game, Positions
    from yahtzee_tui.strategy.advice import Choice

NOTICEABLE = 0.05
"""Points that a decision must cost to count as a mistake: less doesn't show in one decimal."""


class ReviewedRoll(NamedTuple):
    """A roll, and what was decided after it. Values are expected final scores.

    Attributes:
        faces: What the dice show, by position.
        kept: The positions of the dice that this roll left as they were.
        rolls_left: How many rolls are left after it.
        before: The value before it.
        value: The value after it.
        best: What was best to do.
        choice: What was done; None if the game was left here.
        is_forced: Whether there was nothing else to do.
    """

    faces: Faces
    kept: Positions
    rolls_left: int
    before: float
    value: float
    best: Choice
    choice: Choice | None
    is_forced: bool

    @property
    def luck(self) -> float:
        """What the roll gave, in points; less than zero if it took something."""
        return self.value - self.before

    @property
    def after(self) -> float:
        """The value after what was done."""
        return self.value if self.choice is None else self.choice.value

    @property
    def loss(self) -> float:
        """How many points what was done is worth less than the best, never below zero."""
        return self.value - self.after

    @property
    def is_mistake(self) -> bool:
        """Whether something else would have been noticeably better."""
        return self.loss >= NOTICEABLE


class ReviewedTurn(NamedTuple):
    """A turn of one player.

    Attributes:
        round: The round, from 1.
        seat: Whose turn it is.
        player: The name there.
        card: The card before the turn.
        rolls: What was rolled and decided, at least one roll.
    """

    round: int
    seat: int
    player: str
    card: Card
    rolls: tuple[ReviewedRoll, ...] = ()

    @property
    def before(self) -> float:
        """The expected final score before the turn."""
        return self.rolls[0].before

    @property
    def after(self) -> float:
        """The expected final score after it, or as far as it has come."""
        return self.rolls[-1].after

    @property
    def luck(self) -> float:
        """What the dice gave, in points."""
        return sum(roll.luck for roll in self.rolls)

    @property
    def skill(self) -> float:
        """What the decisions cost, in points: zero at best, else less."""
        return -sum(roll.loss for roll in self.rolls)

    @property
    def scored(self) -> BoxChoice | None:
        """The box that was filled, None if the game was left before that."""
        choice = self.rolls[-1].choice
        return choice if isinstance(choice, BoxChoice) else None


class ReviewedPlayer(NamedTuple):
    """The game of one player.

    Attributes:
        seat: The player's seat.
        name: The player's name.
        expected: The expected score of best play before the game.
        card: The card at the end.
        turns: The player's turns.
    """

    seat: int
    name: str
    expected: float
    card: Card
    turns: tuple[ReviewedTurn, ...]

    @property
    def value(self) -> float:
        """The expected final score at the end, which in a finished game is the final score."""
        return self.turns[-1].after if self.turns else self.expected

    @property
    def luck(self) -> float:
        """What the dice gave in the whole game, in points."""
        return sum(turn.luck for turn in self.turns)

    @property
    def skill(self) -> float:
        """What the decisions of the whole game cost, in points: zero at best, else less."""
        return sum(turn.skill for turn in self.turns)

    @property
    def course(self) -> tuple[float, ...]:
        """The expected final score before the game and after each turn."""
        return (self.expected, *(turn.after for turn in self.turns))

    @property
    def accuracy(self) -> float | None:
        """The share of decisions, from 0 to 1, that cost nothing noticeable.

        Only those count where there was something to decide; None if there were none yet.
        """
        decided = [
            roll
            for turn in self.turns
            for roll in turn.rolls
            if roll.choice is not None and not roll.is_forced
        ]
        if not decided:
            return None
        return sum(not roll.is_mistake for roll in decided) / len(decided)


class Mistake(NamedTuple):
    """A decision than which another was noticeably better.

    Attributes:
        turn_number: The place of its turn among all turns of the game, from 0.
        roll_number: The place of its roll in the turn, from 0.
        turn: The turn.
        roll: The roll after which it was made.
    """

    turn_number: int
    roll_number: int
    turn: ReviewedTurn
    roll: ReviewedRoll

    @property
    def loss(self) -> float:
        """What it cost, in points."""
        return self.roll.loss


class Review(NamedTuple):
    """A game looked back on, as far as it was played.

    Attributes:
        game: The position at the end.
        players: The players in seating order.
        turns: The turns of all players in the order of play.
    """

    game: Game
    players: tuple[ReviewedPlayer, ...]
    turns: tuple[ReviewedTurn, ...]

    def mistakes(self, seat: int | None = None) -> list[Mistake]:
        """Return the mistakes of one player or of all, the costliest first."""
        found = [
            Mistake(turn_number, roll_number, turn, roll)
            for turn_number, turn in enumerate(self.turns)
            for roll_number, roll in enumerate(turn.rolls)
            if roll.is_mistake and seat in (None, turn.seat)
        ]
        return sorted(found, key=attrgetter("loss"), reverse=True)
