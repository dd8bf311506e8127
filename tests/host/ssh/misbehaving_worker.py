"""A fork server for tests whose sessions misbehave on F1, as the login name says.

Under other login names F1 shows the help, as always. Each session plays alone, with the same dice,
but for those of `x` and of the check, which are as on any host.
"""

import asyncio
import errno
import json
import os
import resource
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yahtzee_tui.host.lobby.host_link import HostLink
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.screens.app import RestrictedApp
from yahtzee_tui.host.ssh.protocol import WATCHING, StartSession, WorkerSettings
from yahtzee_tui.host.ssh.requests import CHECK
from yahtzee_tui.host.ssh.worker import session_process
from yahtzee_tui.host.ssh.worker.fork_server import run_fork_server
from yahtzee_tui.host.ssh.worker.session_process import ReportStatus
from yahtzee_tui.rules.builtin_rulesets import HOUSE
from yahtzee_tui.store.saved_game import own_lease
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.terminal.signals import exit_on_signals

_LIMITS = (
    "RLIMIT_AS",
    "RLIMIT_CORE",
    "RLIMIT_CPU",
    "RLIMIT_FSIZE",
    "RLIMIT_NOFILE",
    "RLIMIT_NPROC",
)
_CHUNK = 1 << 24
_LOG, _LINK = 3, 5


def crash() -> None:
    _ = "".join(("whis", "pered"))
    raise RuntimeError("a deliberate \x1b[31mcrash")


def spin() -> None:
    """Say so, and spin for ever, ignoring SIGHUP."""
    _tell(spins=True)
    while True:
        pass


def hoard() -> None:
    kept = []
    while True:
        kept.append(bytearray(os.urandom(1)) * _CHUNK)


def leave() -> None:
    os._exit(3)


def call_out() -> None:
    print("this was \x1b[31mprinted")
    sys.stderr.write("this was complained of\n")
    _tell(printed=True)


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


_FORBIDDEN: dict[str, Callable[[], object]] = {
    "fork": _fork,
    "program": lambda: os.execv("/nonexistent", ["nothing"]),
    "network": lambda: socket.socket().close(),
    "datagrams": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close(),
    "local": lambda: socket.socket(socket.AF_UNIX).close(),
    "thread": lambda: threading.Thread(target=int).start(),
}


def _is_denied(action: Callable[[], object]) -> bool:
    try:
        action()
    except OSError as error:
        return error.errno == errno.EPERM
    return False


def tell() -> None:
    about = Path("/proc/thread-self/status").read_text().splitlines()
    status = dict(line.split(":\t") for line in about)
    _tell(
        denied=[name for name, action in _FORBIDDEN.items() if _is_denied(action)],
        environment=dict(os.environ),
        limits={name: resource.getrlimit(getattr(resource, name)) for name in _LIMITS},
        nice=os.getpriority(os.PRIO_PROCESS, 0),
        new_privileges=status["NoNewPrivs"],
        users=[os.getuid(), os.geteuid(), os.getgid(), os.getegid()],
        groups=os.getgroups(),
        leads=os.getsid(0) == os.getpid(),
        mark=own_lease(),
        rules=[key.partition("~")[0] for key in HOUSE],
    )


def steal() -> None:
    state = Path(os.environ["XDG_CACHE_HOME"]).parents[1]
    try:
        (state / "ssh_host_ed25519_key").read_bytes()
    except OSError as error:
        _tell(error=error.strerror)
    else:
        _tell(error=None)


def _tell(**what: Any) -> None:
    # Textual keeps to itself what is printed.
    os.write(_LOG, f"report {json.dumps(what)}\n".encode())


ACTIONS: dict[str, Callable[[], None]] = {
    deed.__name__: deed for deed in (crash, spin, hoard, leave, call_out, tell, steal)
}


class EvilApp(RestrictedApp):
    """The game, with a misbehaviour on F1 under its login name."""

    def on_mount(self) -> None:
        store = self.navigator.store
        assert isinstance(store, HostStore)
        assert store.link is not None
        store.link.open()

    def action_show_help(self) -> None:
        if deed := ACTIONS.get(self.me):
            deed()
        else:
            super().action_show_help()


def run_game(session: StartSession, settings: WorkerSettings, report: ReportStatus) -> int:
    if session.login == "x" or tuple(session.request) == CHECK:
        return session_process.run_game(session, settings, report)

    async def run() -> None:
        exit_on_signals(app)
        await app.run_async()
        app.value_tables.stop()

    if session.login == "watcher":
        report(WATCHING)
    store = HostStore(settings.database, check=False, link=HostLink(_LINK))
    name = session.login or "Guest"
    config = TableConfig((name,), seed="42")
    app = EvilApp(config, name, store=store, ascii_only=session.ascii_only)
    try:
        asyncio.run(run())
    finally:
        store.close()
    return app.return_code or 0


if __name__ == "__main__":
    run_fork_server(run_game)
