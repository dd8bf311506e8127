"""`yahtzee-tui replay`."""

import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, ask_streams, mixed
from yahtzee_tui.cli.output import format_file_name
from yahtzee_tui.cli.play import format_ranking
from yahtzee_tui.rules.records import read_record, write_record, write_text

TEXT = (Path(__file__).parent / "golden" / "replay.txt").read_text(encoding="utf-8")
HEADER = '{"format":"yahtzee-tui","version":1,"rules":"official","players":["Ann"],"first":0}\n'


@pytest.mark.slow
def test_a_finished_game_of_every_rule_set(ask: Ask, file: Path, subtests: pytest.Subtests) -> None:
    for record in mixed()[::2]:
        with subtests.test(record.setup.rules):
            replay = read_record(write_record(record)).replay()
            assert replay is not None
            for text in (write_record(record), write_text(record)):
                file.write_text(text, encoding="utf-8")
                assert ask.text("replay", str(file)).endswith(f"\n\n{format_ranking(replay.game)}")
                answer = ask.json("replay", str(file))
                assert answer["finished"] is True
                assert len(answer["turns"]) == replay.game.turns
                for row, card in zip(answer["totals"], replay.game.cards, strict=True):
                    parts = ("upper", "upper_bonus", "lower", "yahtzee_bonus")
                    assert sum(row[part] for part in parts) == row["total"] == card.grand_total


def test_the_text_form_and_back(ask: Ask, file: Path) -> None:
    record = mixed()[1]
    file.write_text(write_record(record), encoding="utf-8")
    code, out, err = ask("replay", str(file), "--text")
    assert (code, out, err) == (0, write_text(record), "")
    file.write_text(out, encoding="utf-8")
    assert ask("replay", str(file), "--text") == (0, out, "")
    # In UTF-8 everywhere, while what people read is written as their terminal can.
    done = ask_streams("replay", "-", "--text", stdin=TEXT.encode(), encoding="ascii")
    assert (done.returncode, done.stdout, done.stderr) == (0, TEXT.encode(), b"")
    done = ask_streams("replay", "-", stdin=TEXT.encode(), encoding="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1.  Zo?  rolls 44444" in done.stdout


def test_junk_is_one_fault(ask: Ask, file: Path) -> None:
    for content in (b"", b"\n", b"\0\0\0\0", b"[[[[" * 9999, b"1" * 9999, b"{}"):
        file.write_bytes(content)
        code, out, err = ask("replay", str(file))
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert len(err) < 300


def test_files_that_cannot_be_read(
    ask: Ask, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(why: str) -> None:
        sentence = f"{format_file_name(str(file))} can't be read: {why}.\n"
        assert ask("replay", str(file)) == (2, "", sentence)

    file.write_bytes(HEADER.encode() + b"\xff\xfe\n")
    refused("line 2 is not valid UTF-8")
    file.write_bytes(b"SQLite format 3\0" + b"\xff" * 100)
    refused("it is a database; export --database prints its records")
    with file.open("wb") as big:
        big.truncate(5_000_001)
    refused("line 1 is longer than 5 MB")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (tmp_path, fifo, tmp_path / "missing", "/dev/null", "a\0b", "", "x" * 5000):
        code, out, err = ask("replay", str(path))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "can't be read" in err
        assert len(err) < 300
    monkeypatch.setattr(sys, "stdin", None)
    assert ask("replay", "-") == (2, "", "- can't be read: it is closed.\n")


def test_twenty_faults_are_listed_and_the_others_counted(ask: Ask, file: Path) -> None:
    file.write_text(HEADER + "x\n" * 25_000)
    code, _, err = ask("replay", str(file))
    *listed, last = err.splitlines()
    assert (code, len(listed)) == (1, 20)
    assert last == f"{format_file_name(str(file))}: 24980 more errors not listed."
    faults = ask.json("replay", str(file), code=1)["faults"]
    assert (len(faults), faults[-1]["code"]) == (21, "more_faults")
    file.write_text(HEADER + '{"hold":[]}\n' * 220_000)
    code, out, err = ask("replay", str(file))
    assert (code, out) == (2, "")
    assert err.endswith("can't be read: a record in it is longer than 30,000 lines.\n")


def test_very_many_holds_and_a_very_long_line_take_no_time(ask: Ask, file: Path) -> None:
    file.write_text(HEADER + '{"roll":[1,2,3,4,5]}\n' + '{"hold":[1]}\n' * 10_000)
    assert ask.json("replay", str(file))["accepted"] == 10_001
    file.write_text("\n".join(TEXT.splitlines()[:6]) + "\n1. " + "Zoë | Ann | " * 100_000)
    code, _, err = ask("replay", str(file))
    assert (code, err.count("\n")) == (1, 1)
