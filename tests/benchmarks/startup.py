"""From exec to the first picture of the table, against an empty app: both in turn, in one run.

Run `python -m tests.benchmarks.startup [RUNS]`.
"""

from __future__ import annotations

from tests.benchmarks.runs import (
    EMPTY,
    EMPTY_DRAWN,
    GAME,
    GAME_DRAWN,
    read_numbers,
    start,
    tell_comparison,
)

TARGET = 1.2


def measure(runs: int) -> tuple[list[float], list[float]]:
    game: list[float] = []
    empty: list[float] = []
    for run in range(runs + 1):
        for command, drawn, seconds in ((GAME, GAME_DRAWN, game), (EMPTY, EMPTY_DRAWN, empty)):
            program, took = start(command, drawn)
            program.close()
            if run:  # the first of each only fills the system's caches
                seconds.append(took)
    return game, empty


def main() -> None:
    game, empty = measure(*read_numbers(20))
    title = "exec to first paint, 80x24, on a pseudo-terminal"
    print(tell_comparison(title, ("table of two", game), ("header and footer", empty), TARGET))


if __name__ == "__main__":
    main()
