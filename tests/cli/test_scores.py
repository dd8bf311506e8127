"""`yahtzee-tui scores`."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, check_refusal
from tests.store.games import fill_file, play_real, write_game
from yahtzee_tui.cli import progress
from yahtzee_tui.rules import OFFICIAL, RULESETS, register
from yahtzee_tui.rules.builtin_rulesets import HOUSE
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import ImportedGame
from yahtzee_tui.store.migration import fill_from_records
from yahtzee_tui.store.stats.scores import Scores

MOMENTS = 86_400, 200_000, 300_000
DAYS = [time.strftime("%Y-%m-%d", time.localtime(each)) for each in MOMENTS]


@pytest.fixture
def file(tmp_path: Path) -> str:
    database, _ = open_database(str(tmp_path / "games.sqlite"))
    write_game(database, "a", MOMENTS[0], **{"Ann Berg": 20, "Bob": 30})
    write_game(database, "b", MOMENTS[1], **{"ANN BERG": 30})
    write_game(database, "c", MOMENTS[2], "yz", Abel=25)
    database.close()
    return str(tmp_path / "games.sqlite")


def test_the_high_scores_of_every_game_played(ask: Ask, file: str) -> None:
    out = ask.text("scores", "--database", file)
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "Yahtzee (official)",
        f"1. Bob 30 {DAYS[0]}",
        f"1. ANN BERG 30 {DAYS[1]}",
        f"3. Ann Berg 20 {DAYS[0]}",
        "",
        "YZ (yz)",
        f"1. Abel 25 {DAYS[2]}",
    ]
    assert ask("scores", "--rules", "yz", "--database", file).out.startswith("YZ (yz)\n")
    official, yz = ask.json("scores", "--database", file)["scoreboards"]
    (first, *_), ended = official.pop("scores"), "1970-01-02T00:00:00Z"
    assert official == {"rules": "official", "name": "Yahtzee", "games": 2, "since": None}
    assert first == {"place": 1, "player": "Bob", "total": 30, "ended": ended, "game": "a"}
    assert yz["rules"] == "yz"


@pytest.mark.usefixtures("own_rulesets")
def test_house_rules_are_asked_for_by_id_and_older_versions_keep_their_list(
    ask: Ask, file: str
) -> None:
    keys = [
        register(read_definition({"id": "house", "name": "Ours", "based_on": "yz", "rolls": rolls}))
        for rolls in (4, 5)
    ]
    database, _ = open_database(file)
    for key in keys:
        write_game(database, key, 400_000, key, Abel=25)
    database.close()
    del RULESETS[keys[1]], HOUSE[keys[1]]
    out = ask("scores", "--rules", "house", "--database", file).out
    assert out.startswith(f"Ours ({keys[0]})\n")
    assert keys[1] not in out
    assert f"{keys[1]} ({keys[1]})\n" in ask("scores", "--database", file).out


def test_scores_since_a_reset(ask: Ask, file: str) -> None:
    database, _ = open_database(file)
    Scores(database).reset("yz")
    database.close()
    out = ask("scores", "--rules", "yz", "--database", file).out
    assert "YZ (yz), since " in out
    assert "No games finished since." in out
    (board,) = ask.json("scores", "--rules", "yz", "--database", file)["scoreboards"]
    assert board["since"].endswith("Z")
    assert board["scores"] == []


def test_statistics_of_a_player(ask: Ask, file: str) -> None:
    for name in ("ann berg", "AB", "Ann", "berg"):
        out = ask.text("scores", "--player", name, "--database", file)
        assert out.startswith(f"ANN BERG, Yahtzee, {DAYS[0]} to {DAYS[1]}\n")
    rows = [line.split() for line in out.splitlines()]
    assert ["Average", "25.0"] in rows
    assert ["Bob", "0", "1", "0"] in rows
    assert ["Chance", "25.0"] in [row[:2] for row in rows], "and best play, if known"
    content = ask.json("scores", "--player", "ann", "--database", file)["statistics"]
    assert (content["player"], content["totals"]) == ("ANN BERG", [20, 30])
    assert content["opponents"] == [{"player": "Bob", "wins": 0, "losses": 1, "draws": 0}]
    assert list(content["boxes"]) == [box.id for box in OFFICIAL.boxes]
    assert content["solo"] == {"last": 30, "rank": 1, "earlier": None}
    assert (content["waiting"], content["reviewed"]) == (0, None), "their records are damaged"


def test_what_takes_too_long_goes_on_the_next_time(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    file = fill_file(tmp_path / "games.sqlite", 21, ("yz",))
    first = ask("scores", "--player", "ann", "--database", file).out
    assert "Luck and skill, 20 of 21 games\n" in first
    assert ["Not", "yet", "reviewed", "1"] in [line.split() for line in first.splitlines()]
    second = ask("scores", "--player", "ann", "--database", file).out
    assert "Luck and skill\n" in second
    assert "Trend" in second


def test_an_unknown_player_or_rule_set(ask: Ask, file: str) -> None:
    for name, hint in {
        "Bobby": "did you mean Bob?",
        "xyz": "Players: Abel, ANN BERG and Bob.",
        "a": "could be Abel or ANN BERG. Write the full name.",
        "\x1b[31m": "No finished games by",
    }.items():
        refused = ask("scores", "--player", name, "--database", file)
        check_refusal(refused)
        assert hint in refused.err
    assert "'chess' is not a rule set" in ask("scores", "--rules", "chess", "--database", file).err


def test_no_games_yet(ask: Ask, file: str, tmp_path: Path) -> None:
    none = str(tmp_path / "none.sqlite")
    assert ask("scores", "--database", none).err.startswith("The database ")
    with closing(Store(none)) as store:
        store.scores.count_games()
    for database, words, said in (
        (none, "", "No high scores yet.\n"),
        (none, "--player ann", "No finished games yet.\n"),
        (none, "--rules yz", "No high scores of YZ yet.\n"),
        (none, "--player ann --json", '{"version": 1, "statistics": null}\n'),
        (none, "--json", '{"version": 1, "scoreboards": []}\n'),
        (file, "--player bob --rules crag", "Bob hasn't finished a game of Crag yet.\n"),
        (file, "--player bob --rules crag --json", '{"version": 1, "statistics": null}\n'),
    ):
        assert ask("scores", *words.split(), "--database", database) == (0, said, "")


def test_games_with_real_dice_have_statistics_of_their_own(ask: Ask, file: str) -> None:
    with closing(Store(file)) as store:
        store.games.import_games([ImportedGame(*play_real())])
        with store.scores._database.writing() as connection:
            fill_from_records(connection)
        assert store.scores.count_games() == {"official": 2, "yz": 1}
    words = ("--player", "Ann", "--dice", "real", "--rules", "yz", "--database", file)
    assert ask("scores", "--player", "bob", *words[-2:]).out.startswith("Bob, Yahtzee, ")
    lines = ask.text("scores", *words).splitlines()
    assert lines[0].startswith("Ann, YZ, real dice, ")
    assert {("Sixes", "24.0"), ("Dice", "rolled")} <= {tuple(line.split()[:2]) for line in lines}
    assert "Dice rolled" not in ask.text("scores", "--player", "Bob", *words[2:])
    assert ask.json("scores", *words)["statistics"]["rules"] == "yz real"
    assert ask.text("scores", *words[2:]) == "No high scores of YZ, real dice yet.\n"


def test_names_are_aligned_and_lines_fit(ask: Ask, tmp_path: Path) -> None:
    file = fill_file(tmp_path / "games.sqlite", 10, ("official", "yz"))
    for words in ((), ("--player", "Ann"), ("--player", "Ann", "--rules", "official")):
        out = ask("scores", *words, "--database", file).out
        assert max(map(len, out.splitlines())) <= 80
