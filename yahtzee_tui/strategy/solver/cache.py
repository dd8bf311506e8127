"""Value tables in files: solving takes seconds, reading a table milliseconds.

A file is named by the solver's version and the hash of all that its values depend on. It holds them
exactly, so that what was read equals what was solved, to the last digit; that takes 2.5 MB for 13
boxes, and half of it would gain nothing. A file that isn't whole and sound is solved again.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yahtzee_tui.strategy.solver.payoffs import Payoffs
from yahtzee_tui.strategy.solver.retrograde import solve_values
from yahtzee_tui.strategy.solver.states import StateSpace
from yahtzee_tui.strategy.solver.value_table import ValueTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray

SOLVER_VERSION = 2
"""Raised whenever the solver would give other values, put them in another order or name them so."""

_SUFFIX = ".values"
_DIGEST = sha256().digest_size
_NUMBERS = np.dtype("<f8")


class LoadedTable(NamedTuple):
    """A value table, and whether it was read and not solved."""

    table: ValueTable
    cached: bool


def load_value_table(
    ruleset: Ruleset,
    folder: Path,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    fresh: bool = False,
) -> LoadedTable:
    """Return best play of a rule set, solved if it wasn't before, or anyway if `fresh`.

    Args:
        ruleset: Any game with five dice of six faces.
        folder: Where tables are kept. It need neither exist nor be writable.
        progress: Called now and then with the part that is solved, up to 1.
        cancelled: Called every few milliseconds; solving stops when it returns true.
        fresh: Solve even what was solved before.

    Raises:
        Unsolvable: If the solver can't solve these rules.
        Cancelled: If `cancelled` returned true.
    """
    if not fresh and (kept := _KEPT.get(ruleset.id)) and kept.space.payoffs.ruleset == ruleset:
        return LoadedTable(kept, cached=True)
    space = StateSpace(Payoffs(ruleset))
    digest = sha256(f"{space.shape} ".encode() + space.payoffs.fingerprint()).hexdigest()
    path = folder / f"{SOLVER_VERSION}-{digest}{_SUFFIX}"
    values = None if fresh else _read(path, space.shape)
    if values is not None:
        return LoadedTable(ValueTable(space, values), cached=True)
    values = solve_values(space, progress, cancelled)
    with suppress(OSError, ValueError):  # without a file it is solved again, that is all
        _write(path, values)
        for old in folder.glob(f"*{_SUFFIX}"):
            if not old.name.startswith(f"{SOLVER_VERSION}-"):
                old.unlink(missing_ok=True)
    return LoadedTable(ValueTable(space, values), cached=False)


def preload_value_table(ruleset: Ruleset, folder: Path) -> None:
    """Keep best play of a rule set in memory, for this process and those forked from it."""
    _KEPT[ruleset.id] = load_value_table(ruleset, folder).table


_KEPT: dict[str, ValueTable] = {}


def _read(path: Path, shape: tuple[int, int]) -> FloatArray | None:
    """Return the values in a file, None if there are none that are whole and sound."""
    size = _DIGEST + prod(shape) * _NUMBERS.itemsize
    try:
        # Opening a pipe would wait for a writer.
        if not path.is_file() or path.stat().st_size != size:
            return None
        content = path.read_bytes()
    except (OSError, ValueError):
        return None
    payload = memoryview(content)[_DIGEST:]
    if len(content) != size or _digest(path, payload) != content[:_DIGEST]:
        return None
    return np.frombuffer(payload, _NUMBERS).reshape(shape).astype(np.float64, copy=False)


def _write(path: Path, values: FloatArray) -> None:
    """Replace a file at once: a reader sees the old values or the new ones, never a part."""
    payload = values.astype(_NUMBERS, copy=False).tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(path, payload))
            file.write(payload)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _digest(path: Path, payload: bytes | memoryview) -> bytes:
    """Return a checksum of the values and of what they are the values of."""
    digest = sha256(path.stem.encode())
    digest.update(payload)
    return digest.digest()
