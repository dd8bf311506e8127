"""Starts an SSH server in a process of its own, and reads its log."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copyfile
from typing import Any, Self

from tests.moved_clock import MovedClock
from tests.terminal.program import ROOT
from tests.waiting import HANG_SECONDS, wait_gone, wait_in_thread
from yahtzee_tui.host.ssh import Limits, ServerSettings
from yahtzee_tui.host.ssh.config import Notify
from yahtzee_tui.host.ssh.server.server import serve
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import cache_folder

ROOMY = {
    "network_sessions": 1000,
    "connections": 5000,
    "network_connections": 1000,
    "network_logins": 1000,
    "network_rate": 100_000,
    "network_burst": 10_000,
    "grace_seconds": 3,
}
"""Limits that a test reaches only on purpose."""

WORKER = ("-m", "yahtzee_tui.host.ssh.worker")
MISBEHAVING = ("-m", "tests.host.ssh.misbehaving_worker")
WITHOUT_PRELOADING = """
import os, socket, sys
from yahtzee_tui.host.ssh.protocol import MAX_BYTES, unpack
from yahtzee_tui.host.ssh.worker.fork_server import ForkServer

def wait(session, _, report):
    if session.login == "watcher":
        report("watching")
    os.write(1, b"begun\\n")
    return len(os.read(0, 1))

server, asking = (socket.socket(fileno=int(each)) for each in sys.argv[1:])
ForkServer(server, asking, unpack(server.recv(MAX_BYTES)), wait).run()
"""
"""A fork server that is there at once, whose sessions wait for a key."""

THIS_USER = "root" if os.geteuid() == 0 else ""
AS_THIS_USER = ("--user", THIS_USER) if THIS_USER else ()
"""What lets `serve` run games as the user of the tests, which root has to ask for."""


class ServerProcess:
    """A server that runs until the end of the `with` block; limits not named are `ROOMY`.

    With a `config`, its limits and other settings are those of that file, as `serve` reads it.
    """

    def __init__(self, folder: Path, *, worker: tuple[str, ...] = WORKER, **choices: Any) -> None:
        limits = ROOMY | {name: choices.pop(name) for name in Limits._fields if name in choices}
        self.state = folder / "state"
        self.log = folder / "log"
        self.reports_read = 0
        settings = {"host": "127.0.0.1", "port": 0, "state": str(self.state)}
        settings |= {"user": THIS_USER} | choices
        (self.state / "games").mkdir(parents=True, exist_ok=True)
        provide_best_play(self.state)
        words = json.dumps([settings, limits, worker])
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.host.ssh.server_process", words],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        try:
            self.port = int(self.wait_for("open")["port"])
        except AssertionError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def parent(self) -> int:
        """The fork server: the child, else a spare, which is the parent of the newest session."""
        if found := children(self.pid):
            return found[0]
        about = Path(f"/proc/{self.events('session-start')[-1]['process']}/stat").read_text()
        return int(about.rpartition(")")[2].split()[1])

    @property
    def listener(self) -> int:
        """The process of the listener, the fork server's child in its own session; 0 for none."""
        own = os.getsid(self.parent)
        return max((each for each in children(self.parent) if os.getsid(each) == own), default=0)

    def events(self, name: str, why: str = "") -> list[dict[str, Any]]:
        # A traceback of the server itself is no JSON.
        lines = (line for line in self.log.read_text().splitlines() if line.startswith("{"))
        found = [event for event in map(json.loads, lines) if event["event"] == name]
        return [event for event in found if not why or event["why"] == why]

    def wait_for(self, name: str, count: int = 1, why: str = "") -> dict[str, Any]:
        """Wait until the log has `count` events of a name, and of a reason; return the last."""
        deadline = time.perf_counter() + HANG_SECONDS
        while len(found := self.events(name, why)) < count:
            is_lost = self.process.poll() is not None or time.perf_counter() > deadline
            assert not is_lost, f"no {name} in the log:\n{self.log.read_text()}"
            time.sleep(0.02)
        return found[-1]

    def read_report(self) -> dict[str, Any]:
        """Wait for the next report that a session of `mischief` writes to the log; return it."""

        def said() -> str:
            return "".join(event["text"] for event in self.events("games-log"))

        wait_in_thread(lambda: said().count("report ") > self.reports_read and said()[-1] == "\n")
        text = said()
        self.reports_read = text.count("report ")
        answer: dict[str, Any] = json.loads(text.rpartition("report ")[2].splitlines()[0])
        return answer

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def move_clock(self, seconds: float) -> None:
        """Let so many seconds pass for the server, but not for its sessions."""
        before = len(self.events("clock"))
        self.log.with_name("seconds").write_text(str(seconds))
        self.send(signal.SIGUSR2)
        self.wait_for("clock", before + 1)

    def wait(self) -> int:
        return self.process.wait(HANG_SECONDS)

    def close(self) -> None:
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(HANG_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()


def provide_best_play(state: Path) -> None:
    """Put best play into the folder of a server that is to start.

    It is solved once for a test run, as it takes longer than the rest of the start.
    """
    # Imported here: this module is also the server that is measured, which has no numpy.
    from tests.strategy.conftest import load_all
    from yahtzee_tui.strategy.solver.cache import find_path

    file = find_path(load_all(OFFICIAL).space, cache_folder())
    cache = state / "games" / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    copyfile(file, cache / file.name)


def children(process: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return found


def kill(process: int) -> None:
    with suppress(ProcessLookupError):  # it may have ended with another one
        os.kill(process, signal.SIGKILL)


def kill_all(server: ServerProcess) -> None:
    everybody = [server.pid, server.parent, *children(server.parent)]
    for process in everybody:
        kill(process)
    server.wait()
    for process in everybody[1:]:
        wait_gone(process)


def arguments() -> Iterator[Any]:
    settings, limits, worker = json.loads(sys.argv[1])
    if config := settings.get("config"):
        from yahtzee_tui.cli.commands import build_parser
        from yahtzee_tui.host.cli.serve import find_settings, settings_reader

        words = ["--config", config, "--port", "0", *AS_THIS_USER]
        words += [word for name in ("host", "state") for word in (f"--{name}", settings[name])]
        args = build_parser().commands["serve"].parse_args(words)
        yield from (find_settings(args), worker, settings_reader(args))
        return
    yield ServerSettings(**settings)._replace(
        proxies=tuple(settings.get("proxies", ())),
        notify=Notify(*settings.get("notify", ())),
        limits=Limits(**limits),
    )
    yield from (worker, None)


def move_clock(*_: object) -> None:
    """Put the clock forward by what a file says, and write so to the log."""
    if not isinstance(time.monotonic, MovedClock):
        time.monotonic = MovedClock()
    log = Path("/proc/self/fd/2").readlink()
    time.monotonic.ahead += float(log.with_name("seconds").read_text())
    os.write(2, b'{"event": "clock"}\n')


if __name__ == "__main__":
    signal.signal(signal.SIGUSR2, move_clock)
    settings, worker, read_settings = arguments()
    serve(settings, sys.stderr, worker, read_settings)
