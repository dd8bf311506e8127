"""A game as it is saved: what it started from, and its events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.errors import check_arguments
from yahtzee_tui.rules.builtin_rulesets import RULESETS, find_ruleset
from yahtzee_tui.rules.game import Game

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Event
    from yahtzee_tui.rules.history import History
    from yahtzee_tui.rules.ruleset import Ruleset


REAL = "real"
"""The source of dice that the players roll on their own table."""


class Setup(NamedTuple):
    """What a game starts from.

    >>> Setup("crag", ("Ann", "Bob"), first=1).start().player
    'Bob'
    """

    rules: str  # the key of its rule set; see `Ruleset.key`
    players: tuple[str, ...]  # names in seating order
    first: int = 0  # the seat that begins
    dice: str = "system"  # where the dice come from, such as `system`, `seed:42` or `real`
    began: str = ""  # as in `2026-11-21T20:15:00Z`; empty if that is unknown
    computers: tuple[str, ...] = ()  # each seat's bot, empty for a person; empty if all are people
    coached: tuple[int, ...] = ()  # the seats whose players asked a coach
    secret: str = ""  # what decided the dice, 64 hexadecimal digits; empty before it is published
    definition: str = ""  # the rule set in JSON where not every program has it
    # What each player added to the secret, empty for a seat without a word; empty if none could.
    words: tuple[str, ...] = ()

    def computer(self, seat: int) -> str:
        """Return the bot at a seat, empty for a person."""
        return self.computers[seat] if self.computers else ""

    @property
    def ruleset(self) -> Ruleset:
        """The rule set of the game; raises `Malformed` if it is neither known nor defined."""
        return resolve_ruleset(self.rules, self.definition)

    def start(self) -> Game:
        """Return the game at its start, or raise `Malformed` if no game can start so."""
        game = Game.start(self.ruleset, self.players, self.first)
        return replace(game, is_real=True) if self.dice == REAL else game


def resolve_ruleset(rules: str, definition: str = "") -> Ruleset:
    """Return the rule set of a key or id, or of its definition if there is one."""
    if not definition:
        return find_ruleset(rules)
    from yahtzee_tui.rules.definition import parse_definition  # few games need it

    ruleset = parse_definition(definition)
    known = RULESETS.get(ruleset.key)  # with names in the player's language
    return known if known == ruleset else ruleset


class Signature(NamedTuple):
    """The signature of a host under the JSON Lines of a record."""

    key: str  # the fingerprint of the host's key, such as `SHA256:…`
    text: str  # what `ssh-keygen -Y sign` gives, base64 without its frame


class Record(NamedTuple):
    """A game as it is saved: its setup, its events, and those undone that redo could put back.

    >>> setup = Setup("crag", ("Ann",))
    >>> Record.of(setup, History(setup.start()).play("roll 5 5 3")).events
    (Rolled(faces=(5, 5, 3)),)
    """

    setup: Setup
    events: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()
    signature: Signature | None = None  # of the host that recorded it

    def __repr__(self) -> str:
        setup = self.setup
        return f"Record({setup.rules}, {setup.players}, {len(self.events)} events)"

    @classmethod
    @check_arguments
    def of(cls, setup: Setup, history: History) -> Record:
        return cls(setup, history.events, history.undone)
