"""Sentences in the source can be translated, and catalogs are whole."""

from __future__ import annotations

import ast
from pathlib import Path

import yahtzee_tui
from tests.catalogs import extract

_FUNCTIONS = {"_": 1, "N_": 1, "ngettext": 2, "pgettext": 2}
ROOT = Path(yahtzee_tui.__file__).parent


def test_sentences_are_literals() -> None:
    """A sentence put together at run time is in no catalog; `_` is also no name for what is unused.

    Where a function assigns to `_`, it can't translate.
    """
    faults = []
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for word in node.args[: _FUNCTIONS.get(node.func.id, 0)]:
                    variable = isinstance(word, (ast.Name, ast.Attribute, ast.Subscript))
                    if not isinstance(word, ast.Constant) and not variable:
                        faults.append(f"{path.name}:{node.lineno}: not a literal")
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
                mine = [type(each.ctx) for each in names if each.id == "_"]
                calls = any(
                    isinstance(each, ast.Call)
                    and isinstance(each.func, ast.Name)
                    and each.func.id == "_"
                    for each in ast.walk(node)
                )
                if calls and ast.Store in mine:
                    faults.append(f"{path.name}:{node.lineno}: {node.name} assigns to _")
    assert not faults


def test_sentences_are_found() -> None:
    """Also those of keys, which `bind` declares."""
    catalog = extract()
    assert "{first} and {last}" in catalog
    assert "Roll all dice that aren't held" in catalog
