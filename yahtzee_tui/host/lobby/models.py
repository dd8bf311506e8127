"""Shared tables, their options, seats and codes, and users, as plain data."""

from __future__ import annotations

import re
import secrets
from enum import Enum
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules.names import BOT_MARK
from yahtzee_tui.store.saved_game import GUEST

if TYPE_CHECKING:
    from collections.abc import Iterable

RECONNECT_SECONDS = 20.0
"""Seconds that a player who is away has to come back at a table with a time limit, and to see what
happened before the turn ends."""

HEARTBEAT_SECONDS = 5.0
"""Seconds between two heartbeats, each of which takes less than a millisecond to write."""

LOBBY_HEARTBEAT_SECONDS = 15.0
"""The same for a terminal at no table, of which a server may have a hundred."""

PRESENCE_SECONDS = 15.0
"""Seconds without a heartbeat that was due after which a terminal counts as gone."""

KEPT_SECONDS = 5.0
"""The same in addition where the listener of a host writes the heartbeats, every ten seconds."""

GUEST_SEAT_SECONDS = 60.0
"""Seconds after which a guest who has left a waiting table loses the seat there."""

LOBBY = ""
"""The id that stands for the lobby among those of games and tables that changed."""

WHOLE_LOBBY = frozenset({LOBBY})

BOT_SECONDS = 10.0
"""The seconds in which a bot has to answer, or to come back."""

MOST_BOTS = 4
"""The most accounts of bots of one owner."""

PAUSE_SECONDS, MOST_A_DAY = 15 * 60.0, 10
"""At most one message to an account in so many seconds, and so many in 24 hours."""

WORD_MINUTES = 15
"""How long a word that adds a key, or a bot, can be typed."""

WIDEST_MESSAGE = 60  # columns of a terminal that a message of the chat may take
SESSION = "session:"


class User(NamedTuple):
    """A user of the lobby."""

    who: str  # their id: `key:` and a fingerprint, or `guest:` and a secret word
    name: str  # their name

    @property
    def is_guest(self) -> bool:
        return self.who.startswith(GUEST)

    @property
    def is_bot(self) -> bool:
        return self.name.startswith(BOT_MARK)


_NETWORK_PREFIX = 64


def read_network(address: str) -> str | None:
    """Return the network that limits count an address for; None without an address.

    It is one IPv4 address, or the /64 of an IPv6 address, which is one subscriber's.
    """
    if not address:
        return None
    found = ip_address(address)
    prefix = _NETWORK_PREFIX if found.version == 6 else found.max_prefixlen
    return str(ip_network((address, prefix), strict=False))


class TableStatus(Enum):
    """The state of a shared table."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class TimeoutPolicy(Enum):
    """What happens when the time for a turn is over."""

    COMPUTER = "computer"
    SCORE = "score"


class TableOptions(NamedTuple):
    """The options with which a table is created."""

    rules: str  # the id of the rule set
    seats: int  # how many people and computers may sit there
    is_open: bool = True  # whether all users see it in the lobby; else its code is needed to join
    seconds: int = 0  # how long a turn may take; 0 for no limit
    on_timeout: TimeoutPolicy = TimeoutPolicy.COMPUTER  # what happens when that time is over
    bots: bool = False  # whether accounts of bots may sit there


class Seat(NamedTuple):
    """A seat at a shared table."""

    number: int  # its number at the table, from 0
    who: str | None  # the id of the user, None for a computer or a free seat
    name: str  # the name of the user or computer, empty if the seat is free
    computer: str  # the id of the computer, empty for a user
    place: int  # the seat in the game, -1 before it begins or if the seat stayed free
    is_gone: bool  # whether the player has given it up, so that a computer goes on
    word: str = ""  # what the player adds to the secret of the dice

    @property
    def is_bot(self) -> bool:
        """Whether the account of a bot has the seat."""
        return self.who is not None and self.name.startswith(BOT_MARK)

    @property
    def is_free(self) -> bool:
        return self.who is None and not self.computer


class SharedTable(NamedTuple):
    """A shared table as it was read."""

    id: str
    code: str  # the code to join it, such as `KESTREL-42`
    options: TableOptions
    host: str  # the id of the user who leads it
    status: TableStatus  # its state
    game: str | None  # the id of its game, None before the first
    turn: int  # the place in the game whose turn it is, -1 before and after a game
    turn_since: float  # when that turn began, in seconds since 1970
    changed: float  # when the row was written last, in seconds since 1970
    round: int  # the round of the game, 0 if an older version of the program wrote the row
    undo_floor: int  # how many events of the game can't be undone; see `Table`
    seats: tuple[Seat, ...]  # the seats in their order
    # The ids of the users at the table now, players and watchers.
    present: frozenset[str] = frozenset()
    watchers: tuple[str, ...] = ()  # the names of the watchers, each once
    hash: str = ""  # of the secret of its first game; empty at a table of an earlier version

    def seat_of(self, who: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.who == who), None)

    def seat_at(self, place: int) -> Seat | None:
        """Return the seat at a place in the game."""
        return next((seat for seat in self.seats if seat.place == place >= 0), None)

    @property
    def has_players(self) -> bool:
        """Whether anybody but computers has a seat."""
        return any(seat.who is not None for seat in self.seats)

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    def is_led_by(self, who: str) -> bool:
        """Whether a user may start a game: the host, or a player while the host is away."""
        seated = self.seat_of(who) is not None
        return self.host == who or (seated and self.host not in self.present)

    def is_turn_of(self, who: str) -> bool:
        seat = self.seat_at(self.turn)
        playing = self.status is TableStatus.PLAYING
        return playing and seat is not None and seat.who == who and not seat.is_gone


_BIRDS = (
    "AVOCET", "BITTERN", "BUNTING", "BUZZARD", "CONDOR", "CORMORANT", "CRANE", "CURLEW",
    "DIPPER", "DUNLIN", "EAGLE", "EGRET", "FALCON", "FINCH", "GANNET", "GODWIT", "GOSHAWK",
    "GREBE", "HARRIER", "HERON", "HOOPOE", "IBIS", "JACKDAW", "KESTREL", "KITE", "LAPWING",
    "LINNET", "MAGPIE", "MARTIN", "MERLIN", "ORIOLE", "OSPREY", "OWL", "PELICAN", "PETREL",
    "PIPIT", "PLOVER", "PUFFIN", "RAVEN", "ROBIN", "SISKIN", "SKYLARK", "SNIPE", "SPARROW",
    "STARLING", "STORK", "SWALLOW", "SWIFT", "TANAGER", "TERN", "THRUSH", "TOUCAN", "WAGTAIL",
    "WARBLER", "WAXWING", "WHEATEAR", "WHIMBREL", "WREN",
)  # fmt: skip
_WORD_DIGITS = 8
_CODE = re.compile(r"([A-Z]{3,12})[-_ ]?([0-9]{2,8})")


class FinishedGame(NamedTuple):
    """A finished game of a shared table."""

    id: str
    rules: str
    totals: tuple[tuple[str, int], ...]  # names and totals by seat


def draw_code(digits: int = 2) -> str:
    """Return a new code for a table, such as `KESTREL-42`; it may be taken."""
    lowest: int = 10 ** (digits - 1)
    return f"{secrets.choice(_BIRDS)}-{lowest + secrets.randbelow(9 * lowest)}"


def draw_word() -> str:
    """Return a guest's secret word, such as `HERON-48210377`: too many to be guessed."""
    return draw_code(_WORD_DIGITS)


def read_code(text: str) -> str | None:
    """Return a code or word that was typed in its normal form; None if it can't be one."""
    found = _CODE.fullmatch(text.strip().upper())
    return f"{found[1]}-{found[2]}" if found else None


def read_word(text: str) -> str | None:
    """Return a guest's word that was typed, in normal form; None for a table's code or a name."""
    code = read_code(text)
    is_word = code is not None and len(code.partition("-")[2]) == _WORD_DIGITS
    return code if is_word else None


def split_word(text: str) -> tuple[str | None, str]:
    """Return a word that was typed, as `read_word` does, and the name of a bot behind it."""
    typed = text.split()
    for at in (1, 2):  # it may have a blank in place of its hyphen
        if (word := read_word(" ".join(typed[:at]))) is not None:
            return word, " ".join(typed[at:])
    return None, ""


class Occasion(Enum):
    """What a player may be told of."""

    TURN = "turn"  # it is their turn at a table without a time limit
    STARTS = "starts"  # an event has started
    CLOSES = "closes"  # an event closes within a day, and they have not played all its games
    RESULTS = "results"  # an event is over in which they have played


class Wishes(NamedTuple):
    """What an account wants to be told."""

    occasions: frozenset[Occasion]
    topic: str  # a secret word that names the account to the receiver
    was_refused: bool = False  # whether the receiver refused the last message, which ended it


def find_subjects(users: Iterable[str], address: str, session: str = "") -> set[str]:
    """Return the subjects of all bans that concern a session.

    `users` are the ids of the user and of the key; `address` is an IP address or empty.
    """
    networks = [] if not address else [
        str(ip_network((address, length), strict=False))
        for length in range(ip_address(address).max_prefixlen + 1)
    ]  # fmt: skip
    return {*users, *networks, *([f"{SESSION}{session}"] if session else [])}
