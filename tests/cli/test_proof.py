"""Records whose dice are forged, honest, signed or typed: replay, import, review and daily."""

import gzip
import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import asyncssh
import pytest

from tests.cli.conftest import Ask, Clock, check_refusal, unsigned
from tests.rules.conformance import check_sentence
from tests.rules.strategies import play_some
from tests.source import ROOT
from tests.store.events import move
from tests.store.games import import_game
from tests.table.scripted import play_to_end, play_turn
from tests.test_signature import sign_as_host
from yahtzee_tui.dice import CommittedDice, Dice, SeededDice
from yahtzee_tui.rules import Event, Game, NotNow, Record, Roll, Rolled, Score, Scored, Setup
from yahtzee_tui.rules.records import read_record, write_record, write_text
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import TableConfig

pytestmark = pytest.mark.usefixtures("database")

DAY = "2026-11-21"
SECRET = "5e" * 32


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
    import_game(store.games, forged, forged.setup.start())
    assert len(store.games.of_day(DAY)) == 1
    assert store.events.find_attempt("Ann", DAY) is None


def test_unproven_records_are_kept_and_are_no_results(ask: Ask, store: Store, file: Path) -> None:
    typed = [yahtzees("system"), yahtzees("unknown"), yahtzees(CommittedDice(SECRET).source)]
    typed.append(yahtzees("scripted", turns=12))
    file.write_text("".join(map(write_record, typed)), encoding="utf-8")
    assert ask("replay", str(file)).out.count("Not shown: ") == 4
    assert ask("import", str(file)) == (0, f"4 games imported.\n{unsigned(4)}", "")
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


def test_a_record_has_the_word_that_is_true(ask: Ask, store: Store, file: Path) -> None:
    """Whoever writes a record chooses its secret, so no record gets a result by its own word."""
    dice = CommittedDice(SECRET)
    setup = Setup("official", ("Ann",), dice=dice.source, secret=SECRET)
    honest = play_some(setup, 1, 10_000, dice)
    unfinished = honest._replace(events=honest.events[:-5])
    saved_table = SavedTable.new(TableConfig(("Ann",)), store)
    play_to_end(saved_table.table)
    recorded = saved_table.table.record
    daily = honest._replace(setup=setup._replace(dice=f"daily {DAY}:{dice.source}"))
    hidden, otter = (
        recorded._replace(setup=recorded.setup._replace(**changed))
        for changed in ({"secret": ""}, {"words": ("otter",)})
    )
    for record, word in (
        (recorded, "recorded"), (honest, "consistent"), (daily, "consistent"),
        (unfinished, "consistent"), (hidden, "not_shown"), (otter, "wrong"),
    ):  # fmt: skip
        file.write_text(write_record(record), encoding="utf-8")
        answer = ask.json("replay", str(file), code=int(word == "wrong"))
        assert answer["proof"] == word, (record.setup, answer["why"])
        check_sentence(answer["why"])
        ask("import", str(file))
    (line,) = store.scores.scoreboard("official").lines
    assert line.game == saved_table.game_id
    file.write_text(write_record(unfinished), encoding="utf-8")
    assert "so its end may be cut off" in ask("replay", str(file)).out


def sign_line(key: asyncssh.SSHKey, text: bytes) -> str:
    """Return the line at the end of a record that a host signed."""
    line = {"signed": key.get_fingerprint(), "signature": sign_as_host(key, text)}
    return json.dumps(line, separators=(",", ":")) + "\n"


def test_a_signature_counts_by_a_key_that_is_given(
    ask: Ask, store: Store, file: Path, tmp_path: Path
) -> None:
    host, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    dice = CommittedDice(SECRET, words=("otter", ""))
    setup = Setup("official", ("Ann", "Bob"), 0, dice.source, secret=SECRET, words=dice.words)
    text = write_record(play_some(setup, 1, 10_000, dice)).encode()
    signed = text.decode() + sign_line(host, text)
    keys = tmp_path / "known_hosts"

    def answer(record: str, key: asyncssh.SSHKey | None) -> tuple[int, str]:
        file.write_text(record, encoding="utf-8")
        words = [] if key is None else ["--host-key", str(keys)]
        if key is not None:
            keys.write_text(f"[play.example.org]:2222 {key.export_public_key().decode()}")
        code, out, _ = ask("replay", str(file), *words)
        return code, out.splitlines()[1]

    code, line = answer(signed, host)
    assert line.startswith("Signed by [play.example.org]:2222: Every roll follows from the secret")
    assert line.endswith("Words were added by Ann (otter). The word of Bob is missing.")
    assert code == 0
    assert ask("replay", str(file), "--text").code == 0
    for record, key in ((signed, other), (signed, None), (text.decode(), host)):
        code, line = answer(record, key)
        assert (code, line.partition(":")[0]) == (0, "Consistent")
    lines = signed.splitlines(keepends=True)
    for forged in (
        signed.replace('"began"', '"coached":[1],"began"').replace('"Bob"', '"Bab"'),
        "".join((*lines[:-3], lines[-1])),
        signed.replace(host.get_fingerprint(), other.get_fingerprint()),
    ):
        assert answer(forged, host)[0] == 1
        faults = ask.json("replay", str(file), "--host-key", str(keys), code=1)["faults"]
        assert faults[-1]["code"] in ("wrong_signature", "wrong_dice")
        ask("import", str(file), "--host-key", str(keys))
    assert answer(signed, host)[0] == 0
    assert ask("import", str(file)).out == f"1 game imported.\n{unsigned(1)}"
    assert store.scores.scoreboard("official").lines == ()
    said = ask("import", str(file), "--host-key", str(keys))
    assert said == (0, "1 game imported.\n", "")
    assert len(store.scores.scoreboard("official").lines) == 2
    assert len([*store.games.each()]) == 1
    assert ask("import", str(file)).out == "0 games imported, 1 already saved.\n"
    assert ask("export").out == signed
    # It counts, but it wasn't recorded there.
    assert ask.json("replay", str(file))["proof"] == "consistent"
    keys.write_text("ssh-rsa AAAA\n")
    check_refusal(ask("replay", str(file), "--host-key", str(keys)))


@pytest.mark.slow
def test_every_list_has_the_games_that_replay_says(
    ask: Ask, store: Store, file: Path, tmp_path: Path, clock: Clock
) -> None:
    """Each origin has a player of its own."""
    host = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / "keys").write_text(f"host {host.export_public_key().decode()}")

    def play(name: str, turns: int = 13, coached: bool = False, **config: Any) -> None:
        table = SavedTable.new(TableConfig((name,), **config), store).table
        if coached:
            table.note_coach(0)
        while table.game.turns < turns:
            play_turn(table)

    def bring(name: str, source: Dice, dice: str = "", signs: bool = False) -> None:
        secret = SECRET if isinstance(source, CommittedDice) else ""
        setup = Setup("official", (name,), dice=dice or source.source, secret=secret)
        text = write_record(play_some(setup, 1, 10_000, source))
        signature = sign_line(host, text.encode()) if signs else ""
        file.write_text(text + signature, encoding="utf-8")
        assert ask("import", str(file), "--host-key", str(tmp_path / "keys")).code == 0

    daily, drawn = f"daily {clock.day}", CommittedDice(SECRET)
    for name, config in {
        "drawn": {}, "duplicate": {"duplicate": True}, "coached": {"coached": True},
        "seeded": {"seed": "42"}, "seeded again": {"seed": "42"}, "begun": {"turns": 3},
        "same seed": {"seed": "4", "duplicate": True}, "daily": {"seed": daily},
        "coached daily": {"seed": daily, "coached": True},
        "left daily": {"seed": daily, "turns": 1},
    }.items():  # fmt: skip
        play(name, **cast("Any", config))
    event = store.events.create("Cup", "official", 1, 0, time.time() + 1e9)
    entered = store.games.acquire(store.events.enter(event, "event"))
    play_to_end(SavedTable.resume(entered, store).table)
    move(store, event, 20_000)
    bring("imported", drawn)
    bring("typed", drawn, "scripted")
    bring("imported daily", SeededDice(daily))
    bring("signed", drawn, signs=True)
    bring("signed daily", SeededDice(daily), signs=True)
    bring("signed seed", SeededDice("42"), signs=True)
    clock.seconds += 86_400
    counted = {"best_scores", "averages", "review"}
    expected = dict.fromkeys(("drawn", "duplicate", "coached", "signed"), counted) | {
        "daily": counted | {"streak", "ladder"}, "signed daily": counted | {"streak", "ladder"},
        "coached daily": counted | {"streak"}, "left daily": {"ladder"},
        "event": counted | {"ladder"},
    }  # fmt: skip
    scores, found = store.scores, dict[str, set[str]]()
    best = {line.game for line in scores.scoreboard("official", most=99).lines}
    for saved in store.games.each():
        ((name,), rated) = saved.load()[0].setup.players, scores.find_unrated("official")
        lists = {
            "best_scores": saved.id in best,
            "averages": scores.statistics(name) is not None,
            "review": scores.find_unreviewed(name) == [saved.id],
            "streak": bool(store.games.finished_days(name)),
            "ladder": saved.id in rated,
        }
        found[name] = {each for each, is_there in lists.items() if is_there}
        file.write_text(saved.text, encoding="utf-8")
        words = ("replay", str(file), "--host-key", str(tmp_path / "keys"))
        told = ask.json(*words)["lists"]
        assert {each for each, why in told.items() if why is None} == found[name], name
        assert found[name] == expected.get(name, set()), name
    assert len(found) == 17


def test_the_days_of_a_host_keep_their_secret_until_they_are_over(
    ask: Ask, database: str, store: Store, clock: Clock
) -> None:
    day = clock.day
    with closing(Store(database, owner="key:ann")) as hosted:
        config = hosted.events.find_day(day).configure(1, "Ann")
        assert store.events.find_day(day).secrets == ("",)  # at home it is a game of honor
        saved_table = SavedTable.new(config, hosted)
        play_to_end(saved_table.table)
        attempt = hosted.events.find_attempt("ann", day)
    assert attempt is not None
    assert attempt.total == saved_table.table.game.card.grand_total
    store.set_owner("key:ann")
    assert config.secret not in store.games.read(attempt.id).text
    listed = ask("daily", "Ann", "--list").out
    assert CommittedDice(config.secret).source in listed
    assert config.secret not in listed
    with closing(Store(database, owner="key:bob")) as hosted:
        assert config == hosted.events.find_day(day).configure(1, "Ann")
        left = SavedTable.new(config, hosted)
        left.table.apply(0, Roll())
        assert left.game_id is not None
        clock.seconds += 86_400
        again = SavedTable.resume(hosted.games.acquire(left.game_id), hosted)
        for each in (left, again):  # at the table over midnight, and come back on the next day
            with pytest.raises(NotNow) as refused:
                each.table.apply(0, Roll())
            assert refused.value.code == "dice_published"
        again.table.apply(0, Score("chance"))
    assert f"{day} secret {config.secret}" in ask("daily", "Ann", "--list").out


@pytest.mark.slow
def test_games_of_earlier_versions_follow_from_their_dice(
    ask: Ask, tmp_path: Path, file: Path
) -> None:
    for packed in sorted((ROOT / "tests" / "store" / "stores").glob("*.gz")):
        database = tmp_path / "old.sqlite"
        database.write_bytes(gzip.decompress(packed.read_bytes()))
        file.write_text(ask("export", "--all", "--database", str(database)).out, encoding="utf-8")
        answers = ask("replay", str(file), "--json").out.splitlines()
        assert {json.loads(answer)["proof"] for answer in answers} == {"consistent"}, packed.name
        database.unlink()
