"""Simulated games among bots, on all processors, and how each bot did.

Games are played in blocks, side by side. Each game has dice of its own, whoever plays it and in
whichever process; so nothing depends on how many are in a block and how blocks are shared out.
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

from yahtzee_tui.rules import Game, Hold
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy.bots import BatchBot, find_rank, make_bot
from yahtzee_tui.strategy.bots.programs import PROGRAMS
from yahtzee_tui.strategy.solver.cache import load_outcomes, load_value_table
from yahtzee_tui.strategy.solver.keeps import find_keeps
from yahtzee_tui.strategy.solver.simulate import BatchGames
from yahtzee_tui.strategy.solver.states import check_size, find_space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Bot
    from yahtzee_tui.strategy.bots.programs import Program
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.states import StateSpace

# So many games in a block are played together; or one by one, for bots that can't do otherwise.
_BLOCK = 500
_BLOCK_ALONE = 8
# So many states are remembered from block to block: 170 MB.
_REMEMBERED = 40_000
# Fewer blocks are done before other processes have begun.
_FEW_BLOCKS = 8
# What a counter of these dice gives at once.
_DRAWN_AT_ONCE = 4


class Simulation(NamedTuple):
    """Games to be played. In each the next of the players begins."""

    ruleset: Ruleset
    players: tuple[str, ...]  # the ids of their ranks, around the table
    games: int
    seed: str  # any text, which decides the dice
    # The same dice as often as there are players, with each of them at each seat once: that takes
    # most of the luck out of the shares.
    paired: bool = False


class BotResult(NamedTuple):
    """How a bot did: its scores and its share of games won, ties shared, with standard errors."""

    player: str  # the id of its rank
    mean: float
    mean_error: float
    spread: float  # the standard deviation of the scores
    share: float
    share_error: float


def simulate(
    ruleset: Ruleset,
    players: Sequence[str],
    games: int,
    seed: str,
    *,
    paired: bool = False,
    progress: Callable[[float], object] | None = None,
    processes: int | None = None,
) -> list[BotResult]:
    """Play games among computer players of some ranks, and return how each did.

    The same seed gives the same games. Value tables are kept in the user's cache. For the other
    arguments, Ctrl-C and what is raised see `run_simulation`.

        simulate(find_ruleset("official"), ("expert", "champion"), 1000, "1", progress=print)
    """
    simulation = Simulation(ruleset, tuple(players), games, seed, paired)
    totals = run_simulation(simulation, cache_folder(), progress, processes)
    return summarize_results(simulation, totals)


def run_simulation(
    simulation: Simulation,
    folder: Path,
    progress: Callable[[float], object] | None = None,
    processes: int | None = None,
) -> IntArray:
    """Play games and return the totals: (games, players).

        simulation = Simulation(find_ruleset("official"), ("expert", "champion"), 1000, seed="1")
        totals = run_simulation(simulation, folder, progress=print)
        summarize_results(simulation, totals)[1].share

    After Ctrl-C the games played so far are returned if there are any: whole deals, from the first.
    Value tables are kept in `folder`. `progress` is called now and then with the part that is done,
    up to 1. Without a number of processes, there is one for each processor.

    Raises:
        Malformed: If there is no such player.
        Unsolvable: If bots can't play this game.
    """
    runner = _BlockRunner(simulation, folder)
    blocks = runner.blocks
    most = min(len(blocks), _count_processors() if processes is None else processes)
    alone = most == 1 or (processes is None and len(blocks) <= _FEW_BLOCKS)
    found = []
    try:
        for each in map(runner.run, blocks) if alone else _share(simulation, folder, blocks, most):
            found.append(each)
            if progress is not None:
                progress(len(found) / len(blocks))
    except KeyboardInterrupt:
        played = sum(map(len, found))
        if simulation.paired:
            played -= played % len(simulation.players)
        if not played:
            raise
        return np.concatenate(found)[:played]
    return np.concatenate(found)


def summarize_results(simulation: Simulation, totals: IntArray) -> list[BotResult]:
    """Return how each player did, from the totals: (games, players)."""
    wins = totals == totals.max(axis=1, keepdims=True)
    shares = wins / wins.sum(axis=1, keepdims=True)
    together = len(simulation.players) if simulation.paired else 1
    return [
        BotResult(
            player,
            float(scores.mean()),
            _error(scores, together),
            float(scores.std(ddof=1)) if len(scores) > 1 else 0.0,
            float(share.mean()),
            _error(share, together),
        )
        for player, scores, share in zip(simulation.players, totals.T, shares.T, strict=True)
    ]


def play_games(
    space: StateSpace, bots: Sequence[Bot], seating: IntArray, faces: IntArray
) -> BatchGames:
    """Play games to their end, all turns of a bot at the same seat together if it can do so.

    Args:
        space: The states of the rule set.
        bots: The bots.
        seating: The number of the bot at each seat, (games, seats); seat 0 begins.
        faces: The dice of each throw: (games, seats, rounds, rolls, 5).
    """
    batch = BatchGames(space, *seating.shape)
    for turn in range(faces.shape[2]):
        for seat in range(faces.shape[1]):
            for number, bot in enumerate(bots):
                games = np.flatnonzero(seating[:, seat] == number)
                if isinstance(bot, BatchBot) and len(games):
                    turns, which = bot.turns(batch, games, seat)
                    batch.play_turn(turns, which, games, seat, faces[games, seat, turn])
                    continue
                for game in games.tolist():
                    position = batch.position(game, seat, turn)
                    roll, place = _play_turn(bot, position, faces[game, seat, turn])
                    batch.post(game, seat, roll, place)
    return batch


def _play_turn(bot: Bot, game: Game, throws: IntArray) -> tuple[int, int]:
    """Return the number of the last roll of a bot's turn, and the place of the box it scores in.

    `throws` are the dice of each throw: (rolls, 5).
    """
    keep, keeps = 0, find_keeps(game.ruleset.dice, game.ruleset.sides)
    for number, fresh in enumerate(throws, 1):
        roll = int(keeps.roll_on(np.array([keep]), fresh[None])[0])
        position = Game(
            game.ruleset,
            game.players,
            game.first,
            game.cards,
            game.turns,
            number,
            keeps.rolls[roll],
        )
        choice = bot.choose(position)
        if not isinstance(choice, Hold):
            break
        keep = keeps.numbers[tuple(position.faces[at] for at in choice.positions)]
    assert not isinstance(choice, Hold)
    return roll, game.ruleset.place(choice.box)


class _BlockRunner:
    """Plays a simulation block by block, each as it would have come out anywhere else."""

    def __init__(self, simulation: Simulation, folder: Path) -> None:
        self._simulation = simulation
        ruleset = simulation.ruleset
        table = None
        ranks = [find_rank(player) for player in simulation.players]
        if any(rank.needs_table for rank in ranks):
            table = load_value_table(ruleset, folder).table
            if any(rank.needs_outcomes for rank in ranks):
                load_outcomes(table, folder)
            table.outcomes.remember(_REMEMBERED)
        self._space = table.space if table is not None else find_space(ruleset)
        check_size(self._space)
        self._bots = [make_bot(player, ruleset, table) for player in simulation.players]

    @property
    def blocks(self) -> list[range]:
        """The numbers of the games in each block."""
        together = all(isinstance(bot, BatchBot) for bot in self._bots)
        size, games = _BLOCK if together else _BLOCK_ALONE, self._simulation.games
        return [range(at, min(at + size, games)) for at in range(0, games, size)]

    def run(self, games: range) -> IntArray:
        numbers = np.array(games)
        seats = len(self._bots)
        deals = numbers // seats if self._simulation.paired else numbers
        faces = self._deal(int(deals[0]), int(deals[-1]) + 1)[deals - deals[0]]
        seating = (np.arange(seats) + numbers[:, None]) % seats
        played = play_games(self._space, self._bots, seating, faces)
        totals: IntArray = np.empty_like(seating)
        np.put_along_axis(totals, seating, played.totals, axis=1)
        return totals

    def _deal(self, first: int, end: int) -> IntArray:
        """Return the dice of some deals: (deals, seats, rounds, rolls, 5)."""
        ruleset = self._simulation.ruleset
        shape = (len(self._bots), len(ruleset.boxes), ruleset.rolls, ruleset.dice)
        steps = ceil(prod(shape) / _DRAWN_AT_ONCE)
        key = int.from_bytes(blake2b(self._simulation.seed.encode(), digest_size=16).digest())
        # Raw numbers, as only those are the same in every version of numpy. The remainder
        # favours low faces by less than one part in 10**18.
        generator = np.random.Philox(key=key).advance(first * steps)
        raw = generator.random_raw((end - first) * steps * _DRAWN_AT_ONCE)
        drawn = raw.reshape(end - first, -1)[:, : prod(shape)] % ruleset.sides + 1
        faces: IntArray = drawn.astype(np.intp).reshape(end - first, *shape)
        return faces


_runner: _BlockRunner | None = None


def _share(
    simulation: Simulation, folder: Path, blocks: Sequence[range], processes: int
) -> Iterator[IntArray]:
    """Yield the totals of each block, played in other processes."""
    executor = ProcessPoolExecutor(
        processes, get_context("spawn"), initializer=_begin, initargs=(simulation, folder, PROGRAMS)
    )
    try:
        with _no_interruption():
            found = executor.map(_run, blocks)
        yield from found
    finally:
        # After an interruption only the blocks that are being played are waited for.
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _no_interruption() -> Iterator[None]:
    """Put SIGINT off, here and for good in processes that begin meanwhile.

    The keyboard interrupts all processes of a terminal. The parent ends its children, and a child
    that is still importing would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(simulation: Simulation, folder: Path, programs: dict[str, Program]) -> None:
    global _runner
    PROGRAMS.update(programs)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it couldn't be put off
    _runner = _BlockRunner(simulation, folder)


def _run(games: range) -> IntArray:
    assert _runner is not None
    return _runner.run(games)


def _count_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _error(values: FloatArray | IntArray, together: int) -> float:
    """Return the standard error of a mean whose values come in groups that depend on each other."""
    sums = np.add.reduceat(values - values.mean(), np.arange(0, len(values), together))
    groups = len(sums)
    if groups < 2:
        return 0.0
    return float(np.sqrt((sums**2).sum() * groups / (groups - 1)) / len(values))
