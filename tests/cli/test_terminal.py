"""What the environment says of the terminal, and what follows for those who chose nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rich.console import Console

from yahtzee_tui.cli.display import has_few_colours

_ASK = "from yahtzee_tui.cli.display import has_utf8; print(has_utf8())"


@pytest.mark.parametrize(
    ("locale", "utf8"),
    [
        ({"LANG": "C"}, False),
        ({"LANG": "POSIX"}, False),
        ({"LC_ALL": "C"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LANG": "xx_XX.UTF-8"}, True),
        ({}, True),
    ],
)
def test_characters(locale: dict[str, str], utf8: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _ASK], env=locale, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{utf8}\n"


@pytest.mark.parametrize(
    ("env", "few"),
    [
        ({"TERM": "linux"}, True),
        ({"TERM": "xterm"}, True),
        ({"TERM": "screen"}, True),
        ({"TERM": "xterm-16color"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False),
        ({"TERM": "screen", "COLORTERM": " 24bit"}, False),
        ({"TERM": "xterm", "COLORTERM": "yes"}, True),
    ],
)
def test_colours(monkeypatch: pytest.MonkeyPatch, env: dict[str, str], few: bool) -> None:
    for name in ("TERM", "COLORTERM", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert has_few_colours() is few
    assert (Console(force_terminal=True, _environ=env).color_system == "standard") is few
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "truecolor" if few else "standard")
    assert has_few_colours() is not few
