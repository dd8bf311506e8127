"""The files of the project, its modules, what loading one brings along, and tables of cases."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "yahtzee_tui"
HAS_HOST = (PACKAGE / "host").exists()
needs_host = pytest.mark.skipif(not HAS_HOST, reason="the host isn't installed")
"""Marks a test of pages or catalogs, which tell of the host, too. All other tests of the host are
in `tests/host`; a copy of the repository without both folders passes all that is left."""


def from_host(name: str) -> Any:
    """Return what the tests of the host add to a list of the game's, nothing without the host."""
    return resolve_name(f"tests.host.{name}") if HAS_HOST else ()


@cache
def modules() -> dict[str, ast.Module]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def loaded_by(module: str) -> set[str]:
    """Return the modules that importing some brings into a fresh interpreter."""
    code = (
        f"import sys; before = set(sys.modules); import {module}; "
        "found = set(sys.modules) - before; import json; print(json.dumps(sorted(found)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    found: list[str] = json.loads(done.stdout)
    return set(found)


def read_text(test: str, name: str) -> str:
    """Return a file beside a test, with what the tests of the host add in one of the same name."""
    path = Path(test).parent / name
    files = (path, ROOT / "tests/host" / path.relative_to(ROOT / "tests"))
    return "".join(each.read_text("utf-8") for each in files if each.exists())


def read_lines(test: str, name: str) -> list[Any]:
    """Return the values in such a file: each of its lines is JSON."""
    return list(map(json.loads, read_text(test, name).splitlines()))


def read_faults(test: str, name: str) -> dict[str, str]:
    """Return the texts in a file beside a test with what is wrong with each, said behind `! `."""
    found = re.findall(r"((?:(?!! ).*\n)+)! (.+)\n", Path(test).with_name(name).read_text("utf-8"))
    return {text.rstrip("\n"): fault for text, fault in found}
