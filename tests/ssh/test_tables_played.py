"""A shared table with OpenSSH's client: how it comes about, and what each player sees."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.answers import validator
from tests.ssh.openssh import (
    WITHOUT_KEY,
    FarKeyboard,
    FarMouse,
    GameDatabase,
    make_key,
    open_ssh,
    read_code,
    run,
)
from yahtzee_tui.rules import Roll
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.services.saved_games import configure_daily
from yahtzee_tui.signature import find_signer
from yahtzee_tui.ssh.server.state_dir import load_host_key
from yahtzee_tui.store import Store
from yahtzee_tui.table.daily import today

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tests.ssh.openssh import Remote
    from tests.ssh.server_process import ServerProcess
    from tests.terminal.input_methods import Hands

    Playing = tuple[Remote, Hands]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="unknown ssh here"),
]


COLORS: dict[str, tuple[dict[str, str], str, str]] = {
    "Eva": ({"COLORTERM": ""}, r"\x1b\[[0-9;]*38;5;", "38;2;"),
    "Bob": ({}, r"\x1b\[[0-9;]*38;2;", "38;5;"),
    "Cid": ({"NO_COLOR": "1"}, r"\x1b\[(?:\d;)*1m", r"[34]8;[25];|\x1b\[[349]\d[;m]"),
}
"""What a terminal says of its colors, and patterns of what it is sent and of what it isn't."""

_OSC = re.compile(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""A sequence that may end with the bell's character without ringing it."""


def test_two_play_by_keys_and_by_mouse_while_a_third_watches(
    game_server: ServerProcess, database: GameDatabase, tmp_path: Path
) -> None:
    port, key = game_server.port, make_key(tmp_path, "Eva")
    with open_ssh(port, key) as eva:
        eva.wait_for("What is your name?")
        # What was suggested is replaced; and keys that come all at once keep their order.
        eva.press(*"Evx", "backspace", "a", "enter")
        eva.wait_for("Daily game")
        eva.press("q")
        assert eva.wait() == 0
    database.keys["Eva"] = key
    for name in COLORS:
        database.know(name)
    sent = ("-o", "SendEnv=COLORTERM NO_COLOR")

    def connect(name: str, *request: str) -> AbstractContextManager[Remote]:
        env = COLORS[name][0]
        return open_ssh(port, database.keys[name], *request, login="x", options=sent, env=env)

    with connect("Eva") as eva:
        eva.wait_for("Lobby  ·  Eva")
        eva.press("t")
        eva.wait_for("Open the table")
        eva.press("enter")
        code = read_code(eva)
        with connect("Bob", "join", code, "--word", "sea otter") as bob:
            bob.wait_for("Eva starts the game")
            eva.wait_for("word: sea otter")
            eva.wait_for("all seats are taken")
            eva.press("enter")
            eva.wait_for("TOTAL")
            bob.wait_for("TOTAL")
            with connect("Cid", "watch", code) as cid:
                cid.wait_for("You are watching.")
                eva.wait_for("everyone is here · Cid is watching")
                bob.wait_for("everyone is here · Cid is watching")
                hands: dict[str, Playing] = {
                    "Eva": (eva, FarKeyboard(eva)),
                    "Bob": (bob, FarMouse(bob)),
                }
                while (game := database.game(code)).round < 3:
                    database.wait_until_shown(code, eva, bob, cid)
                    play_turn(database, code, *hands[game.player])
                database.wait_until_shown(code, eva, bob, cid)
                assert database.record(code).setup.words == ("", "sea otter")
                bells = [
                    _OSC.sub(b"", console.output).count(b"\x07") for console in (eva, bob, cid)
                ]
                assert bells == [2, 2, 0], "one for each turn that comes to a player"
                for console, (_, shown, hidden) in zip(
                    (eva, bob, cid), COLORS.values(), strict=True
                ):
                    assert re.search(shown.encode(), console.output)
                    assert not re.search(hidden.encode(), console.output)


def play_turn(database: GameDatabase, code: str, console: Remote, hands: Hands) -> None:
    game = database.game(code)
    before = game.seat
    hands.roll(game)
    game = database.wait_for(code, lambda now: now.roll == 1, console)
    position = game.faces.index(Counter(game.faces).most_common(1)[0][0])
    hands.hold(position)
    game = database.wait_for(code, lambda now: now.held == (position,), console)
    hands.roll(game)
    game = database.wait_for(code, lambda now: now.roll == 2, console)
    allowed = [p for p in game.potentials if p.refusal is None]
    best = max(allowed, key=lambda p: p.points + p.bonus)
    hands.score(game, best.box.id, asks=False)
    database.wait_saved(code, lambda now: now.is_over or now.seat != before, console)


def test_each_player_of_a_table_has_a_language(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    code = database.begin("Ute", "Ola")
    sends = ("-o", "SendEnv=LANG LC_ALL LC_MESSAGES")
    consoles = [
        open_ssh(
            game_server.port, database.keys[name], "join", code, options=sends,
            env={"LANG": lang, "LC_ALL": lang, "LC_MESSAGES": lang},
        )
        for name, lang in (("Ute", "de_DE.UTF-8"), ("Ola", "pl_PL.UTF-8"))
    ]  # fmt: skip
    with consoles[0] as ute, consoles[1] as ola:
        for mover, mark in ((ute, "▸Ute"), (ola, "▸Ola")):
            mover.wait_for(mark)
            mover.press("space")
            database.wait_saved(code, lambda game: game.roll == 1, mover)
            mover.press("enter", "enter")
            database.wait_saved(code, lambda game: game.roll == 0, mover)
        for console, words in ((ute, ("SUMME", "Einer")), (ola, ("SUMA", "Jedynki"))):
            for word in words:
                console.wait_for(word)
            assert "Ones" not in console.text


def test_programs_get_answers(game_server: ServerProcess, database: GameDatabase) -> None:
    code = database.begin("Dora", "Bob")
    store = Store(database.address, owner=database.know("Dora").who)
    config = configure_daily(store, "Dora", today())
    table = config.create_table()
    table.apply(0, Roll())
    store.games.add(table.record, table.game, secret=config.secret)
    store.close()

    def ask(what: str, *options: str) -> dict[str, Any]:
        done = run("ssh", game_server.port, *options, "x@127.0.0.1", f"{what} --json")
        assert done.returncode == 0, done.stderr
        form = "host_tables" if what == "tables" else what
        validator(form).validate(answer := json.loads(done.stdout))
        assert "guest:" not in done.stdout
        return dict(answer)

    key = database.keys["Dora"].options
    for options in (WITHOUT_KEY, (*key, "-tt")):
        assert ask("scores", *options)["scoreboards"] == []
        assert code in [each["code"] for each in ask("tables", *options)["tables"]]
    daily = ask("daily", *WITHOUT_KEY)
    assert daily["games"] == []
    assert (daily["days"][0]["day"], daily["days"][0]["secret"]) == (today(), None)
    (own,) = ask("daily", *key)["games"]
    assert (own["day"], own["total"], own["finished"]) == (today(), 0, False)
    assert own["best_play"] > 0
    for what in ("rules --json", "join OWL-7 --json"):
        done = run("ssh", game_server.port, *WITHOUT_KEY, "x@127.0.0.1", what)
        assert (done.returncode, done.stdout) == (1, "")
        assert json.loads(done.stderr)["code"] == "request"
    done = run("ssh", game_server.port, *WITHOUT_KEY, "x@127.0.0.1", "scores")
    assert '"event --json", "ladder --json" or "tables --json"' in done.stderr


def test_records_and_days_are_printed(game_server: ServerProcess, database: GameDatabase) -> None:
    """Whole and signed, so that a file of it can be checked, with a terminal or without."""
    code = database.begin("Eva", "Bob")
    written = write_record(database.record(code))
    key = load_host_key(game_server.state)
    for words in ((), ("-tt",)):
        done = run("ssh", game_server.port, *words, "x@127.0.0.1", "record", code)
        assert (done.returncode, done.stdout[: len(written)]) == (0, written)
        line = json.loads(done.stdout[len(written) :])
        assert line["signed"] == key.get_fingerprint()
        assert find_signer(written.encode(), line["signature"]) == key.public_data
        done = run("ssh", game_server.port, *words, "x@127.0.0.1", "daily")
        assert re.fullmatch(r"([0-9-]{10} sha256:[0-9a-f]{64}\n)+", done.stdout)
        done = run("ssh", game_server.port, *words, "x@127.0.0.1", "record OWL-99")
        assert (done.returncode, done.stdout) == (2, "No table has the code 'OWL-99'.\n")
