"""A session's process, from the fork to its exit: descriptors, environment, sandbox, game."""

from __future__ import annotations

import fcntl
import json
import os
import random
import signal
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.host.lobby.roles import find_strong_role
from yahtzee_tui.host.ssh import protocol
from yahtzee_tui.host.ssh.config import Notify
from yahtzee_tui.host.ssh.requests import CHECK, PLAIN, RECORD, wants_lines, wants_text
from yahtzee_tui.host.ssh.worker import sandbox
from yahtzee_tui.host.ssh.worker.memory import measure_memory
from yahtzee_tui.settings import apply_language
from yahtzee_tui.store.connect import is_file
from yahtzee_tui.store.saved_game import own_lease

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.services.visit import Visitor

_STDERR, _LOG, _STATUS, _LINK = 2, 3, 4, 5
_KEPT_VARIABLES = ("LANG", "PATH", "HOME")
_DEFAULT_SIGNALS = (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)


ReportStatus = Callable[[str], None]
RunGame = Callable[[protocol.StartSession, protocol.WorkerSettings, ReportStatus], int]


def report_status(word: str) -> None:
    """Report `WATCHING` or `PLAYING` to the SSH server, for which spectators are never idle."""
    with suppress(OSError):  # the server is gone, or doesn't read now; this never blocks
        os.write(_STATUS, f"{word}\n".encode("ascii"))


def run_game(
    session: protocol.StartSession, settings: protocol.WorkerSettings, report: ReportStatus
) -> int:
    """Run the game until the user quits; return the exit code."""
    if tuple(session.request) == CHECK:
        refused = sandbox.probe_sandbox(has_network=not is_file(settings.database))
        role, closed = find_strong_role(settings.database)[0], sandbox.find_closed(settings)
        if not is_file(settings.database):
            refused["programs and tables of the database"] = not role
        found = {
            "landlock": sandbox.find_version(),
            "refused": refused,
            "role": role,
            "closed": closed and {"user": settings.user, "path": str(closed)},
        }
        os.write(1, json.dumps(found).encode() + b"\n")
        return 0
    apply_language("en" if "--json" in session.request else "auto", os.environ)
    from yahtzee_tui.host.lobby.host_link import HostLink
    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.services.visit import RemovedByHost, Visitor

    notify = Notify(*settings.notify)
    visitor = Visitor(
        session.key,
        session.login,
        tuple(session.request),
        session.address,
        session.destination,
        notify.url if notify.kind == "ntfy" else notify.kind,
        session.ascii_only,
        settings.rules,
        lambda watches: report(protocol.WATCHING if watches else protocol.PLAYING),
    )
    link, days = HostLink(_LINK, measure_memory), settings.keep_days
    store = HostStore(settings.database, check=False, keep_days=days, link=link)
    try:
        return run_visit(visitor, store)
    except RemovedByHost as removal:
        return protocol.REMOVAL_CODES[removal.why]


def run_visit(visitor: Visitor, store: HostStore) -> int:
    """Answer what a visitor requests, in lines or on screens, and return the exit code.

    Raises `RemovedByHost` for a visitor who is banned, before anything is shown or asked.
    """
    from yahtzee_tui.host.services.visit import refuse_banned

    refuse_banned(visitor, store)
    if wants_text(visitor.request):
        from yahtzee_tui.host.services.answers import answer

        return answer(visitor, store)
    if wants_lines(visitor.request):
        from yahtzee_tui.host.lines.bot_visit import BotVisit
        from yahtzee_tui.host.lines.line_visit import run_line_visit
        from yahtzee_tui.host.lines.plain_visit import PlainVisit

        lines = PlainVisit if visitor.request[0] == PLAIN else BotVisit
        return run_line_visit(lines, visitor, store)
    from yahtzee_tui.host.screens.app import run_remote_app

    return run_remote_app(visitor, store)


def run_session(
    session: protocol.StartSession,
    settings: protocol.WorkerSettings,
    descriptors: Sequence[int],
    program: RunGame,
) -> int:
    """Set up this forked process, run the game or another program in it, and return its code."""
    for number in _DEFAULT_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    _take_terminal(*descriptors)
    keep = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    os.environ.clear()
    os.environ.update(keep | {"XDG_CACHE_HOME": settings.cache} | session.environment)
    random.seed()
    os.environ["PGAPPNAME"] = sandbox.name_connections("session")
    own_lease.cache_clear()  # the fork server's, which all sessions would share
    needs = sandbox.find_needs(settings.database, settings.cache)
    sandbox.enter_sandbox(settings.memory, settings.processor, settings.processes, needs)
    os.set_blocking(_STATUS, False)
    # The SSH server signs what a process writes that was asked for a record.
    run = run_game if session.request[:1] == [RECORD] else program
    return run(session, settings, report_status)


def arrange_descriptors(first: int, *descriptors: int) -> None:
    """Put descriptors on the numbers from `first` on, and close all later ones."""
    free = first + len(descriptors)
    moved = [fcntl.fcntl(each, fcntl.F_DUPFD, free) for each in descriptors]
    for number, each in enumerate(moved, first):
        os.dup2(each, number, inheritable=number <= _STDERR)
    os.closerange(free, protocol.MAX_DESCRIPTORS)


def _take_terminal(terminal: int, status: int, log: int, link: int) -> None:
    """Put the terminal on 0, 1 and 2, the log, the status pipe and the link behind; close others.

    Textual draws on the standard error that Python started with, which is the terminal; what other
    code writes to standard output or error goes to the log.
    """
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    arrange_descriptors(0, terminal, terminal, terminal, log, status, link)
    sys.stderr = os.fdopen(_LOG, "w", buffering=1, encoding="utf-8", errors="backslashreplace")
    sys.stdout = sys.stderr
