"""`yahtzee-tui host`: who plays, and how sessions, tables and bans are changed, in the store."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.answers import find_form, read_schema
from tests.cli.conftest import Ask, Clock, check_refusal, mixed, save
from tests.cli.test_hostile_database import check_commands
from tests.cli.test_json import COMMANDS, check_forms
from tests.host.lobby.users_and_tables import ANN, BOB, GUEST, open_table
from tests.host.ssh.host_listener import make_identity
from yahtzee_tui.cli.arguments import Argument
from yahtzee_tui.cli.commands import list_commands
from yahtzee_tui.host.cli.host import _ACTIONS
from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.ssh.figures import Histogram
from yahtzee_tui.store.stats.ladder import RatedGame
from yahtzee_tui.table.config import format_moment

KEY = f"SHA256:{'A' * 43}"


@pytest.fixture
def lobby(database: str, clock: Clock) -> Iterator[Lobby]:
    """Give a lobby in which nobody's time lapses, on the slowest machine."""
    assert clock
    with closing(HostStore(database)) as store:
        yield store.lobby


def test_who_is_there_and_a_session_is_ended(ask: Ask, lobby: Lobby) -> None:
    assert ask("host", "who").out == "No players are connected.\n"
    table = lobby.tables.read(open_table(lobby))
    ann, guest = lobby.enter(ANN, "192.0.2.7"), lobby.enter(GUEST)
    ann.set_table(table.id)
    guest.set_table(None)
    lines = ask("host", "who").out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        [ann.session[:8], "Ann"], [guest.session[:8], "Gus*"]
    ]  # fmt: skip
    assert "192.0.2.7" in lines[0]
    assert table.code in lines[0]
    answer = ask("host", "who", "--json").out
    assert GUEST.who not in answer, "whose word lets them come back"
    assert [each["name"] for each in json.loads(answer)["sessions"]] == ["Ann", "Gus*"]
    check_refusal(ask("host", "end", guest.session[1:8]))
    check_refusal(ask("host", "end", ""))
    assert ask("host", "end", guest.session[:8]).out == ("Gus*'s session ends within 15 seconds.\n")
    assert lobby.bans.find({GUEST.who}, "", guest.session) == "ended"
    assert lobby.bans.find({ANN.who}, "192.0.2.7", ann.session) == ""


def test_servers_of_one_name_with_different_keys_are_named(ask: Ask, lobby: Lobby) -> None:
    names = ("left", "play.example.org", "A"), ("right", "play.example.org", "B"), ("far", "", "C")
    for at, (name, public_name, key) in enumerate(names):
        texts = {"id": f"id{at}", "public_name": public_name, "key": f"SHA256:{key}"}
        lobby.keep_alive([], make_identity(name, float(at)) | texts)
    *servers, sentence = ask("host", "who").out.splitlines()[1:]
    assert [line.split()[:4] for line in servers] == [
        ["server", name, f"id{at}", "1.0"] for at, (name, *_) in enumerate(names)
    ]
    assert sentence == "Servers of play.example.org have different host keys: left and right."
    answer = ask.json("host", "who")
    assert [each["keys_differ"] for each in answer["servers"]] == [True, True, False]


def test_the_tables_of_the_lobby_are_listed_and_closed(ask: Ask, lobby: Lobby) -> None:
    assert ask("host", "tables").out == "The lobby lists no tables.\n"
    table = lobby.tables.read(open_table(lobby))
    hidden = lobby.tables.read(open_table(lobby, is_open=False))
    assert ask("host", "tables").out == f"{table.code}  official  waiting  Ann, free\n"
    answer = ask("host", "tables", "--json").out
    (listed,) = json.loads(answer)["tables"]
    assert (listed["code"], listed["seats"][1]) == (table.code, None)
    assert hidden.code not in answer
    assert ask("host", "close", table.code.lower()).out == f"{table.code} is closed.\n"
    assert lobby.tables.read(table.id).status is TableStatus.CLOSED


def test_a_player_is_banned_by_name_with_key_and_network(ask: Ask, lobby: Lobby) -> None:
    lobby.accounts.bind(ANN.who, ANN.name)
    for user, address in ((ANN, "192.0.2.7"), (GUEST, "2001:db8::7"), (GUEST, "2001:db8::8")):
        lobby.enter(user, address).set_table(None)
    said = ask("host", "ban", "ann", "--why", "threw  the dice").out
    assert said == "Ann and 192.0.2.7/32 are banned; their sessions end within 15 seconds.\n"
    assert lobby.bans.find({ANN.who}, "") == lobby.bans.find(set(), "192.0.2.7") == "banned"
    answer = ask.json("host", "ban", GUEST.name, "--for", "2h")
    assert [ban["subject"] for ban in answer["bans"]] == ["2001:db8::/64"]
    *_, ann, network, guest = ask("host", "who").out.splitlines()
    for line, subject, name in ((ann, ANN.who, "Ann"), (network, "192.0.2.7/32", "Ann")):
        assert line.split()[1:4] == [subject.removeprefix("key:"), name, "since"]
        assert line.endswith("threw the dice")
    assert guest.split()[2] == GUEST.name
    assert "  until 20" in guest
    assert {ban["reason"] for ban in ask.json("host", "unban", "ANN")["bans"]} == {"threw the dice"}
    assert ask("host", "unban", GUEST.name).out == f"{GUEST.name} can play again.\n"
    assert lobby.bans.list_all() == []
    lobby.bans.ban(ANN.who)  # as the version before wrote it, without a name
    assert ask("host", "unban", "Ann").code == 0
    lobby.enter(GUEST._replace(who="guest:OTHER-12345678")).set_table(None)
    for words in (("ban", GUEST.name), ("ban", "Nobody"), ("unban", "Ann"), ("unban", "")):
        check_refusal(ask("host", *words))
    check_refusal(ask("host", "ban", "192.0.2.7", "--why", "\x1b"))


def test_keys_and_networks_are_banned_and_let_in_again(ask: Ask, lobby: Lobby) -> None:
    ban = ask.json("host", "ban", KEY, "--for", "2h")
    since, until = (datetime.fromisoformat(ban[name]) for name in ("since", "until"))
    assert (ban["subject"], until - since) == (f"key:{KEY}", timedelta(hours=2))
    assert ask("host", "ban", "192.0.2.0/24").out.startswith("192.0.2.0/24 is banned; its")
    assert lobby.bans.find({f"key:{KEY}"}, "198.51.100.1") == "banned"
    assert lobby.bans.find({ANN.who}, "192.0.2.255") == "banned"
    assert lobby.bans.find({ANN.who}, "192.0.3.0") == ""
    assert [line.split()[1] for line in ask("host", "who").out.splitlines()[1:]] == [
        KEY, "192.0.2.0/24"
    ]  # fmt: skip
    assert ask("host", "unban", "192.0.2.0/24").out == "192.0.2.0/24 can play again.\n"
    assert lobby.bans.find({ANN.who}, "192.0.2.255") == ""
    check_refusal(ask("host", "unban", "192.0.2.0/24"))
    longest = ask.json("host", "ban", KEY, "--for", "99999w")
    assert longest["until"].startswith("3943-"), "a day that can be named"


def test_only_the_host_sees_who_plays_nearly_like_best_play(
    ask: Ask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lobby.list_present() == []
    games = [RatedGame("ann", "Ann", -0.5, 1.0)] * 10 + [RatedGame("bob", "Bob", -9.0, 1.0)] * 9
    monkeypatch.setattr("yahtzee_tui.store.stats.scores.Scores.rated_games", lambda *_: games)
    title, ann, bob = ask("host", "ladder", "--rules", "yatzy").out.splitlines()
    assert title == "Ladder: Scandinavian Yatzy"
    assert ann.startswith("Ann ")
    assert ann.endswith("10 games · give or take 0.0 · nearly best play")
    assert "9 games · provisional" in bob
    answer = ask.json("host", "ladder", "--rules", "yatzy")
    assert [each["near_best"] for each in answer["ladder"]] == [True, False]
    words = ("scores", "--ladder", "--rules", "yatzy")
    said = ask(*words).out + ask(*words, "--json").out
    assert "Ann" in said
    assert "near" not in said


def test_players_are_told_a_line(ask: Ask, lobby: Lobby, clock: Clock) -> None:
    assert ask("host", "say", "Tea").out.startswith("All players will see this within")
    ask("host", "say", "Cup at  eight")
    for text in ("", "a\x1b[2J", "a" * 101, "a\nb", "\u202eb"):
        check_refusal(ask("host", "say", text))
    tea, cup = lobby.servers.read_notices()
    assert (tea.text, cup.text) == ("Tea", "Cup at eight")
    assert lobby.servers.read_notices(tea.id) == [cup]
    clock.seconds += 86_401
    assert lobby.servers.read_notices() == []


def test_of_two_drains_the_sooner_counts_and_one_of_two_servers_is_named(
    ask: Ask, lobby: Lobby, clock: Clock
) -> None:
    check_refusal(ask("host", "drain"))  # no server runs
    lobby.keep_alive([], make_identity("play-1"))
    long, short, later = (ask.json("host", "drain", "--for", span) for span in ("2h", "5m", "1h"))
    assert short["name"] == "play-1"
    assert short == later != long
    (server,) = lobby.servers.list_running()
    assert server.drain_until == clock.seconds + 300
    for words in ("--for 0", "--for 25h", "--for 2", "play-2", "play-1 --message \x1b"):
        check_refusal(ask("host", "drain", *words.split()))

    lobby.keep_alive([], make_identity("play-2"))
    answer = ask("host", "drain")
    check_refusal(answer)
    assert "play-1 (play-1) and play-2 (play-2)" in answer.err
    ask("host", "drain", "play-2", "--message", "Back at eight.")
    assert [each.drain_text for each in lobby.servers.list_running()] == ["", "Back at eight."]


def test_the_figures_of_all_servers_are_shown_and_added_up(
    ask: Ask, lobby: Lobby, clock: Clock
) -> None:
    assert "All servers\n  sessions                   0: 0 at tables" in ask("host", "stats").out
    histogram = Histogram()
    for _ in range(100):
        histogram.add(0.004)
    figures = {
        "sessions": 3, "sessions_at_tables": 2, "sessions_in_lobby": 1, "sessions_watching": 1,
        "refusals": {"full": 2, "term": 0}, "drops": {"rate": 7}, "session_ends": {"left": 4},
        "key_seconds": histogram.counts, "log_lines_lost": 5, "listener_restarts": 1,
        "session_memory_bytes": 13_400_000,
    }  # fmt: skip
    lobby.keep_alive([], make_identity("play-1", clock.seconds - 90_000), figures)
    lobby.keep_alive([], make_identity("play-2", clock.seconds - 3_660), {"sessions": 4})
    lobby.keep_alive([], make_identity("play-2", clock.seconds))  # a new listener knows none yet
    blocks = ask("host", "stats").out.split("\n\n")
    assert [block.splitlines()[0].partition(",")[0] for block in blocks] == [
        "play-1", "play-2", "All servers", "Games today (UTC): 0 started"
    ]  # fmt: skip
    assert "version 1.0, up 1 d 1 h\n" in blocks[0]
    assert "up 1 h 1 min\n" in blocks[1]
    for text in (
        "3: 2 at tables (1 watching), 1 in the lobby\n", "p50 4.0 ms, p95 4.9 ms, p99 5.0 ms\n",
        "13.4 MB\n", "full 2\n", "rate 7\n", "left 4\n", "fork server 0, listener 1\n",
    ):  # fmt: skip
        assert f"  {text}" in f"{blocks[0]}\n"
    total = ask.json("host", "stats")["all"]
    assert (total["sessions"], total["log_lines_lost"]) == (7, 5)
    assert total["refusals"] == {"full": 2}
    assert total["key_seconds"] == {"count": 100, "p50": 0.004, "p95": 0.0049, "p99": 0.00498}
    assert total["save_seconds"] == {"count": 0, "p50": None, "p95": None, "p99": None}


def test_the_games_of_today_are_counted(ask: Ask, database: str, clock: Clock) -> None:
    finished, begun = (each for each in mixed() if each.setup.rules == "yz")
    today, yesterday = (format_moment(clock.seconds - day) for day in (0, 86_400))
    records = [
        each._replace(setup=each.setup._replace(began=when))
        for each, when in ((finished, yesterday), (begun, today), (begun, yesterday))
    ]
    save(database, records)
    assert ask.json("host", "stats")["games"] == {"started": 1, "finished": 1}


@pytest.mark.usefixtures("database")
def test_without_a_server_nothing_is_made(ask: Ask) -> None:
    answer = ask("host", "who")
    check_refusal(answer)
    assert "Give the server's --state folder" in answer.err


def test_the_words_of_the_action_are_those_that_its_code_knows() -> None:
    (host,) = (each for each in list_commands() if each.name == "host")
    (found,) = (
        each for each in host.arguments if isinstance(each, Argument) and each.name == "action"
    )
    assert {*found.settings["choices"]} == {*_ACTIONS, "event"}


@pytest.mark.exhaustive
def test_nothing_in_a_database_acts_on_a_terminal(ask: Ask, database: str, lobby: Lobby) -> None:
    open_table(lobby)
    lobby.enter(ANN, "192.0.2.7")
    lobby.keep_alive([], make_identity("left", 0.0))
    lobby.bans.ban("192.0.2.0/24", None)
    assert ask("event", "new", "Cup").code == 0
    commands = ("who", "tables", "stats", "ladder", "event list")
    check_commands(ask, database, [f"host {each}" for each in commands])


def test_the_host_of_an_event_is_no_player_of_it(ask: Ask, database: str) -> None:
    assert ask("event", "new", "Cup").code == 0
    for shows in (["list"], ["show", "Cup"]):
        assert " · 0 played\n" in ask("host", "event", *shows, "--database", database).out


HOSTING = Path(__file__).with_name("json_commands.txt").read_text().splitlines()


@pytest.mark.slow
def test_every_answer_has_its_form(
    ask: Ask, database: str, clock: Clock, subtests: pytest.Subtests
) -> None:
    with closing(HostStore(database)) as store:
        table = store.lobby.tables.read(open_table(store.lobby, ANN, BOB))
        presence = store.lobby.enter(ANN, "192.0.2.7")
        presence.set_table(table.id)
        store.lobby.accounts.bind(ANN.who, ANN.name)
        store.lobby.keep_alive([], make_identity("play-1", clock.seconds), {"sessions": 1})
    names = {"SESSION": presence.session, "CODE": table.code}
    check_forms(ask, HOSTING, names, subtests)
    seen = {find_form([*line.split(), "--json"]) for line in (*COMMANDS, *HOSTING)}
    forms = {each["$ref"] for each in read_schema()["anyOf"]}
    assert {f"#/$defs/{form}" for form in (*seen, "error")} == forms
