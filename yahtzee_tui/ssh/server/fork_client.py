"""The process that forks the games, as the door sees it: started, spoken to, replaced if it dies.

Games go on without it; only new ones have to wait until there is another.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.ssh.problem import ServerProblem
from yahtzee_tui.ssh.protocol import (
    LARGEST,
    Begin,
    Begun,
    Ended,
    NotBegun,
    Ready,
    Setup,
    Signal,
    Unable,
    pack,
    unpack,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yahtzee_tui.ssh.server.audit_log import Journal

GAMES = ("-m", "yahtzee_tui.ssh.worker")
"""The program that forks the games, as Python is told it."""

_WARM_SECONDS = 60
_BEGIN_SECONDS = 10
_PAUSES = (0.1, 0.5, 2.0, 10.0)
_LIVED_LONG = 60.0
_ENVIRONMENT = {
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    # Threads that have been started are not there any more after a fork.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    # A pool of memory for each thread is a pool that nobody shares.
    "MALLOC_ARENA_MAX": "1",
    # Mouse coordinates in pixels are wrong after the window's size was changed.
    "TEXTUAL_SMOOTH_SCROLL": "0",
}
_HANDED_ON = ("PYTHONPATH", "LD_LIBRARY_PATH")


class Child(NamedTuple):
    """The process of a session.

    Attributes:
        session: The number of the session.
        parent: Which of the processes that fork games forked it, counted from 1.
        process: Its number.
        ended: Its exit code, once it has ended.
    """

    session: int
    parent: int
    process: int
    ended: asyncio.Future[int]


class Nursery:
    """Begins games."""

    def __init__(self, setup: Setup, journal: Journal, program: Sequence[str] = GAMES) -> None:
        """Start nothing yet.

        Args:
            setup: How the games are run.
            journal: Where it is written what they complain of.
            program: The program that forks them.
        """
        self._setup, self._journal, self._program = setup, journal, program
        self._ready = asyncio.Event()
        self._sessions = self._parents = 0
        self._socket: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._begun: dict[int, asyncio.Future[int]] = {}
        self._ended: dict[int, asyncio.Future[int]] = {}
        self._unable = ""
        self._is_closing = False
        self._logs: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Keep such a process running until `close`."""
        failures = 0
        while not self._is_closing:
            began = time.monotonic()
            code = await self._run_once()
            failures = 0 if time.monotonic() - began > _LIVED_LONG else failures + 1
            if not self._is_closing:
                self._journal.tell("games-stopped", code=code, why=self._unable or None)
                await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])

    async def wait_ready(self) -> None:
        """Wait until games can begin.

        Raises:
            ServerProblem: If they can't.
        """
        waiting = asyncio.ensure_future(self._ready.wait())
        deadline = time.monotonic() + _WARM_SECONDS
        while not waiting.done() and not self._unable and time.monotonic() < deadline:
            await asyncio.wait([waiting], timeout=0.05)
        waiting.cancel()
        if not self._ready.is_set():
            raise ServerProblem(self._unable or "The games don't start; the log says more.")

    async def begin(self, begin: Begin, descriptors: Sequence[int]) -> Child:
        """Begin a session.

        Args:
            begin: What the game is told; the number of the session is put in here.
            descriptors: What it is handed: its terminal, and where it tells the door something.

        Raises:
            ServerProblem: If that can't be done now.
        """
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[int] = loop.create_future()
        ended: asyncio.Future[int] = loop.create_future()
        try:
            await asyncio.wait_for(self._ready.wait(), _BEGIN_SECONDS)
            assert self._socket is not None
            self._sessions += 1
            session, parent = self._sessions, self._parents
            self._begun[session], self._ended[session] = begun, ended
            message = pack(begin._replace(session=session))
            socket.send_fds(self._socket, [message], list(descriptors))
            process = await asyncio.wait_for(begun, _BEGIN_SECONDS)
        except (TimeoutError, OSError, asyncio.CancelledError):
            raise ServerProblem("No game can begin just now.") from None
        return Child(session, parent, process, ended)

    def has(self, child: Child) -> bool:
        """Return whether the parent of a session is still there."""
        return child.parent == self._parents and self._socket is not None

    def signal(self, child: Child, number: int) -> None:
        """Send a signal to a session, by its parent, which knows that no other has its number."""
        if self._socket is not None and self.has(child):
            with contextlib.suppress(OSError):
                self._socket.send(pack(Signal(child.session, number)))

    async def close(self) -> None:
        """End the process; sessions that still run are ended by it."""
        self._is_closing = True
        if self._socket is not None:
            self._socket.shutdown(socket.SHUT_RDWR)
        if self._process is not None and self._process.returncode is None:
            try:
                await asyncio.wait_for(self._process.wait(), self._setup.grace + 1)
            except TimeoutError:
                self._process.kill()
        for task in self._logs:
            task.cancel()

    async def _run_once(self) -> int:
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        log, log_far = os.pipe()
        with far:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._program,
                str(far.fileno()),
                pass_fds=[far.fileno()],
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log_far,
                stderr=log_far,
                env=_environment(os.environ),
                start_new_session=True,
            )
        # A pipe of our own: asyncio would wait for its end, and the games have it open too.
        os.close(log_far)
        task = asyncio.create_task(self._copy_log(log))
        self._logs.add(task)
        task.add_done_callback(self._logs.discard)
        near.setblocking(False)
        loop = asyncio.get_running_loop()
        self._socket, self._unable = near, ""
        self._parents += 1
        loop.add_reader(near, self._read, near)
        near.send(pack(self._setup))
        try:
            return await self._process.wait()
        finally:
            self._read(near)
            loop.remove_reader(near)
            near.close()
            self._socket = None
            self._ready.clear()
            self._forget()

    def _forget(self) -> None:
        """Give up what was asked of a process that is gone; games that run go on."""
        for begun in self._begun.values():
            begun.cancel()
        self._begun.clear()
        self._ended.clear()

    def _read(self, near: socket.socket) -> None:
        while True:
            try:
                data = near.recv(LARGEST)
            except OSError:
                return
            if not data:
                asyncio.get_running_loop().remove_reader(near)
                return
            match unpack(data):
                case Ready():
                    self._ready.set()
                case Unable(sentence):
                    self._unable = sentence
                case Begun(session, process):
                    _settle(self._begun.pop(session, None), process)
                case NotBegun(session, why):
                    self._journal.tell("trouble", why=why)
                    self._ended.pop(session, None)
                    if begun := self._begun.pop(session, None):
                        begun.cancel()
                case Ended(session, code):
                    _settle(self._ended.pop(session, None), code)
                case _:
                    pass

    async def _copy_log(self, log: int) -> None:
        """Write down what games complain of, tracebacks among it, as long as any has the pipe."""
        reader = asyncio.StreamReader()
        with open(log, "rb", buffering=0) as file:
            transport, _ = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), file
            )
            try:
                while data := await reader.read(4096):
                    self._journal.tell("games-log", text=data.decode("utf-8", "replace"))
            finally:
                transport.close()


def _settle(future: asyncio.Future[int] | None, value: int) -> None:
    if future is not None and not future.done():
        future.set_result(value)


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the process: what it needs, and how Python was told of modules."""
    return _ENVIRONMENT | {name: ours[name] for name in _HANDED_ON if name in ours}
