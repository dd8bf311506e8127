"""Tables in files: whatever is wrong with a file, best play is found."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.strategy.conftest import Tables
from tests.waiting import wait_gone, wait_in_thread
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.ruleset import Points
from yahtzee_tui.strategy import (
    Cancelled,
    ValueTable,
    load_outcomes,
    load_value_table,
    solve_values_elsewhere,
    wait_for_outcomes,
)
from yahtzee_tui.strategy.solver import cache
from yahtzee_tui.strategy.solver.solver_process import start_outcomes, stop_processes

# It is solved soonest, with its outcomes in half a second.
GENERALA = RULESETS["generala"]
_LAST = GENERALA.boxes[-1]
SIMILAR = replace(GENERALA, boxes=(*GENERALA.boxes[:-1], _LAST._replace(points=Points(99))))
"""A game of the same name whose table is as large."""

FOLDER = "a/folder/of folders"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / FOLDER


@pytest.fixture
def kept(folder: Path) -> Path:
    assert not load_value_table(GENERALA, folder).cached
    (path,) = folder.iterdir()
    return path


def _check(table: ValueTable, tables: Tables) -> None:
    assert np.array_equal(table.values, tables[GENERALA].values)
    assert table.expected == tables[GENERALA].expected


def test_what_was_solved_is_read_to_the_last_digit(
    folder: Path, kept: Path, tables: Tables
) -> None:
    told: list[float] = []
    found = load_value_table(GENERALA, folder, told.append)
    assert (found.cached, told) == (True, [])
    _check(found.table, tables)
    assert list(folder.iterdir()) == [kept]
    assert kept.stat().st_size == 17 * 65 * 8 + 32
    before = kept.stat().st_mtime_ns
    found = load_value_table(GENERALA, folder, fresh=True)
    assert not found.cached
    _check(found.table, tables)
    assert kept.stat().st_mtime_ns > before


def _flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "torn": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "too long": lambda path: path.write_bytes(path.read_bytes() + b"\0"),
    "first bit": lambda path: _flip(path, 0),
    "a bit": lambda path: _flip(path, 5000),
    "last bit": lambda path: _flip(path, -1),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "text": lambda path: path.write_text("import os\n" * 10_000),
    "pickle": lambda path: path.write_bytes(b"\x80\x04cos\nsystem\n(S'false'\ntR."),
    "gone": lambda path: path.unlink(),
    "unreadable": lambda path: path.chmod(0),
}


def test_a_damaged_file_is_replaced(
    folder: Path, kept: Path, tables: Tables, subtests: pytest.Subtests
) -> None:
    for name, damage in DAMAGES.items():
        with subtests.test(name):
            damage(kept)
            found = load_value_table(GENERALA, folder)
            assert not found.cached or os.access(kept, os.R_OK)
            _check(found.table, tables)
            again = load_value_table(GENERALA, folder)
            assert again.cached
            _check(again.table, tables)


@pytest.mark.skipif(sys.platform == "win32", reason="other systems, other files")
def test_what_is_no_file(folder: Path, kept: Path, tables: Tables) -> None:
    kinds: list[Callable[[Path], object]] = [
        os.mkfifo, lambda path: path.symlink_to(path), Path.mkdir
    ]  # fmt: skip
    for make in kinds:
        kept.unlink()
        make(kept)
        for _ in range(2):
            _check(load_value_table(GENERALA, folder).table, tables)
        assert list(folder.iterdir()) == [kept]


def test_only_a_file_of_the_same_rules_is_taken(folder: Path, kept: Path) -> None:
    assert load_value_table(replace(GENERALA, id="mine", name="Mine"), folder).cached
    assert list(folder.iterdir()) == [kept]
    other = replace(SIMILAR, id="other")
    assert not load_value_table(other, folder).cached
    (theirs,) = set(folder.iterdir()) - {kept}
    assert theirs.stat().st_size == kept.stat().st_size
    theirs.write_bytes(kept.read_bytes())
    assert not load_value_table(other, folder).cached


def test_another_solver_solves_again_and_removes_old_files(
    folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, others = folder / f"{'0a' * 32}.values", folder / "notes.txt"
    old.write_bytes(b"0")
    others.write_text("")
    monkeypatch.setattr(cache, "SOLVER_VERSION", cache.SOLVER_VERSION + 1)
    assert not load_value_table(GENERALA, folder).cached
    assert others.exists()
    (path,) = set(folder.iterdir()) - {others}
    assert path not in (old, kept)
    assert load_value_table(GENERALA, folder).cached


def test_a_folder_that_can_not_be(tmp_path: Path, folder: Path, tables: Tables) -> None:
    (tmp_path / "file").write_text("")
    for name in ("file/folder", "a\0b", "x" * 300, "/proc/nonexistent"):
        found = load_value_table(GENERALA, tmp_path / name)
        assert not found.cached
        _check(found.table, tables)
    with pytest.raises(Cancelled):
        load_value_table(GENERALA, folder, cancelled=lambda: True)
    assert not folder.exists()


_PROGRAM = """
import sys
from pathlib import Path
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy import load_value_table
print(repr(load_value_table(RULESETS["generala"], Path(sys.argv[1]), fresh=True).table.expected))
"""


def test_two_programs_at_once(folder: Path, tables: Tables) -> None:
    programs = [
        subprocess.Popen([sys.executable, "-c", _PROGRAM, folder], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    answers = [float(program.communicate(timeout=60)[0]) for program in programs]
    assert answers == [tables[GENERALA].expected] * 2
    assert load_value_table(GENERALA, folder).cached
    assert len(list(folder.iterdir())) == 1


def test_a_table_can_be_kept_in_memory(folder: Path, tables: Tables) -> None:
    ruleset = replace(GENERALA, id="kept")  # which no other test loads
    cache.keep_value_table(ruleset, folder)
    next(folder.iterdir()).unlink()
    found = load_value_table(ruleset, folder)
    assert found.cached
    assert load_value_table(ruleset, folder).table is found.table
    _check(found.table, tables)
    assert not load_value_table(replace(SIMILAR, id="kept"), folder).cached


@pytest.mark.slow
def test_outcomes_are_kept_behind_the_values(folder: Path, kept: Path, tables: Tables) -> None:
    table = load_value_table(GENERALA, folder).table
    assert not load_outcomes(table, folder, only_cached=True)
    assert wait_for_outcomes(table, folder)
    found, expected = table.outcomes.table, tables[GENERALA].outcomes.table
    assert found is not None
    assert expected is not None
    # Sums may be rounded otherwise in another process.
    assert all(map(partial(np.allclose, rtol=0.01, atol=1), found, expected))
    assert list(folder.iterdir()) == [kept]
    again = load_value_table(GENERALA, folder)
    assert again.cached
    assert load_outcomes(again.table, folder, only_cached=True)
    _check(again.table, tables)
    _flip(kept, -1)
    damaged = load_value_table(GENERALA, folder)
    assert damaged.cached
    assert not load_outcomes(damaged.table, folder, only_cached=True)
    told: list[float] = []
    assert load_outcomes(damaged.table, folder, told.append)
    assert (told, told[-1]) == (sorted(told), 1)


def test_outcomes_of_another_program_outlive_the_values_that_are_solved_meanwhile(
    folder: Path,
) -> None:
    def solve_elsewhere(_: float) -> None:
        if not folder.exists():
            load_outcomes(load_value_table(GENERALA, folder).table, folder)

    found = load_value_table(GENERALA, folder, solve_elsewhere)
    assert not found.cached
    assert load_outcomes(found.table, folder, only_cached=True)


def test_waiting_for_outcomes_can_be_stopped(folder: Path, kept: Path) -> None:
    table = load_value_table(GENERALA, folder).table
    size = kept.stat().st_size
    assert not wait_for_outcomes(table, folder, lambda: True)
    assert kept.stat().st_size == size
    with pytest.raises(Cancelled):
        load_outcomes(table, folder, cancelled=lambda: True)


def test_values_are_solved_in_another_process(folder: Path, tables: Tables) -> None:
    parts: list[float] = []
    found = load_value_table(GENERALA, folder, parts.append, elsewhere=solve_values_elsewhere)
    assert not found.cached
    _check(found.table, tables)
    assert parts == sorted(parts)
    assert 0 < parts[0] < parts[-1] <= 1
    assert wait_for_outcomes(found.table, folder), "the same process goes on with them"
    # The next one ends by itself while its input is open.
    assert start_outcomes(GENERALA, folder).wait() == 0  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform == "win32", reason="runs a script")
def test_another_process_that_starts_too_late_or_cannot_start(
    tmp_path: Path, folder: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that says nothing yet is ended at once, and without one the values are solved here."""
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexec cat >/dev/null\n")
    silent.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(silent))
    with pytest.raises(Cancelled):
        load_value_table(GENERALA, folder, cancelled=lambda: True, elsewhere=solve_values_elsewhere)
    silent.unlink()
    stop_processes()
    _check(load_value_table(GENERALA, folder, elsewhere=solve_values_elsewhere).table, tables)


_PARENT = """
import signal, sys
from pathlib import Path
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy.solver.solver_process import start_outcomes
process = start_outcomes(RULESETS["yz"], Path(sys.argv[1]))
process.stdout.readline()  # it has begun
print(process.pid, flush=True)
signal.pause()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_another_process_gives_way_and_ends_with_the_one_that_started_it(folder: Path) -> None:
    words = [sys.executable, "-c", _PARENT, str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        try:
            assert os.getpriority(os.PRIO_PROCESS, process) >= 5
            # The terminal sends Ctrl-C to it, too; the game asks what to do about it.
            os.kill(process, signal.SIGINT)
            wait_in_thread(lambda: os.getpriority(os.PRIO_PROCESS, process) == 19)
            (values,) = folder.iterdir()
            size = values.stat().st_size
        finally:
            parent.kill()
    wait_gone(process)
    assert values.stat().st_size == size, "it was still looking for outcomes"


_FORKING_PARENT = """
import os, sys
from pathlib import Path
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy.solver.solver_process import start_outcomes, stop_processes
process = start_outcomes(RULESETS["yz"], Path(sys.argv[1]))
if not os.fork():
    os.closerange(3, 100)  # as a session on a server does
    stop_processes()
    os._exit(0)
assert os.wait()[1] == 0
process.stdout.readline()
assert process.poll() is None
stop_processes()
assert process.poll() is not None
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no fork")
def test_a_forked_process_leaves_the_one_that_solves_alone(folder: Path) -> None:
    subprocess.run([sys.executable, "-c", _FORKING_PARENT, str(folder)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limits")
def test_another_process_that_can_not_write_leaves_solving_to_this_one(
    folder: Path, tables: Tables
) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        found = load_value_table(GENERALA, folder, elsewhere=solve_values_elsewhere)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not found.cached
    _check(found.table, tables)
    assert list(folder.iterdir()) == []
