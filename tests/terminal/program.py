"""Runs a program on a pseudo-terminal: input, output, window size, signals and exit code."""

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from tests.waiting import HANG_SECONDS

ROOT = Path(__file__).parents[2]

# Opening the terminal as the leader of a session makes it the one that sends it signals; and no
# code of ours runs between fork and exec, which a process with threads could not bear.
_ADOPT = 'exec "$@" <>"$0" >&0 2>&1'
LEFT_OUT = (
    "COLORTERM", "COLUMNS", "FORCE_COLOR", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LINES", "NO_COLOR",
    "PYTHONDONTWRITEBYTECODE", "STY", "TEXTUAL_ANIMATIONS", "TEXTUAL_DRIVER", "TMUX",
    "XDG_DOWNLOAD_DIR", "YAHTZEE_TUI_DATABASE", "YAHTZEE_TUI_PLAIN",
)  # fmt: skip
"""Variables that the program heeds, without which it is tested."""


class Program:
    """A program on a pseudo-terminal, whose settings before the start are `modes`."""

    def __init__(self, words: list[str], size: tuple[int, int] = (80, 24), **env: str) -> None:
        self.output = bytearray()
        self.master, slave = os.openpty()
        self.slave: int | None = slave
        Program.resize(self, *size)
        self.home = TemporaryDirectory(prefix="yahtzee-tui-")
        self.modes = termios.tcgetattr(self.master)
        environment = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
        environment |= {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
            "LOGNAME": "ann",
            "XDG_CONFIG_HOME": f"{self.home.name}/config",
            "XDG_DATA_HOME": f"{self.home.name}/data",
            **env,
        }
        # Best play is solved once for all tests.
        environment.setdefault("XDG_CACHE_HOME", f"{self.home.name}/cache")
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            ["sh", "-c", _ADOPT, os.ttyname(slave), *words],
            start_new_session=True,
            cwd=ROOT,
            env=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def write(self, text: str | bytes) -> None:
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float) -> bytes:
        """Return what it writes next, nothing if it is silent for so long or has ended."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if self.slave is not None and ready:
            os.close(self.slave)  # it has its own by now, and our copy would hide its end
            self.slave = None
        try:
            data = os.read(self.master, 1 << 16) if ready else b""
        except OSError:  # how Linux says that nobody is at the other end any more
            data = b""
        self.output += data
        return data

    def read_until(self, seen: Callable[[], bool], patience: float = HANG_SECONDS) -> bool:
        """Read until a condition holds; return whether it does before patience or program end."""
        deadline = time.monotonic() + patience
        while not seen():
            silent = not self.read(0.05)
            if time.monotonic() > deadline or (silent and not self.alive and not self.read(0)):
                return seen()
        return True

    def wait(self) -> int:
        if not self.read_until(lambda: not self.alive):
            raise TimeoutError("the program goes on")
        while self.read(0):
            pass
        return self.process.returncode

    def settings(self) -> list[object]:
        return termios.tcgetattr(self.master)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.close_terminal()
        self.home.cleanup()

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def hang_up(self) -> int:
        """Take the terminal away as a window does that is closed; return the exit code."""
        self.close_terminal()
        return self.process.wait(HANG_SECONDS)

    def close_terminal(self) -> None:
        for descriptor in filter(None, (self.slave, self.master)):
            os.close(descriptor)
        self.slave = self.master = 0

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def stopped(self) -> bool:
        """Whether the system holds it until it is told to go on."""
        return _read_state(Path(f"/proc/{self.pid}/stat")) == "T"

    @property
    def is_at_work(self) -> bool:
        """Whether a thread of it runs or waits for a disk, or would if a processor were free."""
        with suppress(OSError):  # it has ended
            threads = Path(f"/proc/{self.pid}/task").glob("*/stat")
            return not {"R", "D"}.isdisjoint(map(_read_state, threads))
        return False


def _read_state(about: Path) -> str:
    return about.read_text().rpartition(")")[2].split()[0]


def yahtzee(*words: str) -> list[str]:
    return [sys.executable, "-m", "yahtzee_tui", *words]
