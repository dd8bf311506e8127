"""`yahtzee-tui simulate`: tables, JSON, and a file in which a tournament is continued."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, check_refusal
from yahtzee_tui.rules.records import read_records
from yahtzee_tui.strategy.bots.programs import PROGRAMS


@pytest.fixture(autouse=True)
def programs() -> Iterator[None]:
    yield
    PROGRAMS.clear()


def test_a_simulation_as_a_table_and_as_json(ask: Ask) -> None:
    words = ["simulate", "--players", "casual, expert", "--games", "50", "--rules", "yz"]
    words += ["--seed", "a b"]
    title, heads, *rows = ask.text(*words).splitlines()
    assert title.startswith("50 games of YZ (yz), ")
    assert title.endswith(" s, each deal played from every seat:")
    assert heads.split() == ["player", "average", "spread", "wins"]
    assert [row.split()[0] for row in rows] == ["Casual", "Expert"]
    assert all(row.count("±") == 2 and row.count("%") == 2 for row in rows)
    answer = ask.json(*words)
    assert answer["complete"]
    assert (answer["rules"], answer["games"], answer["seed"]) == ("yz", 50, "a b")
    assert [player["player"] for player in answer["players"]] == ["casual", "expert"]
    assert ask.json(*words)["players"] == answer["players"]
    luckier = ask.json(*words, "--no-paired")
    assert luckier["players"][0]["share_error"] > answer["players"][0]["share_error"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["official", "maxi-yatzy"])
def test_a_program_that_fails_loses_only_its_own_games(
    ask: Ask, tmp_path: Path, rules: str
) -> None:
    """It is started again for the next game, and the other results stay."""
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    position = json.loads(line)\n"
        "    assert position['round'] < 13, 'no idea'\n"
        "    print(json.dumps({'score': next(iter(position['boxes']))}), flush=True)\n"
    )
    players = f"{shlex.join([sys.executable, str(bot)])},casual"
    words = ["simulate", "--players", players, "--games", "4", "--rules", rules]
    words += ["--bot-seconds", "60"]
    code, out, err = ask(*words)
    why = "mybot ended with exit code 1 ('AssertionError: no idea')."
    assert (code, err) == (0, f"{why} It scores 0 for the rest of that game.\n")
    assert out.endswith(f"\nmybot failed in 4 of 4 games. The first time: {why}\n")
    mine, casual = json.loads(ask(*words, "--json").out)["players"]
    assert (mine["failures"], mine["first_failure"], casual["failures"]) == (4, why, 0)
    assert mine["mean"] > 0
    assert casual["share"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["generala", "maxi-yatzy"])
def test_the_games_are_recorded(ask: Ask, tmp_path: Path, rules: str) -> None:
    """Those of batches, and those one after the other: of a program, and with saved rolls."""
    file, bot = tmp_path / "games.jsonl", tmp_path / "mybot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    seen = json.loads(line)\n"
        "    hold = {'hold': [2, 3]} if seen['rolls_left'] > seen['round'] % 3 else None\n"
        "    print(json.dumps(hold or {'score': next(iter(seen['boxes']))}), flush=True)\n"
    )
    players = f"champion,{shlex.join([sys.executable, str(bot)])}"
    words = ["simulate", "--players", players, "--games", "4", "--rules", rules]
    words += ["--bot-seconds", "60", "--records"]
    answer = ask.json(*words, str(file))
    records = list(read_records(file.read_text(encoding="utf-8")))
    totals = [0, 0]
    for record in records:
        replay = record.replay()
        assert record.setup is not None
        assert replay is not None
        assert (replay.faults, replay.game.is_over) == ((), True)
        for computer, card in zip(record.setup.computers, replay.game.cards, strict=True):
            totals[computer != "champion"] += card.grand_total
    assert len(records) == 4
    assert [player["mean"] * 4 for player in answer["players"]] == totals
    refused = ask(*words, str(file))
    assert refused.err == f"{file} already exists. Choose another file name.\n"
    check_refusal(ask(*words, str(tmp_path / "none" / "games.jsonl")))
