"""From a key to its picture: a die held, against one line of an empty app.

Run `python -m tests.benchmarks.latency [KEYS]`.
"""

import time

from tests.benchmarks.runs import (
    EMPTY,
    EMPTY_DRAWN,
    GAME,
    GAME_DRAWN,
    read_numbers,
    start,
    tell_comparison,
)
from tests.terminal.program import Program

TARGET = 1.7
_BLOCK = 10
_SILENCE = 0.03
_SETTLED = b"roll 1 of 3"


def press(program: Program, key: str, text: bytes) -> tuple[float, float]:
    """Press a key; return the seconds until a text was drawn, and until all was."""
    while program.read(_SILENCE):  # let what went before be over
        pass
    begin, start_at = time.perf_counter(), len(program.output)
    program.write(key)
    if not program.read_until(lambda: text in program.output[start_at:]):
        raise AssertionError(f"never drawn: {text!r}")
    last = first = time.perf_counter()
    while program.read(_SILENCE):
        last = time.perf_counter()
    return first - begin, last - begin


def measure(keys: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    game, _ = start(GAME, GAME_DRAWN)
    empty, _ = start(EMPTY, EMPTY_DRAWN)
    held: list[tuple[float, float]] = []
    counted: list[tuple[float, float]] = []
    with game, empty:
        press(game, " ", _SETTLED)
        for number in range(1, keys + _BLOCK + 1):
            took = press(game, "1", b"1 held")
            press(game, "1", b"No dice held.")
            one_line = press(empty, "1", f"pressed{number}".encode())
            if number > _BLOCK:  # the first ones warm both up
                held.append(took)
                counted.append(one_line)
    return held, counted


def main() -> None:
    (keys,) = read_numbers(100)
    held, counted = measure(keys)
    for what, part in (("to the change", 0), ("to the last byte", 1)):
        ours, theirs = [t[part] for t in held], [t[part] for t in counted]
        title = f"key {what}, 80x24, on a pseudo-terminal"
        names = "a die held, two players", "a line of an empty app"
        print(tell_comparison(title, (names[0], ours), (names[1], theirs), TARGET))


if __name__ == "__main__":
    main()
