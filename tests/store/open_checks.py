"""Opens a database, and checks what happened to its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games

if TYPE_CHECKING:
    from pathlib import Path

FINISHED = play_out("official", ("Ann",), 1)
"""A finished game and its record."""


def use(address: str | Path) -> str | None:
    """Open a database, save a game there and read it again; return the notice of its opening."""
    database, notice = open_database(str(address))
    games = Games(database)
    try:
        game = games.add(*FINISHED).game
        assert games.read(game).load()[0] == FINISHED.record
        return notice
    finally:
        games.close()


def refused(address: str | Path) -> str:
    """Return the sentence with which an address is refused."""
    with pytest.raises(StoreProblem) as caught:
        use(address)
    return check_sentence(caught.value)


def check_sentence(problem: StoreProblem) -> str:
    """Return the sentence of a problem, which is one and short."""
    sentence = problem.sentence
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence


def kept_aside(file: Path) -> list[bytes]:
    """Return what the files contain that were kept aside."""
    return [path.read_bytes() for path in sorted(file.parent.glob(f"{file.name}.damaged-*"))]


def fill_up(games: Games) -> None:
    """Save more games than a small disk takes."""
    for _ in range(100):
        games.add(*FINISHED)
