"""How much is sent to the terminal: bytes for each key, each roll and each turn.

Run `python -m tests.benchmarks.bytes`. The terminal has 80 columns and 24 rows, and shows a picture
at once where it is asked to, as most do.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks.runs import GAME_DRAWN
from tests.terminal.program import Program, yahtzee
from tests.terminal.user_folders import UserFolders

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

COLORS: dict[str, dict[str, str]] = {
    "true color": {},
    "256 colors": {"COLORTERM": ""},
    "no color": {"NO_COLOR": "1"},
}
"""What tells the program how many colors there are."""

DOWN = "\x1b[B"
_SHOWS_AT_ONCE = "\x1b[?2026;2$y"
_SILENCE, _PATIENCE = 0.3, 5.0
_ROLLS = 5


def count(program: Program, *keys: str, silence: float = _SILENCE) -> int:
    """Press keys one after the other; return how many bytes came until there were no more."""
    before = len(program.output)
    for key in keys:
        program.write(key)
        program.read(_PATIENCE)
        while program.read(silence):
            pass
    while program.read(silence):
        pass
    return len(program.output) - before


def open_table(folder: Path, speed: str, env: Mapping[str, str]) -> tuple[Program, int]:
    """Sit down alone; return the program, and the bytes of the first screen."""
    home = UserFolders(folder, f'dice_speed = "{speed}"\nconfirm_zero = false\n')
    program = Program(yahtzee("play", "Ann", "--seed", "42"), **home.env | dict(env))
    if not program.read_until(lambda: all(text in program.output for text in GAME_DRAWN)):
        raise AssertionError(f"never drawn: {bytes(program.output)!r}")
    program.write(_SHOWS_AT_ONCE)
    while program.read(1):
        pass
    return program, len(program.output)


def measure(speed: str, env: Mapping[str, str], idle: float = 3.0) -> dict[str, int]:
    """Return the bytes of everything that is done at a table, by what it is."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as folder:
        program, first = open_table(Path(folder), speed, env)
        with program:
            measured = {
                "the first screen": first,
                "the first roll": count(program, " "),  # which draws the dice
                "a die held": int(median(count(program, key) for key in "123")),
                "a die let go": int(median(count(program, key) for key in "123")),
                "the mark moved": int(median(count(program, DOWN) for _ in range(5))),
                "a box scored": count(program, "\r"),  # one was moved to
                "that undone": count(program, "u"),
                "nothing at all": count(program, silence=idle),
            }
            count(program, "\r", "\r")
            # The first rolls of turns, with all dice; their scores are not counted.
            rolls = []
            for _ in range(_ROLLS):
                rolls.append(count(program, " "))
                count(program, "\r", "\r")
            measured["a roll"] = int(median(rolls))
            # Two dice held, all rolls, the best box.
            measured["a turn"] = count(program, " ", "1", " ", "2", " ", "\r")
    return measured


def lines(columns: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    yield " " * 20 + "".join(f"{name:>14}" for name in columns)
    for what in next(iter(columns.values())):
        numbers = "".join(f"{column[what]:>14,}" for column in columns.values())
        yield f"{what:<20}{numbers}"


def main() -> None:
    print("bytes, with the dice at full speed")
    print(*lines({name: measure("full", env) for name, env in COLORS.items()}), sep="\n")
    print("bytes, in true color, by the speed of the dice")
    print(*lines({speed: measure(speed, {}) for speed in ("off", "short", "full")}), sep="\n")


if __name__ == "__main__":
    main()
