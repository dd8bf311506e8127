"""Damaged files: found when they are opened or told in a sentence, and kept aside as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.games import fill_file
from tests.store.open_checks import FINISHED, check_sentence, kept_aside, use
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.stats.scores import Scores

if TYPE_CHECKING:
    from pathlib import Path

_PAGE = 4096


@pytest.mark.parametrize("content", [b"", b"SQLite for", b"SQLite format 3\0"])
def test_next_to_nothing(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    notice = use(file)
    assert (notice is None) is (content == b"")
    assert kept_aside(file) == ([content] if content else [])


def test_a_file_truncated_anywhere(tmp_path: Path) -> None:
    data = (tmp_path / "whole").read_bytes() if fill_file(tmp_path / "whole", 8) else b""
    for length in (*range(16, 1200, 97), *range(1200, len(data), len(data) // 23)):
        file = tmp_path / f"cut-{length}"
        file.write_bytes(data[:length])
        notice = use(file)
        if notice is None:  # only the last page is torn, which may be the end of one record
            assert length > len(data) - _PAGE
            continue
        assert notice.startswith("The saved games were damaged. They are kept as ")
        assert kept_aside(file) == [data[:length]]


def test_flipped_bytes(tmp_path: Path) -> None:
    """Whatever they hit, nothing is worse than a sentence, and what is put aside is whole."""
    data = (tmp_path / "whole").read_bytes() if fill_file(tmp_path / "whole", 8) else b""
    beginning = (*range(16, 120, 3), *range(120, 2 * _PAGE, 131))
    for at in (*beginning, *range(2 * _PAGE, len(data), 2003)):
        file = tmp_path / f"flipped-{at}"
        spoilt = data[:at] + bytes([data[at] ^ 0xA5]) + data[at + 1 :]
        file.write_bytes(spoilt)
        try:
            database, notice = open_database(str(file))
        except StoreProblem as problem:
            check_sentence(problem)
            assert file.read_bytes() == spoilt
            continue
        assert kept_aside(file) == ([spoilt] if notice else [])
        try_everything(Games(database), Scores(database))
        for path in tmp_path.glob(f"{file.name}*"):
            path.unlink()


def try_everything(games: Games, scores: Scores) -> None:
    """Do what may meet damaged pages."""
    attempts = (
        lambda: [saved.id for saved in games.each()],
        lambda: [saved.load() for saved in games.each()],
        lambda: games.acquire("000000000002"),
        lambda: games.add(*FINISHED),
        lambda: scores.scoreboard("official"),
    )
    for attempt in attempts:
        try:
            attempt()
        except StoreProblem as problem:
            check_sentence(problem)
    games.close()


def test_damaged_twice_in_a_second(file: Path) -> None:
    for content in (b"1", b"2", b"3"):
        file.write_bytes(b"SQLite format 3\0" + content * 5000)
        assert use(file) is not None
    assert sorted(kept[-1:] for kept in kept_aside(file)) == [b"1", b"2", b"3"]
