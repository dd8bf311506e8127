"""The position of a game, frozen, and its legal actions. Faces come from outside, in events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules.actions import (
    Action,
    Held,
    Hold,
    Roll,
    Rolled,
    Score,
    Scored,
    parse_move,
)
from yahtzee_tui.rules.builtin_rulesets import find_ruleset
from yahtzee_tui.rules.card import Card, draw_cards
from yahtzee_tui.rules.describe import format_faces
from yahtzee_tui.rules.errors import Malformed, NotNow, Refusal
from yahtzee_tui.rules.names import check_players
from yahtzee_tui.text import end_sentence, quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Event, Move, Positions
    from yahtzee_tui.rules.ruleset import Faces, Potential, Ruleset


def place_among(total: int, totals: Iterable[int]) -> int:
    """Return the place of a grand total from 1; equal totals share the better place."""
    return 1 + sum(other > total for other in totals)


class Standing(NamedTuple):
    """A seat's place in the ranking, from 1; equal totals share the better place."""

    place: int
    seat: int
    total: int


@dataclass(frozen=True)
class Game:
    """A position: everything that decides what may happen next; all else is derived from it.

    >>> game = Game.start(find_ruleset("official"), ("Ann", "Bob"))
    >>> game = game.play("roll 3 3 3 4 1").play("hold 1 2 3 4").play("roll 3 3 3 4 4")
    >>> game
    Game(official, 'Ann': 0, 'Bob': 0, 0 turns, roll 2: 3-3-3-4-4)
    >>> [found.box.id for found in game.potentials if found.points == 25]
    ['full_house']
    >>> game.play("score full house").player
    'Bob'
    """

    ruleset: Ruleset
    players: tuple[str, ...]  # in seating order; a player's seat is the place in it, from 0
    first: int  # the seat that began
    cards: tuple[Card, ...]  # each seat's card
    turns: int = 0  # turns finished, by all players together
    roll: int = 0  # rolls made in this turn, 0 before the first
    faces: Faces = ()  # what the dice show, empty before the first roll of a turn
    held: Positions = ()  # positions of the dice that the next roll keeps
    saved: tuple[int, ...] = ()  # each seat's saved rolls; empty where rolls aren't saved

    @classmethod
    def start(cls, ruleset: Ruleset | str, players: tuple[str, ...], first: int = 0) -> Game:
        """Return a new game of a rule set or its id.

        Raise `Malformed` for bad names, or if there is no such rule set or first seat.
        """
        ruleset = find_ruleset(ruleset)
        check_players(players)
        if type(first) is not int or not 0 <= first < len(players):
            last = len(players) - 1
            sentence = _("The seat that goes first must be 0 to {last}.", last=last)
            raise Malformed("bad_first", sentence)
        cards = (Card.empty(ruleset),) * len(players)
        saved = (0,) * len(players) if ruleset.saved_rolls else ()
        return cls(ruleset, tuple(players), first, cards, saved=saved)

    def __repr__(self) -> str:
        seats = zip(self.players, self.cards, strict=True)
        totals = (f"{name!r}: {card.grand_total}" for name, card in seats)
        dice = f", roll {self.roll}: {format_faces(self.faces)}" if self.roll else ""
        turns = f"{self.turns} turn{'s' * (self.turns != 1)}"
        return f"Game({self.ruleset.key}, {', '.join(totals)}, {turns}{dice})"

    def __str__(self) -> str:
        """Return the cards side by side as text, and below them whose turn it is, and the dice."""
        table = draw_cards(self.cards, self.players)
        if self.is_over:
            return f"{table}\nThe game is over."
        dice = f": {format_faces(self.faces)}" if self.roll else ""
        held = f", holding {format_faces(self.faces[at] for at in self.held)}" if self.held else ""
        return f"{table}\n{self.player}, roll {self.roll} of {self.most_rolls}{dice}{held}"

    def svg(self) -> str:
        """Return a picture of the cards, whose turn it is and the dice, for notebooks and pages."""
        from yahtzee_tui.rules.svg import draw_svg  # few programs need it

        return draw_svg(str(self), self.faces, self.held)

    _repr_html_ = svg

    @cached_property
    def seat(self) -> int:
        """The seat whose turn it is; after the end, the one that began."""
        return (self.first + self.turns) % len(self.players)

    @property
    def player(self) -> str:
        return self.players[self.seat]

    @property
    def card(self) -> Card:
        return self.cards[self.seat]

    @property
    def rounds(self) -> int:
        return len(self.ruleset.boxes)

    @property
    def round(self) -> int:
        """The round being played, from 1; after the end, the last."""
        return min(self.turns // len(self.players) + 1, self.rounds)

    @property
    def most_rolls(self) -> int:
        """The most rolls that this turn can have, with those that the player saved."""
        return self.ruleset.rolls + (self.saved[self.seat] if self.saved else 0)

    @cached_property
    def rolls_left(self) -> int:
        return 0 if self.is_over else self.most_rolls - self.roll

    @property
    def saved_left(self) -> int:
        """How many saved rolls the player has left, after the rolls that every turn has."""
        return max(0, self.rolls_left - max(0, self.ruleset.rolls - self.roll))

    @cached_property
    def is_over(self) -> bool:
        return self.turns >= len(self.ruleset.boxes) * len(self.players)

    @property
    def legal_actions(self) -> LegalActions:
        """What the player whose turn it is may do; no other code decides on legality.

        >>> game = Game.start(find_ruleset("crag"), ("Ann",)).play("roll 1 4 6")
        >>> Hold((0, 1)) in game.legal_actions, Score("chance") in game.legal_actions
        (True, False)
        >>> len(game.legal_actions)
        22
        """
        return LegalActions(self)

    @cached_property
    def potentials(self) -> tuple[Potential, ...]:
        """What the dice would score in every open box of the card; empty before a roll."""
        if not self.roll or self.is_over:
            return ()
        return self.card.potentials(self.faces, is_first=self.roll == 1)

    @cached_property
    def ranking(self) -> tuple[Standing, ...]:
        """The players by grand total, best first; equal totals share a place."""
        totals = [card.grand_total for card in self.cards]
        standings = (
            Standing(place_among(total, totals), seat, total) for seat, total in enumerate(totals)
        )
        return tuple(sorted(standings, key=lambda standing: (standing.place, standing.seat)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; empty until the game is over."""
        return tuple(s.seat for s in self.ranking if s.place == 1) if self.is_over else ()

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        """The legal actions."""
        rolls = () if self.legal_actions.why_no_roll() else (_ROLL,)
        if not self.roll:
            return rolls
        holds = _holds(self.ruleset.dice).values() if self.rolls_left else ()
        scores = [_score(found.box.id) for found in self.potentials if found.refusal is None]
        return (*rolls, *holds, *scores)

    def potential(self, box: str) -> Potential:
        """Return what a box would score now, or why it may not be; raise `NotNow` without dice."""
        self.ruleset.place(box)
        if refusal := self.legal_actions.no_dice():
            raise refusal
        return self.card.potential(box, self.faces, is_first=self.roll == 1)

    def check(self, move: Move, fresh: Faces = ()) -> Event:
        """Return the event that a move leads to, or raise the `Refusal` that says why not.

        A move is an action, a text such as `hold 1 3` (see `parse_move`) or an event, which must be
        what the rules make of it. For the action of rolling, `fresh` has a face for every position;
        those of held dice are not used.

        Raises:
            WrongPoints: If only the points of an event are wrong.
            Refusal: If it can't happen here.
        """
        if isinstance(move, _EVENTS):
            return self._check_event(move)
        legal = self.legal_actions
        match move:
            case Hold():
                if refusal := legal.why_no_hold(move.positions):
                    raise refusal
                return Held(move.positions)
            case Roll():
                if refusal := legal.why_no_roll():
                    raise refusal
                self._check_fresh(fresh)
                if not self.held:
                    return Rolled(tuple(fresh))
                kept, faces = self.held, self.faces
                return Rolled(
                    tuple([faces[at] if at in kept else face for at, face in enumerate(fresh)])
                )
            case Score():
                if refusal := legal.why_no_score(move.box):
                    raise refusal
                potential = self.card.potential(move.box, self.faces, is_first=self.roll == 1)
                return Scored(move.box, potential.points, potential.bonus)
            case str():
                return self.check(parse_move(self.ruleset, move), fresh)
            case _:  # from callers that check no types
                raise legal.why_not(move)

    def _check_fresh(self, fresh: Faces) -> None:
        """Raise `Malformed` if these are not the faces of a roll, or none were passed."""
        if fresh == ():
            sentence = _("A roll needs faces: pass those of all dice as the second argument.")
            raise Malformed("bad_dice", sentence, self)
        self.ruleset.check_faces(fresh)

    def _check_event(self, event: Event) -> Event:
        match event:
            case Rolled(faces):
                if refusal := self.legal_actions.why_no_roll():
                    raise refusal
                self._check_fresh(faces)
                if type(faces) is not tuple or any(faces[at] != self.faces[at] for at in self.held):
                    raise NotNow("held_die_changed", _("A held die changed its face."), self)
            case Held(positions):
                if refusal := self.legal_actions.why_no_hold(positions):
                    raise refusal
            case Scored(box):
                if (checked := self.check(_score(box))) != event:
                    raise WrongPoints(event, checked, self)
        return event

    def points_given_up(self, box: str) -> int:
        """Return the points of the best box if this one brings none, else 0; see `potential`."""
        if self.potential(box).worth:
            return 0
        return max((each.worth for each in self.potentials if each.refusal is None), default=0)

    def play(self, move: Move, fresh: Faces = ()) -> Game:
        """Return the position after a move, or refuse it. See `check`."""
        return self.play_unchecked(self.check(move, fresh))

    def play_unchecked(self, event: Event) -> Game:
        """Return the position after an event that was checked before."""
        match event:
            case Held():
                # Only where every die is held or was, other actions are legal.
                is_whole = self.ruleset.dice in (len(event.positions), len(self.held))
                return self._change({"held": event.positions}, _OF_HOLD if is_whole else ())
            case Rolled():
                roll, left = self.roll + 1, self.rolls_left - 1
                fields = {"roll": roll, "faces": event.faces, "rolls_left": left}
                return self._change(fields, _OF_DICE)
            case Scored():
                seat = self.seat
                card = self.cards[seat].write(event.box, event.points, event.bonus)
                cards = (*self.cards[:seat], card, *self.cards[seat + 1 :])
                saved = self.saved and (
                    *self.saved[:seat],
                    self.rolls_left,
                    *self.saved[seat + 1 :],
                )
                turns = self.turns + 1
                return Game(self.ruleset, self.players, self.first, cards, turns, saved=saved)

    def _change(self, fields: dict[str, object], stale: tuple[str, ...] = ()) -> Game:
        """Return the position with other fields, and all that is derived but for what is stale."""
        # A random game is a tenth faster so: a frozen dataclass sets every field by a call.
        game = object.__new__(Game)
        known = game.__dict__
        known |= self.__dict__
        known |= fields
        for name in stale:
            known.pop(name, None)
        return game


_EVENTS = (Rolled, Held, Scored)
_OF_HOLD = ("_listed",)
_OF_DICE = "potentials", *_OF_HOLD
"""What is derived from the dice, and of that what depends on the held ones."""

# The same actions are legal again and again, and so they are made once.
_ROLL = Roll()
_INT = frozenset({int})
_score = lru_cache(maxsize=1024)(Score)


@cache
def _holds(dice: int) -> dict[Positions, Hold]:
    """Return every hold of a number of dice, at most 256, by its positions."""
    sizes = (combinations(range(dice), size) for size in range(dice + 1))
    return {positions: Hold(positions) for positions in chain.from_iterable(sizes)}


class LegalActions(Collection[Action]):
    """The legal actions of a position, computed only as far as they are asked for."""

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def __iter__(self) -> Iterator[Action]:
        return iter(self._game._listed)

    def __len__(self) -> int:
        return len(self._game._listed)

    def __bool__(self) -> bool:
        return not self._game.is_over

    def __repr__(self) -> str:
        return f"LegalActions({', '.join(map(str, self))})"

    def why_not(self, action: Action) -> Refusal | None:
        """Return why an action is refused, or None if it is legal."""
        match action:
            case Hold():
                return self.why_no_hold(action.positions)
            case Roll():
                return self.why_no_roll()
            case Score():
                return self.why_no_score(action.box)
            case _:  # from callers that check no types
                word = quote(str(action))  # type: ignore[unreachable]
                sentence = _("{word} is not an action.", word=word)
                return Malformed("unknown_action", sentence, self._game)

    def no_dice(self) -> NotNow | None:
        """Return why there are no dice to hold or to score, or None if there are."""
        game = self._game
        if game.is_over:
            return NotNow("game_over", _("The game is over."), game)
        if not game.roll:
            return NotNow("roll_first", _("{player} must roll first.", player=game.player), game)
        return None

    def why_no_roll(self) -> Refusal | None:
        game = self._game
        if game.rolls_left and len(game.held) < game.ruleset.dice:
            return None
        if game.is_over:
            return NotNow("game_over", _("The game is over."), game)
        if not game.rolls_left:
            sentence = _("No rolls left: {player} must score.", player=game.player)
            return NotNow("no_rolls_left", sentence, game)
        sentence = _("All dice are held. Release one to reroll, or choose a box.")
        return NotNow("all_held", sentence, game)

    def why_no_hold(self, positions: tuple[int, ...]) -> Refusal | None:
        game = self._game
        are_numbers = type(positions) is tuple and _INT.issuperset(map(type, positions))
        if not are_numbers or positions not in _holds(game.ruleset.dice):
            most = game.ruleset.dice
            sentence = _("Dice to hold: positions 1 to {most}, each once, in order.", most=most)
            return Malformed("bad_hold", sentence, game)
        if game.roll and game.rolls_left:
            return None
        sentence = _("No rolls left to hold dice for: {player} must score.", player=game.player)
        return self.no_dice() or NotNow("no_rolls_left", sentence, game)

    def why_no_score(self, box: str) -> Refusal | None:
        game = self._game
        if type(box) is not str or box not in game.ruleset.places:
            unknown = _("{game} has no box {box}", game=game.ruleset.name, box=quote(str(box)))
            return Malformed("unknown_box", end_sentence(unknown), game)
        refusal = self.no_dice() or game.card.potential(box, game.faces).refusal
        if refusal is not None:
            refusal.game = game
        return refusal


class WrongPoints(Malformed):
    """A recorded posting has other points than the rules give; `right` is the event corrected."""

    def __init__(self, wrong: Event, right: Event, game: Game) -> None:
        # Translators: both are such as "scored fours 20 +100", in English as in the record
        sentence = _("Recorded as {wrong}, but the rules say {right}.", wrong=wrong, right=right)
        super().__init__("wrong_points", sentence, game)
        self.right = right
