"""Running a tournament: its blocks of games are played in several processes."""

from __future__ import annotations

import os
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from itertools import islice
from multiprocessing import get_context
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.errors import UserError
from yahtzee_tui.interruption import put_off_interruption
from yahtzee_tui.strategy.bots import end_programs
from yahtzee_tui.strategy.bots.programs import PROGRAMS
from yahtzee_tui.strategy.tournament.games import BlockPlayer, PlayedBlock
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from multiprocessing.connection import Connection
    from pathlib import Path

    from numpy.typing import NDArray

    from yahtzee_tui.strategy.bots.programs import Program
    from yahtzee_tui.strategy.solver.keeps import IntArray
    from yahtzee_tui.strategy.tournament.games import Failure, Simulation

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
