"""Series of games among computer players: reproducible, fair, and a ladder in order."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

from tests.strategy.conftest import EVERY_SOLVABLE, Tables
from yahtzee_tui.interruption import put_off_interruption
from yahtzee_tui.rules import OFFICIAL, RULESETS, Faces, Game, Hold, Roll, Ruleset
from yahtzee_tui.strategy import ValueTable
from yahtzee_tui.strategy.bots import LEVELS, Bot, make_bot
from yahtzee_tui.strategy.solver.keeps import IntArray
from yahtzee_tui.strategy.tournament import (
    BlockPlayer,
    BotResult,
    PlayedGames,
    Simulation,
    play_games,
    run_simulation,
    summarize_results,
)

CRAG = RULESETS["crag"]
MANY_BLOCKS = Simulation(CRAG, ("beginner", "casual"), 3000, "x")
"""Games that are played in six blocks, and for which no best play is needed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def _play(
    folder: Path, *players: str, games: int, seed: str = "1", paired: bool = False
) -> IntArray:
    return _run(Simulation(CRAG, players, games, seed, paired), folder)


def _run(
    simulation: Simulation,
    folder: Path,
    progress: Callable[[float], object] = lambda _: None,
    processes: int = 1,
) -> IntArray:
    return run_simulation(simulation, folder, progress, processes).totals


def _summarize(simulation: Simulation, totals: IntArray) -> list[BotResult]:
    return summarize_results(simulation, PlayedGames(totals, []))


def _by_hand(players: list[Bot], ruleset: Ruleset, faces: IntArray) -> list[int]:
    """Play one game through the checked door; fresh dice go to free places from the left."""
    game = Game.start(ruleset, tuple(f"Seat {seat + 1}" for seat in range(len(players))))
    while not game.is_over:
        throws = iter(faces[game.seat, game.round - 1].tolist())
        game = game.play(Roll(), tuple(next(throws)))
        while game.roll:
            choice = players[game.seat].choose(game)
            game = game.play(choice)
            if isinstance(choice, Hold):
                game = game.play(Roll(), _place(tuple(next(throws)), choice))
    return [card.grand_total for card in game.cards]


def _place(fresh: Faces, hold: Hold) -> Faces:
    free = iter(fresh)
    return tuple(1 if position in hold.positions else next(free) for position in range(len(fresh)))


@EVERY_SOLVABLE
def test_side_by_side_as_one_by_one(tables: Tables, ruleset: Ruleset) -> None:
    """Games go the same way, whether decided together or through the rules core."""
    table, rng = tables[ruleset], np.random.default_rng(5)
    players = [make_bot(rank.id, ruleset, table) for rank in LEVELS[:-1]]
    shape = (3, len(players), len(ruleset.boxes), ruleset.rolls, ruleset.dice)
    faces = rng.choice([1, 2, 3, 4, 5, 6, 6, 6, 6], shape)  # many a joker among them
    seating = np.tile(np.arange(len(players)), (3, 1))
    played = play_games(table.space, players, seating, faces)
    for game in range(3):
        assert played.totals[game].tolist() == _by_hand(players, ruleset, faces[game])


def test_champions_side_by_side_and_alone(official: ValueTable, folder: Path) -> None:
    """Players who go by chances decide side by side as at the table."""
    ranks = ("champion", "casual", "chaser:220")
    players = [make_bot(rank, OFFICIAL, official) for rank in ranks]
    faces = np.random.default_rng(6).integers(1, 7, (3, 2, 13, 3, 5))
    for seating in ([0, 1], [2, 0]):
        played = play_games(official.space, players, np.tile(seating, (3, 1)), faces)
        seated = [players[number] for number in seating]
        for game in range(3):
            assert played.totals[game].tolist() == _by_hand(seated, OFFICIAL, faces[game])
    # Alone a champion is an expert.
    assert np.array_equal(_play(folder, "champion", games=20), _play(folder, "expert", games=20))


@pytest.mark.slow
def test_a_seed_decides_everything(folder: Path) -> None:
    once, again = (_play(folder, "casual", "expert", games=300, seed="a") for _ in range(2))
    other = _play(folder, "casual", "expert", games=300, seed="b")
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)
    longer = _play(folder, "casual", "expert", games=400, seed="a")
    assert np.array_equal(longer[:300], once)
    told: list[float] = []
    alone, two = (_run(MANY_BLOCKS, folder, told.append, processes) for processes in (1, 2))
    assert np.array_equal(alone, two), "in as many processes as you like"
    assert told[:6] == sorted(told[:6])
    assert told[6:] == sorted(told[6:])


@pytest.mark.parametrize(
    ("order", "played"), [(slice(None), range(498)), (slice(None, None, -1), range(501, 1101))]
)
def test_what_was_played_before_an_interruption_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, order: slice, played: range
) -> None:
    """Whole deals, whichever were played first: processes don't end their blocks in order."""
    series = Simulation(CRAG, ("beginner", "skilled", "casual"), 1101, "x", paired=True)
    whole = _run(series, folder)

    def interrupt(done: float) -> None:
        if done > 0.3:
            raise KeyboardInterrupt

    monkeypatch.setattr(BlockPlayer, "blocks", BlockPlayer(series, folder).blocks[order])
    assert np.array_equal(_run(series, folder, interrupt), whole[played])


@pytest.fixture
def interrupt_process() -> Iterator[Callable[[], None]]:
    """Interrupt the whole process, as the keyboard does: any thread may get the signal.

    The library for matrices has threads that don't block it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        pytest.skip("nothing is put off here")

    came, wakeup = os.pipe()
    os.set_blocking(wakeup, False)

    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.read(came, 1)

    done = Event()
    Thread(target=done.wait, daemon=True).start()
    # Where the tests run in the background, the signal is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    wakeup_before = signal.set_wakeup_fd(wakeup)
    try:
        yield interrupt
    finally:
        signal.set_wakeup_fd(wakeup_before)
        signal.signal(signal.SIGINT, before)
        done.set()
        os.close(came)
        os.close(wakeup)


def test_a_second_interruption_waits_for_the_processes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, interrupt_process: Callable[[], None]
) -> None:
    ended = []

    class Executor(ProcessPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            interrupt_process()
            super().shutdown(wait, cancel_futures=cancel_futures)
            ended.append(wait)

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("yahtzee_tui.strategy.tournament.ProcessPoolExecutor", Executor)
    assert 500 <= len(_run(MANY_BLOCKS, folder, interrupt, 2)) < MANY_BLOCKS.games
    assert ended == [True]


def test_what_puts_interruptions_off_leaves_none_blocked(
    monkeypatch: pytest.MonkeyPatch, interrupt_process: Callable[[], None]
) -> None:
    """One may come in the very moment in which the handler is set back."""
    set_handler, calls = signal.signal, []

    def set_and_interrupt(*args: Any) -> Any:
        before = set_handler(*args)
        calls.append(args)
        if len(calls) == 2:
            interrupt_process()
        return before

    monkeypatch.setattr(signal, "signal", set_and_interrupt)
    with pytest.raises(KeyboardInterrupt), put_off_interruption():
        pass
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_an_interruption_leaves_no_lock_of_the_executor_closed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, interrupt_process: Callable[[], None]
) -> None:
    """`wait` locks each block for a moment, which the thread of the executor needs at the end."""
    waited = []

    def wait_interrupted(*args: Any, **words: Any) -> object:
        interrupt_process()
        done = wait(*args, **words)
        waited.append(done)
        return done

    monkeypatch.setattr("yahtzee_tui.strategy.tournament.wait", wait_interrupted)
    with pytest.raises(KeyboardInterrupt):
        _run(MANY_BLOCKS, folder, processes=2)
    assert len(waited) == 1


def test_the_next_player_begins(folder: Path) -> None:
    """With the same dice, whoever sits at the second seat plays as alone with that seat's dice."""
    totals = _play(folder, "casual", "regular", games=4, paired=True)
    turned = _play(folder, "regular", "casual", games=4, paired=True)
    # The same two games to each deal, in the other order.
    assert np.array_equal(totals[0], turned[1][::-1])
    assert np.array_equal(totals[1], turned[0][::-1])


def test_what_is_told() -> None:
    series = Simulation(OFFICIAL, ("casual", "expert"), 4, "1", paired=False)
    first, second = _summarize(series, np.array([[100, 200], [200, 200], [300, 200], [100, 200]]))
    assert (first.player, first.mean, second.mean) == ("casual", 175, 200)
    assert (first.share, second.share) == (0.375, 0.625)
    assert first.spread == pytest.approx(95.742711)
    assert first.mean_error == pytest.approx(95.742711 / 2)
    assert second.mean_error == second.spread == 0
    series = Simulation(OFFICIAL, ("casual", "expert"), 4, "1", paired=True)
    assert _summarize(series, np.array([[100, 200], [200, 200]] * 2))[0].share_error == 0
    (only,) = _summarize(Simulation(OFFICIAL, ("casual",), 1, "1"), np.array([[200]]))
    assert (only.mean, only.spread, only.mean_error, only.share) == (200, 0, 0, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("paired", [False, True])
def test_intervals_hold_the_truth_as_often_as_they_say(paired: bool) -> None:
    """Of 400 small series with known chances, those of paired dice among them."""
    rng, inside = np.random.default_rng(3), list[bool]()
    series = Simulation(CRAG, ("a", "b"), 100, "1", paired)
    for chance in [0.35, 0.6] * 200:
        # In half of the pairs of games with paired dice the second ends like the first.
        luck = rng.random(100)
        if paired:
            luck[1::2] = np.where(rng.random(50) < 0.5, luck[::2], luck[1::2])
        won = (luck < chance).astype(np.intp)
        first, _ = _summarize(series, np.stack((won, 1 - won), axis=1))
        inside.append(abs(first.share - chance) < 1.96 * first.share_error)
    assert 0.92 < np.mean(inside) < 0.98


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", ["official", "yatzy"])
def test_every_rank_beats_the_one_below(folder: Path, rules: str) -> None:
    """Champion's lead is surer with more games than there is time for here."""
    for lower, higher in pairwise(LEVELS[:-1] if rules == "yatzy" else LEVELS):
        games = {"beginner": 600, "expert": 400}.get(lower.id, 10_000)
        series = Simulation(RULESETS[rules], (lower.id, higher.id), games, "ladder", paired=True)
        _, above = _summarize(series, _run(series, folder))
        assert above.share - 0.5 > 3 * above.share_error * (lower.id != "expert")
