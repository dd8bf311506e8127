"""Tables in files: whatever is wrong with a file, best play is found."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.ruleset import UpperBonus
from yahtzee_tui.strategy import Cancelled, ValueTable, load_value_table, preload_value_table
from yahtzee_tui.strategy.solver import cache

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.strategy.conftest import Tables

YZ = RULESETS["yz"]
FOLDER = "a/folder/of folders"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that isn't there yet."""
    return tmp_path / FOLDER


@pytest.fixture
def kept(folder: Path) -> Path:
    """Return the file with a solved table."""
    assert not load_value_table(YZ, folder).cached
    (path,) = folder.iterdir()
    return path


def _check(table: ValueTable, tables: Tables) -> None:
    assert np.array_equal(table.values, tables[YZ].values)
    assert table.expected == tables[YZ].expected


def test_what_was_solved_is_read_to_the_last_digit(
    folder: Path, kept: Path, tables: Tables
) -> None:
    told: list[float] = []
    found = load_value_table(YZ, folder, told.append)
    assert told == []
    assert found.cached
    _check(found.table, tables)
    assert list(folder.iterdir()) == [kept]
    assert kept.stat().st_size == 193 * 65 * 8 + 32


def test_it_can_be_solved_afresh(folder: Path, kept: Path, tables: Tables) -> None:
    before = kept.stat().st_mtime_ns
    found = load_value_table(YZ, folder, fresh=True)
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


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_replaced(
    folder: Path, kept: Path, tables: Tables, damage: Callable[[Path], object]
) -> None:
    damage(kept)
    found = load_value_table(YZ, folder)
    assert not found.cached or os.access(kept, os.R_OK)
    _check(found.table, tables)
    again = load_value_table(YZ, folder)
    assert again.cached
    _check(again.table, tables)


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _make_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


@pytest.mark.skipif(sys.platform == "win32", reason="other systems, other files")
@pytest.mark.parametrize("make", [_make_folder, _make_pipe, _make_loop])
def test_what_is_no_file(
    folder: Path, kept: Path, tables: Tables, make: Callable[[Path], None]
) -> None:
    make(kept)
    for _ in range(2):
        _check(load_value_table(YZ, folder).table, tables)
    assert list(folder.iterdir()) == [kept]


def test_a_file_of_other_rules_is_not_taken(folder: Path, kept: Path) -> None:
    other = replace(YZ, id="other", upper_bonus=UpperBonus(((9999, 35),)))
    assert not load_value_table(other, folder).cached
    (theirs,) = set(folder.iterdir()) - {kept}
    assert theirs.stat().st_size == kept.stat().st_size
    theirs.write_bytes(kept.read_bytes())
    assert not load_value_table(other, folder).cached


def test_rules_by_another_name_share_a_file(folder: Path, kept: Path) -> None:
    assert load_value_table(replace(YZ, id="mine", name="Mine"), folder).cached
    assert list(folder.iterdir()) == [kept]


def test_another_solver_solves_again(
    folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "SOLVER_VERSION", cache.SOLVER_VERSION + 1)
    assert not load_value_table(YZ, folder).cached
    (path,) = folder.iterdir()
    assert path != kept


def test_files_of_other_solvers_are_removed(folder: Path) -> None:
    folder.mkdir(parents=True)
    old, others = folder / f"{'0a' * 32}.values", folder / "notes.txt"
    old.write_bytes(b"0")
    others.write_text("")
    load_value_table(RULESETS["yz"], folder)
    assert not old.exists()
    assert others.exists()
    assert load_value_table(RULESETS["yz"], folder).cached


@pytest.mark.parametrize("name", ["file/folder", "a\0b", "x" * 300, "/proc/nonexistent"])
def test_a_folder_that_can_not_be(tmp_path: Path, tables: Tables, name: str) -> None:
    (tmp_path / "file").write_text("")
    found = load_value_table(YZ, tmp_path / name)
    assert not found.cached
    _check(found.table, tables)


def test_a_disk_that_is_full(folder: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    _check(load_value_table(YZ, folder).table, tables)
    assert list(folder.iterdir()) == []


def test_what_was_cancelled_leaves_nothing(folder: Path) -> None:
    with pytest.raises(Cancelled):
        load_value_table(YZ, folder, cancelled=lambda: True)
    assert not folder.exists()


_PROGRAM = """
import sys
from pathlib import Path
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.strategy import load_value_table
print(repr(load_value_table(RULESETS["yz"], Path(sys.argv[1]), fresh=True).table.expected))
"""


def test_two_programs_at_once(folder: Path, tables: Tables) -> None:
    programs = [
        subprocess.Popen([sys.executable, "-c", _PROGRAM, folder], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    answers = [float(program.communicate(timeout=60)[0]) for program in programs]
    assert answers == [tables[YZ].expected] * 2
    assert load_value_table(YZ, folder).cached
    assert len(list(folder.iterdir())) == 1


def test_what_is_kept_in_memory_needs_no_file(
    folder: Path, kept: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_KEPT", {})
    preload_value_table(YZ, folder)
    kept.unlink()
    found = load_value_table(YZ, folder)
    assert found.cached
    assert load_value_table(YZ, folder).table is found.table
    _check(found.table, tables)
    other = replace(YZ, upper_bonus=UpperBonus(((9999, 35),)))  # of the same name
    assert not load_value_table(other, folder).cached
