"""The structure of the package: no import cycles, unique class names, folders that explain."""

from __future__ import annotations

import ast
import importlib
import re
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.source import PACKAGE, ROOT, loaded_by, modules

GROUND_FLOOR = (
    "yahtzee_tui.rules",
    "yahtzee_tui.dice",
    "yahtzee_tui.strategy",
    "yahtzee_tui.table",
    "yahtzee_tui.settings",
)
SCREENS = {"textual", "rich"}
OUTSIDE = {"random", "secrets", "time", "datetime", "asyncio", "pathlib", "socket", "hashlib"}


def imports_of(module: str) -> set[str]:
    """Return the modules of the package that one imports, anywhere in it and for types too.

    The import of a package by a module inside it is left out: the package imports its contents.
    """
    found = set()
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} has a relative import"
            base = node.module or ""
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    found &= modules().keys() - {module}
    return {name for name in found if not module.startswith(f"{name}.")}


@pytest.mark.slow
def test_no_imports_go_in_a_circle() -> None:
    graph = {name: imports_of(name) for name in modules()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imported in a circle: {' -> '.join(error.args[1])}")


def test_few_modules_of_the_game_and_its_tests_name_the_host() -> None:
    # Imports are the import contract's; a name in a string would be one, too.
    name = re.compile(r"(yahtzee_tui|tests|[\"'}])[./]host\b|[\"'.]host\.")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py"))
        if name.search(path.read_text(encoding="utf-8"))
    }
    assert {each for each in found if "/host/" not in each} == {
        "yahtzee_tui/extension.py", "tests/conftest.py", "tests/pages.py", "tests/source.py",
        "tests/test_other_systems.py", "tests/test_structure.py",
    }  # fmt: skip


@pytest.mark.slow
def test_every_class_has_a_name_of_its_own() -> None:
    places = defaultdict(list)
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_what_is_below_the_screens_loads_none() -> None:
    assert not loaded_by("yahtzee_tui.rules") & (OUTSIDE | SCREENS), "no chance, clock or files"
    loaded = loaded_by(", ".join(GROUND_FLOOR))
    assert not loaded & SCREENS
    assert {"yahtzee_tui", "random"} <= loaded, "the check sees what is loaded"


def test_every_folder_says_what_it_is_for_and_offers_what_it_names() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        name = ".".join(path.relative_to(ROOT).parent.parts)
        package = importlib.import_module(name)
        assert package.__doc__, name
        assert package.__doc__.strip().splitlines()[0].endswith("."), name
        # The root has nothing but the version, so that `import yahtzee_tui` stays light.
        offered = ["__version__"] if name == "yahtzee_tui" else getattr(package, "__all__", [])
        assert len(offered) == len(set(offered)), name
        assert [each for each in offered if not hasattr(package, each)] == [], name
        # Every service is imported by itself, as some need numpy and some the store.
        is_group = name.count(".") > 1 or name in ("yahtzee_tui.services", "yahtzee_tui.host")
        assert offered or is_group, f"{name} must export what others may use"
