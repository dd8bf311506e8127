"""The house as a whole: what a floor may import, and that every folder says what it is for."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import yahtzee_tui

ROOT = Path(yahtzee_tui.__file__).parent
GROUND_FLOOR = (
    "yahtzee_tui.rules",
    "yahtzee_tui.dice",
    "yahtzee_tui.strategy",
    "yahtzee_tui.table",
    "yahtzee_tui.settings",
)
SCREENS = {"textual", "rich"}
OUTSIDE = {"random", "secrets", "time", "datetime", "asyncio", "pathlib", "socket", "hashlib"}


def loaded_by(module: str) -> set[str]:
    """Return the top-level modules that importing one brings into a fresh interpreter."""
    code = (
        f"import sys; before = set(sys.modules); import {module}; "
        "found = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "import json; print(json.dumps(sorted(found)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    found: list[str] = json.loads(done.stdout)
    return set(found)


@pytest.mark.parametrize("module", GROUND_FLOOR)
def test_the_ground_floor_loads_no_screen(module: str) -> None:
    loaded = loaded_by(module)
    assert "yahtzee_tui" in loaded
    assert not loaded & SCREENS


def test_the_rules_load_neither_chance_nor_clock_nor_files() -> None:
    assert not loaded_by("yahtzee_tui.rules") & OUTSIDE


def test_the_check_sees_what_is_loaded() -> None:
    assert "random" in loaded_by("yahtzee_tui.dice")
    assert "rich" in loaded_by("rich.text")


def packages() -> list[str]:
    """Return the names of the package and of every folder in it, without importing any."""
    found = ROOT.rglob("__init__.py")
    return sorted(".".join(path.relative_to(ROOT.parent).parent.parts) for path in found)


def test_all_folders_are_found() -> None:
    assert {"yahtzee_tui", "yahtzee_tui.rules", "yahtzee_tui.table"} <= set(packages())


@pytest.mark.parametrize("name", packages())
def test_every_folder_says_what_it_is_for_and_offers_what_it_names(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__doc__
    assert package.__doc__.strip().splitlines()[0].endswith(".")
    # The root has nothing but the version, so that `import yahtzee_tui` stays light.
    offered = ["__version__"] if name == "yahtzee_tui" else getattr(package, "__all__", [])
    assert len(offered) == len(set(offered))
    assert [name for name in offered if not hasattr(package, name)] == []
    assert offered or name.count(".") > 1, "a floor of the house must have a face"
