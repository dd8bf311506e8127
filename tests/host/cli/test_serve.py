"""`yahtzee-tui serve`: its settings, its refusals, and that nothing else needs what it needs."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.answers import check_answer
from tests.cli.conftest import Ask
from tests.cli.test_entry import find_imports
from tests.host.ssh.server_process import AS_THIS_USER, ServerProcess
from tests.rules.conformance import check_sentence
from tests.source import read_faults
from tests.terminal.program import ROOT, yahtzee
from tests.waiting import HANG_SECONDS
from yahtzee_tui.cli.arguments import Argument
from yahtzee_tui.cli.commands import build_parser, list_commands
from yahtzee_tui.errors import UserError
from yahtzee_tui.host.cli import visit
from yahtzee_tui.host.cli.serve import find_settings, serve
from yahtzee_tui.host.ssh import Limits, ServerSettings, read_server_settings
from yahtzee_tui.host.ssh.config import LEAST_LIMITS, MAX_LIMIT, Metrics, read_example, read_limit
from yahtzee_tui.text import end_sentence


def settings(*words: str) -> ServerSettings:
    return find_settings(build_parser().commands["serve"].parse_args(words))


def test_everything_can_be_set_and_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(Path(__file__).with_name("server_everything.toml").read_text())
    wanted = ServerSettings(
        "127.0.0.1", 65535, "postgresql://yahtzee@db/yahtzee", "/var/lib/yahtzee", "yahtzee",
        ("10.0.0.0/8", "2001:db8::/32"), 0, Limits(sessions=7, idle_seconds=60),
        ("192.0.2.0/24", "SHA256:0123456789012345678901234567890123456789012"),
        "dice.example.org:22", ("yatzy", "house"), "/etc", "pt",
    )  # fmt: skip
    assert read_server_settings(file) == (wanted, [])
    words = ("--port", "0", "--host", "::1", "--database", "x.sqlite", "--limit", "sessions=9")
    limits = Limits(sessions=9, idle_seconds=60)
    given = wanted._replace(host="::1", port=0, database="x.sqlite", limits=limits)
    assert settings("--config", str(file), *words) == given


def test_others_get_figures_only_if_the_file_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "server.toml"
    for listen in ("127.0.0.1:9222", "[::1]:9222", "/run/yahtzee-tui/metrics", ""):
        file.write_text(f'[metrics]\nlisten = "{listen}"')
        metrics = Metrics(listen)
        assert read_server_settings(file) == (ServerSettings()._replace(metrics=metrics), [])
    file.write_text('[metrics]\nlisten = "0.0.0.0:9222"\npublic = true')
    metrics = Metrics("0.0.0.0:9222", public=True)
    assert read_server_settings(file) == (ServerSettings()._replace(metrics=metrics), [])
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    parser = build_parser().commands["serve"]
    with pytest.raises(UserError, match="needs prometheus-client"):
        serve(parser.parse_args(["--config", str(file), "--state", str(tmp_path)]))
    monkeypatch.setitem(sys.modules, "psycopg", None)
    file.write_text('database = "postgresql://host/games"')
    with pytest.raises(UserError, match="PostgreSQL needs psycopg"):
        serve(parser.parse_args(["--config", str(file), "--state", str(tmp_path)]))


def test_what_makes_no_sense_is_named(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    for text, fault in read_faults(__file__, "server_wrong.txt").items():
        file.write_text(text)
        assert read_server_settings(file) == (
            ServerSettings(),
            [end_sentence(f"server.toml: {fault}")],
        )
    file.write_text("port = ")
    found, (fault,) = read_server_settings(file)
    assert found == ServerSettings()
    assert fault.startswith("server.toml can't be read: it is not valid TOML")
    assert "defaults" not in fault
    with pytest.raises(UserError, match="not valid TOML"):
        settings("--config", str(file))
    file.write_text("prot = 22")
    with pytest.raises(UserError, match="did you mean port"):
        settings("--config", str(file))
    assert read_server_settings(tmp_path / "none") == (ServerSettings(), [])


@given(st.text(max_size=30), st.none() | st.integers() | st.text(max_size=9) | st.booleans())
def test_no_limit_is_out_of_bounds(name: str, word: object) -> None:
    for each in (name, "sessions"):
        try:
            assert LEAST_LIMITS.get(each, 1) <= read_limit(each, word) <= MAX_LIMIT
        except ValueError as fault:
            check_sentence(f"{str(fault)[:1].upper()}{str(fault)[1:]}.")


@pytest.mark.exhaustive
def test_a_server_that_can_not_start_says_why(tmp_path: Path) -> None:
    cases = {
        ("--user", "no-such-user"): "This machine has no user 'no-such-user'.",
        ("--host", "192.0.2.1"): "The server can't listen on 192.0.2.1, port 0: ",
        ("--host", "no such host"): "The server can't listen on no such host, port 0: ",
        ("--state", "/dev/null/x"): "The host key /dev/null/x/ssh_host_ed25519_key can't be ",
    }
    config = tmp_path / "server.toml"
    config.write_text('rules = ["official", "yhatzy"]')
    cases["--config", str(config)] = "'yhatzy' is not a rule set; did you mean yatzy?"
    (tmp_path / "diary").write_text("Dear diary")
    cases["--database", f"{tmp_path}/diary"] = "The path for saved games is some other file"
    if os.geteuid() == 0:
        cases["--user", ""] = "As root, the server needs --user NAME"
    with ExitStack() as stack:
        servers = []
        for number, words in enumerate(cases):
            state = str(tmp_path / f"{number}")
            command = yahtzee("serve", "--state", state, "--port", "0", *AS_THIS_USER)
            server = subprocess.Popen(
                [*command, *words], cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True
            )
            servers.append(stack.enter_context(server))
            stack.callback(server.kill)
        for server, begins in zip(servers, cases.values(), strict=True):
            out, err = server.communicate(timeout=HANG_SECONDS)
            assert (server.returncode, out) == (2, "")
            *log, sentence = err.splitlines()
            assert [json.loads(line)["event"] for line in log] in ([], ["starting", "closed"])
            assert sentence.startswith(begins)
            check_sentence(sentence)


def test_the_fingerprint_of_the_host_key_is_printed(ask: Ask, tmp_path: Path) -> None:
    words = ("serve", "--fingerprint", "--state", str(tmp_path), "--host", "dice.example.org")
    code, out, _ = ask(*words)
    assert code == 0
    assert out.startswith("SHA256:")
    assert "[dice.example.org]:2222 ssh-ed25519 " in out
    assert ask(*words)[1] == out


@pytest.mark.slow
def test_players_can_connect_to_a_server(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        words = ("serve", "--check", "--json", "--host", "127.0.0.1", "--port", str(server.port))
        done = subprocess.run(yahtzee(*words), cwd=ROOT, stdout=PIPE, text=True, check=False)
    assert done.returncode == 0, done.stdout
    check_answer(words, done.stdout, "")
    answer = json.loads(done.stdout)
    assert answer["sentence"].startswith("OK: players can connect")
    assert answer["seconds"] > 0


def test_examples_are_written_out(ask: Ask, tmp_path: Path) -> None:
    (serve,) = (each for each in list_commands() if each.name == "serve")
    arguments = (each for each in serve.arguments if isinstance(each, Argument))
    (names,) = (each.settings["choices"] for each in arguments if each.name == "--print")
    for name in names:
        code, out, _ = ask("serve", "--print", name)
        assert (code, out) == (0, read_example(name))
        assert "yahtzee" in out or name == "config"
    # The example of the settings says what holds without it.
    path = tmp_path / "server.toml"
    text = read_example("config")
    for said in (text, text.replace("# take", "take").replace("\n# ", "\n")):
        path.write_text(said)
        assert read_server_settings(path) == (ServerSettings(), [])


def test_commands_import_little() -> None:
    commands = [["serve", "--help"], ["web", "--help"]]
    then = "import yahtzee_tui.host.cli.serve, yahtzee_tui.host.ssh, yahtzee_tui.host.web"
    assert find_imports(commands, then) == [[0, []]] * len(commands)


def test_the_system_may_know_no_name_of_the_user(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that is started with any user id; asyncssh insists on a name."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    code, out, _ = ask("serve", "--check", "--host", "127.0.0.1", "--port", "1")
    assert (code, out.partition(":")[0]) == (1, "The server can't be reached")
    assert "The sandbox wasn't tried" in out


@pytest.mark.parametrize(
    ("asked", "found"),
    [("", "plain"), ("join KESTREL-42", "plain join KESTREL-42"), ("bot", "bot"),
     ("plain watch KESTREL-42", "plain watch KESTREL-42"), ("daily", "daily")],
)  # fmt: skip
def test_visitors_without_a_screen_get_lines(
    monkeypatch: pytest.MonkeyPatch, terminal: set[int], asked: str, found: str
) -> None:
    terminal.add(0)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", asked)
    assert visit.read_request("HOST", answers_json=False) == tuple(found.split())
