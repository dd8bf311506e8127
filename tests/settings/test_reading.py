"""Reading the settings: whatever stands in the file, the game can be played."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.conformance import check_sentence
from tests.source import read_faults
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.settings import COLORS, MANNERS, Manners, Options, apply_manners, read_settings
from yahtzee_tui.settings.toml_file import MOST_BYTES
from yahtzee_tui.text import end_sentence

EVERYTHING = Path(__file__).with_name("everything.toml").read_text()

CANNOT = "settings.toml can't be read: {}. Using the defaults."

UNREADABLE = {
    "not UTF-8": (b'colors = "\xff"', "line 1 is not valid UTF-8"),
    "no TOML": (b"pause = 4\ncolors", "it is not valid TOML, end of document"),
    "a key without a name": (b"pause = 4\n= 5\n", "it is not valid TOML, line 2, column 1"),
    "too long": (b"#" * (MOST_BYTES + 1), "it is longer than 1,000 kB"),
    "nested": (b"a=" + b"[" * 99_999, "it is nested too deeply"),
    "an endless number": (b"pause = " + b"9" * 9999, "it is not valid TOML"),
    "NUL": (b"pause\0 = 4", "it is not valid TOML"),
}

WRONG = read_faults(__file__, "wrong.txt") | {
    f"pause = 0x{'f' * 9999}": "pause must be 1 to 60 seconds, not a huge number"
}


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "settings.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_everything_can_be_set(tmp_path: Path) -> None:
    wanted = Options(
        dice_click="reroll", dice_speed="short", auto_roll=True, pause=2.5, computer_pace="calm",
        confirm_zero=False, confirm_reroll=False, first_player="fixed", coach="always",
        chance="off", sound="bell", cursor="shown", plain=True, mouse="terminal",
        colors="color-blind", skin="jade", dice="lines", card="paper", number_keys="face",
        number_row="azerty", box_keys=True, dice_order="sorted", language="sv", keys={"roll": "r"},
    )  # fmt: skip
    assert not any(mine == default for mine, default in zip(wanted, Options(), strict=True))
    assert read_settings(write(tmp_path, EVERYTHING)) == (wanted, [])
    for colors in COLORS:
        path = write(tmp_path, f'colors = "{colors}"')
        assert read_settings(path) == (Options(colors=colors), [])


def test_reading_makes_and_changes_no_file(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "settings.toml") == (Options(), [])
    assert read_settings(tmp_path / "no" / "folder" / "settings.toml") == (Options(), [])
    assert list(tmp_path.iterdir()) == []
    for content in (b"", b"\n", b"# nothing\n", b"[keys]\n"):
        assert read_settings(write(tmp_path, content)) == (Options(), [])
    path = write(tmp_path, 'pause = -3\ndice_sped = "off"')
    before = path.stat()
    read_settings(path)
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_read_is_said_to_be_so(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for name, (content, why) in UNREADABLE.items():
        with subtests.test(name):
            options, (notice,) = read_settings(write(tmp_path, content))
            assert options == Options()
            assert notice.startswith(f"settings.toml can't be read: {why}")
            assert notice.endswith(". Using the defaults.")
    path = tmp_path / "settings.toml"
    within = path / "settings.toml"
    assert read_settings(within) == (
        Options(),
        [CANNOT.format("a part of its path isn't a folder")],
    )
    path.unlink()
    os.mkfifo(path)
    assert read_settings(path) == (Options(), [CANNOT.format("it is not a regular file")])
    path.unlink()
    path.mkdir()
    assert read_settings(path) == (Options(), [CANNOT.format("it is a folder")])
    path.rmdir()
    path.symlink_to(path)
    for odd, why in ((path, "can't be read"), (tmp_path / "a\0b", "the name is not valid")):
        options, (notice,) = read_settings(odd)
        assert options == Options()
        assert why in notice


def test_each_wrong_value_is_named_and_the_rest_holds(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for line, fault in WRONG.items():
        with subtests.test(line[:20]):
            options, notices = read_settings(write(tmp_path, f"confirm_zero = false\n{line}"))
            assert notices == [end_sentence(f"settings.toml: {fault}")]
            assert options == Options(confirm_zero=False)
    lines = [line for line in WRONG if not line.startswith(("[", "pause", "sound", "keys"))]
    notices = read_settings(write(tmp_path, "\n".join(lines)))[1]
    assert notices == [end_sentence(f"settings.toml: {WRONG[line]}") for line in lines]
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


def test_the_players_choice_goes_before_the_games_and_that_before_the_usual() -> None:
    def at(rules: str, **own: Any) -> dict[str, object]:
        here = apply_manners(Options(**own), RULESETS[rules])
        return {key: getattr(here, key) for key in Manners()._asdict()}

    for rules in RULESETS:
        assert at(rules) == {**Manners()._asdict(), **MANNERS.get(rules, {})}, rules
        own = {"dice_click": "hold", "auto_roll": False, "confirm_zero": True}
        assert at(rules, **own) == own
    assert at("yz") == Manners("reroll", True, False)._asdict()
    assert at("yz", auto_roll=False) == Manners("reroll", False, False)._asdict()
    assert at("macintosh") == Manners("reroll")._asdict()
    assert {*MANNERS} <= {*RULESETS}
