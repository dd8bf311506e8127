"""Tournaments of bots: games among computer players on all processors, and how each player did.

Games are played in blocks, side by side. Each has dice of its own, in whichever process it is
played, so nothing depends on how many are in a block and how blocks are shared out.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from hashlib import blake2b
from itertools import islice
from math import ceil, prod, sqrt
from multiprocessing import get_context
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.errors import UserError
from yahtzee_tui.interruption import put_off_interruption
from yahtzee_tui.rules import Game, Hold, Record, Score, Setup, find_ruleset
from yahtzee_tui.rules.definition import define
from yahtzee_tui.rules.names import free_name
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy.bots import (
    BatchBot,
    BotFailed,
    end_programs,
    find_rank,
    make_bot,
    play_solo,
)
from yahtzee_tui.strategy.bots.programs import PROGRAMS
from yahtzee_tui.strategy.solver.batch import BatchGames
from yahtzee_tui.strategy.solver.cache import load_outcomes, load_saved_rolls, load_value_table
from yahtzee_tui.strategy.solver.states import find_space
from yahtzee_tui.strategy.solver.value_table import ValueTable
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from numpy.typing import NDArray

    from yahtzee_tui.rules import Event, Ruleset
    from yahtzee_tui.strategy.bots import Bot
    from yahtzee_tui.strategy.bots.programs import Program
    from yahtzee_tui.strategy.solver.keeps import FloatArray, IntArray
    from yahtzee_tui.strategy.solver.saved_rolls import SavedRollsTable
    from yahtzee_tui.strategy.solver.states import StateSpace


# So many games in a block are played together, or one by one.
_BLOCK = 500
_BLOCK_ALONE = 8
# So many states are remembered from block to block: 170 MB.
_REMEMBERED = 40_000
# What a counter of these dice gives at once.
_DRAWN_AT_ONCE = 4


class Simulation(NamedTuple):
    """Games to be played. In each the next of the players at the table begins."""

    ruleset: Ruleset
    players: tuple[str, ...]  # the ids of their ranks
    games: int
    seed: str  # any text, which decides the dice
    # The same dice as often as there are players at the table, with each of them at each seat
    # once: that takes most of the luck out of the shares.
    paired: bool = True
    records: bool = False  # whether the games are recorded


class Failure(NamedTuple):
    """A game in which a bot failed, and scored nothing more."""

    game: int
    player: int  # its place in `Simulation.players`
    why: str  # a sentence


class PlayedBlock(NamedTuple):
    """The games of a block, which were played together."""

    first: int  # the number of the first game
    totals: IntArray  # (games, players)
    failures: tuple[Failure, ...] = ()
    records: str = ""  # of the games in which no bot failed, as JSON Lines


def play_games(
    space: StateSpace,
    bots: Sequence[Bot],
    seating: IntArray,
    faces: IntArray,
    *,
    records: bool = False,
) -> BatchGames:
    """Play games to their end, all turns of a bot at the same seat together.

    Args:
        space: The states of the rule set.
        bots: The bots, which can all do so.
        seating: The number of the bot at each seat, (games, seats); seat 0 begins.
        faces: The dice of each throw: (games, seats, rounds, rolls, 5).
        records: Whether to keep what happens.
    """
    batch = BatchGames(space, *seating.shape, records=records)
    for turn in range(faces.shape[2]):
        for seat in range(faces.shape[1]):
            for number, bot in enumerate(bots):
                games = np.flatnonzero(seating[:, seat] == number)
                if len(games):
                    assert isinstance(bot, BatchBot)
                    turns, which = bot.turns(batch, games, seat)
                    batch.play_turn(turns, which, games, seat, faces[games, seat, turn])
    return batch


class GamesAlone:
    """Games that are played one after the other; see `BatchGames`.

    So are those with saved rolls, as how often a turn rolls isn't known before, and those of
    programs.
    """

    id = "table"

    def __init__(self, bots: Sequence[Bot], seating: IntArray, records: bool) -> None:
        self.totals, self._records = np.empty_like(seating), records
        self.failures: dict[tuple[int, int], str] = {}
        self.events: list[tuple[Event, ...]] = []
        self._bots, self._seating, self._at = bots, seating, 0

    def play(self, ruleset: Ruleset, seed: str) -> None:
        """Play the next game, with the dice of a seed."""
        start = Game.start(ruleset, tuple(f"Seat {seat + 1}" for seat in range(len(self._bots))))
        played = play_solo(self, start, SeededDice(seed), history=True)
        for seat, card in enumerate(played.game.cards):
            if (self._at, seat) not in self.failures:
                self.totals[self._at, seat] = card.grand_total
        self.events += [played.events] if self._records else []
        self._at += 1

    def choose(self, game: Game) -> Hold | Score:
        """Return what the bot at a seat chooses; one that has failed keeps its points."""
        at = self._at, game.seat
        if at not in self.failures:
            try:
                return self._bots[int(self._seating[at])].choose(game)
            except BotFailed as failed:
                self.failures[at], self.totals[at] = failed.sentence, game.card.grand_total
        return Score(next(each.box.id for each in game.potentials if each.refusal is None))


class BlockPlayer:
    """Plays a simulation block by block, each as it would have come out anywhere else."""

    def __init__(self, simulation: Simulation, folder: Path) -> None:
        self._simulation = simulation
        ruleset = simulation.ruleset
        table: ValueTable | SavedRollsTable | None = None
        ranks = [find_rank(player) for player in simulation.players]
        if any(rank.needs_table for rank in ranks) and ruleset.saved_rolls:
            table = load_saved_rolls(ruleset, folder)
        elif any(rank.needs_table for rank in ranks):
            table = load_value_table(ruleset, folder).table
            if any(rank.needs_outcomes for rank in ranks):
                load_outcomes(table, folder)
            table.outcomes.most_remembered = _REMEMBERED
        self._space = table.space if isinstance(table, ValueTable) else find_space(ruleset)
        self._bots = [make_bot(player, ruleset, table) for player in simulation.players]
        batched = all(isinstance(bot, BatchBot) for bot in self._bots)
        self._plays_together = batched and not ruleset.saved_rolls

    @property
    def blocks(self) -> list[range]:
        """The numbers of the games of each block."""
        games, size = self._simulation.games, _BLOCK if self._plays_together else _BLOCK_ALONE
        return [range(at, min(at + size, games)) for at in range(0, games, size)]

    def play(self, block: range) -> PlayedBlock:
        """Play the games of a block."""
        simulation = self._simulation
        numbers, seats = np.array(block), len(self._bots)
        deals = numbers // seats if simulation.paired else numbers
        seating = (np.arange(seats) + numbers[:, None]) % seats
        played: BatchGames | GamesAlone
        failed: dict[tuple[int, int], str] = {}
        if self._plays_together:
            faces = self._deal(int(deals[0]), int(deals[-1]) + 1)[deals - deals[0]]
            played = play_games(self._space, self._bots, seating, faces, records=simulation.records)
        else:
            played = GamesAlone(self._bots, seating, simulation.records)
            for deal in deals.tolist():
                played.play(simulation.ruleset, f"{simulation.seed}/{deal}")
            failed = played.failures
        totals: IntArray = np.empty_like(seating)
        np.put_along_axis(totals, seating, played.totals, axis=1)
        failures = (
            Failure(int(numbers[game]), int(seating[game, seat]), why)
            for (game, seat), why in failed.items()
        )
        records = "".join(self._write_records(played.events, {game for game, _ in failed}, seating))
        return PlayedBlock(block.start, totals, tuple(failures), records)

    def _write_records(
        self, played: Iterable[Iterable[Event]], failed: set[int], players: IntArray
    ) -> Iterator[str]:
        """Yield the records of games that haven't failed; `players` has the number at each seat."""
        rules, definition = define(self._simulation.ruleset)
        for game, events in enumerate(played):
            if game not in failed:
                ranks = [self._simulation.players[each] for each in players[game]]
                names = list[str]()
                for rank in ranks:
                    names.append(free_name(find_rank(rank).name, names))
                setup = Setup(
                    rules, tuple(names), 0, "scripted", "", tuple(ranks), definition=definition
                )
                yield write_record(Record(setup, tuple(events)))

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


class BotResult(NamedTuple):
    """How a bot did: its scores and its share of games won, ties shared, with standard errors.

    >>> (bot,) = simulate(find_ruleset("crag"), ("beginner",), 100, "1")
    >>> bot.player, bot.games, round(bot.mean), round(bot.spread)
    ('beginner', 100, 118, 26)
    """

    player: str  # the id of its rank
    mean: float
    mean_error: float
    spread: float  # the standard deviation of the scores
    share: float
    share_error: float
    games: int
    failures: int  # games in which it failed
    first_failure: str  # a sentence, empty if there is none


def summarize_results(simulation: Simulation, played: PlayedGames) -> list[BotResult]:
    """Return how each player did; one without games has zeros."""
    totals = played.totals
    together = len(simulation.players) if simulation.paired else 1  # games that share their dice
    wins = totals == totals.max(axis=1, keepdims=True)
    won = wins / wins.sum(axis=1, keepdims=True)
    results = []
    for player, name in enumerate(simulation.players):
        failures = [each.why for each in played.failures if each.player == player]
        scores = totals[:, player]
        mean, share = _average(scores, together), _average(won[:, player], together)
        spread = float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
        failed = len(failures), next(iter(failures), "")
        results.append(BotResult(name, *mean, spread, *share, len(scores), *failed))
    return results


def _average(values: FloatArray | IntArray, together: int) -> tuple[float, float]:
    """Return the mean of values that come in groups which depend on each other, and its error."""
    if not len(values):
        return 0.0, 0.0
    mean, groups = float(values.mean()), -(-len(values) // together)
    if groups < 2:
        return mean, 0.0
    sums = np.add.reduceat(values - mean, np.arange(0, len(values), together))
    return mean, sqrt(float((sums**2).sum()) * groups / (groups - 1)) / len(values)


# Fewer blocks are done before other processes have begun.
_FEW_BLOCKS = 8
# So many blocks wait for each process.
_AHEAD = 2
# Seconds in which Ctrl-C is heard.
_STEP = 0.1
_UNKNOWN = np.iinfo(np.intp).min


class PlayedGames(NamedTuple):
    """The games of a simulation so far."""

    totals: IntArray  # (games, players)
    failures: list[Failure]  # in the order of their games

    @property
    def games(self) -> int:
        return len(self.totals)


def run_simulation(
    simulation: Simulation,
    folder: Path,
    progress: Callable[[float], object] = lambda _: None,
    processes: int | None = None,
    *,
    on_failure: Callable[[Failure], object] = lambda _: None,
    on_records: Callable[[str], object] = lambda _: None,
) -> PlayedGames:
    """Play games and return the totals.

        simulation = Simulation(find_ruleset("official"), ("expert", "champion"), 1000, seed="1")
        played = run_simulation(simulation, folder, progress=print)
        summarize_results(simulation, played)[1].share

    A bot that fails scores 0 in all further boxes of that game. After Ctrl-C the deals that were
    played whole are returned, if there are any.

    Args:
        simulation: The games.
        folder: Where value tables are kept.
        progress: Called now and then with the part that is done, up to 1.
        processes: How many processes play; by default there is one for each processor.
        on_failure: Called for every failure of a bot.
        on_records: Called with the records of some games, in the order of the games.

    Raises:
        Malformed: If there is no such player, or there are too few.
        Unsolvable: If bots can't play this game.
        UserError: If a process that plays was ended from outside.
    """
    player = BlockPlayer(simulation, folder)
    totals = np.full((simulation.games, len(simulation.players)), _UNKNOWN, np.intp)
    failures: list[Failure] = []
    done, order = 0, iter([block.start for block in player.blocks])
    recorded, following = dict[int, str](), next(order, None)
    try:
        with closing(_play(player, simulation, folder, processes)) as blocks:
            for first, found, failed, records in blocks:
                totals[first : first + len(found)] = found
                failures += failed
                for failure in failed:
                    on_failure(failure)
                recorded[first] = records
                while following in recorded:
                    on_records(recorded.pop(following))
                    following = next(order, None)
                done += len(found)
                progress(done / simulation.games)
    except KeyboardInterrupt:
        if not _find_whole_deals(totals, simulation.paired).any():
            raise
    whole = _find_whole_deals(totals, simulation.paired)
    return PlayedGames(totals[whole], sorted({each for each in failures if whole[each.game]}))


def _find_whole_deals(totals: IntArray, paired: bool) -> NDArray[np.bool_]:
    """Return which games belong to deals that were played whole, in any order."""
    deals = np.arange(len(totals)) // (totals.shape[1] if paired else 1)
    return ~np.isin(deals, deals[totals[:, 0] == _UNKNOWN])


def _play(
    player: BlockPlayer,
    simulation: Simulation,
    folder: Path,
    processes: int | None,
) -> Generator[PlayedBlock]:
    """Yield blocks as they are played, here or in other processes."""
    blocks = player.blocks
    # A process that is ended from outside can't end its programs, but their parent can.
    are_programs = not PROGRAMS.keys().isdisjoint(simulation.players)
    are_few = len(blocks) <= _FEW_BLOCKS and not are_programs
    most = min(len(blocks), _count_processors() if processes is None else processes)
    if processes == 1 or most == 0 or (processes is None and are_few):
        yield from map(player.play, blocks)
        return
    context = get_context("spawn")
    parent, ours = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(
        most, context, initializer=_begin, initargs=(simulation, folder, PROGRAMS, parent)
    )
    left, running = iter(blocks), set[Future[PlayedBlock]]()
    try:
        while True:
            # The keyboard interrupts all processes of a terminal. This one ends the others, and one
            # that is still importing would print a traceback. In the middle of `wait` it would
            # leave locks of blocks closed, which the end of the executor waits for.
            with put_off_interruption():
                some = islice(left, most * _AHEAD - len(running))
                running |= {executor.submit(_play_block, block) for block in some}
                if not running:
                    return
                done, running = wait(running, _STEP, FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise UserError(_("A process that played games was ended from outside.")) from None
    finally:
        with put_off_interruption():  # processes that outlive this one print tracebacks
            ours.close()  # which ends them
            executor.shutdown(cancel_futures=True)


_player: BlockPlayer | None = None


def _begin(
    simulation: Simulation, folder: Path, programs: dict[str, Program], parent: Connection
) -> None:
    global _player
    PROGRAMS.update(programs)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it couldn't be put off
    Thread(target=_end_with_parent, args=(parent,), daemon=True).start()
    _player = BlockPlayer(simulation, folder)


def _end_with_parent(parent: Connection) -> None:
    """End this process and its programs once the parent closes its end, or is no more."""
    with suppress(OSError):
        parent.poll(None)
    end_programs()
    os._exit(0)


def _play_block(block: range) -> PlayedBlock:
    assert _player is not None
    return _player.play(block)


def _count_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return min(os.cpu_count() or 1, 61)  # Windows can wait for no more


def simulate(
    ruleset: Ruleset | str,
    players: Sequence[str],
    games: int,
    seed: str,
    *,
    paired: bool = True,
    progress: Callable[[float], object] = lambda _: None,
    processes: int | None = None,
) -> list[BotResult]:
    """Play games among computer players of some ranks, and return how each did.

    The same seed gives the same games. Value tables are kept in the user's cache. For the other
    arguments, Ctrl-C and what is raised see `Simulation` and `run_simulation`.

    >>> expert, beginner = simulate("crag", ("expert", "beginner"), 200, "my seed")
    >>> f"{expert.mean:.1f} {beginner.mean:.1f} {expert.share:.1%}"
    '144.8 111.2 80.5%'
    """
    simulation = Simulation(find_ruleset(ruleset), tuple(players), games, seed, paired)
    played = run_simulation(simulation, cache_folder(), progress, processes)
    return summarize_results(simulation, played)
