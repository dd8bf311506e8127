"""Recorded games as asciicasts, read by a terminal emulator."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pyte
import pytest
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from tests.cli.conftest import check_refusal
from tests.store.games import play_out
from yahtzee_tui.rules import Scored
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.settings import Options
from yahtzee_tui.tui.cast import draw_cast

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual.message import Message

    from tests.cli.conftest import Ask
    from yahtzee_tui.rules import Game, Record


def read_pictures(written: Iterable[str], width: int = 80, height: int = 24) -> list[str]:
    """Return what a terminal shows after each output."""
    screen, pictures = pyte.Screen(width, height), []
    stream = pyte.Stream(screen)
    for data in written:
        stream.feed(data)
        pictures.append("\n".join(screen.display))
    return pictures


def name_scores(record: Record, game: Game) -> list[str]:
    scores = [each for each in record.events if isinstance(each, Scored)]
    return [f"scored {each.points} in {game.ruleset.box(each.box).name}" for each in scores]


@pytest.mark.exhaustive
def test_a_cast_shows_every_score_and_the_end(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("TERM", "COLORTERM"):
        monkeypatch.setenv(name, "dumb")  # a cast has all colors, wherever it is made
    record, game = play_out("official", ("Ann", "Bob"), 3)
    source, cast = tmp_path / "game.jsonl", tmp_path / "game.cast"
    source.write_text(write_record(record), encoding="utf-8")
    cast.write_text("an older cast", encoding="utf-8")
    assert ask("replay", str(source), "--cast", str(cast), "--speed", "2") == (0, "", "")
    head, *lines = map(json.loads, cast.read_text(encoding="utf-8").splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    times = [time for time, _, _ in lines]
    assert times == sorted(times)
    assert 30 < times[-1] < 120, "26 turns, twice as fast"
    assert {kind for _, kind, _ in lines} == {"o"}
    *_, end = pictures = read_pictures(data for _, _, data in lines)
    *names, _ = name_scores(record, game)  # then the result
    assert len(names) == 25
    assert not [name for name in names if name not in "".join(pictures)]
    assert all(f"{standing.total}" in end for standing in game.ranking)
    assert "Calculating" not in end
    assert cast.stat().st_size < 300_000


def test_widgets_that_draw_late_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    dispatch = MessagePump._dispatch_message

    async def dispatch_late(self: MessagePump, message: Message) -> None:
        if isinstance(self, Widget) and not isinstance(self, Screen):
            await asyncio.sleep(0.01)
        await dispatch(self, message)

    monkeypatch.setattr(MessagePump, "_dispatch_message", dispatch_late)
    record, game = play_out("official", ("Ann", "Bob"), 3)
    ends = [at for at, each in enumerate(record.events, 1) if isinstance(each, Scored)]
    begun = record._replace(events=record.events[: ends[1]])
    cast = draw_cast(begun, (80, 24), 1.0, Options(dice_speed="off"))
    _, *lines = map(json.loads, cast.splitlines())
    pictures = "".join(read_pictures(data for _, _, data in lines))
    assert all(name in pictures for name in name_scores(begun, game))


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
    check_refusal(ask("replay", str(one), "--cast", str(cast), "--speed", "0"))
    assert not cast.exists()
    check_refusal(ask("replay", str(one), "--cast", str(one)))
    assert one.read_text(encoding="utf-8") == write_record(record), "the record isn't replaced"
