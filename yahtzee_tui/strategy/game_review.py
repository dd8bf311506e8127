"""The review of a game: what the dice gave, and what every decision cost.

A roll changes a player's expected final score by its luck, and a decision lowers it by its loss,
which is zero for the best. So, for every player of a finished game,

    expected score of best play + all luck - all losses = final score

A decision is the dice held for the next roll, or the box; what was taken back doesn't count. Turns
of dice on the players' own table whose rolls aren't all known have no luck and no losses, and then
this doesn't hold.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import IntEnum
from itertools import zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.rules import gather_turns, knows_rolls
from yahtzee_tui.strategy.advice import Advice, BoxChoice, Reason, compare_choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Card, Event, Faces, Game, PlayedTurn, Positions
    from yahtzee_tui.strategy.advice import Choice
    from yahtzee_tui.strategy.solver.value_table import ValueTable


def review_game(table: ValueTable, game: Game, events: Iterable[Event]) -> Review:
    """Review a game from its start; raise `Malformed` if the table is of other rules.

    >>> start = Game.start(find_ruleset("crag"), ("Ann",))
    >>> history = History(start).play("roll 5 5 3").play("score thirteen")
    >>> (mistake,) = review_game(solve(start.ruleset), start, history.events).mistakes()
    >>> mistake.best.box, round(mistake.loss, 1)
    (Box('crag'), 10.7)
    """
    expected = table.value_of(game.card)
    events = tuple(events)
    courses, cards = [[expected] for _ in game.players], list(game.cards)
    turns: list[ReviewedTurn] = []
    for played in gather_turns(game, events):
        seat, card, scored = played.seat, cards[played.seat], played.scored
        if scored is not None:
            cards[seat] = card.write(scored.box, scored.points, scored.bonus)
        if scored is not None and not knows_rolls(game, played):
            courses[seat].append(table.value_of(cards[seat]))
            continue
        rolls = tuple(_review_rolls(table, card, played, courses[seat][-1]))
        turns.append(ReviewedTurn(played.round, seat, played.player, card, rolls))
        courses[seat].append(turns[-1].after)
    players = (
        ReviewedPlayer(seat, name, tuple(course), card, tuple(t for t in turns if t.seat == seat))
        for seat, (name, course, card) in enumerate(zip(game.players, courses, cards, strict=True))
    )
    for event in events:
        game = game.play_unchecked(event)
    return Review(game, tuple(players), tuple(turns))


def _review_rolls(
    table: ValueTable, card: Card, turn: PlayedTurn, before: float
) -> Iterator[ReviewedRoll]:
    """Yield the rolls of a turn; `before` is the value before the first."""
    for number, (roll, following) in enumerate(zip_longest(turn.rolls, turn.rolls[1:]), 1):
        rolls_left = card.ruleset.rolls - number
        advice = Advice(table, card, roll.faces, rolls_left)
        choice: Choice | None = None
        if following is not None:
            choice = advice.hold(following.kept)
        elif turn.scored is not None:
            choice = advice.box(turn.scored.box)
        is_forced = not rolls_left and len(advice.boxes) == 1
        reviewed = ReviewedRoll(
            roll.faces, roll.kept, rolls_left, before, advice.value, advice.best, choice, is_forced
        )
        yield reviewed
        before = reviewed.after


NOTICEABLE = 0.05
"""Points that a decision must cost to count as a mistake: less doesn't show in one decimal."""


class Grade(IntEnum):
    """How good the decisions of a turn were."""

    BEST, GOOD, SLIP, POOR = range(4)


_GRADE_LIMITS = (0.3, 2.0, 6.0)
"""The points from which on a turn's losses are the next worse grade."""


class ReviewedRoll(NamedTuple):
    """A roll, and the decision after it. Values are expected final scores."""

    faces: Faces
    kept: Positions  # positions that this roll left as they were
    rolls_left: int  # after it
    before: float
    value: float
    best: Choice
    choice: Choice | None  # None if the game was left here
    is_forced: bool  # whether there was nothing else to do

    @property
    def luck(self) -> float:
        """What the roll gave, in points; less than zero if it took something."""
        return self.value - self.before

    @property
    def after(self) -> float:
        """The value after the decision."""
        return self.value if self.choice is None else self.choice.value

    @property
    def loss(self) -> float:
        """How many points the decision is worth less than the best, never below zero."""
        return self.value - self.after

    @property
    def is_mistake(self) -> bool:
        return self.loss >= NOTICEABLE


class ReviewedTurn(NamedTuple):
    """A turn of one player."""

    round: int  # from 1
    seat: int
    player: str
    card: Card  # before the turn
    rolls: tuple[ReviewedRoll, ...] = ()  # at least one

    @property
    def before(self) -> float:
        return self.rolls[0].before

    @property
    def after(self) -> float:
        """The expected final score after the turn, or as far as it has come."""
        return self.rolls[-1].after

    @property
    def luck(self) -> float:
        return sum(roll.luck for roll in self.rolls)

    @property
    def skill(self) -> float:
        """What the decisions cost, in points: zero at best, else less."""
        return -sum(roll.loss for roll in self.rolls)

    @property
    def grade(self) -> Grade:
        return Grade(bisect_right(_GRADE_LIMITS, -self.skill))

    @property
    def scored(self) -> BoxChoice | None:
        """The box that was filled, None if the game was left before that."""
        choice = self.rolls[-1].choice
        return choice if isinstance(choice, BoxChoice) else None


class ReviewedPlayer(NamedTuple):
    """The game of one player."""

    seat: int
    name: str
    course: tuple[float, ...]  # the expected final score before the game and after each turn
    card: Card  # at the end
    turns: tuple[ReviewedTurn, ...]  # those whose rolls are known; luck and skill are of these

    @property
    def expected(self) -> float:
        """The expected score of best play before the game."""
        return self.course[0]

    @property
    def value(self) -> float:
        """The expected final score at the end, which in a finished game is the final score."""
        return self.course[-1]

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    @property
    def skill(self) -> float:
        return sum(turn.skill for turn in self.turns)

    @property
    def accuracy(self) -> float | None:
        """The share of choices, from 0 to 1, that cost nothing noticeable; None without any."""
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
    """A decision when another was noticeably better, for points or to win."""

    turn_number: int  # among all turns of the game, from 0
    roll_number: int  # in the turn, from 0
    turn: ReviewedTurn
    roll: ReviewedRoll
    best: Choice
    loss: float  # points, or the chance of a win


class Review(NamedTuple):
    """A reviewed game, as far as it was played.

    >>> start = Game.start(find_ruleset("crag"), ("Ann",))
    >>> history = History(start).play("roll 5 5 3").play("score crag")
    >>> (ann,) = review_game(solve(start.ruleset), start, history.events).players
    >>> round(ann.luck, 1), ann.skill, ann.accuracy
    (11.9, 0.0, 1.0)
    """

    game: Game  # the position at the end
    players: tuple[ReviewedPlayer, ...]  # in seating order
    turns: tuple[ReviewedTurn, ...]  # of all players, in the order of play

    def __repr__(self) -> str:
        return f"Review({self.game!r})"

    @property
    def is_whole(self) -> bool:
        """Whether it has all turns that were played."""
        return sum(turn.scored is not None for turn in self.turns) == self.game.turns

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each turn, for polars, pandas or a CSV file.

        `before` and `after` are expected final scores, which differ by `luck` and `skill`: what the
        dice gave, and what the decisions cost.
        """
        return [
            {
                "seat": turn.seat + 1,
                "player": turn.player,
                "round": turn.round,
                "box": turn.scored.box.id if turn.scored else None,
                "points": turn.scored.points if turn.scored else None,
                "bonus": turn.scored.bonus if turn.scored else None,
                "before": turn.before,
                "luck": turn.luck,
                "skill": turn.skill,
                "after": turn.after,
            }
            for turn in self.turns
        ]

    def mistakes(self, seat: int | None = None) -> list[Mistake]:
        """Return the mistakes of one player or of all, the costliest first."""
        found = [
            Mistake(turn_number, roll_number, turn, roll, roll.best, roll.loss)
            for turn_number, turn in enumerate(self.turns)
            for roll_number, roll in enumerate(turn.rolls)
            if roll.is_mistake and seat in (None, turn.seat)
        ]
        return sorted(found, key=attrgetter("loss"), reverse=True)


def explain_mistake(table: ValueTable, mistake: Mistake) -> tuple[Reason, ...]:
    """Return what the best choice for points would have brought more than the one made.

    See `compare_choices`; `can_explain` must hold for the card.
    """
    turn, roll = mistake.turn, mistake.roll
    if roll.choice is None:
        return ()
    advice = Advice(table, turn.card, roll.faces, roll.rolls_left)
    return compare_choices(table, advice, roll.best, roll.choice)
