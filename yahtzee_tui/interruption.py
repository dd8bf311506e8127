"""Puts Ctrl-C off while it would do harm."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def put_off_interruption() -> Iterator[None]:
    """Put SIGINT off, here and for good in processes that begin meanwhile.

    Windows knows no such thing; there nothing is put off.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True

    # The system gives the signal to any thread that doesn't block it, such as those of the library
    # for matrices, and then Python calls the handler in the main thread all the same.
    handler = signal.getsignal(signal.SIGINT)
    is_handled = callable(handler) and current_thread() is main_thread()
    if is_handled:
        signal.signal(signal.SIGINT, note)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        # In this order no signal interrupts what is done here.
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if is_handled:
            signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)
