"""Playing a series on all processors, and putting together what came out."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np

from yahtzee_tui.strategy.series import BlockPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from yahtzee_tui.strategy.rolls import IntArray
    from yahtzee_tui.strategy.series import Series

# Fewer blocks are done before other processes have begun.
_FEW_BLOCKS = 8


def play_series(
    series: Series,
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
    series: Series, folder: Path, blocks: Sequence[range], processes: int
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


def _begin(series: Series, folder: Path) -> None:
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
