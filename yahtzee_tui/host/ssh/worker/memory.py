"""Memory that sessions share with the fork server: immortal objects, code, free blocks, merging.

Python writes an object's reference count whenever it uses the object, so that a session soon has a
copy of nearly every page that it only reads. Python 3.12 and later leave the counts of immortal
objects alone (PEP 683, which names this use), but have no function that makes an object immortal.

MB a session with ten sessions of `tests.host.benchmarks.load`: 14.2 with both on Python 3.13, 26.1
without immortal objects, 18.4 without filled blocks, 29.9 with neither; 26.6 on Python 3.11, which
has no immortal objects, and 29.1 without filled blocks. Code that lies together takes 2 less.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import sysconfig
import threading
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


_IMMORTAL = 1 << 31  # objects with at least this count, in their first 32 bits, are immortal
_BYTES_OVERHEAD = sys.getsizeof(b"")
# Sizes of free blocks: pymalloc and malloc keep small ones by exact size, in steps of 16.
_PYMALLOC_SIZES = range(512, _BYTES_OVERHEAD, -16)
_MALLOC_SIZES = (*(int(1040 * 2 ** (step / 4)) for step in range(24, 0, -1)), *range(1040, 16, -16))

_fillers: list[bytes] = []  # keeps the blocks of `fill_free_blocks` in use


def clear_library_caches() -> None:
    """Clear the bounded caches of Textual and Rich, which are quick to fill again.

    Such a cache writes to an entry when it is used: entries of this process, which lie on many
    pages, would cost each session copies of these pages (0.5 MB).
    """
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper):
            module = getattr(each.__wrapped__, "__module__", "")
            if module.partition(".")[0] in ("rich", "textual"):
                each.cache_clear()


def make_immortal() -> bool:
    """Make all present objects immortal, so that using them writes nothing.

    For a process that only forks from now on, and for forks that exit by `os._exit`. Returns False
    where this Python doesn't allow it.
    """
    is_known = sys.implementation.name == "cpython" and sys.byteorder == "little"
    is_known &= sys.maxsize > 1 << 32 and not sysconfig.get_config_var("Py_GIL_DISABLED")
    if not is_known or (count := _count_of(None).value) < _IMMORTAL:
        return False
    todo = gc.get_objects()
    for each in todo:
        _count_of(each).value = count
    while todo:
        for part in _parts(todo.pop()):
            if _count_of(part).value < _IMMORTAL:
                _count_of(part).value = count
                todo.append(part)
    return True


def gather_code(run: Callable[[], object]) -> None:
    """Run something, and give the functions it called copies of their code that lie together.

    Python writes to code that runs: how often it did, and of which types its values were. Where it
    lies among code that doesn't run, a session copies nearly a page for each function.
    """
    called: dict[int, CodeType] = {}

    def copy(code: CodeType) -> CodeType:
        inner = (copy(each) if type(each) is CodeType else each for each in code.co_consts)
        return code.replace(co_consts=tuple(inner))

    sys.setprofile(lambda frame, *_: called.setdefault(id(frame.f_code), frame.f_code))
    threading.setprofile(sys.getprofile())
    run()
    sys.setprofile(None)
    threading.setprofile(None)
    fill_free_blocks()
    copies = {key: copy(code) for key, code in called.items()}
    for each in gc.get_objects():
        if type(each) is FunctionType and id(each.__code__) in copies:
            each.__code__ = copies[id(each.__code__)]


def fill_free_blocks() -> None:
    """Take all free blocks, so that a session's new objects get pages of their own.

    Blocks of each size are taken until the next one lies in memory that is new to this process.
    """
    mapped = _find_memory()
    for size in _PYMALLOC_SIZES:
        while _is_in(mapped, id(filler := bytes(size - _BYTES_OVERHEAD))):
            _fillers.append(filler)
    allocate = ctypes.CDLL(None).malloc
    allocate.argtypes, allocate.restype = [ctypes.c_size_t], ctypes.c_size_t
    for size in _MALLOC_SIZES:
        while _is_in(mapped, allocate(size)):
            pass  # never freed


def _parts(whole: object) -> list[object]:
    """Return the objects that an object refers to, including those hidden from the collector."""
    parts = gc.get_referents(whole)
    if type(whole) is dict:
        parts += whole
    elif type(whole) is CodeType:
        parts += (whole.co_consts, whole.co_names, whole.co_varnames, whole.co_freevars)
        parts += (whole.co_cellvars, whole.co_filename, whole.co_name, whole.co_qualname)
        parts += (whole.co_linetable, whole.co_exceptiontable)
    elif type(whole) in (str, bytes):
        hash(whole)  # computed now, as the object keeps it
    return parts


def _count_of(whole: object) -> ctypes.c_uint32:
    return ctypes.c_uint32.from_address(id(whole))


def _find_memory() -> list[range]:
    """Return the writable address ranges of this process; none elsewhere than on Linux."""
    try:
        lines = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return []
    found = [line.split()[0].split("-") for line in lines if " rw" in line]
    return [range(int(first, 16), int(last, 16)) for first, last in found]


def _is_in(memory: list[range], address: int) -> bool:
    return any(address in part for part in memory)


def measure_memory() -> int:
    """Return the bytes that this process takes, its part of shared pages (PSS); 0 if unknown."""
    try:
        lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    except OSError:  # elsewhere than on Linux
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


_PR_SET_MEMORY_MERGE = 67
_KSM_SWITCH = Path("/sys/kernel/mm/ksm/run")


def enable_page_merging(switch: Path = _KSM_SWITCH) -> bool:
    """Let Linux merge equal pages of this process and its future forks (KSM).

    The host decides: `echo 1 > /sys/kernel/mm/ksm/run`, the `switch`. Returns whether pages will be
    merged; Linux before 6.4 can't do it for whole processes.
    """
    is_on = os.access(switch, os.R_OK) and switch.read_text().strip() == "1"
    return is_on and ctypes.CDLL(None).prctl(_PR_SET_MEMORY_MERGE, 1, 0, 0, 0) == 0
