"""What the program costs.

`pytest tests/test_cost.py -n 0 -s` prints what each is now.
"""

import ast
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

import yahtzee_tui
from tests.terminal.program import Program
from tests.tui.app_driver import run_table

ROOT = Path(yahtzee_tui.__file__).parent

MOST_LINES = {"game": 33_927, "host": 11_516}
"""Lines of code without blank lines, comments and docstrings, of the host and of all the rest. They
may be lowered by anybody and raised by nobody: a feature that needs room makes it."""

MOST_MODULES = 92
"""Modules of the program that the first picture of a table needs."""

MOST_CALLS = 216
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


def test_game_and_host_keep_to_their_sizes() -> None:
    lines, files = Counter[str](), Counter[str]()
    for path in ROOT.rglob("*.py"):
        floor = "host" if path.is_relative_to(ROOT / "host") else "game"
        lines[floor] += count_lines(path)
        files[floor] += 1
    print(*(f"{floor}: {lines[floor]} lines in {files[floor]} files" for floor in lines), sep="\n")
    assert all(1000 < lines[floor] <= MOST_LINES[floor] for floor in lines)


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
    counts = [MOST_CALLS + 1]
    async with run_table("33144", keys="space") as ui:
        await ui.finish_workers()
        # On a busy machine a timer falls into almost every hold.
        while len(counts) < 9 or (min(counts) > MOST_CALLS and len(counts) < 99):
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
