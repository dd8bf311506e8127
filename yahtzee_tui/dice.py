"""Sources of dice: a secret that is published after the game, a seed, the system, or a script.

A source gives a face to every position at once, held dice included, and the rules use only those
that were rolled; so keeping a die never changes the face of another one.
"""

from __future__ import annotations

import re
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple, Protocol

from yahtzee_tui.rules.errors import NotNow
from yahtzee_tui.rules.record import REAL
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Throw(NamedTuple):
    """A roll of a game, by which a source may decide the faces.

    >>> len(SystemDice().roll(Throw(seat=0, round=1, roll=1, dice=6)))
    6
    """

    seat: int  # from 0
    round: int  # from 1
    roll: int  # of the turn, from 1
    dice: int = 5
    sides: int = 6


class Dice(Protocol):
    """A source of dice."""

    @property
    def source(self) -> str:
        """How a record names it, such as `seed:42`."""

    def roll(self, throw: Throw) -> tuple[int, ...]:
        """Return a face from 1 for every position."""

    def draw(self, seats: int) -> int:
        """Draw the seat that begins, from 0."""


class SystemDice:
    """The operating system's randomness; nothing can show afterwards that dice fell so.

    >>> set(SystemDice().roll(Throw(seat=0, round=1, roll=1))) <= {1, 2, 3, 4, 5, 6}
    True
    """

    @property
    def source(self) -> str:
        return "system"

    def roll(self, throw: Throw) -> tuple[int, ...]:
        return tuple(1 + _SYSTEM.randrange(throw.sides) for _ in range(throw.dice))

    def draw(self, seats: int) -> int:
        return _SYSTEM.randrange(seats)


class RealDice(SystemDice):
    """The dice on the players' own table, whose faces they type; the system draws who begins."""

    @property
    def source(self) -> str:
        return REAL

    def roll(self, throw: Throw) -> tuple[int, ...]:  # noqa: ARG002 - the players roll
        raise NotNow("type_faces", _("Roll the dice on your table, and type their faces."))


class SeededDice(NamedTuple):
    """Dice that a seed decides, any text.

    The key of each is seat, round, roll and position alone, so it falls the same whatever was kept
    before, and however often it is asked for. `duplicate` gives every seat the same dice, as in
    duplicate bridge.

    >>> SeededDice("42").roll(Throw(seat=0, round=1, roll=1))
    (1, 6, 3, 4, 4)
    """

    seed: str
    duplicate: bool = False

    @property
    def source(self) -> str:
        return f"{'duplicate' if self.duplicate else 'seed'}:{self.seed}"

    def roll(self, throw: Throw) -> tuple[int, ...]:
        return _derive_faces(throw, self.duplicate, self._below)

    def draw(self, seats: int) -> int:
        return self._below(seats, "first")

    def _below(self, limit: int, key: str) -> int:
        import hashlib

        digest = hashlib.blake2b(f"{key}/{self.seed}".encode(), digest_size=16).digest()
        # 128 bits: the remainder favours low numbers by less than one part in 10**37.
        return int.from_bytes(digest) % limit


DUPLICATE = "duplicate"
_COMMITMENT = re.compile(
    rf"(?:({DUPLICATE}|daily [0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|event [0-9a-f]{{12}}\.[0-9]+):)?"
    "sha256:[0-9a-f]{64}"
)


class CommittedDice(NamedTuple):
    """Dice that a secret decides: a record has its hash from the start, and itself at the end.

    So nobody can know the dice before, and everybody can check afterwards that they were fixed
    before the first roll: the hash is SHA-256 of the secret, and a die shows 1 plus the remainder
    by its sides of HMAC-SHA256 with the secret as the key and `seat/round/roll/position` as the
    message, where seat and position count from 0. Both take the secret as it is written, in ASCII.

    Where the players could add words after they saw the hash, the message begins with the word of
    each seat and a newline, in UTF-8, also if it is empty.
    """

    secret: str  # 64 hexadecimal digits
    # `duplicate` where every seat gets the same dice, those of a seat `all`; `daily 2026-11-22` for
    # the dice of a day, and `event 3f9a12cd4b5e.2` for those of the second game of an event, whose
    # secret all players of a host share; else empty.
    label: str = ""
    words: tuple[str, ...] = ()  # of the seats; none where no player could add one

    @property
    def source(self) -> str:
        return f"{self.label}:{self.hash}" if self.label else self.hash

    @property
    def hash(self) -> str:
        """The hash as a record names it, `sha256:` and 64 hexadecimal digits."""
        return f"sha256:{_hash(self.secret)}"

    @property
    def revealed(self) -> str:
        """What the record gets when the game ends: the secret, unless others still play by it."""
        return "" if self.label not in ("", DUPLICATE) else self.secret

    def roll(self, throw: Throw) -> tuple[int, ...]:
        return _derive_faces(throw, self.label == DUPLICATE, self._below)

    def draw(self, seats: int) -> int:
        return self._below(seats, "first")

    def _below(self, limit: int, key: str) -> int:
        import hmac

        # 256 bits: the remainder favours low numbers by less than one part in 10**75.
        message = "".join(f"{word}\n" for word in self.words) + key
        digest = hmac.digest(self.secret.encode(), message.encode(), "sha256")
        return int.from_bytes(digest) % limit


def draw_secret() -> str:
    """Return 64 random hexadecimal digits."""
    return _SYSTEM.randbytes(32).hex()


_MOST_GAMES = 1000


def derive_secret(root: str, published: str | None = None) -> str:
    """Return the secret of the first game at a table, or of the one after a published secret.

    Each secret is the hash of the next one, up to the `root`, which is 64 hexadecimal digits, too.
    So the hash of the first one binds all of them: nobody can choose a later one by the words that
    the players have added. Returns an empty text if there is no next one.
    """
    following, secret = "", root
    for _game in range(_MOST_GAMES):
        if secret == published:
            return following
        following, secret = secret, _hash(secret)
    return following if published is None else ""


def _hash(secret: str) -> str:
    import hashlib

    return hashlib.sha256(secret.encode()).hexdigest()


def is_commitment(source: str) -> bool:
    """Return whether a record names the hash of a secret as the source of its dice."""
    return _COMMITMENT.fullmatch(source) is not None


def find_dice(source: str, secret: str = "", words: tuple[str, ...] = ()) -> Dice:
    """Return the dice that a record names, to continue or to check its game.

    Dice that can't be made again, such as those of a script, or of a secret that isn't the one
    whose hash the record names, are replaced by the system's.
    """
    if is_commitment(source):
        label = source.rpartition("sha256:")[0].removesuffix(":")
        committed = CommittedDice(secret, label, words)
        return committed if committed.source == source else SystemDice()
    kind, _, seed = source.partition(":")
    if kind in ("seed", DUPLICATE) and seed:
        return SeededDice(seed, duplicate=kind == DUPLICATE)
    return RealDice() if source == REAL else SystemDice()


class ScriptedDice:
    """Dice that fall as a script says, for tests and demonstrations."""

    source = "scripted"

    def __init__(self, throws: Iterable[str | tuple[int, ...]], first: int = 0) -> None:
        """Take the faces of each throw in turn, `"33344"` or a tuple, and the seat to draw."""
        self._throws: Iterator[tuple[int, ...]] = (tuple(map(int, throw)) for throw in throws)
        self._first = first

    def roll(self, throw: Throw) -> tuple[int, ...]:  # noqa: ARG002 - the script decides
        faces = next(self._throws, None)
        if faces is None:
            raise LookupError("the scripted dice have run out")
        return faces

    def draw(self, seats: int) -> int:
        return self._first % seats


def _derive_faces(
    throw: Throw, is_duplicate: bool, below: Callable[[int, str], int]
) -> tuple[int, ...]:
    """Return the faces of a throw; `below` derives a number below a limit from a key."""
    key = f"{'all' if is_duplicate else throw.seat}/{throw.round}/{throw.roll}"
    return tuple(1 + below(throw.sides, f"{key}/{at}") for at in range(throw.dice))


_SYSTEM = SystemRandom()
