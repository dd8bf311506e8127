"""A session's process, from the fork to its end."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import sys
import termios
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from yahtzee_tui.ssh.protocol import PLAYING, WATCHING, Begin, Setup
from yahtzee_tui.ssh.worker.sandbox import confine
from yahtzee_tui.store.holder import own_lease

if TYPE_CHECKING:
    from collections.abc import Sequence


_CRASHED = 70
_LOG, _DOOR, _FIRST_FREE = 3, 4, 5
_MOST_DESCRIPTORS = 4096
_DEFAULTS = (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)


class TellDoor:
    """Tells the door something through a pipe: `WATCHING` or `PLAYING` of `messages`.

    The door measures idle time by what is typed; whoever says `WATCHING` is left alone as long as
    their connection lasts.
    """

    def __init__(self, descriptor: int) -> None:
        """Take the end of the pipe.

        Args:
            descriptor: Its number.
        """
        self._descriptor = descriptor
        os.set_blocking(descriptor, False)

    def __call__(self, word: str) -> None:
        """Tell the door a word; it isn't waited for, and it doesn't matter if nobody listens."""
        with suppress(OSError):  # the door is gone, or doesn't read just now
            os.write(self._descriptor, f"{word}\n".encode("ascii"))


Play = Callable[[Begin, Setup, TellDoor], int]


def run_session(begin: Begin, setup: Setup, descriptors: Sequence[int], play: Play) -> NoReturn:
    """Play on the terminal that came along, and never return.

    Args:
        begin: Who plays.
        setup: How games are run.
        descriptors: The terminal, where the door is told something, and the log.
        play: Runs the game; returns the exit code.
    """
    code = _CRASHED
    try:
        for number in _DEFAULTS:
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        _arrange(*descriptors)
        _reset_environment(begin, setup)
        random.seed()
        own_lease.cache_clear()  # else it would be that of the parent, and so of every session
        confine(setup.memory, setup.processor)
        code = play(begin, setup, TellDoor(_DOOR))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else _CRASHED
    except BaseException:  # what nobody else has caught goes to the log, and never to the player
        with suppress(BaseException):
            traceback.print_exc()
    finally:
        with suppress(BaseException):
            sys.stderr.flush()
        os._exit(code)


def _arrange(terminal: int, door: int, log: int) -> None:
    """Put each descriptor where it belongs, and close all others.

    Textual draws on the standard error that Python began with, which is the terminal; what anybody
    else writes to standard output or error goes to the log.
    """
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    terminal, door, log = (
        fcntl.fcntl(each, fcntl.F_DUPFD, _FIRST_FREE) for each in (terminal, door, log)
    )
    for number in range(3):
        os.dup2(terminal, number)
    os.dup2(log, _LOG, inheritable=False)
    os.dup2(door, _DOOR, inheritable=False)
    os.closerange(_FIRST_FREE, _MOST_DESCRIPTORS)
    sys.stderr = os.fdopen(_LOG, "w", buffering=1, encoding="utf-8", errors="backslashreplace")
    sys.stdout = sys.stderr


def _reset_environment(begin: Begin, setup: Setup) -> None:
    keep = {name: os.environ[name] for name in ("LANG", "PATH", "HOME") if name in os.environ}
    os.environ.clear()
    os.environ.update(keep | {"XDG_CACHE_HOME": setup.cache} | begin.environment)


def play(begin: Begin, setup: Setup, tell_door: TellDoor) -> int:
    """Let a player play until they leave; return the exit code."""
    from yahtzee_tui.store import Store
    from yahtzee_tui.tui.visit import Visitor, run_visit

    def tell(watches: bool) -> None:
        tell_door(WATCHING if watches else PLAYING)

    visitor = Visitor(begin.key, begin.login, tuple(begin.request))
    store = Store(setup.database, check=False, keep_days=setup.keep_days)
    return run_visit(visitor, store, begin.ascii_only, tell)
