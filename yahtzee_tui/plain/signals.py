"""Being told to end: the program ends in good order, and the exit code says what told it."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGNALS = ("SIGTERM", "SIGHUP")


@contextmanager
def end_on_signals() -> Iterator[None]:
    """Let signals end the program with 128 + their number, as shells report it.

    Games need nothing: they are saved with every action.
    """
    numbers = [int(getattr(signal, name)) for name in _SIGNALS if hasattr(signal, name)]
    before = [(number, signal.signal(number, _end)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _end(number: int, _: object) -> None:
    raise SystemExit(128 + number)
