"""`yahtzee-tui`, `play` and `resume`, with a stand-in for the screen."""

import json
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, Screen, alter, ask_streams
from tests.store.games import fill_file
from yahtzee_tui.cli.play import login_name
from yahtzee_tui.rules import History, Malformed, Position, Record, Roll, Setup
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig

NO_TERMINAL = (
    "The game needs a terminal, but standard {} isn't one; use --plain to play without one.\n"
)


@pytest.fixture
def games(store: Store, database: str) -> Store:
    assert database
    return store


def save(store: Store, *players: str, rules: str = "official") -> str:
    setup = Setup(rules, players)
    history = History(setup.start()).play(Roll(), (3, 3, 3, 4, 4))
    version = store.games.add(Record.of(setup, history), history.game)
    store.games.release(version)
    return version.game


@pytest.mark.parametrize(
    ("words", "config"),
    [
        ("", None),  # the title
        ("play", TableConfig(("carol",))),
        ("play Ann Bob --first random", TableConfig(("Ann", "Bob"))),
        ("play Ann Bob --first Random", TableConfig(("Ann", "Bob"))),
        ("play --seed 1 -- -Ann- --json", TableConfig(("-Ann-", "--json"), seed="1")),
        ("play Ann --rules yatzy Bob --seed 42 --duplicate --first bob",
         TableConfig(("Ann", "Bob"), "yatzy", "bob", "42", duplicate=True)),
    ],
)  # fmt: skip
def test_what_is_played(ask: Ask, screen: Screen, words: str, config: TableConfig | None) -> None:
    said = "With a screen reader, use yahtzee-tui --plain to play in lines of text.\n"
    assert ask(*words.split()) == (0, "", "" if words else said)
    assert screen.asked == [(config, "carol")]


def test_a_game_that_was_left(ask: Ask, screen: Screen) -> None:
    screen.rolls = 1
    saved = "Saved. To continue, run yahtzee-tui resume.\n"
    assert ask("play", "Ann") == (0, f"Game paused in round 1 of 13: Ann 0.\n{saved}", "")
    screen.turns, screen.rolls = 7, 0
    answer = ask("play", "Ann", "Bob", "--seed", "5", "--first", "Ann")
    assert answer == (0, f"Game paused in round 4 of 13: Ann 14, Bob 5.\n{saved}", "")


def test_a_finished_game(ask: Ask, screen: Screen) -> None:
    screen.turns = 26
    first, second, end = ask("play", "Ann", "Bob", "--seed", "5", "--first", "Ann").out.splitlines()
    assert (first[:3], second[:3]) == ("1. ", "2. ")
    _, winner, total = first.split()
    assert end == f"{winner} wins with {total}."


def test_a_position_is_played_on_by_one_player(ask: Ask, screen: Screen) -> None:
    position = "yatzy 3,.,.,.,.,.,.,.,.,.,.,.,.,.,. r2 11334"
    assert ask("play", "Ann", "--from", position, "--seed", "5") == (0, "", "")
    table = screen.told["first"]
    assert str(Position.of(table.game)) == position
    assert (table.setup.players, table.setup.dice) == (("Ann",), "seed:5")
    for words in ("--from " + position, "Ann --from yatzy"):
        assert "in quotes" in ask("play", *words.split()).err


def test_real_dice_are_for_people_and_nothing_decides_them(ask: Ask, screen: Screen) -> None:
    assert ask("play", "Ann", "Bob", "--dice", "real").code == 0
    assert screen.config.is_real
    for words in ("--seed 4", "--duplicate", "--bot beginner", "--from x"):
        answer = ask("play", "Ann", "--dice", "real", *words.split())
        assert answer.code
        assert answer.err == "--dice real takes no --seed, --duplicate, --bot or --from.\n"
    for words in ("daily", "event play Cup"):
        assert "Unknown option '--dice'" in ask(*words.split(), "--dice", "real").err
    with pytest.raises(Malformed, match="Computer players can't roll dice on your table"):
        TableConfig(("Ann",), is_real=True).with_computer("beginner", "Bot").create_table()


def test_one_position_is_practiced(ask: Ask, screen: Screen) -> None:
    position = "yatzy 3,.,.,.,.,.,.,.,.,.,.,.,.,.,. r2 11334"
    assert ask("practice", *position.split()) == ask("practice", position) == (0, "", "")
    assert str(screen.told["first"]) == position
    assert ask("practice", position, "--rules", "yatzy").code == 0


def test_input_and_error_output_must_be_a_terminal(
    ask: Ask, screen: Screen, terminal: set[int]
) -> None:
    for closed, name in ((0, "input"), (2, "error")):
        terminal.remove(closed)
        assert ask() == (2, "", NO_TERMINAL.format(name))
        terminal.add(closed)
    assert not screen.asked
    terminal.remove(1)
    assert ask().code == 0
    assert screen.asked


def test_the_login_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for user, name in {
        "carol": "carol", "  carol   b ": "carol b", "\x1b[31m": "Player 1", "x" * 99: "Player 1",
        "\udcff": "Player 1",
    }.items():  # fmt: skip
        monkeypatch.setenv("LOGNAME", user)
        assert login_name() == name


def test_no_game_is_resumed_with_a_bot_that_does_not_play_in_it(
    ask: Ask, games: Store, screen: Screen
) -> None:
    game = save(games, "Ann", "Bob")
    sentence = f"mybot doesn't play in game {game[:4]}; its players are Ann and Bob. "
    assert ask("resume", "--bot", f"{sys.executable} mybot.py").err.startswith(sentence)
    assert not screen.asked


@pytest.mark.usefixtures("games")
def test_no_game_to_resume(ask: Ask, screen: Screen) -> None:
    assert ask("resume") == (2, "", "No unfinished games.\n")
    assert ask("resume", "--list") == (0, "No unfinished games.\n", "")
    assert ask("resume", "3f9a") == (2, "", "No saved game starts with '3f9a'.\n")
    assert not screen.asked


def test_a_game_is_resumed_by_its_id_or_as_the_newest(
    ask: Ask, games: Store, screen: Screen
) -> None:
    ids = [save(games, "Ann") for _ in range(17)]
    assert ask("resume", ids[3]) == (0, "", "")
    assert ask("resume", ids[5][:11].upper()).code == 0
    assert ask("resume").code == 0
    games.games.discard(ids[-1])
    assert ask("resume").code == 0
    resumed = [game for game, _ in screen.asked]
    assert resumed[:3] == [ids[3], ids[5], ids[-1]]
    assert resumed[3] in ids[:-1]
    # Of seventeen games two begin alike.
    beginnings = [game[0] for game in ids]
    shared = next(each for each in beginnings if beginnings.count(each) > 1)
    sentence = f"More than one saved game starts with '{shared}'. Type more of it.\n"
    assert ask("resume", shared) == (2, "", sentence)
    assert ask("resume", "\x1b[2J").err.count("\n") == 1


def test_the_games_are_listed(ask: Ask, games: Store) -> None:
    first, put_away = save(games, "Ann"), save(games, "Ann")
    second = save(games, "Ann", "李雷", rules="yatzy")
    games.games.discard(put_away)
    alter(games.address, first, holder="1 word another-host")
    out = ask.text("resume", "--list")
    *lines, archived = re.sub(r"(today|yesterday) \d\d:\d\d", "WHEN", out).splitlines()
    assert lines == [
        f"{second}  Ann, 李雷  Scandinavian Yatzy  round 1 of 15, Ann's turn  WHEN",
        f"{first}  Ann        Yahtzee             round 1 of 13              WHEN  open",
    ]
    assert archived.endswith("WHEN  archived")
    listed = ask.json("resume", "--list")["games"]
    assert [(each["id"], each["players"], each["status"]) for each in listed] == [
        (second, ["Ann", "李雷"], "unfinished"),
        (put_away, ["Ann"], "discarded"),
        (first, ["Ann"], "unfinished"),
    ]
    assert listed[0]["rules"] == "yatzy"
    assert json.loads(ask("resume", "--json").err)["error"] == "--json needs --list."


def test_without_a_terminal_no_database_is_made(ask: Ask, database: str, tmp_path: Path) -> None:
    assert database
    assert ask("resume") == (2, "", NO_TERMINAL.format("input"))
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
def test_lines_of_a_game_that_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said before the first roll, also where the file opens and nothing can be written."""
    monkeypatch.setattr("yahtzee_tui.store.database.WRITE_SECONDS", 0.05)
    with closing(sqlite3.connect(fill_file(tmp_path / "games.sqlite", 0))) as locked:
        locked.execute("BEGIN IMMEDIATE")
        for file in (locked.execute("PRAGMA database_list").fetchone()[2], str(tmp_path / "a/b")):
            words = ("play", "Ann", "--plain", "--database", file)
            done = ask_streams(*words, stdin=b"\nq\nq\n")
            lines = done.stdout.decode().splitlines()
            assert lines[2].startswith("Games won't be saved. "), lines
            assert lines[3] == "Ann's turn:"
            assert lines[-1].startswith("The game is not saved. ")
            assert done.returncode == 1
            assert ask_streams(*words, stdin=b"q\n").returncode == 0  # there was nothing to save
        assert [*tmp_path.glob("a*")] == []


@pytest.mark.usefixtures("screen")
def test_a_database_that_is_damaged_or_cannot_be_opened(ask: Ask, tmp_path: Path) -> None:
    for words in (["resume"], ["resume", "--list"]):
        answer = ask(*words, "--database", str(tmp_path))
        assert answer == (2, "", "The path for saved games is a folder.\n")
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    answer = ask("resume", "--list", "--database", str(file))
    damaged = (
        "The file with the saved games is damaged. "
        "The next game you start recovers what can be read.\n"
    )
    assert answer == (2, "", damaged)
    assert [*tmp_path.iterdir()] == [file]
    assert ask("resume", "--database", str(file)).err.startswith("The saved games were damaged. ")
    assert len([*tmp_path.iterdir()]) == 2


def test_a_program_named_without_its_folder(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.pl").touch()
    sentence = "'mybot.pl' is not a computer player. For the program here, type ./mybot.pl.\n"
    assert ask(*["play", "Ann", "--plain", "--bot", "mybot.pl"]) == (2, "", sentence)
    assert ask(*["simulate", "--players", "mybot.pl,expert"]) == (2, "", sentence)


def test_a_game_is_archived_and_listed_again(ask: Ask, games: Store) -> None:
    game = save(games, "Ann")
    shown = ask("list").out
    assert ask("delete", game[:6]).out == f"Game {game[:4]} is archived.\n"
    assert ask("resume", "--list").out == shown.rstrip("\n") + "  archived\n"
    assert ask("archive", game).code == 0, "once more changes nothing"
    assert ask("archive", game, "--undo").out == f"Game {game[:4]} is on the lists again.\n"
    assert ask("list").out == shown
