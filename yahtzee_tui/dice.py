"""Sources of dice: the system's randomness, a seed, or a script.

A source gives a face to every position at once, held dice included, and the rules use only those
that were rolled; so keeping a die never changes the face of another one.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Throw(NamedTuple):
    """A roll of a game, by which a source may decide the faces."""

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
    """The operating system's randomness, with which live games are played."""

    @property
    def source(self) -> str:
        return "system"

    def roll(self, throw: Throw) -> tuple[int, ...]:
        return tuple(1 + _SYSTEM.randrange(throw.sides) for _ in range(throw.dice))

    def draw(self, seats: int) -> int:
        return _SYSTEM.randrange(seats)


class SeededDice(NamedTuple):
    """Dice that a seed decides, any text.

    The key of each is seat, round, roll and position alone, so it falls the same whatever was kept
    before, and however often it is asked for. `duplicate` gives every seat the same dice, as in
    duplicate bridge.
    """

    seed: str
    duplicate: bool = False

    @property
    def source(self) -> str:
        return f"{'duplicate' if self.duplicate else 'seed'}:{self.seed}"

    def roll(self, throw: Throw) -> tuple[int, ...]:
        seat = "all" if self.duplicate else throw.seat
        key = f"{seat}/{throw.round}/{throw.roll}"
        return tuple(1 + self._below(throw.sides, f"{key}/{at}") for at in range(throw.dice))

    def draw(self, seats: int) -> int:
        return self._below(seats, "first")

    def _below(self, limit: int, key: str) -> int:
        import hashlib

        digest = hashlib.blake2b(f"{key}/{self.seed}".encode(), digest_size=16).digest()
        # 128 bits: the remainder favours low numbers by less than one part in 10**37.
        return int.from_bytes(digest) % limit


def find_dice(source: str) -> Dice:
    """Return the dice that a record names, to continue its game.

    Dice that can't be made again, such as those of a script, are replaced by the system's.
    """
    kind, _, seed = source.partition(":")
    if kind in ("seed", "duplicate") and seed:
        return SeededDice(seed, duplicate=kind == "duplicate")
    return SystemDice()


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
            raise LookupError("the script of the dice is over")
        return faces

    def draw(self, seats: int) -> int:
        return self._first % seats


_SYSTEM = SystemRandom()
