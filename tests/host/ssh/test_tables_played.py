"""Shared tables with OpenSSH's client: what each player sees, programs that ask, and bots."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import asyncssh
import pytest

from tests.cli.answers import validator
from tests.host.ssh.clients import connect, start_session
from tests.host.ssh.openssh import (
    OPTIONS,
    WITHOUT_KEY,
    FarKeyboard,
    FarMouse,
    GameDatabase,
    needs_ssh,
    open_ssh,
    run,
)
from tests.terminal.program import ROOT
from tests.waiting import wait_until
from yahtzee_tui.host.lobby.models import TableOptions
from yahtzee_tui.host.services.waiting_room import begin_game
from yahtzee_tui.host.ssh.server.host_key import load_host_key, sign_record
from yahtzee_tui.rules import Roll
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.signature import find_signer
from yahtzee_tui.store import Store
from yahtzee_tui.table.judged import today

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.host.ssh.clients import ClientSession
    from tests.host.ssh.openssh import Key, Remote
    from tests.host.ssh.server_process import ServerProcess
    from tests.terminal.input_methods import Hands

    Playing = tuple[Remote, Hands]

pytestmark = [pytest.mark.slow, needs_ssh]


_OSC = re.compile(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""A sequence that may end with the bell's character without ringing it."""


def test_two_play_by_keys_and_by_mouse_while_a_third_watches(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    database.know("Cid")
    code, port = database.begin("Eva", "Bob"), game_server.port
    with (
        open_ssh(port, database.keys["Eva"], "join", code) as eva,
        open_ssh(port, database.keys["Bob"], "join", code) as bob,
        open_ssh(port, database.keys["Cid"], "watch", code) as cid,
    ):
        all_three = (eva, bob, cid)
        cid.wait_for("You are watching.")
        for each in (eva, bob):
            each.wait_for("everyone is here · Cid is watching")
        for hands in (FarKeyboard(eva), FarMouse(bob)):
            hands.roll(database.game(code))
            database.wait_for(code, lambda game: game.roll == 1, *all_three)
            hands.hold(2)
            game = database.wait_for(code, lambda game: game.held == (2,), *all_three)
            hands.score(game, "chance", asks=False)
            database.wait_for(code, lambda now, seat=game.seat: now.seat != seat, *all_three)  # type: ignore[misc]
        bells = [_OSC.sub(b"", each.output).count(b"\x07") for each in all_three]
        assert bells == [1, 1, 0], "one for each turn that comes to a player"


def test_programs_get_answers(game_server: ServerProcess, database: GameDatabase) -> None:
    code = database.begin("Dora", "Bob")
    store = Store(database.address, owner=database.know("Dora").who)
    config = store.events.find_day(today()).configure(1, "Dora")
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
        assert "Dora" not in str(ask("scores", *options))
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
    assert done.stderr.startswith("Only the game runs here: ssh ")


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


_TURNS = 3  # which show that a game or an example plays


@asynccontextmanager
async def lines(server: ServerProcess, key: Key, command: str) -> AsyncIterator[ClientSession]:
    async with connect(server, "x", str(key.path)) as connection:
        yield await start_session(connection, command, term=None)


async def hear(session: ClientSession, what: str) -> str:
    """Wait for a line with some words, and return it; what was said before is forgotten."""
    await session.wait_for(what.encode())
    await session.wait_for(lambda: b"\n" in session.seen.partition(what.encode())[2])
    before, found, after = bytes(session.seen).decode().partition(what)
    end, _, rest = after.partition("\n")
    session.seen[:] = rest.encode()
    return before.rpartition("\n")[2] + found + end


@pytest.mark.parametrize("example", [(sys.executable, "ssh_bot.py"), ("sh", "ssh_bot.sh")])
async def test_the_example_bots_play(
    game_server: ServerProcess, database: GameDatabase, example: tuple[str, str]
) -> None:
    program, name = example[0], example[1].removeprefix("ssh_bot.")
    ann, _bot = database.know("Ann"), database.know(name)
    database.lobby.accounts.set_bot(name, "Ann")
    where = (*OPTIONS, "-p", str(game_server.port), *database.keys[name].options, "x@127.0.0.1")
    words = (program, str(ROOT / "examples" / "bots" / example[1]), *where)
    lobby = database.lobby
    table = lobby.tables.create(TableOptions("official", 2, bots=True), ann)
    events, now = database.events, database.events.now()
    cup = events.create(f"Cup of {name}", "crag", 1, now, now + 86_400, bots=True)
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True
    ) as bot:
        try:
            await wait_until(lambda: not lobby.tables.read(table).free)
            await wait_until(lambda: events.line(cup, "").players == 1)
            begin_game(lobby, lobby.tables.read(table), ann.who)
            code = lobby.tables.read(table).code
            async with lines(game_server, database.keys["Ann"], f"plain join {code}") as session:
                await hear(session, f"BOT {name}")
                for turn in range(1, _TURNS + 1):
                    await hear(session, "Your turn")
                    session.press(b"\ns %d\n" % turn)
                    await hear(session, "Ann scored ")
                    await hear(session, f"BOT {name} scored ")
                session.channel.write_eof()
                await session.wait_over()
                assert session.code == 0
        finally:
            os.killpg(bot.pid, signal.SIGTERM)  # also ssh, and the parts of a pipe
        assert bot.stderr is not None
        assert b"Traceback" not in bot.stderr.read()


def test_another_kind_of_key_signs_nothing() -> None:
    assert sign_record(asyncssh.generate_private_key("ecdsa-sha2-nistp256"), b"{}\n") == b""
