"""What the program costs; a bound is raised only by a commit that says what for.

`pytest tests/test_cost.py -n 0 -s` prints what each is now.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import yahtzee_tui
from tests.terminal.program import Program
from tests.tui.app_driver import run_table

if TYPE_CHECKING:
    from types import FrameType

    import pytest


ROOT = Path(yahtzee_tui.__file__).parent

MOST_LINES_AND_FILES = {
    ".": (638, 9),
    "cli": (4323, 32),
    "plain": (2922, 18),
    "rules": (2879, 17),
    "rules/records": (625, 5),
    "services": (3016, 22),
    "settings": (682, 7),
    "settings/languages": (68, 1),
    "ssh": (379, 5),
    "ssh/server": (2357, 20),
    "ssh/worker": (1384, 12),
    "store": (2704, 17),
    "store/lobby": (1803, 15),
    "store/stats": (870, 9),
    "strategy": (667, 6),
    "strategy/bots": (726, 5),
    "strategy/solver": (2304, 17),
    "strategy/tournament": (345, 4),
    "strategy/winning": (454, 4),
    "table": (734, 9),
    "tui": (1402, 8),
    "tui/dialogs": (205, 4),
    "tui/help": (433, 4),
    "tui/home": (1145, 6),
    "tui/lobby": (1125, 8),
    "tui/options": (365, 3),
    "tui/practice": (450, 4),
    "tui/remote": (331, 4),
    "tui/review": (794, 4),
    "tui/scores": (815, 6),
    "tui/table": (6115, 31),
    "tui/terminal": (1034, 13),
    "tui/widgets": (899, 8),
    "web": (218, 4),
}
"""Lines of code without blank lines, comments and docstrings, and files, of each package."""

MOST_MODULES = 94
"""Modules of the program that the first picture of a table needs."""

MOST_CALLS = 224
"""Calls of the program's functions until a die that is held by its key is drawn and saved."""

_NOTED = """
import sys

from yahtzee_tui.cli import main
from yahtzee_tui.tui.table.base_screen import TableScreenBase

draw = TableScreenBase.on_resize

def note(screen):
    with open(sys.argv[1], "w") as found:
        print(sum(name.startswith("yahtzee_tui") for name in sys.modules), file=found)
    draw(screen)

TableScreenBase.on_resize = note
main(sys.argv[2:])
"""


def count_lines(path: Path) -> int:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    code = {at for at, line in enumerate(lines, 1) if line.strip() and line.strip()[0] != "#"}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            code -= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(code)


def test_each_package_keeps_to_its_size() -> None:
    lines, files = Counter[str](), Counter[str]()
    for path in sorted(ROOT.rglob("*.py")):
        package = "/".join(path.relative_to(ROOT).parts[:-1][:2]) or "."
        lines[package] += count_lines(path)
        files[package] += 1
    found = {package: (lines[package], files[package]) for package in sorted(lines)}
    print(*(f"    {name!r}: {size}," for name, size in found.items()), sep="\n")
    print(f"{sum(lines.values())} lines in {sum(files.values())} files")
    assert found.keys() == MOST_LINES_AND_FILES.keys()
    for package, sizes in found.items():
        for size, most in zip(sizes, MOST_LINES_AND_FILES[package], strict=True):
            assert size <= most, package


def test_the_first_picture_loads_few_modules(tmp_path: Path) -> None:
    found = tmp_path / "found"
    with Program([sys.executable, "-c", _NOTED, str(found), "play", "Ann", "Bob"]) as program:
        assert program.read_until(found.exists)
        assert program.read_until(lambda: bool(found.read_text()))
    print(f"{found.read_text().strip()} modules")
    assert 20 < int(found.read_text()) <= MOST_MODULES


async def test_a_hold_calls_few_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    # While best play is loaded, as long as that takes, a hold calls a few more.
    monkeypatch.setattr("yahtzee_tui.tui.table.play_screen._PREPARE_SECONDS", 3600)
    counts = []
    async with run_table("33144", keys="space") as ui:
        await ui.finish_workers()
        for _ in range(8):
            calls = list[str]()

            def note(frame: FrameType, what: str, _: object, calls: list[str] = calls) -> None:
                if what == "call" and frame.f_code.co_filename.startswith(str(ROOT)):
                    calls.append(frame.f_code.co_filename)

            sys.setprofile(note)
            await ui.press("1")
            sys.setprofile(None)
            counts.append(len(calls))
    print(f"{min(counts)} calls")
    assert 100 < min(counts) <= MOST_CALLS
