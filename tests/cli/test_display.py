"""How the game is shown: what the words, the environment and the settings say together."""

from __future__ import annotations

import json
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import ask_streams
from yahtzee_tui.cli import display
from yahtzee_tui.settings import COLOURS, Cursor, FirstPlayer, Options

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ask
    from yahtzee_tui.table import TableConfig


class Screen:
    """Stands in for the screen, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}
        self.config: TableConfig | None = None

    def run(self, config: TableConfig | None, me: str, **told: object) -> None:
        self.config = config
        self.told = told


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Put a stand-in in the place of the screen, in front of a terminal."""
    stand_in = Screen()
    module = ModuleType("yahtzee_tui.tui")
    module.__dict__["run"] = stand_in.run
    monkeypatch.setitem(sys.modules, "yahtzee_tui.tui", module)
    monkeypatch.setattr(os, "isatty", lambda _: True)
    monkeypatch.setattr(display, "has_utf8", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "")  # so that it is taken back afterwards, whoever sets it
    monkeypatch.delenv("NO_COLOR")
    return stand_in


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Return where a file of settings is to be."""
    return tmp_path / "settings.toml"


WAYS = pytest.mark.parametrize("words", [(), ("play",)])


@WAYS
def test_nothing_said(ask: Ask, screen: Screen, config: Path, words: tuple[str, ...]) -> None:
    assert ask(*words, "--config", str(config)) == (0, "", "")
    told = screen.told
    assert (told["options"], told["notices"]) == (Options(), [])
    assert (told["settings"], told["mouse"], told["ascii_only"]) == (config, True, False)
    assert "NO_COLOR" not in os.environ
    assert not config.exists()


@WAYS
def test_everything_said(ask: Ask, screen: Screen, config: Path, words: tuple[str, ...]) -> None:
    config.write_text('colours = "felt"\npause = 0\nconfirm_zero = false\n')
    switches = ("--ascii", "--no-mouse", "--no-color", "--cursor")
    assert ask(*words, "--theme", "paper", *switches, "--config", str(config)).code == 0
    told = screen.told
    assert told["options"] == Options(colours="paper", confirm_zero=False, cursor=Cursor.SHOWN)
    assert told["notices"] == ["settings.toml: pause can't be 0, only 1 to 60 seconds."]
    assert (told["mouse"], told["ascii_only"]) == (False, True)
    assert os.environ["NO_COLOR"] == "1"


@pytest.mark.parametrize(
    ("content", "words", "colours"),
    [
        ("", (), "terminal"),
        ('colours = "felt"\n', (), "felt"),
        ("", ("--theme", "felt"), "felt"),
        ('colours = "pink"\n', (), "terminal"),
    ],
)
def test_few_colours_are_the_terminals_own_unless_others_are_chosen(
    ask: Ask,
    screen: Screen,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: str,
    words: tuple[str, ...],
    colours: str,
) -> None:
    monkeypatch.setenv("TERM", "linux")
    monkeypatch.delenv("COLORTERM", raising=False)
    config.write_text(content)
    assert ask("play", *words, "--config", str(config)).code == 0
    assert screen.told["options"].colours == colours
    assert config.read_text() == content


@WAYS
def test_unknown_colours_open_nothing(ask: Ask, screen: Screen, words: tuple[str, ...]) -> None:
    code, out, err = ask(*words, "--theme", "pink")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert all(colours in err for colours in COLOURS)
    assert screen.told == {}


def test_help_names_all_colours(ask: Ask) -> None:
    said = " ".join(ask("play", "--help").out.split())
    assert f"{', '.join(COLOURS[:-1])} or {COLOURS[-1]}" in said


@pytest.mark.parametrize(
    ("encoding", "ascii_only"),
    [("UTF-8", False), ("utf8", False), ("ANSI_X3.4-1968", True), ("ISO-8859-1", True)],
)
def test_a_locale_without_utf8_is_drawn_in_ascii(
    monkeypatch: pytest.MonkeyPatch, encoding: str, ascii_only: bool
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getencoding", lambda: encoding)
    assert display.has_utf8() is not ascii_only


@pytest.mark.parametrize(
    ("settings", "words", "first"),
    [
        ("", (), None),
        ('first_player = "fixed"', (), "Ann"),
        ('first_player = "random"', (), None),
        ('first_player = "fixed"', ("--first", "random"), None),
        ('first_player = "fixed"', ("--first", "Bob"), "Bob"),
        ("", ("--first", "bob"), "bob"),
    ],
)
def test_who_begins(
    ask: Ask, screen: Screen, config: Path, settings: str, words: tuple[str, ...], first: str | None
) -> None:
    config.write_text(settings)
    assert ask("play", "Ann", "Bob", *words, "--config", str(config)).code == 0
    assert screen.config is not None
    assert screen.config.first == first
    fixed = "fixed" in settings
    assert (screen.told["options"].first_player is FirstPlayer.FIXED) is fixed


def test_a_name_that_no_file_can_have(ask: Ask, screen: Screen) -> None:
    for name in ("", "a\0b", "/dev/null/x", "x" * 9999):
        assert ask("--config", name).code == 0
        assert len(screen.told["notices"]) == 1


def test_paths(ask: Ask, config: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "e"))
    monkeypatch.delenv("YAHTZEE_TUI_DATABASE", raising=False)
    code, out, err = ask("paths")
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [
        ["config", str(tmp_path / "c/yahtzee-tui/settings.toml")],
        ["data", str(tmp_path / "d/yahtzee-tui")],
        ["database", str(tmp_path / "d/yahtzee-tui/games.sqlite")],
        ["cache", str(tmp_path / "e/yahtzee-tui")],
    ]
    answer = json.loads(ask("paths", "--json", "--config", str(config)).out)
    assert answer["config"] == str(config)
    assert set(answer) == {"config", "data", "database", "cache"}
    assert list(tmp_path.iterdir()) == [], "nothing is made by asking"


def test_paths_loads_no_screen_and_no_store() -> None:
    code = (
        "import sys; from yahtzee_tui.cli import main; main(['paths']); "
        "print([name for name in ('textual', 'rich', 'sqlalchemy', 'tomlkit', 'tomllib') "
        "if name in sys.modules])"
    )
    assert b"\n[]" in run_python(code)


def run_python(code: str) -> bytes:
    """Return what some code prints in an interpreter of its own."""
    import subprocess

    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout


def test_the_options_may_stand_before_and_behind(ask: Ask, screen: Screen) -> None:
    assert ask("play", "Ann", "--ascii", "Bob").code == 0
    assert screen.told["ascii_only"]
    assert screen.config is not None
    assert screen.config.players == ("Ann", "Bob")


def test_no_terminal_no_settings(tmp_path: Path) -> None:
    done = ask_streams(XDG_CONFIG_HOME=str(tmp_path))
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://ann:secret@host/games", "postgresql://ann:***@host/games"),
        (
            "postgresql://host/games?password=secret&user=a",
            "postgresql://host/games?password=***&user=a",
        ),
        ("postgresql://ann@host:5432/games", "postgresql://ann@host:5432/games"),
        ("sqlite:////home/a@b/c:d@e", "sqlite:////home/a@b/c:d@e"),
        ("/home/ann:b@c/games", "/home/ann:b@c/games"),
    ],
)
def test_paths_tell_no_password(ask: Ask, address: str, shown: str) -> None:
    answer = json.loads(ask("paths", "--json", "--database", address).out)
    assert answer["database"] == shown
