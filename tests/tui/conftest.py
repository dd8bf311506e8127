"""Fixtures of the tests of the full-screen app."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from tests.chance import force
from tests.terminal_environment import TRUE_COLOR
from tests.tui.app_driver import draw_later
from yahtzee_tui.strategy import stop_processes


@pytest.fixture(autouse=True, scope="session")
def _collect_garbage_rarely() -> Iterator[None]:
    """Collect garbage rarely: every app leaves many cycles, and that takes a fifth of the run."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    yield
    gc.set_threshold(*before)


@pytest.fixture(autouse=True, scope="session")
def _parse_css_once() -> Iterator[None]:
    """Share parsed rule sets between apps, each of which parses the CSS of all its widgets.

    A rule set depends on its source and on the theme's variables, and applying it only reads it.
    """
    parsed: dict[tuple[object, ...], list[RuleSet]] = {}
    parse_rules = Stylesheet._parse_rules

    def parse_once(self: Stylesheet, *source: Any, **options: Any) -> list[RuleSet]:
        key = (*source, *options.items(), *self._variables.items())
        if key not in parsed:
            parsed[key] = parse_rules(self, *source, **options)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture
def drawn_by_the_app() -> None:
    """Mark a test whose app draws by itself, as outside of tests."""


@pytest.fixture(autouse=True)
def _draw_rarely(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave drawing to `AppDriver`, which draws when nothing else is left to do.

    Textual draws after each layout and every 1/60 s: a third of the time of a test.
    """
    if "drawn_by_the_app" in request.fixturenames:
        return
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.25)
    monkeypatch.setattr(Screen, "_compositor_refresh", draw_later)


@pytest.fixture(autouse=True)
def _true_color_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw for a terminal with all colors, wherever the tests run."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in TRUE_COLOR.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the address of the games in the fixture `store`."""
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return what makes a day, such as `2026-11-21`, today."""
    return lambda day: force(monkeypatch, f"day:{day}")


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots hardly pause between two actions."""
    monkeypatch.setattr("yahtzee_tui.services.bot_driver._TICK_SECONDS", 0.01)
    monkeypatch.setattr(
        "yahtzee_tui.services.bot_driver._PAUSES", {"calm": (0.02, 0.02), "quick": (0.02, 0.02)}
    )


@pytest.fixture(autouse=True)
def _load_best_play_when_asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Load best play when a test asks for it: most tables are closed before it would be needed.

    It is solved in a thread, as no process may be left behind by a test.
    """
    for module in ("play_screen", "coach"):
        monkeypatch.setattr(f"yahtzee_tui.tui.table.{module}._PREPARE_SECONDS", 3600.0)
    monkeypatch.setattr("yahtzee_tui.strategy.solve_values_elsewhere", lambda *_: None)
    yield
    stop_processes()
