"""How long rules, saving and advice take.

Run `python -m tests.benchmarks.speed [RUNS]`.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import combinations_with_replacement, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks.runs import measure, read_numbers, tell
from tests.store.games import import_game, play_out
from yahtzee_tui.rules import OFFICIAL, Card, History, Record
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.strategy import Advice, load_value_table

if TYPE_CHECKING:
    from collections.abc import Callable

TARGETS = {"save half a game": 5, "hints of a fresh turn": 1, "hints of the same turn": 0.05}
"""Milliseconds, so that nobody at the table notices."""

EMPTY = Card.empty(OFFICIAL)
FINISHED = play_out("official", ("Ann", "Bob"), 3)


def list_work(store: Store) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name; a player does each in one moment."""
    rolls, faces = list(combinations_with_replacement(range(1, 7), 5)), (1, 2, 3, 4, 6)
    setup, events = FINISHED.record.setup, FINISHED.record.events
    half = History(setup.start(), (), events[: len(events) // 2])
    saved = store.games.add(*FINISHED).game
    table = load_value_table(OFFICIAL, cache_folder()).table
    number = count()

    def bring_in() -> None:
        record = FINISHED.record._replace(setup=setup._replace(dice=f"seed:{next(number)}"))
        assert import_game(store.games, record, FINISHED.game)

    def advise() -> Advice:
        # Cards that differ are not remembered, however much alike they are.
        return Advice(table, Card(OFFICIAL, EMPTY.scores, repeats=next(number)), faces, 2)

    return {
        "points of all 252 rolls": lambda: [OFFICIAL.points(each) for each in rolls],
        "potentials of a joker": partial(EMPTY.write("yahtzee", 50).potentials, (4,) * 5),
        "save half a game": partial(Autosaver(store).save, Record.of(setup, half), half.game),
        "save a finished game": partial(Autosaver(store).save, *FINISHED),
        "bring in a game": bring_in,
        "load a game": lambda: store.games.read(saved).load(),
        "load best play": partial(load_value_table, OFFICIAL, cache_folder()),
        "hints of a fresh turn": advise,
        "hints of the same turn": partial(Advice, table, EMPTY, faces, 2),
    }


def main() -> None:
    (runs,) = read_numbers(200)
    with TemporaryDirectory() as folder, closing(Store(str(Path(folder) / "games"))) as store:
        for name, do in list_work(store).items():
            do()  # fills what is cached
            target = f"   target {TARGETS[name]} ms" if name in TARGETS else ""
            print(tell(name, measure(do, runs)) + target)


if __name__ == "__main__":
    main()
