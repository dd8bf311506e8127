"""Value tables in files: solving takes seconds, reading a table milliseconds.

A file is named by the solver's version and the hash of all that its values depend on. It holds them
exactly, so that what was read equals what was solved, to the last digit; behind them, once another
process has worked them out, the outcomes. A file that isn't whole and sound is solved again.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import accumulate
from math import comb, prod
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.strategy.solver.outcome_table import OutcomeLayout, OutcomeTable
from yahtzee_tui.strategy.solver.outcomes import find_outcomes
from yahtzee_tui.strategy.solver.saved_rolls import SavedRollsTable, find_parts, solve_parts
from yahtzee_tui.strategy.solver.states import check_size, find_space
from yahtzee_tui.strategy.solver.value_table import ValueTable, solve_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.solver.keeps import FloatArray
    from yahtzee_tui.strategy.solver.saved_rolls import CardPart
    from yahtzee_tui.strategy.solver.states import StateSpace

    Progress = Callable[[float], object]
    Cancelling = Callable[[], bool]
    Elsewhere = Callable[[Ruleset, Path, Progress, Cancelling], object]

SOLVER_VERSION = 5
"""Raised whenever the solver would give other values, put them in another order or name them so."""

_SUFFIX = ".values"
_DIGEST = sha256().digest_size
_NUMBERS = np.dtype("<f8")
_AT_ONCE = 1 << 20  # bytes
# Processor seconds for a state, a roll of its turn, a keep and a side of a die: measured with five
# to eight dice, six or nine sides and two to nine rolls, which took 0.43 to 0.84 of 10**-9.
_SECONDS = 0.8e-9


class LoadedTable(NamedTuple):
    """A value table, and whether it was read and not solved."""

    table: ValueTable
    cached: bool


def load_value_table(
    ruleset: Ruleset | str,
    folder: Path,
    progress: Progress = lambda _: None,
    cancelled: Cancelling = lambda: False,
    *,
    fresh: bool = False,
    elsewhere: Elsewhere | None = None,
) -> LoadedTable:
    """Return best play of a rule set, solved if it wasn't before, or anyway if `fresh`.

    Args:
        ruleset: Any game that `check_solvable` lets pass, or its id.
        folder: Where tables are kept. It need neither exist nor be writable.
        progress: Called now and then with the part that is solved, up to 1.
        cancelled: Called every few milliseconds; solving stops when it returns true.
        fresh: Solve even what was solved before.
        elsewhere: Called before solving; it may let another process put the values into the folder.

    Raises:
        Unsolvable: If the solver can't solve these rules.
        Cancelled: If `cancelled` returned true.

    >>> round(load_value_table("crag", cache_folder()).table.expected, 2)
    149.85
    """
    ruleset = find_ruleset(ruleset)
    if not fresh and (kept := _KEPT.get(ruleset.id)) and kept.space.payoffs.ruleset == ruleset:
        return LoadedTable(kept, cached=True)
    space = find_space(ruleset)
    check_size(space)
    path = find_path(space, folder)
    values = None if fresh else _read_values(path, space)
    if values is not None:
        return LoadedTable(ValueTable(space, values), cached=True)
    if elsewhere:
        elsewhere(ruleset, folder, progress, cancelled)
        if (values := _read_values(path, space)) is not None:
            return LoadedTable(ValueTable(space, values), cached=False)
    values = solve_values(space, progress, cancelled)
    if fresh or _read_values(path, space) is None:  # another program's file may have outcomes
        _write(path, values)
    return LoadedTable(ValueTable(space, values), cached=False)


def load_saved_rolls(
    ruleset: Ruleset,
    folder: Path,
    progress: Progress = lambda _: None,
    cancelled: Cancelling = lambda: False,
    *,
    fresh: bool = False,
    elsewhere: Elsewhere | None = None,
) -> SavedRollsTable:
    """Return how to play a rule set with saved rolls; for the arguments see `load_value_table`."""
    parts = find_parts(ruleset)
    path = _find_path_of_parts(parts, folder)
    values = None if fresh else _read_parts(path, parts)
    if values is None and elsewhere:
        elsewhere(ruleset, folder, progress, cancelled)
        values = _read_parts(path, parts)
    if values is None:
        values = solve_parts(parts, progress, cancelled)
        _write(path, *values)
    return SavedRollsTable(ruleset, parts, values)


def estimate_solving(ruleset: Ruleset, folder: Path) -> float:
    """Return about how many seconds it takes to solve a rule set, 0 if that was done before.

    Raises `Unsolvable` as `load_value_table` and `load_saved_rolls` do.
    """
    if ruleset.saved_rolls:
        parts = find_parts(ruleset)
        path, values = _find_path_of_parts(parts, folder), sum(prod(each.shape) for each in parts)
    else:
        space = find_space(ruleset)
        check_size(space)
        path, values = find_path(space, folder), prod(space.shape) * ruleset.rolls
    keeps = comb(ruleset.dice + ruleset.sides, ruleset.dice)
    return 0.0 if path.is_file() else _SECONDS * values * keeps * ruleset.sides


def _find_path_of_parts(parts: tuple[CardPart, ...], folder: Path) -> Path:
    digest = sha256(repr([part.shape for part in parts]).encode())
    for part in parts:
        digest.update(part.space.payoffs.fingerprint())
    return folder / f"{SOLVER_VERSION}-{digest.hexdigest()}{_SUFFIX}"


def _read_parts(path: Path, parts: tuple[CardPart, ...]) -> list[FloatArray] | None:
    """Return the values of all parts in a file, None if it isn't whole and sound."""
    ends = [*accumulate(_DIGEST + prod(part.shape) * _NUMBERS.itemsize for part in parts)]
    found = []
    for at, part in enumerate(parts):
        payload = _read(path, ends, at)
        if payload is None:
            return None
        values = np.frombuffer(payload, _NUMBERS).reshape(part.shape)
        found.append(values.astype(np.float64, copy=False))
    return found


def load_outcomes(
    table: ValueTable,
    folder: Path,
    progress: Progress = lambda _: None,
    cancelled: Cancelling = lambda: False,
    *,
    only_cached: bool = False,
) -> bool:
    """Give a table its outcomes, worked out in about 8 s if they weren't before.

    With `only_cached` they are only read; return whether the table has them now. For the other
    arguments see `load_value_table`.
    """
    if table.outcomes.table is None:
        path = find_path(table.space, folder)
        found, table.outcomes.file = _read_outcomes(path, table.space)
        if found is None and not only_cached:
            found = find_outcomes(table.space, table.values, progress, cancelled)
            _write(path, table.values, found)
        table.outcomes.table = found
    return table.outcomes.table is not None


def read_best_play(ruleset: Ruleset, folder: Path) -> ValueTable | None:
    """Return best play with its outcomes if it was worked out before, else None.

    Raise `Unsolvable` if the solver can't solve these rules.
    """
    space = find_space(ruleset)
    values = _read_values(find_path(space, folder), space)
    if values is None:
        return None
    table = ValueTable(space, values)
    return table if load_outcomes(table, folder, only_cached=True) else None


def keep_value_table(ruleset: Ruleset, folder: Path) -> ValueTable:
    """Return best play of a rule set, and keep it in memory for those who load it again."""
    table = _KEPT[ruleset.id] = load_value_table(ruleset, folder).table
    return table


_KEPT: dict[str, ValueTable] = {}


def find_path(space: StateSpace, folder: Path) -> Path:
    """Return the file of a rule set's table."""
    digest = sha256(f"{space.shape} ".encode() + space.payoffs.fingerprint()).hexdigest()
    return folder / f"{SOLVER_VERSION}-{digest}{_SUFFIX}"


def _read_values(path: Path, space: StateSpace) -> FloatArray | None:
    """Return the values in a file, None if there are none that are whole and sound."""
    payload = _read(path, _find_ends(space), 0)
    if payload is None:
        return None
    return np.frombuffer(payload, _NUMBERS).reshape(space.shape).astype(np.float64, copy=False)


def _read_outcomes(path: Path, space: StateSpace) -> tuple[OutcomeTable, mmap] | tuple[None, None]:
    """Return the outcomes in a file and its map, None if they aren't whole and sound."""
    values, *ends = _find_ends(space)
    for end, layout in zip(ends, OutcomeLayout.every(space), strict=True):
        payload = _read(path, [values, end], 1, maps=True)
        if payload is not None:
            shapes = OutcomeTable.shapes(space, layout)
            return OutcomeTable(*_split_arrays(payload, shapes)), cast("mmap", payload.obj)
    return None, None


def _split_arrays(
    payload: memoryview, shapes: list[tuple[tuple[int, ...], np.dtype[Any]]]
) -> Iterator[npt.NDArray[Any]]:
    first = 0
    for shape, kind in shapes:
        numbers = np.frombuffer(payload, kind.newbyteorder("<"), prod(shape), first)
        yield numbers.reshape(shape).astype(kind, copy=False)
        first += numbers.nbytes


def _read(path: Path, ends: list[int], part: int, *, maps: bool = False) -> memoryview | None:
    """Return a part of a file, of which `ends` has the ends, None if it isn't whole and sound.

    With `maps` it stays in the file, and only what is asked for comes into memory. What was mapped
    is kept when `_write` replaces the file, which Windows refuses as long as it is mapped.
    """
    start = [0, *ends][part] + _DIGEST
    try:
        # Opening a pipe would wait for a writer.
        if not path.is_file() or path.stat().st_size not in ends[part:]:
            return None
        with path.open("rb") as file:
            file.seek(start - _DIGEST)
            digest = file.read(_DIGEST)
            pieces: Iterator[bytes | memoryview]
            if maps:
                whole = mmap(file.fileno(), ends[part], access=ACCESS_READ)
                payload = memoryview(whole)[start:]
                pieces = iter(
                    partial(file.read, _AT_ONCE), b""
                )  # a part that is mapped is the last
            else:
                payload = memoryview(file.read(ends[part] - start))
                pieces = iter([payload])
            is_sound = _digest(path, pieces) == digest
    except (OSError, ValueError):
        return None
    return payload if is_sound else None


def _find_ends(space: StateSpace) -> list[int]:
    """Return where the values end in a file, and where the outcomes behind them may end.

    How many frequencies they have is known by their size.
    """
    values = _DIGEST + prod(space.shape) * _NUMBERS.itemsize
    sizes = (
        sum(prod(shape) * kind.itemsize for shape, kind in OutcomeTable.shapes(space, layout))
        for layout in OutcomeLayout.every(space)
    )
    return [values, *(values + _DIGEST + size for size in sizes)]


def _write(path: Path, *parts: FloatArray | OutcomeTable) -> None:
    """Replace a file at once, if it can be: a reader sees the old one or the new one, never a part.

    Files of other versions are removed.
    """
    with suppress(OSError, ValueError):  # without a file it is solved again, that is all
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", suffix=".new", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                for part in parts:
                    arrays = part if isinstance(part, tuple) else (part,)
                    payload = b"".join(
                        each.astype(each.dtype.newbyteorder("<"), copy=False).tobytes()
                        for each in arrays
                    )
                    file.write(_digest(path, [payload]))
                    file.write(payload)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        for old in path.parent.glob(f"*{_SUFFIX}"):
            if not old.name.startswith(f"{SOLVER_VERSION}-"):
                old.unlink(missing_ok=True)


def _digest(path: Path, pieces: Iterable[bytes | memoryview]) -> bytes:
    """Return a checksum of a part and of what it belongs to."""
    digest = sha256(path.stem.encode())
    for each in pieces:
        digest.update(each)
    return digest.digest()
