"""The state of a game, frozen. It never rolls: faces come to it from outside, in events."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules.actions import Held, Hold, Roll, Rolled, Score, Scored
from yahtzee_tui.rules.card import Card
from yahtzee_tui.rules.legal import LegalActions
from yahtzee_tui.rules.players import check_players
from yahtzee_tui.rules.refusal import Malformed, NotNow

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Action, Event, Positions
    from yahtzee_tui.rules.card import Potential
    from yahtzee_tui.rules.patterns import Faces
    from yahtzee_tui.rules.ruleset import Ruleset


class Standing(NamedTuple):
    """One player's place in the ranking.

    Attributes:
        place: From 1; players with equal totals share the better place.
        seat: The player's seat.
        total: The grand total.
    """

    place: int
    seat: int
    total: int


@dataclass(frozen=True)
class Game:
    """A position: everything that decides what may happen next, and nothing derived.

    Attributes:
        ruleset: The rules.
        players: Names in seating order; a player's seat is the place in it, from 0.
        first: The seat that began.
        cards: Each seat's card.
        turns: Turns finished, by all players together.
        roll: Rolls made in this turn, 0 before the first.
        faces: What the dice show, empty before the first roll of a turn.
        held: Positions of the dice that the next roll keeps.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    first: int
    cards: tuple[Card, ...]
    turns: int = 0
    roll: int = 0
    faces: Faces = ()
    held: Positions = ()

    @classmethod
    def start(cls, ruleset: Ruleset, players: tuple[str, ...], first: int = 0) -> Game:
        """Return a new game.

        Raises:
            Malformed: If there is no player, a name is not one, two are the same, or nobody
                sits where the game is to begin.
        """
        check_players(players)
        if not 0 <= first < len(players):
            raise Malformed("bad_first", f"Nobody sits at seat {first + 1} to begin.")
        return cls(ruleset, tuple(players), first, (Card.empty(ruleset),) * len(players))

    @property
    def seat(self) -> int:
        """The seat whose turn it is; after the end, the one that began."""
        return (self.first + self.turns) % len(self.players)

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.players[self.seat]

    @property
    def card(self) -> Card:
        """The card of the player whose turn it is."""
        return self.cards[self.seat]

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return len(self.ruleset.boxes)

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end, the last."""
        return min(self.turns // len(self.players) + 1, self.rounds)

    @property
    def rolls_left(self) -> int:
        """How many rolls this turn still has."""
        return 0 if self.is_over else self.ruleset.rolls - self.roll

    @property
    def is_over(self) -> bool:
        """Whether every card is full."""
        return self.turns >= self.rounds * len(self.players)

    @property
    def legal_actions(self) -> LegalActions:
        """What the player whose turn it is may do: the only authority."""
        return LegalActions(self)

    @cached_property
    def potentials(self) -> tuple[Potential, ...]:
        """What the dice would score in every open box of the card; empty before a roll."""
        return self.card.potentials(self.faces) if self.roll and not self.is_over else ()

    @cached_property
    def ranking(self) -> tuple[Standing, ...]:
        """The players by grand total, best first; equal totals share a place."""
        totals = [card.grand_total for card in self.cards]
        standings = (
            Standing(1 + sum(other > total for other in totals), seat, total)
            for seat, total in enumerate(totals)
        )
        return tuple(sorted(standings, key=lambda standing: (standing.place, standing.seat)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; empty until the game is over."""
        return tuple(s.seat for s in self.ranking if s.place == 1) if self.is_over else ()

    def potential(self, box: str) -> Potential:
        """Return what a box would score now, or why it may not be filled.

        Raises:
            Malformed: If the game has no such box.
            NotNow: If there are no dice to score.
        """
        self.ruleset.place(box)
        if refusal := self.legal_actions.no_dice():
            raise refusal
        return self.card.potential(box, self.faces)

    def decide(self, action: Action, fresh: Faces = ()) -> Event:
        """Return the event that an action leads to.

        Args:
            action: What the player wants.
            fresh: For a roll, a face for every position; those of held dice are not used.

        Raises:
            Refusal: If the rules refuse the action; it says why.
        """
        if refusal := self.legal_actions.why_not(action):
            raise refusal
        match action:
            case Roll():
                self.ruleset.check_faces(fresh)
                kept = self.held if self.roll else ()
                return Rolled(
                    tuple(
                        self.faces[position] if position in kept else face
                        for position, face in enumerate(fresh)
                    )
                )
            case Hold(positions):
                return Held(positions)
            case Score(box):
                potential = self.card.potential(box, self.faces)
                return Scored(box, potential.points, potential.bonus)

    def play(self, action: Action, fresh: Faces = ()) -> Game:
        """Return the position after an action: the checked door. See `decide`."""
        return self.apply(self.decide(action, fresh))

    def apply(self, event: Event) -> Game:
        """Return the position after an event, without checking it: the trusted door."""
        match event:
            case Rolled(faces):
                return self._with(self.cards, self.turns, self.roll + 1, faces, self.held)
            case Held(positions):
                return self._with(self.cards, self.turns, self.roll, self.faces, positions)
            case Scored(box, points, bonus):
                seat = self.seat
                card = self.cards[seat].write(box, points, bonus)
                cards = (*self.cards[:seat], card, *self.cards[seat + 1 :])
                return self._with(cards, self.turns + 1, 0, (), ())

    def admit(self, event: Event) -> Game:
        """Return the position after an event that somebody recorded, having checked it.

        Raises:
            Refusal: If it can't have happened here.
        """
        decided = self.decide(event.action, event.faces if isinstance(event, Rolled) else ())
        if decided == event:
            return self.apply(event)
        if isinstance(event, Rolled):
            raise NotNow("held_die_changed", "A die that was held shows another face.", self)
        raise WrongPoints(event, decided, self)

    def _with(
        self, cards: tuple[Card, ...], turns: int, roll: int, faces: Faces, held: Positions
    ) -> Game:
        return Game(self.ruleset, self.players, self.first, cards, turns, roll, faces, held)


class WrongPoints(Malformed):
    """A recorded posting has other points than the rules give.

    Attributes:
        right: The event as it should be.
    """

    def __init__(self, wrong: Event, right: Event, game: Game) -> None:
        """Say what stands in the record and what should."""
        super().__init__("wrong_points", f"Recorded as {wrong}, but the rules say {right}.", game)
        self.right = right
