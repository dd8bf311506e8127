"""Recorded games as asciicasts, read by a terminal emulator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyte
import pytest

from tests.cast import draw_cast
from tests.store.games import play_out
from yahtzee_tui.settings import Options

if TYPE_CHECKING:
    from collections.abc import Iterable


def read_pictures(written: Iterable[str], width: int = 80, height: int = 24) -> list[str]:
    """Return what a terminal shows after each output."""
    screen, pictures = pyte.Screen(width, height), []
    stream = pyte.Stream(screen)
    for data in written:
        stream.feed(data)
        pictures.append("\n".join(screen.display))
    return pictures


@pytest.mark.slow
def test_a_game_gives_the_same_cast_each_time_and_its_dice_tumble() -> None:
    record, _ = play_out("official", ("Ann", "Bob"), 3)
    begun = record._replace(events=record.events[:4])
    first, second = (draw_cast(begun, (100, 30), 1.0, Options()) for _ in range(2))
    assert first == second
    _, *lines = map(json.loads, first.splitlines())
    pictures = read_pictures((data for _, _, data in lines), 100, 30)
    rolled = next(at for at, each in enumerate(pictures) if "roll 1 of 3" in each)
    landed = next(at for at, each in enumerate(pictures) if "roll 1 of 3:" in each)
    assert landed >= rolled + 3
    assert 0.3 < lines[landed][0] - lines[rolled][0] < 0.7
    assert lines[-1][0] - lines[-2][0] > 3, "the end can be read"
