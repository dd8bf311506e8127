"""`yahtzee-tui export` and `yahtzee-tui import`, and that what goes out comes in again."""

import csv
import json
import sys
import time
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import select

from tests.cli.conftest import BEGAN, Ask, alter, ask_streams, mixed, save, unsigned
from yahtzee_tui.cli import export_import
from yahtzee_tui.cli.export_import import format_row
from yahtzee_tui.cli.output import format_file_name
from yahtzee_tui.rules.records import write_record, write_text
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES

BEGAN_AT = 1_767_323_045.0


def rows(database: str) -> list[tuple[Any, ...]]:
    """Return the records in a database with their status and holder, the oldest first."""
    opened, _ = open_database(database)
    with opened.reading() as connection:
        query = select(GAMES.c.record, GAMES.c.status, GAMES.c.holder).order_by(GAMES.c.changed)
        found = [tuple(row) for row in connection.execute(query)]
    opened.close()
    return found


def test_games_are_written(ask: Ask, database: str) -> None:
    records = mixed()
    ids = save(database, records)
    assert ask("export") == (0, write_record(records[-1]), "")
    assert ask("export", ids[0]) == (0, write_record(records[0]), "")
    assert ask("export", ids[0][:11], "--text") == (0, write_text(records[0]), "")
    assert ask("export", "--all") == (0, "".join(map(write_record, records)), "")
    assert ask("export", "--all", "--text") == (0, "\n".join(map(write_text, records)), "")
    done = ask_streams("export", ids[0], encoding="ascii")  # in UTF-8 everywhere
    assert (done.returncode, done.stdout) == (0, write_record(records[0]).encode())
    alter(database, ids[1], status=Status.DISCARDED.value)
    kept = records[:1] + records[2:]
    assert ask("export", "--all").out == "".join(map(write_record, kept))
    assert ask("export", ids[1]).out == write_record(records[1])


def test_rows_for_analysis(ask: Ask, database: str) -> None:
    records = mixed()[:12]
    save(database, records)
    tables = {
        table: [
            json.loads(line) for line in ask("export", "--all", "--table", table).out.splitlines()
        ]
        for table in ("games", "turns")
    }
    assert len(tables["games"]) == sum(len(record.setup.players) for record in records)
    played = {(row["game"], row["player"]): 0 for row in tables["games"]}
    for turn in tables["turns"]:
        played[turn["game"], turn["player"]] += turn["points"] + turn["bonus"]
        assert turn["rolls"] == len(turn["dice"].split()) == len(turn["kept"].split()) + 1
    for row in tables["games"]:
        assert row["total"] == played[row["game"], row["player"]] + row["upper_bonus"]
    for table, found in tables.items():
        out = ask("export", "--all", "--table", table, "--csv").out
        listed = list(csv.DictReader(StringIO(out)))
        assert [row["player"] for row in listed] == [row["player"] for row in found]
        assert [*listed[0]] == [*found[0]]
    assert format_row({"player": "=1+1", "won": True}, as_csv=True) == "'=1+1,1\n"


def test_nothing_to_write(ask: Ask, database: str, tmp_path: Path) -> None:
    assert ask("export") == (2, "", f"The database {format_file_name(database)} doesn't exist.\n")
    open_database(database)[0].close()
    for words, code in (([], 2), (["--all"], 0), (["--text"], 2)):
        assert ask("export", *words) == (code, "", "There are no saved games.\n")
    assert ask("export", "3f9a") == (2, "", "No saved game starts with '3f9a'.\n")
    for command in (["export"], ["export", "--all"], ["import", "-"]):
        answer = ask(*command, "--database", str(tmp_path))
        assert answer == (2, "", "The path for saved games is a folder.\n")


def test_a_damaged_game_is_written_as_far_as_it_stands(ask: Ask, database: str) -> None:
    records = mixed()[:3]
    ids = save(database, records)
    lines = write_record(records[1]).splitlines(keepends=True)
    alter(database, ids[1], record="".join((*lines[:6], "junk\n", *lines[7:])))
    left = records[1]._replace(events=records[1].events[:5], undone=())
    for words, write, between in (([], write_record, ""), (["--text"], write_text, "\n")):
        code, out, err = ask("export", "--all", *words)
        assert code == 1
        assert err.splitlines()[0] == (
            f"The saved game {ids[1]} is damaged: line 7: Not a line of JSON: 'junk'."
        )
        assert out == between.join(map(write, (records[0], left, records[2])))
    alter(database, ids[2], record="")
    sentence = f"The saved game {ids[2]} is damaged: The record is empty.\n"
    assert ask("export") == (1, "", sentence)


def test_a_round_trip(ask: Ask, database: str, tmp_path: Path) -> None:
    records = mixed()[:4]
    save(database, records)
    exported, count = tmp_path / "games.jsonl", len(records)
    there = f"0 games imported, {count} already saved.\n"
    forms = {words: ask("export", "--all", *words).out for words in ((), ("--text",))}
    for words, out in forms.items():
        copy = str(tmp_path / f"copy{len(words)}.sqlite")
        exported.write_text(out, encoding="utf-8")
        for said in (f"{count} games imported.\n{unsigned(count)}", there):
            assert ask("import", str(exported), "--database", copy) == (0, said, "")
            assert ask("scores", "--database", copy).out == "No high scores yet.\n"
            assert ask("export", "--all", *words, "--database", copy).out == out
            if not words:
                assert rows(copy) == rows(database)
        (other,) = {*forms.values()} - {out}  # the same games in the other form are the same games
        exported.write_text(other, encoding="utf-8")
        assert ask("import", str(exported), "--database", copy) == (0, there, "")
    assert ask("replay", str(exported)).out.count(" went first, dice: ") == count
    assert ask("replay", str(exported), "--text").out == forms["--text",]
    answer = ask("import", str(exported), "--database", copy, "--json").out
    known = {"version": 1, "imported": 0, "already_saved": count, "with_errors": 0, "unproven": 0}
    assert json.loads(answer) == known


def test_when_a_game_ended(
    ask: Ask, database: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = mixed()[0]
    moments = (BEGAN, "", "2026-99-99T99:99:99Z", "0000-01-01T00:00:00Z", "9999-01-01T00:00:00Z")
    others = [
        record._replace(setup=record.setup._replace(began=began, dice="system"))
        for began in moments
    ]
    file.write_text("".join(map(write_record, others)), encoding="utf-8")
    monkeypatch.setattr(export_import, "has_results", lambda *_: True)  # signed
    before = time.time()
    assert ask("import", str(file)).out == "5 games imported.\n"
    with closing(Store(database)) as store:
        lines = store.scores.scoreboard(record.setup.rules).lines
    first, *ended = sorted({line.ended for line in lines})
    assert first == BEGAN_AT
    assert ended[0] >= before


def test_faulty_records_are_left_out(ask: Ask, database: str, tmp_path: Path) -> None:
    records = mixed()[:3]
    first, second, third = map(write_record, records)
    lines = second.splitlines(keepends=True)
    faulty = "".join((*lines[:3], "junk\n", *lines[4:6]))
    unreadable = lines[0].replace("free-joker", "official").replace('"version":1', '"version":9')
    file = tmp_path / "games.jsonl"
    file.write_text(first + faulty + unreadable + first + third, encoding="utf-8")
    code, out, err = ask("import", str(file))
    before = first.count("\n")
    junk, *_, newer = err.splitlines()
    assert code == 1
    assert out == f"2 games imported, 1 already saved, 2 with errors.\n{unsigned(2)}"
    assert junk == f"{format_file_name(str(file))}: line {before + 4}: Not a line of JSON: 'junk'."
    assert newer.startswith(
        f"{format_file_name(str(file))}: line {before + 7}: This record has format version 9"
    )
    assert [row[0] for row in rows(database)] == [first, third]
    assert ask("replay", str(file), "--json").code == 1


def test_unfinished_and_torn_records_are_taken_as_far_as_they_go(
    ask: Ask, database: str, file: Path
) -> None:
    finished, unfinished = mixed()[:2]
    file.write_text(write_record(unfinished), encoding="utf-8")
    assert ask("import", str(file)) == (0, f"1 game imported.\n{unsigned(1)}", "")
    assert rows(database) == [(write_record(unfinished), Status.UNFINISHED.value, None)]
    file.write_text(write_record(finished)[:-9], encoding="utf-8")
    code, out, err = ask("import", str(file))
    assert (code, out) == (0, f"1 game imported.\n{unsigned(1)}")
    assert ": warning: " in err
    torn = write_record(finished._replace(events=finished.events[:-1]))
    assert (torn, Status.UNFINISHED.value, None) in rows(database)


def test_several_files_and_some_that_cannot_be_read(
    ask: Ask, tmp_path: Path, file: Path, database: str
) -> None:
    first, second = map(write_record, mixed()[:2])
    files = [tmp_path / f"{at}.jsonl" for at in range(2)]
    for path, record in zip(files, (first, second), strict=True):
        path.write_text(record, encoding="utf-8")
    missing = "missing"  # whose whole path may be too long for the sentence
    code, out, err = ask("import", str(files[0]), missing, str(files[1]))
    assert (code, out) == (2, f"2 games imported.\n{unsigned(2)}")
    assert err == f"{missing} can't be read: no such file or folder.\n"
    assert ask("import", missing) == (2, "", err)
    third = write_record(mixed()[2])
    file.write_bytes((third + first).encode() + b"\xff\n")  # no text further on
    code, out, err = ask("import", str(file))
    assert (code, out) == (2, f"1 game imported.\n{unsigned(1)}")
    assert "is not valid UTF-8" in err
    assert [row[0] for row in rows(database)] == [first, second, third]
    file.write_text(f"{{}}{' ' * 997}\n" * 6_000)
    sentence = "can't be read: a record in it is longer than 5 MB.\n"
    assert ask("import", str(file)) == (2, "", f"{format_file_name(str(file))} {sentence}")


@pytest.mark.usefixtures("database")
def test_no_record_at_all() -> None:
    for content in (b"", b"junk\n", b"[1]\n", b'{"format":', b"yahtzee-tui text 9\n"):
        done = ask_streams("import", "-", stdin=content)
        assert (done.returncode, done.stdout) == (1, b"0 games imported, 1 with errors.\n")
        assert (done.stderr[:3], done.stderr.count(b"\n")) == (b"-: ", 1)


def test_progress_is_shown_on_a_terminal_beside_faults(
    ask: Ask, database: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(export_import, "_STEP", 1)
    ids = save(database, mixed()[:3])
    file.write_text(ask("export", "--all").out, encoding="utf-8")
    alter(database, ids[1], record="")
    shown = "\rReading the games: "
    err = ask("export", "--all").err
    cleared = f"\r{' ' * len('Reading the games: 0%')}\r"
    assert err == f"{shown}0%{cleared}The saved game {ids[1]} is damaged: The record is empty.\n"
    err = ask("import", str(file), "--database", f"{file}.sqlite").err
    assert err.count(shown) == 3
    assert err.endswith(f"{shown}100%\r{' ' * len('Reading the games: 100%')}\r")
    # Among records in a terminal, and beside one game, there is none.
    assert shown not in ask("export", ids[0]).err
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert shown not in ask("export", "--all").err


@pytest.mark.usefixtures("database")
def test_a_store_that_fails_on_the_way(
    ask: Ask, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = StoreProblem("The disk with the saved games is full.")
    monkeypatch.setattr(export_import, "_STEP", 1)
    monkeypatch.setattr(Games, "import_games", Mock(side_effect=[[True], full]))
    file.write_text("".join(map(write_record, mixed()[:2])), encoding="utf-8")
    said = f"1 game imported.\n{unsigned(1)}"
    assert ask("import", str(file)) == (2, said, f"{full.sentence}\n")
