"""Which versions of Textual are drawn by code that reaches into them."""

from __future__ import annotations

import ast
import re
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import yahtzee_tui
from tests.tui.app_driver import run_table
from yahtzee_tui.tui.terminal import speed_ups
from yahtzee_tui.tui.terminal.driver import DiffDriver
from yahtzee_tui.tui.widgets.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(yahtzee_tui.__file__).parent
has_speed_ups = speed_ups.has_speed_ups


@pytest.fixture(autouse=True)
def _ask_again() -> Iterator[None]:
    has_speed_ups.cache_clear()
    yield
    has_speed_ups.cache_clear()


@pytest.mark.parametrize(
    ("folders", "is_tested"),
    [
        (["textual-8.2.7.dist-info"], True),
        (["textual-8.3.0.dist-info"], False),
        (["textual-8.20.0.dist-info"], False),
        (["textual-8.2.7.dist-info", "textual-8.3.0.dist-info"], False),  # a broken installation
        (["textual-9.0.0.dist-info", "textual_serve-8.2.0.dist-info"], False),
        ([], False),
    ],
)
def test_only_tested_versions_are_sped_up(
    folders: list[str], is_tested: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in folders:
        (tmp_path / folder).mkdir()
    spec = ModuleSpec("textual", None, origin=str(tmp_path / "textual" / "__init__.py"))
    monkeypatch.setattr(speed_ups, "find_spec", lambda _: spec)
    assert has_speed_ups() is is_tested
    has_speed_ups.cache_clear()
    monkeypatch.setenv(speed_ups.VARIABLE, "0")
    assert not has_speed_ups()


async def test_an_untested_version_draws_as_it_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed_ups, "find_textual_version", lambda: "8.3.0")
    async with run_table("33333") as ui:
        await ui.press("space", "1")
        painted = list(ui.app.screen.query(Painted))
        used = [ui.app.screen._compositor, *(each._styles_cache for each in painted)]
        assert len(used) > 5
        assert {type(each).__module__.partition(".")[0] for each in used} == {"textual"}
        assert not issubclass(ui.app.get_driver_class(), DiffDriver)


def test_only_modules_of_the_speed_ups_import_private_ones_when_they_are_loaded() -> None:
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            words = ast.unparse(node) if isinstance(node, ast.Import | ast.ImportFrom) else ""
            if re.search(r"\btextual\b.*(\.| |, )_", words):
                found.add(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
    assert found == set(speed_ups.MODULES)
