"""Where things are kept: by the XDG specification, and nothing is made by asking."""

import sys
from pathlib import Path

import pytest

from yahtzee_tui.settings import cache_folder, config_file, data_folder, database_file

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems, other folders")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_the_usual_places_and_those_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    assert config_file() == home / ".config/yahtzee-tui/settings.toml"
    assert data_folder() == home / ".local/share/yahtzee-tui"
    assert cache_folder() == home / ".cache/yahtzee-tui"
    assert database_file() == data_folder() / "games.sqlite"
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind))
    assert config_file() == home / "CONFIG/yahtzee-tui/settings.toml"
    assert data_folder() == home / "DATA/yahtzee-tui"
    assert cache_folder() == home / "CACHE/yahtzee-tui"
    assert list(home.iterdir()) == []


def test_what_is_no_full_path_is_ignored(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for odd in ("", "relative/folder", ".", "~"):
        monkeypatch.setenv("XDG_CONFIG_HOME", odd)
        monkeypatch.setenv("XDG_DATA_HOME", odd)
        assert config_file() == home / ".config/yahtzee-tui/settings.toml"
        assert data_folder() == home / ".local/share/yahtzee-tui"
    for odd in ("", "relative", "~nobody-at-all", "\udcff", "gone"):
        monkeypatch.setenv("HOME", odd)
        if odd == "gone":
            monkeypatch.delenv("HOME")
        assert config_file().is_absolute()
        assert data_folder().is_absolute()


def test_nobody_knows_where_home_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Path:
        raise RuntimeError

    monkeypatch.setattr("platformdirs.user_config_path", fail)
    assert config_file() == Path("/nonexistent/yahtzee-tui/settings.toml")
