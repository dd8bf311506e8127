"""Records whose dice are forged, proven or typed by hand: replay, import, review and daily."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import ROOT, check_refusal
from tests.rules.strategies import play_some
from yahtzee_tui.cli import main
from yahtzee_tui.dice import CommittedDice, SeededDice
from yahtzee_tui.rules import Game, NotNow, Record, Roll, Rolled, Score, Scored, Setup
from yahtzee_tui.rules.records import read_record, write_record, write_text
from yahtzee_tui.services.saved_games import configure_daily, find_attempt
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table.daily import today

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Ask
    from yahtzee_tui.dice import Dice
    from yahtzee_tui.rules import Event

DAY = "2026-11-21"
SECRET = "5e" * 32


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    yield store
    store.close()


def yahtzees(dice: str, secret: str = "", turns: int = 13) -> Record:
    """Return a record of a game in which every roll is a Yahtzee."""
    setup = Setup("official", ("Ann",), dice=dice, secret=secret)
    game: Game = setup.start()
    events: list[Event] = []
    for _ in range(turns):
        face = game.turns % 6 + 1
        events.append(Rolled((face,) * 5))
        game = game.play(events[-1])
        best = max((p for p in game.potentials if p.refusal is None), key=lambda p: p.worth)
        events.append(Scored(best.box.id, best.points, best.bonus))
        game = game.play(events[-1])
    return Record(setup, tuple(events))


FORGED = {
    "a seed": yahtzees("seed:42"),
    "the daily": yahtzees(f"seed:daily {DAY}"),
    "same dice": yahtzees("duplicate:42"),
    "a secret": yahtzees(CommittedDice(SECRET).source, SECRET),
    "another secret": yahtzees(CommittedDice("00" * 32).source, SECRET),
}


def test_forged_records_are_refused(ask: Ask, store: Store, file: Path) -> None:
    count = len(FORGED)
    for form in (write_record, write_text):
        file.write_text("\n".join(map(form, FORGED.values())), encoding="utf-8")
        answers = map(json.loads, ask("replay", str(file), "--json").out.splitlines())
        for name, answer in zip(FORGED, answers, strict=True):
            assert (answer["proof"], answer["accepted"]) == ("wrong", 0), name
            assert [fault["code"] for fault in answer["faults"]] == ["wrong_dice"], name
        code, out, _ = ask("import", str(file))
        assert (code, out) == (1, f"0 games imported, {count} with errors.\n")
    assert store.scores.scoreboard("official").lines == ()
    code, _, err = ask("review", "--text", str(file))
    assert (code, err.count("\n")) == (1, count)
    # One that an earlier version believed is in the store all the same.
    forged = FORGED["the daily"]
    store.games.import_game(forged, forged.setup.start())
    assert len(store.games.of_day(DAY)) == 1
    assert find_attempt(store, "Ann", DAY) is None
    # Whoever chooses the secret of a day can compute its dice, so no imported one counts.
    dice = CommittedDice(SECRET, f"daily {DAY}")
    setup = Setup("official", ("Ann",), dice=dice.source, secret=SECRET)
    file.write_text(write_record(play_some(setup, 1, 10_000, dice)), encoding="utf-8")
    assert ask("import", str(file)).out == "1 game imported.\n"
    assert find_attempt(store, "Ann", DAY) is None


def test_unproven_records_are_kept_and_are_no_results(ask: Ask, store: Store, file: Path) -> None:
    typed = [yahtzees("system"), yahtzees("unknown"), yahtzees(CommittedDice(SECRET).source)]
    typed.append(yahtzees("scripted", turns=12))
    file.write_text("".join(map(write_record, typed)), encoding="utf-8")
    assert ask("replay", str(file)).out.count("Unproven: ") == 4
    said = "4 games without proof of the dice: not in the high scores.\n"
    assert ask("import", str(file)) == (0, f"4 games imported.\n{said}", "")
    assert ask("import", str(file)).out == "0 games imported, 4 already saved.\n"
    assert ask("export", "--all").out.count('"format"') == 4
    # The one that was not finished is no result when it is.
    (saved,) = store.games.by_status(Status.UNFINISHED)
    played = read_record(write_record(yahtzees("scripted"))).replay()
    assert played is not None
    store.games.save(store.games.acquire(saved.id).version, yahtzees("scripted"), played.game)
    assert len(store.games.by_status(Status.FINISHED)) == 4
    assert store.scores.scoreboard("official").lines == ()
    assert store.scores.statistics("ann") is None


def test_proven_records_are_results(ask: Ask, store: Store, file: Path) -> None:
    setups: list[tuple[Dice, str]] = [(CommittedDice(SECRET), SECRET), (SeededDice("42"), "")]
    games = [
        play_some(Setup("official", ("Ann",), dice=dice.source, secret=known), 1, 10_000, dice)
        for dice, known in setups
    ]
    file.write_text("".join(map(write_record, games)), encoding="utf-8")
    assert ask("replay", str(file)).out.count("Proven: ") == 2
    assert ask("import", str(file)) == (0, "2 games imported.\n", "")
    assert len(store.scores.scoreboard("official").lines) == 2


def test_the_days_of_a_host_keep_their_secret_until_they_are_over(
    ask: Ask, database: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = Store(database, owner="key:ann")
    day = today()
    config = configure_daily(hosted, "Ann", day)
    with closing(Store(database, owner="key:bob")) as other:
        assert config == configure_daily(other, "Ann", day)
    assert configure_daily(store, "Ann", day).secret == ""  # at home it is a game of honor
    saved_table = SavedTable.new(config, hosted)
    table = saved_table.table
    while not table.game.is_over:
        table.apply(0, next(iter(table.game.legal_actions)))
    attempt = find_attempt(hosted, "ann", day)
    assert attempt is not None
    assert attempt.total == table.game.cards[0].grand_total
    assert saved_table.game_id is not None
    hosted.close()
    store.set_owner("key:ann")
    assert config.secret not in store.games.read(saved_table.game_id).text
    listed = ask("daily", "Ann", "--list").out
    assert CommittedDice(config.secret).source in listed
    assert config.secret not in listed
    left = SavedTable.new(config, hosted := Store(database, owner="key:bob"))
    left.table.apply(0, Roll())
    monkeypatch.setattr("yahtzee_tui.table.daily.today", lambda: "9999-12-31")
    monkeypatch.setattr("yahtzee_tui.cli.daily.today", lambda: "9999-12-31")
    assert left.game_id is not None
    again = SavedTable.resume(hosted.games.acquire(left.game_id), hosted)
    for saved_table in (left, again):  # at the table over midnight, and come back on the next day
        with pytest.raises(NotNow) as refused:
            saved_table.table.apply(0, Roll())
        assert refused.value.code == "dice_published"
    again.table.apply(0, Score("chance"))
    hosted.close()
    assert f"{day} secret {config.secret}" in ask("daily", "Ann", "--list").out


def test_remote_players_are_given_texts_without_a_terminal(
    capfd: pytest.CaptureFixture[str], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The texts are written to file descriptor 1, which `capsys` doesn't capture.
    hashed = CommittedDice(store.games.day_secret(today())).hash
    for request, code, text in (
        ("daily", 0, f"{today()} {hashed}\n"),
        ("record OWL-99", 2, "No table has the code 'OWL-99'.\n"),
    ):
        monkeypatch.setenv("SSH_ORIGINAL_COMMAND", request)
        assert main(["visit"]) == code
        assert capfd.readouterr() == (text, "")


def test_no_game_is_played_by_the_dice_of_a_day(ask: Ask) -> None:
    for seed in ("daily 2026-11-23", " daily  2026-11-23#2", "daily"):
        answer = ask("play", "Ann", "--seed", seed)
        check_refusal(answer)
        assert "yahtzee-tui daily" in answer.err


def test_games_of_earlier_versions_are_proven(ask: Ask, tmp_path: Path, file: Path) -> None:
    for packed in sorted((ROOT / "tests" / "store" / "stores").glob("*.gz")):
        database = tmp_path / "old.sqlite"
        database.write_bytes(gzip.decompress(packed.read_bytes()))
        file.write_text(ask("export", "--all", "--database", str(database)).out, encoding="utf-8")
        answers = ask("replay", str(file), "--json").out.splitlines()
        assert {json.loads(answer)["proof"] for answer in answers} == {"proven"}, packed.name
        database.unlink()
