"""A series of games among computer players: who plays, with which dice, and each block of games.

Each game has dice of its own, whoever plays it and in whichever process, and is played in a block
whose size depends on the players alone; so nothing depends on how the blocks are shared out.
"""

from __future__ import annotations

from hashlib import blake2b
from math import ceil, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.abreast import Abreast
from yahtzee_tui.strategy.cache import find_table
from yahtzee_tui.strategy.players import find_rank, make_player
from yahtzee_tui.strategy.players.making import find_space

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.players import Player
    from yahtzee_tui.strategy.rolls import IntArray

# Games in a block: together they are quicker, and one by one take a tenth of a second each.
_BLOCK_TOGETHER = 2500
_BLOCK_ALONE = 8
# What a counter of these dice gives at once.
_DRAWN_AT_ONCE = 4


class Series(NamedTuple):
    """Games to be played. In each the next of the players begins.

    Attributes:
        ruleset: The rules.
        players: The ids of the players' ranks, one after the other around the table.
        games: How many games.
        seed: Any text, which decides the dice.
        paired: Whether the same dice are played as often as there are players, with each of
            them at each seat once: that takes most of the luck out of the shares.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    games: int
    seed: str
    paired: bool = False


class BlockPlayer:
    """Plays a series block by block, each as it would have come out anywhere else."""

    def __init__(self, series: Series, folder: Path) -> None:
        """Seat the players.

        Args:
            series: The games.
            folder: Where solved tables are kept.

        Raises:
            Malformed: If there is no such player.
            Unsolvable: If computers can't play this game.
        """
        self._series = series
        ruleset = series.ruleset
        table = None
        if any(find_rank(player).needs_table for player in series.players):
            table = find_table(ruleset, folder).table
        self._space = table.space if table is not None else find_space(ruleset)
        self._players: Sequence[Player] = [
            make_player(player, ruleset, table) for player in series.players
        ]

    @property
    def blocks(self) -> list[range]:
        """The numbers of the games in each block."""
        together = all(player.outlook(1) is not None for player in self._players)
        size, games = _BLOCK_TOGETHER if together else _BLOCK_ALONE, self._series.games
        return [range(at, min(at + size, games)) for at in range(0, games, size)]

    def play(self, games: range) -> IntArray:
        """Return the totals of some games: (games, players)."""
        numbers = np.array(games)
        seats = len(self._players)
        deals = numbers // seats if self._series.paired else numbers
        faces = self._deal(int(deals[0]), int(deals[-1]) + 1)[deals - deals[0]]
        sitting = (np.arange(seats) + numbers[:, None]) % seats
        abreast = Abreast(self._space, self._players, sitting)
        abreast.play(faces)
        totals: IntArray = np.empty_like(sitting)
        np.put_along_axis(totals, sitting, abreast.totals, axis=1)
        return totals

    def _deal(self, first: int, end: int) -> IntArray:
        """Return the dice of some deals: (deals, seats, rounds, rolls, 5)."""
        ruleset = self._series.ruleset
        shape = (len(self._players), len(ruleset.boxes), ruleset.rolls, ruleset.dice)
        steps = ceil(prod(shape) / _DRAWN_AT_ONCE)
        key = int.from_bytes(blake2b(self._series.seed.encode(), digest_size=16).digest())
        # Raw numbers, as only those are the same in every version of numpy. The remainder
        # favours low faces by less than one part in 10**18.
        generator = np.random.Philox(key=key).advance(first * steps)
        raw = generator.random_raw((end - first) * steps * _DRAWN_AT_ONCE)
        drawn = raw.reshape(end - first, -1)[:, : prod(shape)] % ruleset.sides + 1
        faces: IntArray = drawn.astype(np.intp).reshape(end - first, *shape)
        return faces
