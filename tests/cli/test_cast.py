"""Recorded games as asciicasts, read by a terminal emulator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyte

from tests.cli.conftest import check_refusal
from tests.store.games import play_out
from yahtzee_tui.rules import Scored
from yahtzee_tui.rules.records import write_record

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Ask


def test_a_cast_shows_every_score_and_the_end(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("TERM", "COLORTERM"):
        monkeypatch.setenv(name, "dumb")  # a cast has all colors, wherever it is made
    record, game = play_out("official", ("Ann", "Bob"), 3)
    source, cast, config = (tmp_path / name for name in ("game.jsonl", "game.cast", "config.toml"))
    source.write_text(write_record(record), encoding="utf-8")
    config.write_text('dice_speed = "off"\n', encoding="utf-8")
    words = ("replay", str(source), "--cast", str(cast), "--config", str(config))
    assert ask(*words, "--speed", "2") == (0, "", "")
    head, *lines = map(json.loads, cast.read_text(encoding="utf-8").splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    times = [time for time, _, _ in lines]
    assert times == sorted(times)
    assert 30 < times[-1] < 90, "26 turns, twice as fast"
    screen, seen = pyte.Screen(80, 24), ""
    stream = pyte.Stream(screen)
    for _, kind, data in lines:
        assert kind == "o"
        stream.feed(data)
        seen += "\n".join(screen.display)
    *scores, _ = (each for each in record.events if isinstance(each, Scored))  # then the result
    names = [f"scored {each.points} in {game.ruleset.box(each.box).name}" for each in scores]
    assert len(names) == 25
    assert not [name for name in names if name not in seen]
    end = "\n".join(screen.display)
    assert all(f"{standing.total}" in end for standing in game.ranking)
    assert "Calculating" not in end
    assert cast.stat().st_size < 300_000


def test_what_cannot_be_a_cast(ask: Ask, tmp_path: Path) -> None:
    record, _ = play_out("official", ("Ann",), 3)
    one, two, cast = (tmp_path / name for name in ("one.jsonl", "two.jsonl", "game.cast"))
    one.write_text(write_record(record), encoding="utf-8")
    two.write_text(2 * write_record(record), encoding="utf-8")
    check_refusal(ask("replay", str(two), "--cast", str(cast)))
    check_refusal(ask("replay", str(tmp_path / "none"), "--cast", str(cast)))
    check_refusal(ask("replay", str(one), "--cast", str(tmp_path)))
    check_refusal(ask("replay", str(one), "--cast", "a\0b"))
    for size in ("59x20", "80", "80x19", "301x40", "80x24x1"):
        check_refusal(ask("replay", str(one), "--cast", str(cast), "--size", size))
    assert not cast.exists()
