"""Reading the settings: whatever stands in the file, the game can be played."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.conformance import check_sentence
from yahtzee_tui.settings import (
    COLOURS,
    CoachMode,
    Cursor,
    DiceClick,
    DiceSpeed,
    FirstPlayer,
    Options,
    Sound,
    read_settings,
)
from yahtzee_tui.settings.toml_file import MOST_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


EVERYTHING = """
dice_click = "reroll"
dice_speed = "short"
auto_roll = true
pause = 2.5
confirm_zero = false
colours = "colour-blind"
sound = "bell"
cursor = "shown"
first_player = "fixed"
coach = "always"
[keys]
roll = "r"
"""

CANNOT = "settings.toml can't be read: {}. The defaults hold."

UNREADABLE = {
    "not UTF-8": (b'colours = "\xff"', "line 1 is no text in UTF-8"),
    "no TOML": (b"pause = 4\ncolours", "it is no TOML, end of document"),
    "a key without a name": (b"pause = 4\n= 5\n", "it is no TOML, line 2, column 1"),
    "too long": (b"#" * (MOST_BYTES + 1), "it is longer than 1 MB"),
    "nested": (b"a=" + b"[" * 99_999, "it is nested too deep"),
    "an endless number": (b"pause = " + b"9" * 9999, "it is no TOML"),
    "NUL": (b"pause\0 = 4", "it is no TOML"),
}

WRONG = {
    "pause = -3": "pause can't be -3, only 1 to 60 seconds",
    "pause = nan": "pause can't be nan, only 1 to 60 seconds",
    "pause = inf": "pause can't be inf, only 1 to 60 seconds",
    "pause = true": "pause can't be true, only 1 to 60 seconds",
    'pause = "4"': 'pause can\'t be "4", only 1 to 60 seconds',
    f"pause = 0x{'f' * 9999}": "pause can't be a huge number, only 1 to 60 seconds",
    "auto_roll = 1": "auto_roll can't be 1, only true or false",
    "sound = [1, 2]": 'sound can\'t be a list, only "off" or "bell"',
    "cursor = true": 'cursor can\'t be true, only "hidden" or "shown"',
    "sound = {on = true}": 'sound can\'t be a table, only "off" or "bell"',
    "sound = 1979-05-27": 'sound can\'t be 1979-05-27, only "off" or "bell"',
    'dice_click = "hOLD"': 'dice_click can\'t be "hOLD", only "hold" or "reroll"',
    'dice_speed = ""': 'dice_speed can\'t be "", only "off", "short" or "full"',
    'sound = "\\u001b[31m"': 'sound can\'t be "\\x1b[31m", only "off" or "bell"',
    "keys = 5": "keys can't be 5, only a table",
    "keys.roll = 5": 'the key for "roll" can\'t be 5, only a text',
    'dice_sped = "off"': 'there is no option "dice_sped"; the nearest is dice_speed',
    "[zzz]": 'there is no option "zzz"',
}


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "settings.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_everything_can_be_set(tmp_path: Path) -> None:
    wanted = Options(
        DiceClick.REROLL, DiceSpeed.SHORT, True, 2.5, False, "colour-blind", Sound.BELL,
        Cursor.SHOWN, FirstPlayer.FIXED, CoachMode.ALWAYS, {"roll": "r"},
    )  # fmt: skip
    assert not any(mine == default for mine, default in zip(wanted, Options(), strict=True))
    assert read_settings(write(tmp_path, EVERYTHING)) == (wanted, [])
    for colours in COLOURS:
        path = write(tmp_path, f'colours = "{colours}"')
        assert read_settings(path) == (Options(colours=colours), [])


def test_reading_never_changes_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, 'pause = -3\ndice_sped = "off"')
    before = path.stat()
    read_settings(path)
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.read_text() == 'pause = -3\ndice_sped = "off"'
    assert list(tmp_path.iterdir()) == [path]


def test_no_file_and_an_empty_one_set_nothing(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "settings.toml") == (Options(), [])
    assert read_settings(tmp_path / "no" / "folder" / "settings.toml") == (Options(), [])
    assert list(tmp_path.iterdir()) == []
    for content in (b"", b"\n", b"# nothing\n", b"[keys]\n"):
        assert read_settings(write(tmp_path, content)) == (Options(), [])


def test_a_file_that_cannot_be_read_is_said_to_be_so(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for name, (content, why) in UNREADABLE.items():
        with subtests.test(name):
            options, (notice,) = read_settings(write(tmp_path, content))
            assert options == Options()
            assert notice.startswith(f"settings.toml can't be read: {why}")
            assert notice.endswith(". The defaults hold.")
    path = tmp_path / "settings.toml"
    within = path / "settings.toml"
    assert read_settings(within) == (Options(), [CANNOT.format("not a directory")])
    path.unlink()
    os.mkfifo(path)
    assert read_settings(path) == (Options(), [CANNOT.format("it is no file")])
    path.unlink()
    path.mkdir()
    assert read_settings(path) == (Options(), [CANNOT.format("it is a folder")])
    path.rmdir()
    path.symlink_to(path)
    for odd, why in ((path, "can't be read"), (tmp_path / "a\0b", "no file can have this name")):
        options, (notice,) = read_settings(odd)
        assert options == Options()
        assert why in notice


def test_each_wrong_value_is_named_and_the_rest_holds(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for line, fault in WRONG.items():
        with subtests.test(line[:20]):
            options, notices = read_settings(write(tmp_path, f"confirm_zero = false\n{line}"))
            assert notices == [f"settings.toml: {fault}."]
            assert options == Options(confirm_zero=False)
    lines = [line for line in WRONG if not line.startswith(("[", "pause", "sound", "keys"))]
    notices = read_settings(write(tmp_path, "\n".join(lines)))[1]
    assert notices == [f"settings.toml: {WRONG[line]}." for line in lines]
    for line in (f'sound = "{"x" * 900_000}"', f"{'y' * 900_000} = 1"):
        (notice,) = read_settings(write(tmp_path, line))[1]
        assert "…" in notice
        assert len(notice) < 120


@given(st.binary(max_size=80))
def test_no_bytes_whatever_raise(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = write(tmp_path_factory.getbasetemp(), content)
    options, notices = read_settings(path)
    assert options == Options() or not notices
    for notice in notices:
        check_sentence(notice)


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
