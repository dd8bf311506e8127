"""`yahtzee-tui review`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Ask, Screen, alter, save
from tests.store.games import play_out, play_real
from yahtzee_tui.cli.output import format_file_name
from yahtzee_tui.rules import Record, Setup
from yahtzee_tui.rules.records import write_record

# Solved in a moment; the others are as well, but not in every run of the tests.
RULES = "yz"


def finished(seed: int = 3, *players: str) -> Record:
    return play_out(RULES, players or ("Ann", "Bob"), seed).record


def unfinished() -> Record:
    record = finished()
    return Record(record.setup, record.events[:20])


def test_chances_can_be_left_out_and_nobody_wins_alone(ask: Ask, file: Path) -> None:
    file.write_text(write_record(finished()), encoding="utf-8")
    short = ask("review", str(file), "--points").out
    assert ask("review", str(file)).out.startswith(short)
    assert "chance" not in short
    assert "Wins" not in ask("review", str(file), "--all", "--points").out
    assert ask.json("review", str(file), "--points")["chances"] is None
    file.write_text(write_record(finished(3, "Ann")), encoding="utf-8")
    assert "chance" not in ask("review", str(file)).out
    assert "Wins" not in ask("review", str(file), "--all").out
    answer = ask.json("review", str(file))
    assert answer["chances"] is answer["turns"][0]["chances"] is None
    assert answer["turns"][0]["rolls"][0]["chances"] is None


def test_a_terminal_shows_one_game_on_the_screen(
    ask: Ask, file: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished(3, "Ann")
    file.write_text(write_record(record), encoding="utf-8")
    assert ask("review", str(file)) == (0, "", "")
    assert screen.told["first"] == record
    for option in ("--text", "--all", "--json"):
        assert ask("review", str(file), option).out
    file.write_text(write_record(record) * 2, encoding="utf-8")
    assert ask("review", str(file)).out.count("finished") == 2
    file.write_text(write_record(record), encoding="utf-8")
    monkeypatch.setenv("TERM", "dumb")
    assert ask("review", str(file)).out
    assert len(screen.asked) == 1


def test_json(ask: Ask, file: Path) -> None:
    record = finished()
    file.write_text(write_record(record), encoding="utf-8")
    answer = ask.json("review", str(file))
    assert (answer["rules"], answer["finished"], answer["faults"]) == (RULES, True, [])
    game = record.setup.start()
    for event in record.events:
        game = game.play(event)
    for player, card in zip(answer["players"], game.cards, strict=True):
        total = answer["expected"] + player["luck"] + player["skill"]
        assert total == pytest.approx(card.grand_total, abs=1e-9)
        assert (player["course"][0], player["course"][-1]) == (answer["expected"], player["value"])
        assert 0 <= player["accuracy"] <= 1
    assert len(answer["turns"]) == 26
    losses = [each["loss"] for each in answer["costliest"]]
    assert losses == sorted(losses, reverse=True)
    for each in answer["costliest"]:
        roll = answer["turns"][each["turn"]]["rolls"][each["roll"]]
        assert roll["loss"] == each["loss"] == pytest.approx(roll["value"] - roll["after"])
        assert roll["best"] != roll["choice"]
    assert answer["chances"] == {"shares": [0.5, 0.5]}
    assert answer["turns"][0]["rolls"][0]["chances"]["before"] == answer["chances"]
    winner = max((0, 1), key=lambda seat: answer["players"][seat]["value"])
    assert answer["turns"][-1]["chances"]["shares"][winner] == pytest.approx(1)


def test_all_turns_and_none(ask: Ask, file: Path) -> None:
    file.write_text(write_record(finished(3, "Ann")), encoding="utf-8")
    costliest = ask("review", str(file)).out
    assert len(costliest.splitlines()) == 3 + 1 + 1 + 5
    every = ask("review", str(file), "--all").out.splitlines()
    rounds = [line[:8] for line in every if "Ann" in line][1:]
    assert rounds == [f"{number:>2}.  Ann" for number in range(1, 14)]
    assert any("; better: " in line for line in every)
    file.write_text(write_record(Record(Setup(RULES, ("Ann",)))), encoding="utf-8")
    assert "Every decision was the best one." in ask("review", str(file)).out
    assert "No dice were rolled." in ask("review", str(file), "--all").out
    answer = ask.json("review", str(file))
    assert answer["players"][0]["accuracy"] is None
    assert (answer["turns"], answer["costliest"]) == ([], [])
    file.write_text(write_record(play_real().record), encoding="utf-8")
    _, _, ann, bob, _, extent, *_ = ask("review", str(file)).out.splitlines()
    assert (ann.split()[-1], bob.split()) == ("24", ["Bob", "-", "-", "-", "50"])
    assert extent == "Only turns whose rolls were all typed are reviewed: 1 of 26."
    assert [each["value"] for each in ask.json("review", str(file))["players"]] == [24, 50]


def test_a_faulty_record_is_reviewed_as_far_as_it_goes(ask: Ask, file: Path) -> None:
    lines = write_record(finished()).splitlines(keepends=True)
    lines[8] = '{"roll":[1,2,3]}\n'
    file.write_text("".join(lines), encoding="utf-8")
    code, out, err = ask("review", str(file))
    assert code == 1
    assert "unfinished, round" in out
    assert f"{format_file_name(str(file))}: line 9: " in err
    assert ask.json("review", str(file), code=1)["faults"][0]["line"] == 9


def test_a_saved_game_is_the_newest_finished_one_or_named(ask: Ask, database: str) -> None:
    ids = save(database, [finished(1, "Old"), finished(2, "New"), unfinished()])
    assert "New" in ask("review").out
    assert "Old" in ask("review", "--game", ids[0][:8]).out
    assert "unfinished, round" in ask("review", "--game", ids[2]).out
    (newest,) = save(database, [finished(4, "Newest")])
    assert "Newest" in ask("review", "--database", database).out
    alter(database, newest, record="nonsense")
    code, out, err = ask("review")
    assert (code, out) == (1, "")
    assert "is damaged: line 1: Not a line of JSON" in err


def test_what_can_not_be_reviewed(ask: Ask, database: str) -> None:
    sentence = "No finished games. Use --game ID to review an unfinished one.\n"
    for records in ([], [unfinished()]):
        save(database, records)
        assert ask("review") == (2, "", sentence)
    assert ask("review", "--game", "") == (2, "", "No saved game starts with ''.\n")
