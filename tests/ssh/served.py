"""A server in a process of its own, as it is started by tests: its settings, its log, its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tests.terminal.program import PATIENCE, ROOT
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
"""Limits that a test meets only if it means to."""

_START_PATIENCE = 300.0
"""Seconds for a start on a machine that is busy: many tests depend on it, and none on its speed."""

GOOD = ("-m", "yahtzee_tui.ssh.worker")
EVIL = ("-m", "tests.ssh.mischief")


class Served:
    """A server that runs until the end of the `with` block.

    Attributes:
        port: Where it listens.
        state: The folder of what it keeps.
    """

    def __init__(self, folder: Path, *, games: tuple[str, ...] = GOOD, **choices: Any) -> None:
        """Start it, and wait until it is open.

        Args:
            folder: Where it keeps what it keeps.
            games: The program that forks the games.
            choices: Settings and limits by name; those not named are `ROOMY`.
        """
        limits = ROOMY | {name: choices.pop(name) for name in Limits._fields if name in choices}
        self.state = folder / "state"
        self.log = folder / "log"
        self._told = 0
        settings = {"host": "127.0.0.1", "port": 0, "state": str(self.state)} | choices
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.ssh.served", json.dumps([settings, limits, games])],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            self.port = int(self.wait_for("open", _START_PATIENCE)["port"])
        except AssertionError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def parent(self) -> int:
        """The number of the process that forks its games."""
        (parent,) = children(self.pid)
        return parent

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return what the log says of one kind of event."""
        found = (json.loads(line) for line in self.log.read_text().splitlines())
        return [event for event in found if event["event"] == name]

    def wait_for(self, name: str, patience: float = PATIENCE, count: int = 1) -> dict[str, Any]:
        """Wait for an event, and return it; or for so many, and return the last.

        Raises:
            AssertionError: If it doesn't happen.
        """
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if len(found := self.events(name)) >= count:
                return found[-1]
            time.sleep(0.02)
            if self._process.poll() is not None:
                break
        raise AssertionError(f"never {name}:\n{self.log.read_text()}")

    def told(self) -> dict[str, Any]:
        """Return what a game told of itself since the last time, maybe only now; see `mischief`."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            said = "".join(event["text"] for event in self.events("games-log"))
            if said.count("told ") > self._told and said.endswith("\n"):
                self._told = said.count("told ")
                answer: dict[str, Any] = json.loads(said.rpartition("told ")[2].splitlines()[0])
                return answer
            time.sleep(0.02)
        raise AssertionError(f"nothing told:\n{self.log.read_text()}")

    def send(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait until it has ended, and return its exit code."""
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """End it if it still runs, and everything that it started."""
        if self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()


def children(process: int) -> list[int]:
    """Return the numbers of the processes that a process started and that still run."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return found


def is_running(process: int) -> bool:
    """Return whether a process runs, and isn't only waiting for its end to be heard of."""
    try:
        about = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return about.rpartition(")")[2].split()[0] != "Z"


def wait_gone(process: int, patience: float = PATIENCE) -> float:
    """Wait until a process has ended; return the seconds that took.

    Raises:
        AssertionError: If it goes on.
    """
    began = time.monotonic()
    while is_running(process):
        assert time.monotonic() - began < patience, f"process {process} goes on"
        time.sleep(0.02)
    return time.monotonic() - began


def kill(process: int) -> None:
    """End a process by force."""
    os.kill(process, signal.SIGKILL)


def arguments() -> Iterator[Any]:
    """Yield what this program was told: the settings, and the program that forks the games."""
    settings, limits, games = json.loads(sys.argv[1])
    yield ServerSettings(**settings | {"proxies": tuple(settings.get("proxies", ()))})._replace(
        limits=Limits(**limits)
    )
    yield games


if __name__ == "__main__":
    settings, games = arguments()
    serve(settings, sys.stderr, games)
