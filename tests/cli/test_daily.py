"""`yahtzee-tui daily`, with a stand-in for the screen that plays or leaves a game."""

import re
import sys
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, Clock, Screen
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.strategy import load_value_table
from yahtzee_tui.table.judged import number_day


@pytest.fixture
def player(screen: Screen) -> Screen:
    """Give a screen on which the game is played to its end, and solve it at the usual priority."""
    load_value_table(OFFICIAL, cache_folder())
    screen.turns = 13
    return screen


@pytest.fixture
def day(clock: Clock) -> str:
    return clock.day


def test_a_day_is_played_once_and_compared(
    ask: Ask, player: Screen, day: str, terminal: set[int]
) -> None:
    out = ask.text("daily", "Ann")
    *_, result = out.splitlines(keepends=True)
    assert result.startswith(f"{day}: ")
    assert "Best play, without knowing the dice, scores " in result
    assert ask("daily", "Ann") == (0, result, ""), "it is shown on the screen"
    assert player.told["event"] == (day, "Ann")
    terminal.clear()
    said, again = ask("daily", "ann").out.splitlines(keepends=True)
    assert said.startswith(f"ann has already played the daily game of {day}. Next daily game in ")
    assert again == result
    assert (player.config.players, player.config.seed) == (("Ann",), f"daily {day}")
    assert len(player.asked) == 2


@pytest.mark.usefixtures("clock")
def test_a_try_that_was_left_goes_on_even_if_it_was_put_away(
    ask: Ask, player: Screen, database: str
) -> None:
    player.turns = 3
    assert ask("daily", "Ann").code == 0
    with closing(Store(database)) as store:
        (saved,) = store.games.by_status(Status.UNFINISHED)
        store.games.discard(saved.id)
    assert ask("daily", "Ann").code == 0
    assert player.asked[1][0] == saved.id


@pytest.mark.usefixtures("player")
def test_the_days_are_listed(ask: Ask, day: str) -> None:
    bob = ask("daily", "Bob").out
    assert ask("daily", "a\x1bb").code == 2
    assert ask("daily", "Ann", "--list") == (0, "Ann hasn't played a daily game yet.\n", "")
    assert ask("daily", "Ann").out == bob.replace("Bob", "Ann"), "who plays alike scores alike"
    out = ask.text("daily", "Ann", "--list")
    head, line = out.splitlines()
    assert head.split() == ["day", "total", "best", "play"]
    assert line.split()[0] == day
    assert all(number.isdecimal() for number in line.split()[1:])
    (listed,) = ask.json("daily", "Ann", "--list")["games"]
    told = [listed[name] for name in ("day", "total", "best_play")]
    assert [str(each) for each in told] == line.split()
    assert (listed["finished"], listed["coached"]) == (True, False)


def test_a_prompt_shows_the_streak_and_a_finished_game_can_be_posted(
    ask: Ask, player: Screen, day: str
) -> None:
    told = []
    for name, player.turns in (("Ann", 3), ("Bob", 13)):
        ask("daily", name)
        told.append(ask("daily", name, "--streak").out)
    told.append(ask("daily", "Cid", "--streak").out)
    assert [re.sub(r"^#\d+ · |\d+ points", "", each) for each in told] == [
        "continue: round 4 of 13\n",
        " · streak 1\n",
        "not played yet\n",
    ]
    unfinished = f"Ann hasn't finished the daily game of {day} yet.\n"
    assert ask("daily", "Ann", "--share") == (2, "", unfinished)
    (listed,) = ask.json("daily", "Bob", "--list")["games"]
    name, best, squares, *_, last = ask.text("daily", "Bob", "--share").splitlines()
    assert name == f"Yahtzee daily {number_day(day)}: {listed['total']} points"
    assert f"scores {listed['best_play']}" in best
    assert re.fullmatch("[🟩🟨🟥]{13}", squares)
    assert last == "1 day in a row. Your turn: yahtzee-tui daily"


@pytest.mark.slow
@pytest.mark.usefixtures("player", "clock")
def test_the_poster_is_written_as_a_picture(
    ask: Ask, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("TERM", "COLORTERM"):
        monkeypatch.setenv(variable, "dumb")
    svg, png = tmp_path / "a.svg", tmp_path / "a.PNG"
    for file in (svg, png):
        assert ask("daily", "Ann", "--picture", str(file)).code == 2, "no game yet"
    monkeypatch.setenv("TERM", "xterm")
    ask("daily", "Ann")
    (listed,) = ask.json("daily", "Ann", "--list")["games"]
    monkeypatch.setenv("TERM", "dumb")
    before = Path(database).read_bytes()
    for file in (svg, png):
        assert ask("daily", "Ann", "--picture", str(file)) == (0, "", "")
    assert Path(database).read_bytes() == before, "it only reads the saved games"
    text = unescape(svg.read_text(encoding="utf-8"))
    assert f"ANN SCORED {listed['total']}" in text.replace("\xa0", " ")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert png.read_bytes().startswith(b"\x89PNG")
    for file in (tmp_path / "a.gif", tmp_path / "missing" / "a.svg", tmp_path / "\0.svg"):
        code, out, err = ask("daily", "Ann", "--picture", str(file))
        assert (code, out, err.count("\n")) == (2, "", 1)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "resvg-py" in ask("daily", "Ann", "--picture", str(png)).err
