"""The sandbox of sessions: what they are refused, on any processor and any kernel."""

import asyncio
import ctypes
import errno
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import Any

import pytest

from tests.host.ssh.clients import connect
from tests.host.ssh.server_process import ServerProcess
from yahtzee_tui.host.ssh.protocol import WorkerSettings
from yahtzee_tui.host.ssh.server.health_check import check_server
from yahtzee_tui.host.ssh.server.host_key import load_host_key
from yahtzee_tui.host.ssh.worker import sandbox, system_calls
from yahtzee_tui.host.ssh.worker.sandbox import (
    Needs,
    enter_sandbox,
    find_closed,
    probe_sandbox,
    switch_user,
)

PLENTY = (1 << 40, 1000, 100_000)  # of memory, time and threads
LISTS = (system_calls.ALLOWED, system_calls.WITH_NETWORK, system_calls.LIMITED)
HEADERS = ("x86_64-linux-gnu/asm/unistd_64.h", "asm-generic/unistd.h")
# What the kernel's headers leave to each processor; arm64 takes these.
UNFILTERED = {335, 336}  # `uretprobe` and `uprobe` of x86_64, which end the caller
OPTIONAL = ("NEW_STAT", "RENAMEAT", "SET_GET_RLIMIT", "SYS_CLONE3")


def in_child(action: Callable[[], Any]) -> Any:
    """Return what a function returns in a process of another user, which ends with it."""
    read_end, write_end = os.pipe()
    if (process := os.fork()) == 0:
        try:
            if os.geteuid() == 0:
                switch_user("nobody")
            os.write(write_end, json.dumps(action()).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as file:
        text = file.read()
    os.waitpid(process, 0)
    return json.loads(text)


def test_all_calls_but_those_of_the_list_fail() -> None:
    """Later ones fail as they do on an older kernel, so that libraries do without them."""
    column, _ = system_calls.PROCESSORS[os.uname().machine]
    listed = {
        number for text in LISTS for number in system_calls.read_numbers(text, column).values()
    }
    others = sorted({*range(system_calls.NEWEST + 40)} - listed - UNFILTERED)

    def run() -> dict[int, int]:
        enter_sandbox(*PLENTY, Needs(has_network=False))
        call = ctypes.CDLL(None, use_errno=True).syscall
        return {number: call(number, *[-1] * 6) and ctypes.get_errno() for number in others}

    assert in_child(run) == {
        str(number): errno.EPERM if number <= system_calls.NEWEST else errno.ENOSYS
        for number in others
    }


@pytest.mark.skipif(shutil.which("cpp") is None, reason="there is no C preprocessor here")
@pytest.mark.parametrize("column", [0, 1])
def test_the_numbers_are_those_of_the_kernel(column: int) -> None:
    header = Path("/usr/include", HEADERS[column])
    if not header.exists():
        pytest.skip("the kernel's headers aren't installed")
    options = [f"-D__ARCH_WANT_{name}" for name in OPTIONAL]
    command = ["cpp", "-dM", *options, str(header)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = dict(re.findall(r"#define __NR\w*?_(\w+) (\d+)$", told, re.MULTILINE))
    ours = {
        name: str(number)
        for text in LISTS
        for name, number in system_calls.read_numbers(text, column).items()
    }
    assert {name: found.get(name, number) for name, number in ours.items()} == ours
    assert len(ours.keys() - found.keys()) < 5  # newer than the headers


def test_what_would_reach_another_process_fails() -> None:
    def run() -> list[str]:
        enter_sandbox(*PLENTY, Needs(has_network=True))
        os.kill(os.getpid(), 0)
        signal.raise_signal(signal.SIGWINCH)
        with Path("/proc/self/stat").open() as file:
            attempts: dict[str, Callable[[], object]] = {
                "kill": lambda: os.kill(os.getppid(), 0),
                "group": lambda: os.kill(0, 0),
                "all": lambda: os.kill(-1, 0),
                "owner": lambda: fcntl.fcntl(file, fcntl.F_SETOWN, os.getppid()),
                "signal": lambda: fcntl.fcntl(file, fcntl.F_SETSIG, signal.SIGKILL),
                "limit": lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CPU),
                "priority": lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),
                "raw": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
                "mode": lambda: Path("/tmp").chmod(0o777),
            }
            return [name for name, attempt in attempts.items() if not refuses(attempt)]

    assert in_child(run) == []


def refuses(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return True
    return False


@pytest.mark.parametrize("version", [0, None])
def test_files_are_those_of_the_session(
    version: int | None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Without Landlock, as on older kernels, the rest of the sandbox is the same."""
    if version is not None:
        monkeypatch.setattr(sandbox, "find_version", lambda: version)
    elif not sandbox.find_version():
        pytest.skip("this kernel has no Landlock")
    place = Path(mkdtemp())  # which another user can reach, unlike pytest's
    request.addfinalizer(lambda: shutil.rmtree(place))
    folders = [place / name for name in ("own", "read", "other")]
    for each in folders:
        each.mkdir()
        (each / "file").write_text("x")
        for path in (place, each, each / "file"):
            path.chmod(0o777)

    def run() -> list[bool]:
        own, read, other = folders
        enter_sandbox(*PLENTY, Needs(False, [own], [read]))
        (own / "new").write_text("x")
        (own / "new").rename(own / "newer")
        (own / "newer").unlink()
        assert (read / "file").read_text() == "x"
        Path("/proc/self/stat").read_text()
        attempts: tuple[Callable[[], object], ...] = (
            lambda: (read / "file").write_text("y"),
            lambda: (other / "file").read_text(),
            lambda: list(other.iterdir()),
            lambda: (other / "new").mkdir(),
            lambda: (other / "file").unlink(),
            lambda: (other / "file").open("wb"),
        )
        return [*map(refuses, attempts), probe_sandbox(False)["other programs"]]

    assert in_child(run) == [*[version is None] * 5, *[version is None], True]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can let games run as another user")
def test_the_outermost_that_a_user_can_not_open_is_named(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    place = Path(mkdtemp())
    request.addfinalizer(lambda: shutil.rmtree(place))
    python, games, module = place / "python", place / "state" / "games", place / "venv" / "lib.py"
    for each in (games, module.parent, place):
        each.mkdir(parents=True, exist_ok=True)
        each.chmod(0o755)
    shutil.chown(games, "nobody")
    module.touch()
    (place / "link").symlink_to(module)
    python.touch(0o755)
    modules = {"lib": SimpleNamespace(__file__=str(place / "link"))}
    fake = SimpleNamespace(executable=str(python), modules=modules)
    monkeypatch.setattr(sandbox, "sys", fake)
    settings = WorkerSettings(f"{games}/x.sqlite", f"{games}/cache", "nobody", 0, 0, 0, 0, 0)
    assert in_child(lambda: find_closed(settings)) is None
    for closed in (games, module.parent, games.parent, place):
        closed.chmod(0)
        assert in_child(lambda: str(find_closed(settings))) == str(closed)


@pytest.mark.slow
async def test_the_check_tries_a_session_of_the_server_from_inside(
    game_server: ServerProcess,
) -> None:
    key = load_host_key(game_server.state)
    checked = await asyncio.to_thread(check_server, "127.0.0.1", game_server.port, key)
    assert checked.landlock == sandbox.find_version()
    assert checked.refused
    possible = {name for name, is_refused in checked.refused.items() if not is_refused}
    assert possible <= (set() if checked.landlock else {"other files", "new files elsewhere"})
    async with connect(game_server) as stranger:
        answer = await stranger.run("check", encoding=None)
    assert answer.stderr.decode().startswith("Only the game runs here: ssh -t ")
