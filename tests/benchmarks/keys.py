"""How many keys a game of best play takes.

Run `python -m tests.benchmarks.keys [GAMES]`.

`expert` decides at a `Table`, and the screen's own `PlayerInput` marks boxes. Counted are the
fewest keys of each way to hold dice and to score: one a roll; for a hold the shortest sequence of
keys that toggle a die, all dice of a number, or all dice; for a score those of ↑ ↓ ← → to its box
and Enter, or the letter of the box. Nothing is undone, and the coach is off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from statistics import mean, stdev
from types import SimpleNamespace
from typing import NamedTuple, TypeVar

from tests.benchmarks.runs import read_numbers
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import OFFICIAL, Faces, Hold, Roll, Setup
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.player_input import PlayerInput, best_box
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.settings import Options
from yahtzee_tui.strategy import solve
from yahtzee_tui.strategy.bots import Bot, make_bot
from yahtzee_tui.table import Table
from yahtzee_tui.tui.table.widgets.scorecard_layout import card_halves, find_across

State = TypeVar("State")


TARGET = 80
"""The most keys of a game with the default options."""

_HALVES = card_halves(OFFICIAL, has_repeats=False)


class Way(NamedTuple):
    """How a player holds dice and scores."""

    name: str
    has_all: bool = True
    has_numbers: bool = True
    has_letters: bool = False


WAYS = (
    Way("1-5 alone", has_all=False, has_numbers=False),
    Way("1-5 and a", has_numbers=False),
    Way("1-5, a and Shift+1-6: the default"),
    Way("and letters for boxes", has_letters=True),
)


def fewest(
    start: State, steps: Callable[[State], Iterable[State]], is_end: Callable[[State], bool]
) -> int:
    """Return the fewest steps from a state to an end."""
    found, queue = {start}, deque([(start, 0)])
    while queue:
        state, taken = queue.popleft()
        if is_end(state):
            return taken
        for after in steps(state):
            if after not in found:
                found.add(after)
                queue.append((after, taken + 1))
    raise ValueError("it can't be reached")


def count_hold(faces: Faces, held: frozenset[int], kept: Faces, way: Way) -> int:
    """Return the fewest keys that hold these faces, whichever of equal dice they are."""
    every = frozenset(range(len(faces)))

    def steps(held: frozenset[int]) -> Iterable[frozenset[int]]:
        yield from (held ^ {at} for at in every)
        if way.has_all:
            yield frozenset() if held == every else every
        for face in set(faces) if way.has_numbers else ():
            dice = {at for at in every if faces[at] == face}
            yield held - dice if held >= dice else held | dice

    return fewest(held, steps, lambda held: sorted(faces[at] for at in held) == sorted(kept))


def count_score(player: PlayerInput, box: str, way: Way) -> int:
    """Return the fewest keys that score in a box."""
    if way.has_letters:
        return 1
    boxes = player.open

    def steps(marked: str) -> Iterable[str]:
        at = boxes.index(marked)
        yield from (boxes[at - 1], boxes[(at + 1) % len(boxes)])
        yield from [each for each in find_across(_HALVES, marked) if each in boxes][:1]

    start, game = boxes[0] if player.cursor is None else player.cursor, player.table.game
    could_help = game.rolls_left and len(game.held) < game.ruleset.dice and len(set(game.faces)) > 1
    is_asked = start == box and could_help
    return fewest(start, steps, lambda marked: marked == box) + 1 + bool(is_asked)


def count_game(bot: Bot, marker: BotService, seed: str) -> tuple[int, ...]:
    """Return the keys of one game by each way."""
    dice = SeededDice(seed)
    table = Table(Setup("official", ("Ann",), dice=dice.source), dice)
    player = PlayerInput(table, SimpleNamespace(options=Options()))
    player.find_box = lambda game: marker.find_box(game) or best_box(game)
    table.watch(player.changed)
    keys = [0] * len(WAYS)
    while not (game := table.game).is_over:
        decision = bot.choose(game) if game.roll else Hold(())
        if isinstance(decision, Hold):
            kept = tuple(game.faces[at] for at in decision.positions)
            for at, way in enumerate(WAYS):
                held = frozenset(game.held)
                keys[at] += 1 + (count_hold(game.faces, held, kept, way) if game.roll else 0)
            if game.roll and decision.positions != game.held:
                table.apply(0, decision)
            table.apply(0, Roll())
            player.mark_best()
        else:
            for at, way in enumerate(WAYS):
                keys[at] += count_score(player, decision.box, way)
            table.apply(0, decision)
    return tuple(keys)


def main() -> None:
    (games,) = read_numbers(200)
    bot = make_bot("expert", OFFICIAL, solve(OFFICIAL))
    marker = BotService(ValueTables().find)
    asyncio.run(marker.load_marker(OFFICIAL))
    counted = [count_game(bot, marker, f"keys {game}") for game in range(games)]
    for way, keys in zip(WAYS, zip(*counted, strict=True), strict=True):
        error = stdev(keys) / len(keys) ** 0.5
        print(f"{way.name}: {mean(keys):.1f} ± {error:.1f} keys a game (at most {TARGET} wanted)")


if __name__ == "__main__":
    main()
