"""The program on systems other than Linux, as far as Linux can be made like them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source import HAS_HOST, ROOT

_RUN = (
    "tests/on_windows.py",
    *["tests/host/on_windows.py"][:HAS_HOST],
    "tests/cli/test_backup.py::test_a_copy_is_made_during_a_game_and_put_back",
    "tests/cli/test_review.py::test_chances_can_be_left_out_and_nobody_wins_alone",
    "tests/plain/test_whole_games.py::test_people_and_computers",
    "tests/store/test_damage.py::test_what_stays_readable_keeps_its_reviews",
    "tests/tui/table/test_play_screen.py::test_dice_are_held_and_released",
)


@pytest.mark.exhaustive
def test_the_game_needs_nothing_that_windows_lacks(tmp_path: Path) -> None:
    """Modules, a plain game, the screen, best play, a review, and files that can't be renamed."""
    options = ("-q", "-n", "0", "-p", "tests.like_windows", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, f"--basetemp={tmp_path / 'windows'}", *_RUN],
        capture_output=True,
        check=False,
        cwd=ROOT,
        # As another process of this run, which solves nothing that is solved here.
        env={
            **os.environ,
            "PYTEST_XDIST_WORKER": "windows",
            "YAHTZEE_TUI_SOLVED": os.environ["XDG_CACHE_HOME"],
        },
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
