"""The process that has everything ready: it forks a session whenever the door asks for one."""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.ssh.protocol import (
    LARGEST,
    Begin,
    Begun,
    Ended,
    Message,
    NotBegun,
    Ready,
    Setup,
    Signal,
    Unable,
    pack,
    unpack,
)
from yahtzee_tui.ssh.worker.memory import fill_holes, make_immortal, share_what_is_the_same
from yahtzee_tui.ssh.worker.sandbox import be_first_to_kill, become
from yahtzee_tui.ssh.worker.session_process import run_session
from yahtzee_tui.store import Store, StoreProblem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.ssh.worker.session_process import Play

_DESCRIPTORS = 2
_LOOK = 0.05


def fork_games(play: Play) -> None:
    """Get everything ready and fork sessions until the door is gone.

    Args:
        play: Runs the game of a session.
    """
    door = socket.socket(fileno=int(sys.argv[1]))
    setup = unpack(door.recv(LARGEST))
    assert isinstance(setup, Setup)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _get_ready(setup)
    except (OSError, KeyError) as error:
        door.send(pack(Unable(f"Games can't run as {setup.user}: {error}.")))
        return
    except StoreProblem as problem:
        door.send(pack(Unable(problem.sentence)))
        return
    Parent(door, setup, play).work()


def _get_ready(setup: Setup) -> None:
    from yahtzee_tui.ssh.worker.preload import keep_best_play, warm

    warm()
    share_what_is_the_same()
    be_first_to_kill()  # not after `become`, which takes the right to
    become(setup.user)
    _check_games(setup.database)
    keep_best_play(Path(setup.cache))
    gc.collect()
    make_immortal()
    fill_holes()
    gc.freeze()


def _check_games(database: str) -> None:
    """Make sure that games can be saved, so that no session needs to look for damage.

    Raises:
        StoreProblem: If they can't be.
    """
    store = Store(database)
    try:
        _ = store.games
    finally:
        store.close()
    if store.notice:
        sys.stderr.write(f"{store.notice}\n")


class Parent:
    """Forks, and learns of the end of what it forked."""

    def __init__(self, door: socket.socket, setup: Setup, play: Play) -> None:
        """Fork nothing yet.

        Args:
            door: The connection with the door.
            setup: How games are run.
            play: Runs the game of a session.
        """
        self._door, self._setup, self._play = door, setup, play
        self._log = os.dup(2)
        self._processes: dict[int, int] = {}

    def work(self) -> None:
        """Do what the door says until it is gone; then let the sessions end."""
        # A handler would run whenever it likes; a byte in a pipe waits until we look.
        wake, far = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(far, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(far, warn_on_full_buffer=False)
        poll = select.poll()
        poll.register(self._door, select.POLLIN)
        poll.register(wake, select.POLLIN)
        self._tell(Ready())
        while True:
            ready = {descriptor for descriptor, _ in poll.poll()}
            if wake in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(wake, 4096)
                self._reap()
            if self._door.fileno() in ready and not self._obey():
                break
        self._end_all()

    def _obey(self) -> bool:
        """Do what the door says next; return whether it is still there."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self._door, LARGEST, _DESCRIPTORS)
        except OSError:
            return False
        if not data:
            return False
        message = unpack(data)
        if isinstance(message, Begin):
            self._begin(message, descriptors)
        elif isinstance(message, Signal):
            self._signal(message.session, message.number)
        return True

    def _begin(self, begin: Begin, descriptors: Sequence[int]) -> None:
        # Other threads would be gone after the fork, and whatever they held locked for ever.
        assert count_threads() == 1
        try:
            process = os.fork()
        except OSError as error:  # there are too many processes, or there is too little memory
            self._tell(NotBegun(begin.session, str(error)))
        else:
            if process == 0:
                signal.set_wakeup_fd(-1)
                run_session(begin, self._setup, (*descriptors, self._log), self._play)
            self._processes[begin.session] = process
            self._tell(Begun(begin.session, process))
        for descriptor in descriptors:
            os.close(descriptor)

    def _signal(self, session: int, number: int) -> None:
        if process := self._processes.get(session):
            try:
                os.killpg(process, number)
            except ProcessLookupError:  # it has no group of its own yet
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)

    def _reap(self) -> None:
        while self._processes:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            session = next(s for s, p in self._processes.items() if p == process)
            del self._processes[session]
            self._tell(Ended(session, os.waitstatus_to_exitcode(status)))

    def _end_all(self) -> None:
        """Let the sessions end whose door is gone, and make them if they don't."""
        deadline = time.monotonic() + self._setup.grace
        for number in (signal.SIGHUP, signal.SIGKILL):
            for session in tuple(self._processes):
                self._signal(session, number)
            while self._processes and time.monotonic() < deadline:
                time.sleep(_LOOK)
                self._reap()

    def _tell(self, message: Message) -> None:
        with contextlib.suppress(OSError):  # who doesn't hear it is gone, as we learn soon
            self._door.send(pack(message))


def count_threads() -> int:
    """Return how many threads this process has, with those that Python doesn't know of."""
    try:
        return len(list(Path("/proc/self/task").iterdir()))
    except OSError:  # elsewhere than on Linux
        return threading.active_count()
