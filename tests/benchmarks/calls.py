"""What one action costs: Python calls of ours, statements to the database, calls of the event loop.

Run `python -m tests.benchmarks.calls [--files]`. The real program is run on a pseudo-terminal of
80x24, with a profile function in all its threads that counts calls of functions below
`yahtzee_tui/`. At a shared table two people sit, each in a process of their own, and the process of
the one who acts is counted. Over SSH the process that holds the connections is counted. Each number
is the smallest of some tries, after one that imports what is needed. `--files` adds the calls of
each file.

With other words, as in `python -m tests.benchmarks.calls play Ann`, this module is the measured
program: SIGUSR2 begins to count, and the next one writes what was counted into a file that the
environment names.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.ssh.clients import connect, start_session
from tests.ssh.server_process import THIS_USER, WORKER
from tests.terminal.console import Console
from tests.terminal.program import PATIENCE, ROOT
from tests.terminal.user_folders import UserFolders
from tests.tui.remote_users import RemoteUsers
from yahtzee_tui.cli import main as main_of_program
from yahtzee_tui.services.visit import Visitor
from yahtzee_tui.ssh import ServerSettings
from yahtzee_tui.ssh.server.server import serve
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.remote.app import run_remote_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import FrameType

TARGETS = {"a die held": 284, "a click that scores": 875}
"""Calls that an action at the local table may take."""

_NO_TARGETS: Mapping[str, int] = MappingProxyType({})

COUNT_FILE = "YAHTZEE_TUI_TEST_COUNT_FILE"
_SIXES = 4, 16
"""Column and row of a box of two people's card at 80x24."""

_SILENCE, _HEARD, _TRIES = 0.6, 0.1, 3

_POLLS = "tick", "_written_at"
"""Functions that are called ten times a second, and so the more often the slower the machine is."""

_LOOP_CALLS = ("remove_writer", "add_writer", "remove_reader", "add_reader", "resume_reading")


class Count(NamedTuple):
    calls: dict[str, int]  # of Python functions below `yahtzee_tui/`, by file
    statements: dict[str, int]  # to the database, by their first word
    loop: dict[str, int]  # that change what asyncio and asyncssh read or write, by name

    def total(self) -> int:
        return sum(self.calls.values())


class Counting:
    """Counts in this process, from one SIGUSR2 to the next."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._package = f"{ROOT / 'yahtzee_tui'}{os.sep}"
        self._is_on = False
        self._calls: Counter[str] = Counter()
        self._statements: Counter[str] = Counter()
        self._loop: Counter[str] = Counter()

    def begin(self) -> None:
        """Count calls and statements."""
        from sqlalchemy import event
        from sqlalchemy.engine import Engine

        event.listen(Engine, "before_cursor_execute", self._note_statement)
        threading.setprofile(self._note_call)
        sys.setprofile(self._note_call)
        signal.signal(signal.SIGUSR2, self._turn)

    def begin_loop(self) -> None:
        """Count what an event loop and the channels of asyncssh are asked to read and write."""
        from asyncssh.channel import SSHChannel

        for owner in (asyncio.SelectorEventLoop, SSHChannel):
            for name in _LOOP_CALLS:
                if hasattr(owner, name):
                    setattr(owner, name, self._counted(name, getattr(owner, name)))
        signal.signal(signal.SIGUSR2, self._turn)

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if self._is_on:
                self._loop[name] += 1
            return function(*args, **kwargs)

        return call

    def _note_call(self, frame: FrameType, what: str, _: object) -> None:
        if not self._is_on or what != "call" or frame.f_code.co_name in _POLLS:
            return
        if frame.f_code.co_filename.startswith(self._package):
            self._calls[frame.f_code.co_filename.removeprefix(self._package)] += 1

    def _note_statement(self, _: object, __: object, statement: str, *___: object) -> None:
        if self._is_on:
            self._statements[statement.split(None, 1)[0].upper()] += 1

    def _turn(self, *_: object) -> None:
        if self._is_on:
            self._is_on = False
            count = Count(dict(self._calls), dict(self._statements), dict(self._loop))
            whole = self._file.with_suffix(".part")
            whole.write_text(json.dumps(count))
            whole.replace(self._file)
        for each in (self._calls, self._statements, self._loop):
            each.clear()
        self._is_on = not self._file.exists()


class Counted(Console):
    """The measured program on a screen, perhaps with others at the same table to read as well."""

    command = staticmethod(lambda *words: [sys.executable, "-m", "tests.benchmarks.calls", *words])

    def __init__(self, *words: str, folder: Path, **env: Any) -> None:
        self._count_file = folder / "count.json"
        self.company: Sequence[Console] = ()
        super().__init__(*words, **env | {COUNT_FILE: str(self._count_file)})

    def settle(self) -> None:
        while self.read(_SILENCE):
            pass
        for other in self.company:
            while other.read(0):
                pass

    def count(self, do: Callable[[], None]) -> Count:
        """Return what an action costs until nothing is drawn any more."""
        self.settle()
        begin_count(self.pid, self._count_file)
        do()
        self.read(PATIENCE)  # every action is seen
        self.settle()
        return end_count(self.pid, self._count_file)

    def compare(self, do: str | Callable[[], None], undo: str) -> tuple[Count, Count]:
        """Return what an action costs, given as a key or a function, and the key that undoes it."""
        act = do if callable(do) else partial(self.press, do)
        counts = [
            (self.count(act), self.count(partial(self.press, undo))) for _ in range(1 + _TRIES)
        ]
        acts, undone = zip(*counts[1:], strict=True)  # what came first imported what is needed
        return min(acts, key=Count.total), min(undone, key=Count.total)


def begin_count(process: int, file: Path) -> None:
    """Let a process count from now on."""
    file.unlink(missing_ok=True)
    os.kill(process, signal.SIGUSR2)
    time.sleep(_HEARD)


def end_count(process: int, file: Path) -> Count:
    """Return what a process has counted, in the file that it was told of."""
    os.kill(process, signal.SIGUSR2)
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < deadline, "the process doesn't count"
        time.sleep(0.01)
    return Count(*json.loads(file.read_text()))


def measure_local() -> dict[str, Count]:
    """Return what actions cost at a table of two at one keyboard, where all is saved."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as name:
        folder = Path(name)
        words = ("play", "Ann", "Bob", "--first", "Ann", "--seed", "42")
        with Counted(
            *words, folder=folder, XDG_CACHE_HOME=f"{folder}/cache", **UserFolders(folder).env
        ) as console:
            console.wait_for("TOTAL")
            roll = console.count(lambda: console.press("space"))
            held, let_go = console.compare("1", "1")
            moved, _ = console.compare("down", "up")
            clicked, _ = console.compare(lambda: console.click(*_SIXES), "u")
            console.press("a")  # or a box that isn't chosen would be asked about
            scored, undone = console.compare("enter", "u")
    names = (
        "the first roll", "a die held", "a die let go", "the mark moved", "a key that scores",
        "a click that scores", "that undone",
    )  # fmt: skip
    return dict(zip(names, (roll, held, let_go, moved, scored, clicked, undone), strict=True))


def measure_shared() -> dict[str, Count]:
    """Return what one's own keys cost at a shared table, in one's own process."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as name:
        folder = Path(name)
        file, code = share_table(folder)
        folders = [folder / "Ann", folder / "Bob"]
        for each in folders:
            each.mkdir()
        with (
            Counted("visit", file, "Ann", code, folder=folders[0]) as ann,
            Counted("visit", file, "Bob", code, folder=folders[1]) as bob,
        ):
            ann.company = (bob,)
            bob.wait_for("▸Ann")
            ann.wait_for("everyone is here")
            roll = ann.count(lambda: ann.press("space"))
            held, let_go = ann.compare("1", "1")
            ann.press("a")
            scored, undone = ann.compare("enter", "u")
    names = "the first roll", "a die held", "a die let go", "a key that scores", "that undone"
    return dict(zip(names, (roll, held, let_go, scored, undone), strict=True))


def share_table(folder: Path) -> tuple[str, str]:
    """Begin a game of Ann and Bob at a shared table; return the database and the table's code."""
    house = RemoteUsers(folder)
    ann, bob = house.user("Ann"), house.user("Bob")
    shared = house.create_table(ann, bob)
    table = TableConfig(("Ann", "Bob"), first="Ann", seed="42").create_table()
    house.lobby.games.start(shared, ann.who, table.record, table.game)
    house.store.close()
    return house.file, shared.code


def measure_server(keys: int = 10) -> dict[str, Count]:
    """Return what keys over SSH cost in the process that holds the connections."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as name:
        log, file = Path(name) / "log", Path(name) / "count.json"
        with log.open("w") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.benchmarks.calls", "serve", f"{name}/state"],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=os.environ | {COUNT_FILE: str(file)},
            )  # fmt: skip
        try:
            where = SimpleNamespace(port=_wait_open(log))
            return {f"{keys} keys": asyncio.run(_press_far_away(where, process.pid, file, keys))}
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def _press_far_away(where: SimpleNamespace, process: int, file: Path, keys: int) -> Count:
    """Come as a guest, and press keys in the lobby."""
    async with connect(where) as connection:
        visit = await start_session(connection)
        await visit.wait_for(b"What is your name?")
        visit.press(b"\r")
        await visit.wait_for(b"Daily game")
        await asyncio.sleep(_SILENCE)
        begin_count(process, file)
        for _ in range(keys):
            visit.press(b"\x1b[B")
            await asyncio.sleep(_HEARD)
        await asyncio.sleep(_SILENCE)
        count = end_count(process, file)
        connection.abort()
    return count


def _wait_open(log: Path) -> int:
    """Return the port of a server as soon as it is open."""
    deadline = time.monotonic() + 3 * PATIENCE
    while not (found := re.search(r'"event": ?"open".*?"port": ?(\d+)', log.read_text())):
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)
    return int(found[1])


def lines(
    title: str, counts: Mapping[str, Count], files: bool, targets: Mapping[str, int] = _NO_TARGETS
) -> Iterator[str]:
    """Yield a table of what was counted, with the calls that an action may take."""
    yield f"{title:<28}{'calls':>8}{'files':>8}   statements; event loop"
    for action, count in counts.items():
        rest = "; ".join(
            ", ".join(f"{number} {name}" for name, number in sorted(each.items())) or "none"
            for each in (count.statements, count.loop)
        )
        calls = count.total()
        target = f"   target: {targets[action]} calls" if action in targets else ""
        numbers = f"{calls or '-':>8}{len(count.calls) or '-':>8}"  # not counted in the server
        yield f"  {action:<26}{numbers}   {rest}{target}"
        if files:
            for name, number in sorted(count.calls.items(), key=lambda each: -each[1]):
                yield f"{number:>36}  {name}"


def be_measured(words: Sequence[str]) -> int:
    counting = Counting(Path(os.environ[COUNT_FILE]))
    what, *rest = words
    if what == "serve":
        counting.begin_loop()
        (state,) = rest
        settings = ServerSettings(host="127.0.0.1", port=0, state=state, user=THIS_USER)
        serve(settings, sys.stderr, WORKER)
        return 0
    counting.begin()
    if what == "visit":
        file, name, code = rest
        return run_remote_app(Visitor(f"SHA256:{name}", "", ("join", code)), Store(file))
    return main_of_program([*words])


def main() -> None:
    words = sys.argv[1:]
    files = words == ["--files"]
    if words and not files:
        sys.exit(be_measured(words))
    print(*lines("one table, one keyboard", measure_local(), files, TARGETS), sep="\n")
    print(*lines("a shared table, own keys", measure_shared(), files), sep="\n")
    print(*lines("the server", measure_server(), files), sep="\n")


if __name__ == "__main__":
    main()
