"""Writing the settings: only what changed, whole or not at all."""

import errno
import os
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.rules.conformance import check_sentence
from yahtzee_tui.settings import Options, SettingsError, read_settings, write_settings

BY_HAND = """\
# My settings
sound = "off"   # too loud otherwise
unknown = [1,
   2]

[keys]  # mine
roll = "r"
undo = "z" # as ever

[other]
x = 1
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "settings.toml"


def by_hand(path: Path, text: str = BY_HAND) -> Options:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    return read_settings(path)[0]


def change(path: Path, before: Options, **changes: Any) -> Options:
    after = before._replace(**changes)
    write_settings(path, after, before)
    return after


def refuse(path: Path, before: Options | None = None) -> str:
    with pytest.raises(SettingsError) as refused:
        change(path, before or Options(), pause=8.0)
    check_sentence(refused.value.sentence)
    assert refused.value.sentence.startswith("Settings not saved")
    return refused.value.sentence


def test_what_changed_is_read_again(path: Path) -> None:
    for changed in (
        {"dice_click": "reroll"}, {"dice_speed": "off"}, {"auto_roll": True}, {"pause": 8.0},
        {"pause": 2.5}, {"confirm_zero": False}, {"colors": "color-blind"}, {"sound": "bell"},
        {"cursor": "shown"}, {"first_player": "fixed"},
        {"keys": {"roll": "r,x", "look-left": "less_than_sign"}},
    ):  # fmt: skip
        options = change(path, Options(), **changed)
        assert read_settings(path) == (options, [])
        write_settings(path, Options(), options)
        assert read_settings(path) == (Options(), [])


def test_only_what_changed_is_written(path: Path) -> None:
    write_settings(path, Options(), Options())
    assert not path.parent.exists()
    write_settings(path, Options(sound="bell"), Options())
    assert path.read_text() == 'sound = "bell"\n'
    options = by_hand(path, "this is no TOML")
    write_settings(path, options, options)
    assert path.read_text() == "this is no TOML"
    before = by_hand(path, "pause = 2\n")
    path.write_text("pause = 15\n")  # by another program meanwhile
    change(path, before, auto_roll=True)
    assert path.read_text() == "pause = 15\nauto_roll = true\n"


def test_what_a_hand_wrote_stays(path: Path) -> None:
    before = by_hand(path)
    keys = {"undo": "z", "find": "f"}
    change(path, before, sound="bell", keys=keys)
    new = BY_HAND.replace('sound = "off"', 'sound = "bell"').replace('roll = "r"\n', "")
    assert path.read_text() == new.replace("as ever\n", 'as ever\nfind = "f"\n')
    before = by_hand(path)
    change(path, before, colors="paper")
    # A new option comes before the tables.
    assert path.read_text().replace('colors = "paper"\n', "") == BY_HAND
    assert read_settings(path)[0].colors == "paper"
    windows = BY_HAND.replace("\n", "\r\n")
    before = by_hand(path, windows)
    change(path, before, sound="bell")
    assert path.read_bytes() == windows.replace('"off"', '"bell"').encode()


def test_keys_may_be_written_in_any_way(path: Path) -> None:
    for text in ('keys.undo = "z"', 'keys = {undo = "z"}', "keys = 5", '[[keys]]\nundo = "z"'):
        before = by_hand(path, text)
        after = change(path, before, keys={**before.keys, "roll": "r"}, pause=8.0)
        assert read_settings(path) == (after, [])


def test_a_value_that_made_no_sense_stays_until_it_is_changed(path: Path) -> None:
    before = by_hand(path, "pause = -3\n")
    change(path, before, sound="bell")
    assert path.read_text() == 'pause = -3\nsound = "bell"\n'
    change(path, before, pause=8.0)
    assert path.read_text() == 'pause = 8\nsound = "bell"\n'


def test_permissions_and_links_stay(path: Path, tmp_path: Path) -> None:
    before = by_hand(path, "pause = 2\n")
    path.chmod(0o640)
    link = tmp_path / "elsewhere.toml"
    link.symlink_to(path)
    change(link, before, pause=8.0)
    assert link.is_symlink()
    assert path.read_text() == "pause = 8\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_that_cannot_be_read_or_kept_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    for content in (b"this is no TOML", b"\xff", b"a=" + b"[" * 9999):
        path.write_bytes(content)
        assert "settings.toml can't be read" in refuse(path)
        assert path.read_bytes() == content
    # Not even equal to itself, so that nobody can tell whether it is kept.
    before = by_hand(path, "unknown = nan\n")
    refuse(path, before)
    assert path.read_text() == "unknown = nan\n"
    before = by_hand(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "is read-only" in refuse(path, before)
    assert path.read_text() == BY_HAND


def test_a_file_or_a_folder_in_the_way(path: Path) -> None:
    path.parent.write_text("in the way")
    refuse(path)
    assert path.parent.read_text() == "in the way"
    path.parent.unlink()
    path.mkdir(parents=True)
    assert "it is a folder" in refuse(path)


def test_what_the_disk_refuses_leaves_all_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = by_hand(path)
    codes = {errno.ENOSPC: "the disk is full", errno.EROFS: "the disk is read-only"}
    for call, code in product(("fsync", "replace", "makedirs"), codes):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, Mock(side_effect=OSError(code, os.strerror(code))))
            sentence = refuse(path, before)
        assert codes[code] in sentence
        assert path.read_text() == BY_HAND
        assert list(path.parent.iterdir()) == [path], "no draft is left behind"


def test_a_choice_can_be_given_back_to_the_game(path: Path) -> None:
    before = by_hand(path, '# mine\nauto_roll = false\nsound = "off"\n')
    assert before.auto_roll is False
    change(path, before, auto_roll=None)
    assert path.read_text() == '# mine\nsound = "off"\n'
    assert read_settings(path)[0].auto_roll is None
