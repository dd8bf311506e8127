"""The games of a tournament, played in blocks, side by side.

Each game has dice of its own, in whichever process it is played, so nothing depends on how many
are in a block and how blocks are shared out.
"""

from __future__ import annotations

from hashlib import blake2b
from math import ceil, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import Game, Hold, Record, Score, Setup
from yahtzee_tui.rules.definition import define
from yahtzee_tui.rules.names import free_name
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.strategy.bots import BatchBot, BotFailed, find_rank, make_bot, play_solo
from yahtzee_tui.strategy.solver.cache import load_outcomes, load_saved_rolls, load_value_table
from yahtzee_tui.strategy.solver.simulate import BatchGames
from yahtzee_tui.strategy.solver.states import find_space
from yahtzee_tui.strategy.solver.value_table import ValueTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from yahtzee_tui.rules import Event, Ruleset
    from yahtzee_tui.strategy.bots import Bot
    from yahtzee_tui.strategy.solver.keeps import IntArray
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
