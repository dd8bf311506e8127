"""How late a process wakes that only sleeps, which is what a busy machine adds to all times."""

from __future__ import annotations

import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

_NAP = 0.005


class Stalls:
    """Sleeps for moments, in a process of its own, until the end of the `with` block.

    Attributes:
        longest: Seconds that it woke late at most; 0 before the end.
    """

    longest = 0.0

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.stalls"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        said, _ = self._process.communicate("enough\n")
        self.longest = float(said)


def watch() -> None:
    """Sleep until a line comes, and print by how many seconds a moment was too long at most."""
    longest, last = 0.0, time.perf_counter()
    while not select.select([sys.stdin], [], [], _NAP)[0]:
        now = time.perf_counter()
        longest, last = max(longest, now - last - _NAP), now
    print(longest)


if __name__ == "__main__":
    watch()
