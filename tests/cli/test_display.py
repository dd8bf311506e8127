"""How the game is shown: what the words, the environment and the settings say together."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import textual

from tests.cli.conftest import Ask, Screen, ask_streams
from tests.source import read_lines
from yahtzee_tui.cli import display
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.settings import COLORS, Options

_HAS_UTF8 = "from yahtzee_tui.cli.display import has_utf8; print(has_utf8())"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "settings.toml"
    path.touch()
    return path


@pytest.mark.parametrize("words", ["", "play Ann"])
def test_nothing_and_everything_said(ask: Ask, screen: Screen, config: Path, words: str) -> None:
    code, _, err = ask(*words.split(), "--theme", "pink")
    assert (code, screen.told) == (2, {})
    assert all(colors in err for colors in COLORS)
    assert ask(*words.split(), "--config", str(config))[:2] == (0, "")
    told = screen.told
    assert (told["options"], told["notices"]) == (Options(), [])
    assert (told["settings"], told["ascii_only"]) == (config, False)
    assert "NO_COLOR" not in os.environ
    assert config.read_text() == ""
    config.write_text('colors = "felt"\npause = 0\nconfirm_zero = false\n')
    switches = ("--ascii", "--no-mouse", "--no-color", "--cursor", "--theme", "paper")
    assert ask(*words.split(), *switches, "--config", str(config)).code == 0
    told = screen.told
    shown = Options(colors="paper", confirm_zero=False, cursor="shown", mouse="terminal")
    assert told["options"] == shown
    assert told["notices"] == ["settings.toml: pause must be 1 to 60 seconds, not 0."]
    assert told["ascii_only"]
    assert os.environ["NO_COLOR"] == "1"


@pytest.mark.parametrize(
    ("encoding", "variable", "locale", "utf8"), read_lines(__file__, "locales.jsonl")
)
def test_a_locale_without_utf8_is_drawn_in_ascii(
    monkeypatch: pytest.MonkeyPatch, encoding: str, variable: str, locale: str, utf8: bool
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getencoding", lambda: encoding)
    monkeypatch.setenv(variable, locale)
    assert display.has_utf8() is utf8


@pytest.mark.parametrize(
    ("locale", "utf8"),
    [({"LANG": "C"}, False), ({"LC_ALL": "C.UTF-8", "LANG": "C"}, True), ({}, True)],
)
def test_the_locale_of_a_new_process(locale: dict[str, str], utf8: bool) -> None:
    """Python's UTF-8 mode, and the locale that it sets by itself, say nothing of the terminal."""
    program = [sys.executable, "-c", _HAS_UTF8]
    done = subprocess.run(program, env=locale, capture_output=True, text=True, check=True)
    assert done.stdout == f"{utf8}\n"


def test_who_begins(ask: Ask, screen: Screen, config: Path) -> None:
    fixed = 'first_player = "fixed"'
    for settings, words, first in read_lines(__file__, "who_begins.jsonl"):
        config.write_text(settings)
        assert ask("play", "Ann", "Bob", *words, "--config", str(config)).code == 0
        assert screen.config.first == first
        is_fixed = screen.told["options"].first_player == "fixed"
        assert is_fixed is (settings == fixed)


def test_the_options_may_stand_before_and_behind(ask: Ask, screen: Screen) -> None:
    assert ask("play", "Ann", "--ascii", "Bob").code == 0
    assert screen.told["ascii_only"]
    assert screen.config.players == ("Ann", "Bob")


def test_paths(ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    monkeypatch.delenv("YAHTZEE_TUI_DATABASE", raising=False)
    assert [line.split() for line in ask.text("paths").splitlines()] == [
        ["config", str(tmp_path / "CONFIG/yahtzee-tui/settings.toml")],
        ["data", str(tmp_path / "DATA/yahtzee-tui")],
        ["database", str(tmp_path / "DATA/yahtzee-tui/games.sqlite")],
        ["cache", str(tmp_path / "CACHE/yahtzee-tui")],
        ["textual", textual.__version__, "(with", "speed-ups)"],
    ]
    answer = ask.json("paths", "--config", str(config))
    assert answer["config"] == str(config)
    assert (answer["textual"], answer["speed_ups"]) == (textual.__version__, True)
    done = ask_streams(XDG_CONFIG_HOME=str(tmp_path))  # no game without a terminal
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == [], "nothing is made by asking"


def test_paths_tell_no_password(ask: Ask) -> None:
    for address, shown in read_lines(__file__, "passwords.jsonl"):
        assert ask.json("paths", "--database", address)["database"] == shown


@pytest.mark.usefixtures("own_rulesets", "screen")
def test_the_language_of_the_settings_holds_over_that_of_the_environment(
    ask: Ask, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    for code, name in (("auto", "Ettor"), ("fi", "Ykk\u00f6set"), ("en", "Ones")):
        config.write_text(f'language = "{code}"')
        assert ask("play", "--config", str(config)).code == 0
        assert RULESETS["official"].box("ones").name == name
    assert ask("play", "--config", str(config), "--language", "de").code == 0
    assert RULESETS["official"].box("ones").name == "Einer"
    assert config.read_text() == 'language = "en"'
    assert "--language" in ask("play", "--language", "klingon").err
