"""The position of a game, frozen, and its legal actions. Faces come from outside, in events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

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
from yahtzee_tui.rules.names import check_name
from yahtzee_tui.text import end_sentence, quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules.actions import Event, Move, Positions
    from yahtzee_tui.rules.ruleset import Faces, Potential, Ruleset


MOST_PLAYERS = 8


def check_players(players: Sequence[str]) -> None:
    """Raise `Malformed` if the names of players are too few, too many, invalid or not distinct."""
    if not isinstance(players, tuple | list):
        raise Malformed("bad_players", _("The players are a sequence of names."))
    if not 1 <= len(players) <= MOST_PLAYERS:
        given = len(players)
        sentence = _("A game has 1 to {most} players, not {given}.", most=MOST_PLAYERS, given=given)
        raise Malformed("bad_players", sentence)
    seen = set()
    for name in players:
        if check_name(name, is_old=True) != name:
            sentence = _("The name {name} has extra spaces or stray marks.", name=quote(name))
            raise Malformed("bad_name", sentence)
        if name.casefold() in seen:
            sentence = _("Two players can't both be called {name}.", name=name)
            raise Malformed("same_name", sentence)
        seen.add(name.casefold())


def place_among(total: int, totals: Iterable[int]) -> int:
    """Return the place of a grand total from 1; equal totals share the better place."""
    return 1 + sum(other > total for other in totals)


_Value = TypeVar("_Value")


class _derived(Generic[_Value]):  # noqa: N801
    """A property worked out once, without the lock that a cached property of Python 3.11 takes."""

    def __init__(self, find: Callable[[Game], _Value]) -> None:
        self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

    def __get__(self, game: Game, _: type[Game]) -> _Value:
        found = game.__dict__[self._name] = self._find(game)
        return found


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
    # Whether the dice are those of the players' own table: a score may come without any of them.
    is_real: bool = False

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

    @_derived
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

    @_derived
    def rolls_left(self) -> int:
        return 0 if self.is_over else self.most_rolls - self.roll

    @property
    def saved_left(self) -> int:
        """How many saved rolls the player has left, after the rolls that every turn has."""
        return max(0, self.rolls_left - max(0, self.ruleset.rolls - self.roll))

    @_derived
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

    @_derived
    def potentials(self) -> tuple[Potential, ...]:
        """What the dice would score in every open box of the card; empty before a roll."""
        if not self.roll or self.is_over:
            return ()
        return self.card.potentials(self.faces, is_first=self.roll == 1)

    @_derived
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

    @_derived
    def _listed(self) -> tuple[Action, ...]:
        """The legal actions."""
        if not self.roll:
            return () if self.is_over else (_ROLL,)
        if not self.rolls_left:
            return self._list_scores()
        cannot_roll = len(self.held) == self.ruleset.dice
        return _turn_actions(self.ruleset.dice)[cannot_roll:] + self._list_scores()

    def _list_scores(self) -> tuple[Action, ...]:
        if not self.ruleset.read(self.faces).is_plain:
            return tuple([_score(p.box.id) for p in self.potentials if p.refusal is None])
        return self._open

    @_derived
    def _open(self) -> tuple[Action, ...]:
        """The actions that score in any box that is open, the same for all dice of the turn."""
        cells = zip(self.ruleset.boxes, self.card.scores, strict=True)
        return tuple([_score(box.id) for box, points in cells if points is None])

    def potential(self, box: str) -> Potential:
        """Return what a box would score now, or why it may not be; raise `NotNow` without dice."""
        self.ruleset.place(box)
        if refusal := self._no_dice():
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
        match move:
            case Hold():
                if refusal := self._why_no_hold(move.positions):
                    raise refusal
                return Held(move.positions)
            case Roll():
                return Rolled(self._find_rolled(fresh))
            case Score():
                return Scored(move.box, *self._find_scored(move.box))
            case str():
                return self.check(parse_move(self.ruleset, move), fresh)
            case _:  # from callers that check no types
                raise self.legal_actions.why_not(move)

    def _find_rolled(self, fresh: Faces) -> Faces:
        """Return what the dice show after a roll, or raise why there is none."""
        if refusal := self._why_no_roll():
            raise refusal
        if fresh == ():
            sentence = _("A roll needs faces: pass those of all dice as the second argument.")
            raise Malformed("bad_dice", sentence, self)
        self.ruleset.check_faces(fresh)
        shown = list(fresh)
        for at in self.held:
            shown[at] = self.faces[at]
        return tuple(shown)

    def _find_scored(self, box: str) -> tuple[int, int]:
        """Return the points of the dice in a box and their bonus, or raise why they have none."""
        found = self._read_box(box)
        if isinstance(found, Refusal):
            raise found
        return found.points, found.bonus

    def _check_event(self, event: Event) -> Event:
        match event:
            case Rolled(faces):
                if self._find_rolled(faces) != faces:
                    raise NotNow("held_die_changed", _("A held die changed its face."), self)
            case Held(positions):
                if refusal := self._why_no_hold(positions):
                    raise refusal
            case Scored(box, points, bonus) if self.is_real and not (self.roll or self.is_over):
                self.card.check_entry(box, points, bonus)
            case Scored(box):
                if (checked := self.check(Score(box))) != event:
                    raise WrongPoints(event, checked, self)
        return event

    def points_given_up(self, box: str) -> int:
        """Return the points of the best box if this one brings none, else 0; see `potential`."""
        if self.potential(box).worth:
            return 0
        return max((each.worth for each in self.potentials if each.refusal is None), default=0)

    def play(self, move: Move, fresh: Faces = ()) -> Game:
        """Return the position after a move, or refuse it. See `check`."""
        match move:  # nobody would read the events of these
            case Hold():
                if refusal := self._why_no_hold(move.positions):
                    raise refusal
                return self._hold(move.positions)
            case Roll():
                return self._roll(self._find_rolled(fresh))
            case Score():
                return self._score(move.box, *self._find_scored(move.box))
            case _:
                return self.play_unchecked(self.check(move, fresh))

    def play_unchecked(self, event: Event) -> Game:
        """Return the position after an event that was checked before."""
        match event:
            case Held():
                return self._hold(event.positions)
            case Rolled():
                return self._roll(event.faces)
            case Scored():
                return self._score(event.box, event.points, event.bonus)

    def _hold(self, positions: Positions) -> Game:
        known = self.__dict__.copy()
        known["held"] = positions
        if self.ruleset.dice in (len(positions), len(self.held)):
            known.pop("_listed", None)  # only where every die is or was held, it changes
        return _make(known)

    def _roll(self, faces: Faces) -> Game:
        known = self.__dict__.copy()
        known["rolls_left"] = self.rolls_left - 1
        known["roll"] = self.roll + 1
        known["faces"] = faces
        known.pop("_listed", None)
        known.pop("potentials", None)
        return _make(known)

    def _score(self, box: str, points: int, bonus: int) -> Game:
        seat, cards, saved = self.seat, self.cards, self.saved
        cards = *cards[:seat], cards[seat].write(box, points, bonus), *cards[seat + 1 :]
        saved = saved and (*saved[:seat], self.rolls_left, *saved[seat + 1 :])
        return _make({
            "ruleset": self.ruleset, "players": self.players, "first": self.first, "cards": cards,
            "turns": self.turns + 1, "roll": 0, "faces": (), "held": (), "saved": saved,
            "is_real": self.is_real,
        })  # fmt: skip

    def _no_dice(self) -> NotNow | None:
        if self.is_over:
            return NotNow("game_over", _("The game is over."), self)
        if not self.roll:
            return NotNow("roll_first", _("{player} must roll first.", player=self.player), self)
        return None

    def _why_no_roll(self) -> Refusal | None:
        if self.rolls_left and len(self.held) < self.ruleset.dice:
            return None
        if self.is_over:
            return NotNow("game_over", _("The game is over."), self)
        if not self.rolls_left:
            sentence = _("No rolls left: {player} must score.", player=self.player)
            return NotNow("no_rolls_left", sentence, self)
        sentence = _("All dice are held. Release one to reroll, or choose a box.")
        return NotNow("all_held", sentence, self)

    def _why_no_hold(self, positions: Positions) -> Refusal | None:
        are_numbers = type(positions) is tuple and _INT.issuperset(map(type, positions))
        if not are_numbers or positions not in _holds(self.ruleset.dice):
            most = self.ruleset.dice
            sentence = _("Dice to hold: positions 1 to {most}, each once, in order.", most=most)
            return Malformed("bad_hold", sentence, self)
        if self.roll and self.rolls_left:
            return None
        sentence = _("No rolls left to hold dice for: {player} must score.", player=self.player)
        return self._no_dice() or NotNow("no_rolls_left", sentence, self)

    def _read_box(self, box: str) -> Potential | Refusal:
        """Return what the dice score in a box, or why they don't."""
        if type(box) is not str or box not in self.ruleset.places:
            unknown = _("{game} has no box {box}", game=self.ruleset.name, box=quote(str(box)))
            return Malformed("unknown_box", end_sentence(unknown), self)
        if refusal := self._no_dice():
            return refusal
        found = self.card.potential(box, self.faces, is_first=self.roll == 1)
        if found.refusal is None:
            return found
        found.refusal.game = self
        return found.refusal


_EVENTS = (Rolled, Held, Scored)

# The same actions are legal again and again, and so they are made once.
_ROLL = Roll()
_INT = frozenset({int})
_score = lru_cache(maxsize=1024)(Score)


@cache
def _turn_actions(dice: int) -> tuple[Action, ...]:
    """Return all actions that don't score: to roll, and every hold, at most 256."""
    sizes = (combinations(range(dice), size) for size in range(dice + 1))
    return (_ROLL, *map(Hold, chain.from_iterable(sizes)))


@cache
def _holds(dice: int) -> frozenset[Positions]:
    """Return the positions of every hold."""
    return frozenset(hold.positions for hold in _turn_actions(dice) if isinstance(hold, Hold))


_new, _set = object.__new__, object.__setattr__


def _make(known: dict[str, Any]) -> Game:
    """Return a position with these fields and what is derived from them."""
    # A frozen dataclass sets every field by a call; random games are a fifth faster so.
    game = _new(Game)
    _set(game, "__dict__", known)
    return game


class LegalActions(Collection[Action]):
    """The legal actions of a position, computed only as far as they are asked for."""

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def __iter__(self) -> Iterator[Action]:
        return iter(self._game._listed)

    def __getitem__(self, at: int) -> Action:
        return self._game._listed[at]

    def __len__(self) -> int:
        return len(self._game._listed)

    def __bool__(self) -> bool:
        return not self._game.is_over

    def __repr__(self) -> str:
        return f"LegalActions({', '.join(map(str, self))})"

    def why_not(self, action: object) -> Refusal | None:
        """Return why an action is refused, or None if it is legal."""
        game = self._game
        match action:
            case Hold():
                return game._why_no_hold(action.positions)
            case Roll():
                return game._why_no_roll()
            case Score():
                found = game._read_box(action.box)
                return found if isinstance(found, Refusal) else None
            case _:  # from callers that check no types
                sentence = _("{word} is not an action.", word=quote(str(action)))
                return Malformed("unknown_action", sentence, game)

    def check_dice(self) -> None:
        """Raise `NotNow` if there are no dice to hold or to score."""
        if refusal := self._game._no_dice():
            raise refusal


class WrongPoints(Malformed):
    """A recorded posting has other points than the rules give; `right` is the event corrected."""

    def __init__(self, wrong: Event, right: Event, game: Game) -> None:
        # Translators: both are such as "scored fours 20 +100", in English as in the record
        sentence = _("Recorded as {wrong}, but the rules say {right}.", wrong=wrong, right=right)
        super().__init__("wrong_points", sentence, game)
        self.right = right
