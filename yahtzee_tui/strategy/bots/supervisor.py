"""Runs a program that plays, and ends it with all that it started: `FD NAMES COMMAND...`.

It is a process of its own, so that it also does so when the game is killed: once the game's end of
the socket FD is closed, when the program ends, and when it takes too much. The program gets only
the environment variables NAMES. On Linux the supervisor adopts processes that leave the program's
group or session (PR_SET_CHILD_SUBREAPER), and limits their number and their memory; on other
systems it ends the group. It imports little, as one is started with each program.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_MEMORY = 2**30  # bytes, of all processes together
_PROCESSES = 64
_CHECK_SECONDS, _RETRY_SECONDS = 0.05, 0.002
_KIBIBYTE, _PAGE = 1024, os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Start the program, say so or why not, wait, and exit as it did."""
    control, names, command = int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]
    os.set_inheritable(control, False)
    can_adopt = _adopt_orphans()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    # SIGCHLD writes a byte to a pipe.
    wakeup, wakeup_write_end = os.pipe()
    for end in (wakeup, wakeup_write_end):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakeup_write_end, warn_on_full_buffer=False)
    # Python adds LC_CTYPE to its own where no language is set.
    environment = {name: os.environ[name] for name in names if name in os.environ}
    ignored = (signal.SIGPIPE, signal.SIGXFSZ)
    try:
        program = os.posix_spawnp(command[0], command, environment, setpgroup=0, setsigdef=ignored)
    except OSError as error:
        os.write(control, (error.strerror or "it fails").encode())
        return
    code = 1
    with suppress(OSError):  # nobody listens once the game has ended
        os.write(control, b"\0")
        _close_streams()
        code = _wait(program, control, wakeup, can_adopt)
    _end(program, can_adopt)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _adopt_orphans() -> bool:
    """Become the parent of all descendants whose parent ends; return whether they can be found."""
    if sys.platform != "linux" or not Path("/proc/thread-self/children").exists():
        return False
    return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


def _close_streams() -> None:
    """Leave input and output to the program, whose end the game sees; errors are written here."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nowhere, number)


def _wait(program: int, control: int, wakeup: int, can_adopt: bool) -> int:
    """Return the program's exit code once it has ended, or has to."""
    poll = select.poll()
    for each in (control, wakeup):
        poll.register(each, select.POLLIN)
    while True:
        ready = [descriptor for descriptor, _ in poll.poll(1000 * _CHECK_SECONDS)]
        if control in ready:
            return 1
        with suppress(BlockingIOError):
            os.read(wakeup, 4096)
        code = _reap(program)
        if code is not None:
            return code
        if can_adopt and (why := _find_excess()):
            os.write(2, f"{why}\n".encode())
            return 1


def _reap(program: int) -> int | None:
    """Wait for children that have ended; return the program's exit code if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                break
            if process == program:
                found = os.waitstatus_to_exitcode(status)
    return found


def _find_excess() -> str:
    """Return what the program has too much of, empty if nothing."""
    family = _find_family()
    if len(family) > _PROCESSES:
        return f"more than {_PROCESSES} processes"
    # What processes share is counted for each: a quick upper bound.
    if sum(map(_read_resident, family)) <= _MEMORY or sum(map(_read_share, family)) <= _MEMORY:
        return ""
    return f"more than {_MEMORY >> 20} MiB of memory"


def _find_family() -> list[int]:
    """Return all descendants of this process."""
    family, todo = [], [os.getpid()]
    while todo:
        with suppress(OSError):  # it has ended
            for task in Path(f"/proc/{todo.pop()}/task").iterdir():
                with suppress(OSError):
                    children = [*map(int, (task / "children").read_text().split())]
                    family += children
                    todo += children
    return family


def _read_resident(process: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    return 0


def _read_share(process: int) -> int:
    """Return the bytes of a process, and its part of those that it shares."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * _KIBIBYTE
    return _read_resident(process)


def _end(program: int, can_adopt: bool) -> None:
    """Kill what is left."""
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    while can_adopt and (family := _find_family()):
        for process in family:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(_RETRY_SECONDS)
        _reap(program)


if __name__ == "__main__":
    main()
