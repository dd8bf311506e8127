"""`yahtzee-tui visit`: terminals of any size, memory, and the message after a crash."""

import json
import re
import sys
from pathlib import Path

import pytest

from tests.terminal.console import ALTERNATE_SCREEN, Console
from yahtzee_tui.host.screens.app import LARGEST
from yahtzee_tui.host.ssh.server.session_end import EXIT_MESSAGES, ExitReason

pytestmark = pytest.mark.slow

_CRASHED = 70
_FIRST_MODES = 4
_FEWEST_THREADS = 20


class Visited(Console):
    command = staticmethod(
        lambda *words: [sys.executable, "-m", "tests.host.ssh.misbehaving_visit", *words]
    )

    def sign_in(self) -> None:
        self.wait_for("Choose a name.")
        self.press(*"Ann", "enter")
        self.wait_for("SOLO")


def log(folder: Path) -> str:
    path = folder / "yahtzee-tui" / "visits.log"
    return path.read_text() if path.exists() else ""


@pytest.mark.parametrize("deed", ["fall over", "spin"])
def test_a_crash_is_told_of_in_one_sentence_and_written_down(tmp_path: Path, deed: str) -> None:
    database, folder = str(tmp_path / "games.sqlite"), tmp_path / "data"
    with Visited(deed, database, XDG_DATA_HOME=str(folder)) as ann:
        ann.sign_in()
        assert log(folder) == ""
        ann.press("f1")
        assert ann.wait() == _CRASHED
        if deed == "fall over":
            ann.assert_restored()
        else:  # then the terminal may be put right twice
            assert ann.settings()[:_FIRST_MODES] == ann.modes[:_FIRST_MODES]
            assert ann.read_modes()[ALTERNATE_SCREEN] is False
        assert ann.read_farewell().strip().endswith(EXIT_MESSAGES[ExitReason.CRASHED])
        assert "Traceback" not in ann.text
    text = log(folder)
    assert ("deliberate" if deed == "fall over" else "processor time") in text
    assert "whispered" not in text
    assert "\x1b" not in text
    assert all(json.loads(line)["event"] == "game" for line in text.splitlines())


def test_a_closed_window_ends_a_session_that_has_no_memory_for_threads(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite")
    with Visited("crowd", database, XDG_DATA_HOME=str(tmp_path)) as ann:
        ann.sign_in()
        ann.press("f1")
        ann.wait_for(" threads")
        (count,) = re.findall(r"(\d+) threads", ann.text)
        assert int(count) >= _FEWEST_THREADS, "threads take too much of a session's memory"
        ann.hang_up()


@pytest.mark.exhaustive
def test_no_window_is_larger_than_any_is(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite")
    with Visited("spin", database, size=(330, 125), XDG_DATA_HOME=str(tmp_path)) as ann:
        ann.wait_for("Choose a name.")
        columns, rows = LARGEST
        assert all(not line[columns:].strip() for line in ann.lines)
        assert not any(line.strip() for line in ann.lines[rows:])
        ann.write("\x1b[48;9000;9000;0;0t")
        ann.sign_in()
        assert all(not line[columns:].strip() for line in ann.lines)
        ann.press("q")
        assert ann.wait() == 0


def test_nobody_plays_by_faulty_settings(tmp_path: Path) -> None:
    """The defaults admit those who are banned; what is wrong is in the log."""
    (tmp_path / "yahtzee-tui").mkdir()
    (tmp_path / "yahtzee-tui" / "server.toml").write_text("keep_dayz = 5\n")
    folder, database = str(tmp_path), str(tmp_path / "games.sqlite")
    with Visited("spin", database, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder) as ann:
        ann.wait_for("The settings of this host are faulty.")
        assert ann.wait() == 2
    (line,) = log(tmp_path).splitlines()
    assert json.loads(line)["event"] == "settings"
    assert "keep_dayz" in line
