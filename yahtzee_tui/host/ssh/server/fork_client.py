"""The connection to the fork server, which is restarted if it dies; sessions survive that."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from functools import partial
from io import FileIO
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.host.ssh import protocol
from yahtzee_tui.host.ssh.config import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from yahtzee_tui.host.ssh.server.audit_log import AuditLog

FORK_SERVER = ("-m", "yahtzee_tui.host.ssh.worker")
"""The fork server's program, as arguments of Python."""

_READY_SECONDS = 180
_START_SECONDS = 10
_HEARTBEAT_SECONDS = 2.0
_MAX_UNANSWERED = 3  # heartbeats, after which the fork server is replaced
_RESTART_DELAYS = (0.1, 0.5, 2.0, 10.0)
_STABLE_SECONDS = 5.0
_UNKNOWN_CODE = -1  # of a process that another one started
_NOT_RESPONDING = "The process that starts the games is not responding."
_ENVIRONMENT = {
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    # Threads don't survive a fork.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    # Forked processes share no memory of an arena that another thread has.
    "MALLOC_ARENA_MAX": "1",
    # Mouse coordinates in pixels are wrong after a resize.
    "TEXTUAL_SMOOTH_SCROLL": "0",
}
_INHERITED = ("PYTHONPATH", "LD_LIBRARY_PATH")


class SessionProcess(NamedTuple):
    """The process of a session."""

    session: int  # number of the session
    fork_server: int  # which fork server forked it: 1 for the first, 2 for the one after a restart
    pid: int  # process id
    exited: asyncio.Future[int]  # the exit code, once it has ended


class ForkServerClient:
    """Runs the fork server, and starts and signals sessions through it."""

    def __init__(
        self,
        settings: protocol.WorkerSettings,
        audit_log: AuditLog,
        program: Sequence[str] = FORK_SERVER,
        of_listener: protocol.ListenerSettings | None = None,
    ) -> None:
        self._settings, self._audit_log, self._program = settings, audit_log, program
        same = protocol.ListenerSettings(settings.database, settings.notify)
        self._of_listener = protocol.pack(of_listener or same)
        self.known_keys: set[str] = set()  # fingerprints of the keys that have a name here
        self.on_drain: Callable[[protocol.Drain], None] = lambda _: None  # the host orders it
        # Called with the figures of the listener, and returns those of the server.
        self.on_figures: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda _: {}
        self.listener_restarts = 0  # by the fork server that runs
        self._drain: protocol.Drain | None = None
        self._ready = asyncio.Event()
        self._unanswered = 0
        self._sessions = self._fork_servers = 0
        self._socket: socket.socket | None = None
        self._spare: tuple[socket.socket, int] | None = None  # one that waits, and its pidfd
        self._ended: asyncio.Future[int] | None = None
        self._kill: Callable[[], None] = lambda: None
        self._started: dict[int, asyncio.Future[int]] = {}
        self._exited: dict[int, asyncio.Future[int]] = {}
        self._failure = ""
        self._is_closing = False
        self._log_tasks: set[asyncio.Task[None]] = set()

    @property
    def restarts(self) -> int:
        """How often the fork server was started again."""
        return max(0, self._fork_servers - 1)

    async def run(self) -> None:
        """Keep a fork server running until `close`, and answer its listeners."""
        loop = asyncio.get_running_loop()
        asked, self._listeners = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asked.setblocking(False)
        with asked, self._listeners:
            loop.add_reader(asked, self._answer_listener, asked)
            try:
                await self._keep_running()
            finally:
                loop.remove_reader(asked)

    async def _keep_running(self) -> None:
        failures = 0
        while not self._is_closing:
            started, code = time.monotonic(), None
            try:
                code = await self._run_once()
            except OSError as error:  # such as a Python in a folder of another user
                self._failure = f"{sys.executable} can't be started: {error.strerror}."
            except Exception as error:
                self._failure = f"The process that starts the games can't be run: {error!r}."
                raise
            failures = 0 if time.monotonic() - started > _STABLE_SECONDS else failures + 1
            if not self._is_closing:
                self._audit_log.write("games-stopped", code=code, why=self._failure or None)
                await asyncio.sleep(_RESTART_DELAYS[min(failures, len(_RESTART_DELAYS) - 1)])

    async def wait_ready(self) -> None:
        """Wait until sessions can be started; raises `ServerError` on failure or after 180 s."""
        deadline = time.monotonic() + _READY_SECONDS
        while not self._ready.is_set() and not self._failure and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        if not self._ready.is_set():
            raise ServerError(self._failure or "Games don't start. See the log for the reason.")

    async def start_session(
        self, request: protocol.StartSession, descriptors: Sequence[int]
    ) -> SessionProcess:
        """Let the fork server fork a session, whose number is set here.

        `descriptors` are its terminal and the write end of its status pipe. Raises `ServerError` if
        that can't be done now.
        """
        loop = asyncio.get_running_loop()
        started: asyncio.Future[int] = loop.create_future()
        exited: asyncio.Future[int] = loop.create_future()
        try:
            await asyncio.wait_for(self._ready.wait(), _START_SECONDS)
            assert self._socket is not None
            self._sessions += 1
            session, fork_server = self._sessions, self._fork_servers
            self._started[session], self._exited[session] = started, exited
            message = protocol.pack(request._replace(session=session))
            socket.send_fds(self._socket, [message], list(descriptors))
            pid = await asyncio.wait_for(started, _START_SECONDS)
        except (TimeoutError, OSError, asyncio.CancelledError):
            raise ServerError("No game can start right now.") from None
        return SessionProcess(session, fork_server, pid, exited)

    def has_forked(self, process: SessionProcess) -> bool:
        """Return whether the fork server that runs now is the process's parent."""
        return process.fork_server == self._fork_servers and self._socket is not None

    def signal(self, process: SessionProcess, number: int) -> None:
        """Send a signal by the parent, for which the process id can't be in use again."""
        self._send(protocol.SignalSession(process.session, number))

    def configure(self, settings: protocol.WorkerSettings) -> None:
        """Run the sessions that start from now on by other settings; raises `ServerError`."""
        settings = settings._replace(identity=self._settings.identity)
        if self._socket is not None:
            try:
                self._socket.send(protocol.pack(settings))
            except BlockingIOError:
                raise ServerError(_NOT_RESPONDING) from None
            except OSError:  # it has ended; the next one gets these settings
                pass
        self._settings = settings

    def drain(self, drain: protocol.Drain) -> None:
        """Let all sessions know that the server drains, also those of a later fork server."""
        self._drain = drain
        self._send(drain)

    def _send(self, message: protocol.Message) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):  # it has ended, or is replaced
                self._socket.send(protocol.pack(message))

    async def close(self) -> None:
        """End the fork server, which ends the sessions that still run."""
        self._is_closing = True
        if self._socket is not None:
            self._socket.shutdown(socket.SHUT_RDWR)
        if self._ended is not None:
            await asyncio.wait([self._ended], timeout=self._settings.grace + 1)
            if not self._ended.done():
                self._kill()
        self._close_spare()
        for task in self._log_tasks:
            task.cancel()

    async def _start(self) -> socket.socket:
        """Start a new fork server, and return the socket to it."""
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Not asyncio's own pipe: `wait` would wait for its end, which sessions hold open, too.
        ends = os.pipe()
        log, log_far = FileIO(ends[0]), FileIO(ends[1], "w")
        inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        with far, log_far, contextlib.ExitStack() as unused:
            for each in (near, log):
                unused.enter_context(each)
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._program,
                str(far.fileno()),
                str(self._listeners.fileno()),
                pass_fds=[far.fileno(), self._listeners.fileno()],
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log_far,
                stderr=log_far,
                env=_ENVIRONMENT | inherited,
                start_new_session=True,
            )
            unused.pop_all()
        task = asyncio.create_task(self._copy_log(log))
        self._log_tasks.add(task)
        task.add_done_callback(self._log_tasks.discard)
        self._ended, self._kill = asyncio.create_task(process.wait()), process.kill
        return near

    def _use_spare(self, near: socket.socket, process: int) -> socket.socket:
        """Let the spare be the fork server, and return the socket to it."""
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        self._kill = partial(signal.pidfd_send_signal, process, signal.SIGKILL)
        loop.add_reader(process, set_result, self._ended, _UNKNOWN_CODE)

        def forget(_: object) -> None:
            loop.remove_reader(process)
            os.close(process)

        self._ended.add_done_callback(forget)
        return near

    def _close_spare(self) -> None:
        if self._spare is not None:
            self._spare[0].close()
            os.close(self._spare[1])
            self._spare = None

    async def _run_once(self) -> int:
        spare, self._spare = self._spare, None
        near = await self._start() if spare is None else self._use_spare(*spare)
        assert self._ended is not None
        near.setblocking(False)
        loop = asyncio.get_running_loop()
        self._socket, self._failure = near, ""
        self._fork_servers += 1
        loop.add_reader(near, self._read, near)
        with contextlib.suppress(OSError):  # it has ended already
            near.send(protocol.pack(self._settings))
            if self._drain is not None:
                near.send(protocol.pack(self._drain))
        heartbeat = asyncio.create_task(self._send_heartbeats(near))
        try:
            return await asyncio.shield(self._ended)
        finally:
            heartbeat.cancel()
            self._read(near)
            loop.remove_reader(near)
            near.close()
            self._socket = None
            self._ready.clear()
            for started in self._started.values():
                started.cancel()
            self._started.clear()
            self._exited.clear()

    async def _send_heartbeats(self, near: socket.socket) -> None:
        """Kill a fork server that doesn't answer, or doesn't get ready; its sessions go on.

        Heartbeats are counted, not seconds: this process may have been stopped itself.
        """
        self._unanswered = 0
        while self._unanswered < (
            _MAX_UNANSWERED if self._ready.is_set() else _READY_SECONDS / _HEARTBEAT_SECONDS
        ):
            self._unanswered += 1
            if self._ready.is_set():
                with contextlib.suppress(OSError):  # it is gone, or reads nothing
                    near.send(protocol.pack(protocol.Heartbeat()))
            await asyncio.sleep(_HEARTBEAT_SECONDS)
        self._failure = _NOT_RESPONDING
        self._kill()

    def _read(self, near: socket.socket) -> None:
        while True:
            try:
                data, descriptors, _, _ = socket.recv_fds(near, protocol.MAX_BYTES, 2)
            except OSError:
                return
            if not data:
                asyncio.get_running_loop().remove_reader(near)
                return
            if len(descriptors) == 2:
                self._close_spare()
                self._spare = socket.socket(fileno=descriptors[0]), descriptors[1]
            elif descriptors:
                os.close(*descriptors)
            self._handle(protocol.unpack(data))

    def _answer_listener(self, asked: socket.socket) -> None:
        """Send a listener its settings, past the process that forks the sessions."""
        with contextlib.suppress(BlockingIOError):
            asked.recv(1)
            asked.send(self._of_listener)

    def _handle(self, message: protocol.Message) -> None:
        self._unanswered = 0
        match message:
            case protocol.WorkerReady():
                self._ready.set()
            case protocol.WorkerFailed(sentence):
                self._failure = sentence
            case protocol.KnownKeys(fingerprints):
                self.known_keys.update(fingerprints)
            case protocol.Drain():
                self.on_drain(message)
            case protocol.Figures(figures, restarts):
                self.listener_restarts = restarts
                self._send(protocol.Figures(self.on_figures(figures)))
            case protocol.SessionStarted(session, pid):
                set_result(self._started.pop(session, None), pid)
            case protocol.SessionNotStarted(session, why):
                self._audit_log.write("error", why=why)
                self._exited.pop(session, None)
                if started := self._started.pop(session, None):
                    started.cancel()
            case protocol.SessionExited(session, code):
                set_result(self._exited.pop(session, None), code)

    async def _copy_log(self, log: FileIO) -> None:
        """Log what the fork server and its sessions write to stderr, until all have closed it."""
        reader = asyncio.StreamReader()
        with log:
            transport, _ = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), log
            )
            try:
                while data := await reader.read(4096):
                    self._audit_log.write("games-log", text=data.decode("utf-8", "replace"))
            finally:
                transport.close()


def set_result(future: asyncio.Future[int] | None, value: int) -> None:
    """Set the result of a future, unless it has one."""
    if future is not None and not future.done():
        future.set_result(value)
