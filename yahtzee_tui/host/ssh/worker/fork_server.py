"""The fork server: a process with all modules and data in memory, which forks each session."""

from __future__ import annotations

import contextlib
import gc
import json
import math
import os
import resource
import select
import signal
import socket
import sys
import threading
import time
import traceback
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.host.lobby.host_link import read_packet
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.roles import TOO_STRONG, find_strong_role
from yahtzee_tui.host.ssh import protocol
from yahtzee_tui.host.ssh.config import CLOSED, ServerError
from yahtzee_tui.host.ssh.worker import memory, sandbox
from yahtzee_tui.host.ssh.worker.host_listener import run_listener
from yahtzee_tui.host.ssh.worker.preload import preload
from yahtzee_tui.host.ssh.worker.session_process import arrange_descriptors, run_session
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.strategy import load_outcomes
from yahtzee_tui.strategy.solver.cache import keep_value_table
from yahtzee_tui.strategy.solver.solver_process import start_outcomes
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Sequence

    from yahtzee_tui.host.ssh.worker.session_process import RunGame

_MAX_DESCRIPTORS = 2
_CRASHED = 70  # the exit code of a process that has failed
_SPARE_SOCKETS = (3, 4)
_REAP_SECONDS = 0.05
_LISTENER_SECONDS, _REFORK_SECONDS = 6.0, 1.0
"""How long the listener may be silent, and after how long one that has ended is replaced."""


def run_fork_server(run_game: RunGame) -> None:
    """Preload the game, and fork sessions until the SSH server closes its socket."""
    server, own = (socket.socket(fileno=int(each)) for each in sys.argv[1:])
    settings = protocol.unpack(server.recv(protocol.MAX_BYTES))
    assert isinstance(settings, protocol.WorkerSettings)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        solver = _prepare(settings)
    except (UserError, OSError, KeyError, ImportError) as error:
        why = f"Games can't run as {settings.user}: {error}."
        why = error.sentence if isinstance(error, UserError) else why
        server.send(protocol.pack(protocol.WorkerFailed(why)))
    else:
        ForkServer(server, own, settings, run_game, solver).run()


def _prepare(settings: protocol.WorkerSettings) -> subprocess.Popen[bytes] | None:
    """Load all that sessions share; return the process that still works best play out, if any."""
    memory.enable_page_merging()
    sandbox.raise_oom_score()  # before `switch_user`, which drops the privilege
    sandbox.switch_user(settings.user)
    if closed := sandbox.find_closed(settings):  # such as the driver of the database
        raise ServerError(_(CLOSED, user=settings.user, path=closed))
    role, is_new = find_strong_role(settings.database)
    if role and is_new:
        raise StoreProblem(_(TOO_STRONG, role=role))
    with contextlib.closing(HostStore(settings.database)) as store:
        store.games  # noqa: B018  checks that games can be saved, so that no session has to
        store.expect_file()
    for notice in filter(None, (store.notice, role and _(TOO_STRONG, role=role))):
        sys.stderr.write(f"{notice}\n")
    preload()
    if any(settings.notify):
        from yahtzee_tui.host.ssh.worker import notification_sender  # noqa: F401
    solver = None
    if not _load_best_play(settings):
        sys.stderr.write("Chances of winning are calculated, once and beside the players.\n")
        solver = start_outcomes(OFFICIAL, Path(settings.cache))
    _register_rules(settings)
    sandbox.find_libraries()  # so that no session has to
    memory.clear_library_caches()
    gc.collect()
    memory.make_immortal()
    memory.fill_free_blocks()
    gc.freeze()
    return solver


def _load_best_play(settings: protocol.WorkerSettings) -> bool:
    """Keep best play of the official rules for all sessions; return whether that is all of it."""
    folder = Path(settings.cache)
    return load_outcomes(keep_value_table(OFFICIAL, folder), folder, only_cached=True)


def _register_rules(settings: protocol.WorkerSettings) -> None:
    """Offer the house rules of the host's folder as its files are now."""
    from yahtzee_tui.settings.rule_files import reload_rule_files

    if settings.rules_folder:
        for error in reload_rule_files(Path(settings.rules_folder)):
            sys.stderr.write(f"{error.sentence}\n")


class ForkServer:
    """Forks sessions, signals them, and reports their exit codes."""

    def __init__(
        self,
        server: socket.socket,
        asking: socket.socket,
        settings: protocol.WorkerSettings,
        run_game: RunGame,
        solver: subprocess.Popen[bytes] | None = None,
    ) -> None:
        """Answer `server`; a listener asks for its settings by the socket `asking`.

        `solver` is the process that works out the rest of best play, if one has to.
        """
        self._server, self._settings, self._run_game = server, settings, run_game
        self._asking, self._solver = asking, solver
        self._log = os.dup(2)
        self._processes: dict[int, int] = {}
        self._spare = 0  # the process that takes the place of this one
        self._links: dict[int, socket.socket] = {}  # the listener's ends of the sessions' links
        self._listener = 0  # its process, 0 between two
        self._listener_restarts = 0
        self._control = socket.socketpair()[0]
        self._listener_latest = 0.0  # when it has to give its next sign of life, or be forked
        self._drain: protocol.Drain | None = None  # what the listener is to know

    def run(self) -> None:
        """Handle messages until the SSH server is gone; then end the sessions."""
        # SIGCHLD writes a byte to a pipe, so that children are reaped here and in no handler.
        wakeup, wakeup_write_end = os.pipe()
        os.set_blocking(wakeup, False)
        os.set_blocking(wakeup_write_end, False)
        signal.signal(signal.SIGCHLD, lambda *_frame: None)
        signal.set_wakeup_fd(wakeup_write_end, warn_on_full_buffer=False)
        poll = select.poll()
        poll.register(self._server, select.POLLIN)
        poll.register(wakeup, select.POLLIN)
        # It has links to thousands of sessions, if the system allows that; a fork closes so many.
        most = protocol.MAX_DESCRIPTORS
        sandbox.set_limit(resource.RLIMIT_NOFILE, most, most)
        self._fork_spare()
        self._reap()  # what ended before the handler was set, such as a child of a library
        while True:
            if time.monotonic() >= self._listener_latest:
                if self._listener:  # it is stuck
                    os.kill(self._listener, signal.SIGKILL)
                    self._listener_latest = math.inf
                else:
                    self._fork_listener(poll)
            seconds = max(0.0, self._listener_latest - time.monotonic())
            ready = {descriptor for descriptor, _event in poll.poll(math.ceil(1000 * seconds))}
            if wakeup in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(wakeup, 4096)
                self._reap()
            if self._control.fileno() in ready:
                self._hear_listener(poll)
            if self._server.fileno() in ready and not self._handle_message():
                break
        self._end_sessions()

    def _handle_message(self) -> bool:
        """Handle the next message; return False if the server is gone."""
        try:
            data, descriptors, *_flags = socket.recv_fds(
                self._server, protocol.MAX_BYTES, _MAX_DESCRIPTORS
            )
        except OSError:
            return False
        if not data:
            return False
        message = protocol.unpack(data)
        if isinstance(message, protocol.StartSession):
            self._fork(message, descriptors)
        elif isinstance(message, protocol.SignalSession):
            self._signal(message.session, message.number)
        elif isinstance(message, protocol.Heartbeat):
            self._send(message)
        elif isinstance(message, protocol.Drain | protocol.Figures):
            if isinstance(message, protocol.Drain):
                self._drain = message
            with contextlib.suppress(OSError):  # it is gone or stuck, and will be replaced
                self._control.send(protocol.pack(message))
        elif isinstance(message, protocol.WorkerSettings):
            self._settings = message
            _register_rules(message)
        return True

    def _fork(self, request: protocol.StartSession, descriptors: Sequence[int]) -> None:
        # Another thread would not exist after the fork, and its locks would stay locked.
        assert count_threads() == 1
        try:
            own, link = socket.socketpair(type=socket.SOCK_SEQPACKET)
            numbers = (*descriptors, self._log, own.fileno())
            pid = fork(partial(run_session, request, self._settings, numbers, self._run_game))
        except OSError as error:  # too many processes or files, or too little memory
            self._send(protocol.SessionNotStarted(request.session, str(error)))
        else:
            self._processes[request.session] = pid
            self._send(protocol.SessionStarted(request.session, pid))
            own.close()
            self._links[request.session] = link
            with contextlib.suppress(OSError):  # it is gone or stuck, and will be replaced
                socket.send_fds(self._control, [b"%d" % request.session], [link.fileno()])
        for descriptor in descriptors:
            os.close(descriptor)

    def _fork_listener(self, poll: select.poll) -> None:
        """Fork the listener, with the links of all sessions."""

        def listen() -> None:
            self._server.close()
            self._control.close()
            run_listener(control, self._links, self._settings, self._drain, self._asking)

        self._listener_latest = time.monotonic() + _LISTENER_SECONDS
        with contextlib.suppress(KeyError):
            poll.unregister(self._control)
        self._control.close()
        self._control, control = socket.socketpair(type=socket.SOCK_SEQPACKET)
        with contextlib.suppress(OSError):  # too many processes, or too little memory
            self._listener = fork(listen)
        control.close()
        self._control.setblocking(False)
        poll.register(self._control, select.POLLIN)

    def _hear_listener(self, poll: select.poll) -> None:
        """Take a sign of life of the listener, pass on what is for the server, and end sessions.

        Between two of them it is seen whether there is a spare.
        """
        if not (data := read_packet(self._control)):
            poll.unregister(self._control)  # it has ended, and is reaped soon
            return
        self._listener_latest = time.monotonic() + _LISTENER_SECONDS
        if not self._spare:
            self._fork_spare()
        found = json.loads(data)
        if "known_keys" in found:
            self._send(protocol.KnownKeys(found["known_keys"]))
        if "drain" in found:
            self._send(protocol.Drain(*found["drain"]))
        if "figures" in found:
            self._send(protocol.Figures(found["figures"], self._listener_restarts))
        for session in found.get("misbehaving", ()):
            sys.stderr.write(f"Session {session} is ended: it sent nonsense to the listener.\n")
            self._signal(session, signal.SIGTERM)

    def _fork_spare(self) -> None:
        """Say that sessions can start, and fork the process that takes the place of this one.

        To import all again takes seconds, on a busy machine twenty.
        """
        near, far = socket.socketpair(type=socket.SOCK_SEQPACKET)
        descriptors: list[int] = []
        with near, far:
            # It is not Linux, or there are too many processes, or too little memory.
            with contextlib.suppress(AttributeError, OSError):
                open_process = os.pidfd_open
                self._spare = fork(partial(wait_as_spare, far, self._asking, self._run_game))
                descriptors = [near.fileno(), open_process(self._spare)]
            with contextlib.suppress(OSError):  # a closed socket is noticed at the next poll
                message = protocol.pack(protocol.WorkerReady())
                socket.send_fds(self._server, [message], descriptors)
        for process in descriptors[1:]:
            os.close(process)

    def _signal(self, session: int, number: int) -> None:
        if pid := self._processes.get(session):
            try:
                os.killpg(pid, number)
            except ProcessLookupError:  # it has no process group of its own yet
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)

    def _reap(self) -> None:
        while self._processes or self._listener or self._spare or self._solver:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            code = os.waitstatus_to_exitcode(status)
            session = next((s for s, p in self._processes.items() if p == pid), None)
            if session is not None:
                del self._processes[session]
                self._links.pop(session).close()
                self._send(protocol.SessionExited(session, code))
            elif self._solver is not None and pid == self._solver.pid:
                self._solver = None
                _load_best_play(self._settings)  # the sessions of before read it themselves
            elif pid == self._spare:
                self._spare = 0
            elif pid == self._listener:
                sys.stderr.write("The listener has ended and is started again.\n")
                self._listener_restarts += 1
                self._listener, self._listener_latest = 0, time.monotonic() + _REFORK_SECONDS
            else:  # one that a library has started
                sys.stderr.write(f"Process {pid} isn't a session; it ended with code {code}.\n")

    def _end_sessions(self) -> None:
        """Send SIGHUP to all sessions, and SIGKILL to those left after the grace period."""
        deadline = time.monotonic() + self._settings.grace
        for number in (signal.SIGHUP, signal.SIGKILL):
            for session in tuple(self._processes):
                self._signal(session, number)
            while self._processes and time.monotonic() < deadline:
                time.sleep(_REAP_SECONDS)
                self._reap()

    def _send(self, message: protocol.Message) -> None:
        with contextlib.suppress(OSError):  # a closed socket is noticed at the next poll
            self._server.send(protocol.pack(message))


def fork(work: Callable[[], int | None]) -> int:
    """Return the id of a forked process, which exits with what `work` returns there, None for 0.

    Raises `OSError` where there are too many processes, or too little memory.
    """
    if process := os.fork():
        return process
    code = _CRASHED
    try:
        signal.set_wakeup_fd(-1)
        code = work() or 0
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else _CRASHED
    except BaseException:  # a traceback goes to the log, never to a user's terminal
        with contextlib.suppress(BaseException):
            traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stderr.flush()
        os._exit(code)


def wait_as_spare(server: socket.socket, asking: socket.socket, run_game: RunGame) -> None:
    """Wait in this forked process until the SSH server needs it as its fork server."""
    os.setsid()
    arrange_descriptors(_SPARE_SOCKETS[0], server.fileno(), asking.fileno())
    server, asking = (socket.socket(fileno=number) for number in _SPARE_SOCKETS)
    if data := server.recv(protocol.MAX_BYTES):
        settings = protocol.unpack(data)
        assert isinstance(settings, protocol.WorkerSettings)
        _register_rules(settings)
        ForkServer(server, asking, settings, run_game).run()


def count_threads() -> int:
    """Return the number of this process's threads, including those that libraries started."""
    with contextlib.suppress(OSError):  # elsewhere than on Linux
        return len(list(Path("/proc/self/task").iterdir()))
    return threading.active_count()
