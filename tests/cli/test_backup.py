"""Copies of the saved games: made while somebody plays, and put back."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, check_refusal
from tests.store.games import FINISHED, add, begun, fill_file
from tests.store.old_stores import unpack
from yahtzee_tui.store import Store


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "games.sqlite"
    monkeypatch.chdir(tmp_path)
    fill_file(file, 3)
    monkeypatch.setenv("YAHTZEE_TUI_DATABASE", file.name)
    return file


def test_a_copy_is_made_during_a_game_and_put_back(ask: Ask, games: Path) -> None:
    copy = Path("copy.sqlite")
    with closing(Store(str(games))) as store:
        add(store.games, begun())  # it is only in the log yet
        assert ask("backup", str(copy)) == (0, f"4 games copied to {copy}.\n", "")
        refused = ask("restore", str(copy))
        check_refusal(refused)
        assert "Close it first" in refused.err
        store.games.add(*FINISHED)
    again = ask("backup", str(copy))
    check_refusal(again)
    assert "already exists" in again.err

    out = ask.text("restore", str(copy))
    found = re.fullmatch(
        rf"4 games restored from {copy}. The previous games are kept as (.*).\n", out
    )
    assert found is not None
    counts = {}
    for file in (games, copy, Path(found[1])):
        with closing(Store(str(file))) as store:
            counts[file.name] = len([*store.games.each()])
    assert [*counts.values()] == [4, 4, 5]
    assert len([*games.parent.iterdir()]) == 3


def test_a_copy_of_an_older_version_takes_the_place_of_a_damaged_file(
    ask: Ask, games: Path, tmp_path: Path
) -> None:
    games.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    check_refusal(ask("backup", str(tmp_path / "copy.sqlite")))
    old = tmp_path / "old.sqlite"
    unpack("version_1a", str(old))
    assert ask("restore", str(old)).out.startswith("3 games restored from ")
    with closing(Store(str(games))) as store:
        assert len([*store.games.each()]) == 3


def test_what_is_no_copy(ask: Ask, games: Path, tmp_path: Path) -> None:
    before = games.read_bytes()
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE games (id TEXT)")
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(before[:4096] + b"\xff" * (len(before) - 4096))
    text = tmp_path / "text"
    text.write_text("Dear diary")
    files = {*tmp_path.iterdir()}
    for file in (other, damaged, text, tmp_path / "nothing", tmp_path, games):
        check_refusal(ask("restore", str(file)))
    assert games.read_bytes() == before
    check_refusal(ask("backup", str(tmp_path / "nowhere" / "copy.sqlite")))
    check_refusal(ask("backup", "copy.sqlite", "--database", str(tmp_path / "nothing")))
    for command in ("backup", "restore"):
        answer = ask(command, str(other), "--database", "postgresql://host/games")
        check_refusal(answer)
        assert "pg_dump" in answer.err
    assert {*tmp_path.iterdir()} == files


def test_there_is_no_room(ask: Ask, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    answer = ask("backup", str(games.with_name("copy.sqlite")))
    check_refusal(answer)
    assert answer.err.startswith(
        "The disk has no room for a copy of the saved games, which needs 1 MB"
    )
    unpack("version_4", str(games))
    assert ask("scores").err == answer.err
    assert [*games.parent.iterdir()] == [games]
