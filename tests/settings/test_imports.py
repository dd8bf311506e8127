"""The first picture waits for the settings, so that they load nothing that isn't needed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_HEAVY = ("tomllib", "tomlkit", "platformdirs", "dataclasses", "difflib", "tempfile")


def loaded(code: str) -> str:
    """Return which of the heavy modules some code brings into a fresh interpreter."""
    tail = f"; print([name for name in {_HEAVY} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; from pathlib import Path; {code}{tail}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_file_costs_its_reader_and_none_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    asked = f"from yahtzee_tui.settings import read_settings; read_settings(Path({str(path)!r}))"
    assert loaded(asked) == "[]"
    path.write_text("pause = 2\n")
    assert loaded(asked) == "['tomllib']"
