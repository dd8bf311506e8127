"""Starts an SSH server in a process of its own, and reads its log."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any, Self

from tests.terminal.program import PATIENCE, ROOT
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.ssh import Limits, ServerSettings
from yahtzee_tui.ssh.server.server import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

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

WORKER = ("-m", "yahtzee_tui.ssh.worker")
MISBEHAVING = ("-m", "tests.ssh.misbehaving_worker")
WITHOUT_PRELOADING = """
import os, socket, sys
from yahtzee_tui.ssh.protocol import MAX_BYTES, unpack
from yahtzee_tui.ssh.worker.fork_server import ForkServer

def wait(*_):
    os.write(1, b"begun\\n")
    return len(os.read(0, 1))

server = socket.socket(fileno=int(sys.argv[1]))
ForkServer(server, unpack(server.recv(MAX_BYTES)), wait).run()
"""
"""A fork server that is there at once, whose sessions wait for a key."""

WITHOUT_GAME = ("-c", WITHOUT_PRELOADING)
"""The worker of servers in whose tests nobody plays."""

_START_SECONDS = 300.0
"""Seconds in which a server has to start; on an idle machine it takes two."""


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
        self._reports_read = 0
        settings = {"host": "127.0.0.1", "port": 0, "state": str(self.state)}
        settings |= {"user": THIS_USER} | choices
        (self.state / "games").mkdir(parents=True, exist_ok=True)
        if worker != WITHOUT_GAME:
            provide_best_play(self.state)
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.ssh.server_process",
                    json.dumps([settings, limits, worker]),
                ],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            self.port = int(self.wait_for("open", _START_SECONDS)["port"])
        except AssertionError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def parent(self) -> int:
        (parent,) = children(self.pid)
        return parent

    def events(self, name: str) -> list[dict[str, Any]]:
        # A traceback of the server itself is no JSON.
        lines = (line for line in self.log.read_text().splitlines() if line.startswith("{"))
        return [event for event in map(json.loads, lines) if event["event"] == name]

    def wait_for(
        self, name: str, patience: float = PATIENCE, count: int = 1, why: str = ""
    ) -> dict[str, Any]:
        """Wait until the log has `count` events of a name, and of a reason; return the last."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            found = [each for each in self.events(name) if not why or each["why"] == why]
            if len(found) >= count:
                return found[-1]
            time.sleep(0.02)
            if self._process.poll() is not None:
                break
        code = self._process.poll()
        ended = "" if code is None else f"; the server ended with exit code {code}"
        raise AssertionError(f"no {name} in the log{ended}:\n{self.log.read_text()}")

    def read_report(self) -> dict[str, Any]:
        """Wait for the next report that a session of `mischief` writes to the log; return it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            said = "".join(event["text"] for event in self.events("games-log"))
            if said.count("report ") > self._reports_read and said.endswith("\n"):
                self._reports_read = said.count("report ")
                answer: dict[str, Any] = json.loads(said.rpartition("report ")[2].splitlines()[0])
                return answer
            time.sleep(0.02)
        raise AssertionError(f"no report:\n{self.log.read_text()}")

    def send(self, number: int) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        if self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()


def provide_best_play(state: Path) -> None:
    """Put best play into the folder of a server that is to start.

    It is solved once for all servers of a test run, as it takes longer than the rest of the start.
    """
    # Imported here: this module is also the server that is measured, which has no numpy.
    from yahtzee_tui.strategy import load_value_table, wait_for_outcomes
    from yahtzee_tui.strategy.solver.cache import find_path

    table = load_value_table(OFFICIAL, cache_folder()).table
    wait_for_outcomes(table, cache_folder())
    file = find_path(table.space, cache_folder())
    cache = state / "games" / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    copyfile(file, cache / file.name)


def children(process: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return found


def is_running(process: int) -> bool:
    """Return whether a process runs and is no zombie."""
    try:
        about = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return about.rpartition(")")[2].split()[0] != "Z"


def wait_gone(process: int, patience: float = PATIENCE) -> float:
    """Wait until a process has ended; return the seconds that took."""
    began = time.monotonic()
    while is_running(process):
        assert time.monotonic() - began < patience, f"process {process} goes on"
        time.sleep(0.02)
    return time.monotonic() - began


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)


def arguments() -> Iterator[Any]:
    settings, limits, worker = json.loads(sys.argv[1])
    if config := settings.get("config"):
        from yahtzee_tui.cli.commands import build_parser
        from yahtzee_tui.cli.serve import find_settings, settings_reader

        words = ["--config", config, "--port", "0", *AS_THIS_USER]
        words += [word for name in ("host", "state") for word in (f"--{name}", settings[name])]
        args = build_parser().commands["serve"].parse_args(words)
        yield from (find_settings(args), worker, settings_reader(args))
        return
    yield ServerSettings(**settings | {"proxies": tuple(settings.get("proxies", ()))})._replace(
        limits=Limits(**limits)
    )
    yield from (worker, None)


if __name__ == "__main__":
    settings, worker, read_settings = arguments()
    serve(settings, sys.stderr, worker, read_settings)
