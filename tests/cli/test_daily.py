"""`yahtzee-tui daily`, with a stand-in for the screen that plays or leaves a game."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import closing
from html import unescape
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.rules import OFFICIAL, Roll, Score
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.strategy import load_value_table
from yahtzee_tui.table.daily import number_day

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from tests.cli.conftest import Ask
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table import TableConfig
    from yahtzee_tui.table.daily import DailyAttempt

DAY = "2026-11-21"


class Player:
    """Sits down where the screen would open, and plays some turns into the first open box."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.turns = 13
        self.opened: list[tuple[TableConfig | None, str | None]] = []

    def open(
        self,
        _: Namespace,
        config: TableConfig | None = None,
        game: str | None = None,
        daily: DailyAttempt | None = None,
        seen: SavedGame | None = None,
    ) -> int:
        self.opened.append((config, daily.id if daily else game))
        if config is None:
            return 0
        store = Store(self.file)
        table, autosaver = config.create_table(), Autosaver(store)
        for _turn in range(self.turns):
            table.apply(0, Roll())
            table.apply(0, Score(table.game.card.open[0].id))
            autosaver.save(table.record, table.game)
        store.close()
        return 0


def read_rows(file: str) -> list[str]:
    """Return all that a database holds."""
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    load_value_table(OFFICIAL, cache_folder())
    stand_in = Player(str(tmp_path / "games.sqlite"))
    monkeypatch.setenv("YAHTZEE_TUI_DATABASE", stand_in.file)
    monkeypatch.setattr("yahtzee_tui.cli.daily.open_game", stand_in.open)
    today = time.strptime(DAY, "%Y-%m-%d")
    monkeypatch.setattr(time, "strftime", lambda form, moment=today: _strftime(form, moment))
    return stand_in


_strftime = time.strftime


def test_a_day_is_played_once_and_compared(ask: Ask, player: Player) -> None:
    code, out, err = ask("daily", "Ann")
    assert (code, err) == (0, "")
    assert out.startswith(f"{DAY}: ")
    assert "Best play, without knowing the dice, scores " in out
    (config, _), *_ = player.opened
    assert config is not None
    assert (config.players, config.seed) == (("Ann",), f"daily {DAY}")
    again = ask("daily", "ann")
    said, result = again.out.splitlines(keepends=True)
    assert said.startswith(
        f"ann has already played the daily game of {DAY}. Next daily game at 00:00, in "
    )
    assert result == out
    assert len(player.opened) == 1


def test_the_result_of_a_day_is_shown_again_on_a_full_screen(
    ask: Ask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = ask("daily", "Ann").out
    monkeypatch.setattr("yahtzee_tui.cli.daily.is_full_screen", lambda _: True)
    assert ask("daily", "Ann") == (0, out, "")
    store = Store(player.file)
    (saved,) = store.games.by_status(Status.FINISHED)
    store.close()
    assert player.opened[1:] == [(None, saved.id)]


def test_a_try_that_was_left_goes_on_even_if_it_was_put_away(ask: Ask, player: Player) -> None:
    player.turns = 3
    assert ask("daily", "Ann") == (0, "", "")
    store = Store(player.file)
    (saved,) = store.games.by_status(Status.UNFINISHED)
    store.games.release(saved.version)
    store.games.discard(saved.id)
    store.close()
    assert ask("daily", "Ann").code == 0
    assert player.opened[1] == (None, saved.id)


def test_everybody_has_a_try_with_the_same_dice(ask: Ask, player: Player) -> None:
    first = ask("daily", "Ann").out
    assert ask("daily", "Bob").out == first  # who plays alike scores alike
    assert ask("daily", "a\x1bb").code == 2
    assert len(player.opened) == 2


@pytest.mark.usefixtures("player")
def test_the_days_are_listed(ask: Ask) -> None:
    ask("daily", "Bob")
    nobody = ask("daily", "Ann", "--list")
    assert nobody == (0, "Ann hasn't played a daily game yet.\n", "")
    ask("daily", "Ann")
    code, out, err = ask("daily", "Ann", "--list")
    assert (code, err) == (0, "")
    head, line = out.splitlines()
    assert head.split() == ["day", "total", "best", "play"]
    assert line.split()[0] == DAY
    assert all(number.isdecimal() for number in line.split()[1:])
    (listed,) = json.loads(ask("daily", "Ann", "--list", "--json").out)["games"]
    told = [listed[name] for name in ("day", "total", "best_play")]
    assert [str(each) for each in told] == line.split()
    assert (listed["finished"], listed["coached"]) == (True, False)


def test_a_prompt_can_show_the_streak(ask: Ask, player: Player) -> None:
    told = []
    for name, player.turns in (("Ann", 3), ("Bob", 13)):
        ask("daily", name)
        told.append(ask("daily", name, "--streak").out)
    told.append(ask("daily", "Cid", "--streak").out)
    assert [re.sub(r"^#\d+ · |\d+ points", "", each) for each in told] == [
        "continue: round 4 of 13\n",
        " · streak 1\n",
        "same dice for everyone, one try\n",
    ]


def test_the_text_to_post_needs_a_finished_game(ask: Ask, player: Player) -> None:
    player.turns = 3
    ask("daily", "Ann")
    unfinished = f"Ann hasn't finished the daily game of {DAY} yet.\n"
    assert ask("daily", "Ann", "--share") == (2, "", unfinished)
    player.turns = 13
    result = ask("daily", "Bob").out
    code, out, err = ask("daily", "Bob", "--share")
    assert (code, err) == (0, "")
    name, best, squares, told, last = out.splitlines()
    total = result.split()[1].rstrip(".")
    assert name == f"Yahtzee daily {number_day(DAY)}: {total} points"
    assert best.startswith("Everyone gets the same dice; best play, not knowing them, scores ")
    assert len(squares) == 13
    assert set(squares) <= set("🟩🟨🟥")
    assert told.startswith("Luck: ")
    assert told.endswith("% as best play makes them.")
    assert last == "1 day in a row. Your turn: yahtzee-tui daily"
    assert len(player.opened) == 2


def test_the_poster_is_written_as_a_picture(
    ask: Ask, player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("TERM", "COLORTERM"):
        monkeypatch.setenv(variable, "dumb")
    for name in ("a.svg", "a.PNG"):
        assert ask("daily", "Ann", "--picture", str(tmp_path / name)).code == 2, "no game yet"
    total = ask("daily", "Ann").out.split()[1].rstrip(".")
    svg, png = tmp_path / "a.svg", tmp_path / "a.PNG"
    before = read_rows(player.file)
    for file in (svg, png):
        assert ask("daily", "Ann", "--picture", str(file)) == (0, "", "")
    assert read_rows(player.file) == before, "it only reads the saved games"
    text = unescape(svg.read_text(encoding="utf-8"))
    assert f"ANN SCORED {total}" in text.replace("\xa0", " ")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert png.read_bytes().startswith(b"\x89PNG")
    for file in (tmp_path / "a.gif", tmp_path / "missing" / "a.svg", tmp_path / "\0.svg"):
        code, out, err = ask("daily", "Ann", "--picture", str(file))
        assert (code, out, err.count("\n")) == (2, "", 1)
    monkeypatch.setattr("yahtzee_tui.cli.daily.find_spec", lambda _: None)
    assert "resvg-py" in ask("daily", "Ann", "--picture", str(png)).err
