"""A series of games among computer players: who plays, with which dice, and each block of games.

Each game has dice of its own, whoever plays it and in whichever process, and is played in a block
whose size depends on the players alone; so nothing depends on how the blocks are shared out.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from math import ceil, prod
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.bots import find_rank, make_bot
from yahtzee_tui.strategy.bots.ladder import find_space
from yahtzee_tui.strategy.solver.cache import load_value_table
from yahtzee_tui.strategy.solver.simulate import BatchGames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Bot
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray


# Games in a block: together they are quicker, and one by one take a tenth of a second each.
_BLOCK_TOGETHER = 2500
_BLOCK_ALONE = 8
# What a counter of these dice gives at once.
_DRAWN_AT_ONCE = 4


class Simulation(NamedTuple):
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

    def __init__(self, series: Simulation, folder: Path) -> None:
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
            table = load_value_table(ruleset, folder).table
        self._space = table.space if table is not None else find_space(ruleset)
        self._players: Sequence[Bot] = [
            make_bot(player, ruleset, table) for player in series.players
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
        abreast = BatchGames(self._space, self._players, sitting)
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


# Fewer blocks are done before other processes have begun.
_FEW_BLOCKS = 8


def run_simulation(
    series: Simulation,
    folder: Path,
    progress: Callable[[float], object] | None = None,
    processes: int | None = None,
) -> IntArray:
    """Play games and return the totals: (games, players).

    Args:
        series: The games.
        folder: Where solved tables are kept.
        progress: Is told now and then which part is done, up to 1.
        processes: In how many processes; as many as there are processors if not given.

    Raises:
        Malformed: If there is no such player.
        Unsolvable: If computers can't play this game.
    """
    player = BlockPlayer(series, folder)
    blocks = player.blocks
    most = min(len(blocks), _processors() if processes is None else processes)
    alone = most == 1 or (processes is None and len(blocks) <= _FEW_BLOCKS)
    found = []
    for totals in map(player.play, blocks) if alone else _share_out(series, folder, blocks, most):
        found.append(totals)
        if progress is not None:
            progress(len(found) / len(blocks))
    return np.concatenate(found)


_player: BlockPlayer | None = None


def _share_out(
    series: Simulation, folder: Path, blocks: Sequence[range], processes: int
) -> Iterator[IntArray]:
    """Yield the totals of each block, played in processes of their own."""
    executor = ProcessPoolExecutor(
        processes, get_context("spawn"), initializer=_begin, initargs=(series, folder)
    )
    try:
        with _no_interruption():
            found = executor.map(_play, blocks)
        yield from found
    finally:
        # Whoever interrupts doesn't wait for more than the blocks that are being played.
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _no_interruption() -> Iterator[None]:
    """Put an interruption off, here and for good in processes that begin meanwhile.

    The keyboard interrupts all processes of a terminal; the one that began the others ends them,
    and one that is still importing would tell about it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(series: Simulation, folder: Path) -> None:
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it couldn't be put off
    _player = BlockPlayer(series, folder)


def _play(games: range) -> IntArray:
    assert _player is not None
    return _player.play(games)


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class BotResult(NamedTuple):
    """How a player did.

    Attributes:
        player: The id of its rank.
        mean: The mean score.
        mean_error: Its standard error.
        spread: The standard deviation of the scores.
        share: The share of games won, ties shared.
        share_error: Its standard error.
    """

    player: str
    mean: float
    mean_error: float
    spread: float
    share: float
    share_error: float


def summarize_results(series: Simulation, totals: IntArray) -> list[BotResult]:
    """Return how each player did, from the totals: (games, players)."""
    wins = totals == totals.max(axis=1, keepdims=True)
    shares = wins / wins.sum(axis=1, keepdims=True)
    together = len(series.players) if series.paired else 1
    return [
        BotResult(
            player,
            float(scores.mean()),
            _error(scores, together),
            float(scores.std(ddof=1)) if len(scores) > 1 else 0.0,
            float(share.mean()),
            _error(share, together),
        )
        for player, scores, share in zip(series.players, totals.T, shares.T, strict=True)
    ]


def _error(values: FloatArray | IntArray, together: int) -> float:
    """Return the standard error of a mean whose values come in groups that depend on each other."""
    sums = np.add.reduceat(values - values.mean(), np.arange(0, len(values), together))
    groups = len(sums)
    if groups < 2:
        return 0.0
    return float(np.sqrt((sums**2).sum() * groups / (groups - 1)) / len(values))
