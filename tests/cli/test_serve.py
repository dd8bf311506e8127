"""`yahtzee-tui serve`: its settings, its refusals, and that nothing else needs what it needs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.conformance import check_sentence
from tests.terminal.program import PATIENCE, ROOT, yahtzee
from yahtzee_tui.cli import main
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.cli.serve import find_settings
from yahtzee_tui.errors import UserError
from yahtzee_tui.ssh import Limits, ServerSettings, read_server_settings
from yahtzee_tui.ssh.config import MAX_LIMIT, read_limit
from yahtzee_tui.ssh.examples import EXAMPLES, read_example

if TYPE_CHECKING:
    from pathlib import Path

EVERYTHING = """
host = "127.0.0.1"
port = 22
database = "postgresql://yahtzee@db/yahtzee"
state = "/var/lib/yahtzee"
user = "yahtzee"
proxies = ["10.0.0.0/8", "2001:db8::/32"]
keep_days = 0
[limits]
sessions = 7
idle_seconds = 60
"""

WRONG = {
    "port = 65536": "port can't be 65536, only a number from 0 to 65535",
    'port = "22"': 'port can\'t be "22", only a number from 0 to 65535',
    "host = 5": "host can't be 5, only a text",
    "prot = 22": 'there is no setting "prot"; the nearest is port',
    'proxies = "10.0.0.0/8"': 'proxies can\'t be "10.0.0.0/8", only a list',
    'proxies = ["nowhere"]': '"nowhere" among the proxies is no network',
    "proxies = [5]": "5 among the proxies is no network",
    "keep_days = -1": "keep_days can't be -1, only a number from 0 to 36500",
    "limits = 5": "limits can't be 5, only a table",
    "[limits]\nsessions = 0": "sessions can't be 0, only a number from 1 to 1000000",
    "[limits]\nsessions = true": "sessions can't be true, only a number from 1 to 1000000",
    "[limits]\nsession = 5": 'there is no limit "session"; the nearest is sessions',
}


def settings(*words: str) -> ServerSettings:
    """Return how `serve` with these words is run."""
    parser = build_parser().commands["serve"]
    return find_settings(parser.parse_args(words))


def test_everything_can_be_set(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(EVERYTHING)
    found, faults = read_server_settings(file)
    assert faults == []
    assert found == ServerSettings(
        "127.0.0.1", 22, "postgresql://yahtzee@db/yahtzee", "/var/lib/yahtzee", "yahtzee",
        ("10.0.0.0/8", "2001:db8::/32"), 0, Limits(sessions=7, idle_seconds=60),
    )  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_what_makes_no_sense_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text)
    found, faults = read_server_settings(file)
    assert found == ServerSettings()
    assert faults == [f"server.toml: {WRONG[text]}."]


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert read_server_settings(tmp_path / "none") == (ServerSettings(), [])


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("port = ")
    found, (fault,) = read_server_settings(file)
    assert found == ServerSettings()
    assert fault.startswith("server.toml can't be read: it is no TOML")


@given(st.text(max_size=30), st.none() | st.integers() | st.text(max_size=9) | st.booleans())
def test_no_limit_is_out_of_bounds(name: str, word: object) -> None:
    for each in (name, "sessions"):
        try:
            assert 1 <= read_limit(each, word) <= MAX_LIMIT
        except ValueError as fault:
            check_sentence(f"{str(fault)[:1].upper()}{str(fault)[1:]}.")


def test_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(EVERYTHING)
    words = ("--port", "0", "--host", "::1", "--database", "x.sqlite", "--limit", "sessions=9")
    found = settings("--config", str(file), *words)
    assert (found.host, found.port, found.database) == ("::1", 0, "x.sqlite")
    assert found.user == "yahtzee"
    assert found.limits == Limits(sessions=9, idle_seconds=60)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "x"), 'Port can\'t be "x", only a number from 0 to 65535.'),
        (("--port", "²"), 'Port can\'t be "²", only a number from 0 to 65535.'),
        (("--limit", "sessions"), 'Sessions can\'t be "", only a number from 1 to 1000000.'),
        (("--limit", "seats=5"), 'There is no limit "seats".'),
        (("--config", "/none/server.toml"), "There is no file /none/server.toml."),
    ],
)
def test_words_that_make_no_sense(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(UserError) as refusal:
        settings(*words)
    assert refusal.value.sentence == sentence
    check_sentence(sentence)


def serve(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `serve` until it ends."""
    return subprocess.run(
        [*yahtzee("serve", "--state", str(tmp_path / "state"), "--port", "0", *words)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("--user", "no-such-user"), "There is no user 'no-such-user' on this machine."),
        (("--host", "192.0.2.1"), "The server can't listen on 192.0.2.1, port 0: "),
        (("--host", "no such host"), "The server can't listen on no such host, port 0: "),
        (("--state", "/dev/null/x"), "The host key /dev/null/x/ssh_host_ed25519_key can't be "),
    ],
)
def test_a_server_that_can_not_start_says_why(
    tmp_path: Path, words: tuple[str, ...], begins: str
) -> None:
    done = serve(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(begins)
    check_sentence(sentence)


def test_a_check_without_a_server_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--check", "--host", "127.0.0.1", "--port", "1"]) == 1
    assert capsys.readouterr().out.startswith("The server can't be reached: ")


@pytest.mark.slow
def test_a_server_from_its_start_to_its_end(tmp_path: Path) -> None:
    command = yahtzee("serve", "--state", str(tmp_path / "state"), "--port", "0")
    with (
        subprocess.Popen(
            [*command, "--host", "127.0.0.1"], cwd=ROOT, stderr=subprocess.PIPE, text=True
        ) as process,
        ExitStack() as stack,
    ):
        assert process.stderr is not None
        stack.callback(process.kill)
        lines = (json.loads(line) for line in process.stderr)
        port = next(line["port"] for line in lines if line["event"] == "open")
        check = yahtzee("serve", "--check", "--host", "127.0.0.1", "--port", str(port))
        done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        assert done.stdout.startswith("People can play")
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - began < 8


def test_without_its_library_the_server_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("yahtzee_tui.cli.serve.find_spec", lambda _: None)
    assert main(["serve"]) == 2
    assert "pip install 'yahtzee-tui[server]'" in capsys.readouterr().err


def test_the_command_line_does_without_it() -> None:
    code = (
        "import sys; sys.modules['asyncssh'] = None; import yahtzee_tui.ssh; "
        "from yahtzee_tui.cli import main; from yahtzee_tui.cli import serve; "
        "sys.exit(main(['serve', '--help']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "--limit" in done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_written_out(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--print", name]) == 0
    text = capsys.readouterr().out
    assert text == read_example(name)
    assert "yahtzee" in text or name == "config"


def test_an_unknown_example_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--print", "nginx"]) == 2
    assert "systemd, container, sshd, config." in capsys.readouterr().err


def test_the_example_of_the_settings_is_what_holds_without_it(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    text = read_example("config")
    path.write_text(text)
    assert read_server_settings(path) == (ServerSettings(), [])
    path.write_text(text.replace("# take", "take").replace("\n# ", "\n"))
    assert read_server_settings(path) == (ServerSettings(), [])
