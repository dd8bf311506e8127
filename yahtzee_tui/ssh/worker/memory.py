"""Keeping sessions from writing into what was there before the fork, so that they go on sharing it.

Python counts in every object who uses it, and so writes into nearly every page that it looks at:
each session soon has copies of its own. Since 3.12 it leaves the counts of immortal objects alone
(PEP 683, which names this use), but has no function that makes an object immortal.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import sysconfig
from pathlib import Path
from types import CodeType

_IMMORTAL = 1 << 31
"""From this count on, of which an object's first 32 bits tell, it is immortal."""

_HEAD = sys.getsizeof(b"")
# Either allocator keeps what is free of these sizes by its exact size, in steps of sixteen.
_SMALL = range(512, _HEAD, -16)
_ANY = (*(int(1040 * 2 ** (step / 4)) for step in range(24, 0, -1)), *range(1040, 16, -16))

_fillers: list[bytes] = []
"""What lies in the holes, for ever."""


def is_possible() -> bool:
    """Return whether this Python has immortal objects, and counts as is known here."""
    return (
        sys.implementation.name == "cpython"
        and sys.byteorder == "little"
        and sys.maxsize > 1 << 32
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and _read_count(None) >= _IMMORTAL
    )


def make_immortal() -> bool:
    """Let all that lives now live for ever, without being counted any more.

    For a process that only forks from now on, and for forks that end without tearing anything down.

    Returns:
        Whether it does; not where that isn't possible.
    """
    if not is_possible():
        return False
    count = _read_count(None)
    todo = gc.get_objects()
    for each in todo:
        _write_count(each, count)
    while todo:
        for part in _parts(todo.pop()):
            if _read_count(part) < _IMMORTAL:
                _write_count(part, count)
                todo.append(part)
    return True


def fill_holes() -> None:
    """Fill what is free between the objects, so that new ones don't come to lie among the old.

    Of each size as much is taken as there is: until the next lies where nothing was before.
    """
    there = _find_memory()
    for size in _SMALL:
        while _is_in(there, id(filler := bytes(size - _HEAD))):
            _fillers.append(filler)
    allocate = ctypes.CDLL(None).malloc
    allocate.argtypes, allocate.restype = [ctypes.c_size_t], ctypes.c_size_t
    for size in _ANY:
        while _is_in(there, allocate(size)):
            pass  # it is never to be free again


def _parts(whole: object) -> list[object]:
    """Return what an object refers to; some of it isn't told to who looks for garbage."""
    parts = gc.get_referents(whole)
    if type(whole) is dict:
        parts += whole
    elif type(whole) is CodeType:
        parts += (whole.co_consts, whole.co_names, whole.co_varnames, whole.co_freevars)
        parts += (whole.co_cellvars, whole.co_filename, whole.co_name, whole.co_qualname)
        parts += (whole.co_linetable, whole.co_exceptiontable)
    elif type(whole) in (str, bytes):
        hash(whole)  # is kept where it was computed
    return parts


def _read_count(whole: object) -> int:
    return ctypes.c_uint32.from_address(id(whole)).value


def _write_count(whole: object, count: int) -> None:
    ctypes.c_uint32.from_address(id(whole)).value = count


def _find_memory() -> list[range]:
    """Return the addresses that this process may write to, none where the system doesn't tell."""
    try:
        lines = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return []
    found = [line.split()[0].split("-") for line in lines if " rw" in line]
    return [range(int(first, 16), int(last, 16)) for first, last in found]


def _is_in(memory: list[range], address: int) -> bool:
    return any(address in part for part in memory)


_PR_SET_MEMORY_MERGE = 67
_SWITCH = Path("/sys/kernel/mm/ksm/run")


def share_what_is_the_same(switch: Path = _SWITCH) -> bool:
    """Let the system look for the same pages in this process and in those that it will fork.

    Args:
        switch: The file that tells whether it may.

    Returns:
        Whether it is going to; only Linux since 6.4 can do it for whole processes.
    """
    try:
        is_on = switch.read_text().strip() == "1"
    except OSError:
        return False
    return is_on and ctypes.CDLL(None).prctl(_PR_SET_MEMORY_MERGE, 1, 0, 0, 0) == 0
