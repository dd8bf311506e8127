"""`yahtzee-tui web`: its words, its refusals, and that nothing else needs what it needs."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.rules.conformance import check_sentence
from tests.terminal.program import ROOT
from yahtzee_tui.cli import main
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.cli.web import find_settings, format_address
from yahtzee_tui.errors import UserError
from yahtzee_tui.web import WebSettings

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = (sys.executable, "-m", "yahtzee_tui")


def settings(*words: str) -> WebSettings:
    """Return how `web` with these words is run."""
    return find_settings(build_parser().commands["web"].parse_args(words))


def test_without_words_only_this_machine_can_connect() -> None:
    assert settings() == WebSettings("localhost", 8000, "", PROGRAM)


def test_games_are_told_what_they_look_like_and_where_everything_is() -> None:
    words = ("--theme", "paper", "--no-color", "--ascii", "--database", "-a b.sqlite;")
    found = settings("--host", "::1", "--port", "0", "--public-url", "https://x.example", *words)
    assert found[:3] == ("::1", 0, "https://x.example")
    assert found.command == (
        *PROGRAM, "--theme=paper", "--database=-a b.sqlite;", "--no-color", "--ascii",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "x"), "--port can't be 'x', only a number from 0 to 65535."),
        (("--port", "²"), "--port can't be '²', only a number from 0 to 65535."),
        (("--port", "65536"), "--port can't be '65536', only a number from 0 to 65535."),
        (("--port", "0" * 20), "--port can't be '00000000000000000000', only a number "),
        (("--public-url", "dice"), "--public-url can't be 'dice', only an address such as "),
    ],
)
def test_words_that_make_no_sense(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(UserError) as refusal:
        settings(*words)
    assert refusal.value.sentence.startswith(sentence)
    check_sentence(refusal.value.sentence)


@pytest.mark.parametrize(
    ("words", "address"),
    [
        (("--host", "127.0.0.1"), "http://127.0.0.1:8765"),
        (("--host", "::1"), "http://[::1]:8765"),
        (("--host", "0.0.0.0"), f"http://{socket.gethostname()}:8765"),
        (("--public-url", "https://dice.example.org/"), "https://dice.example.org/"),
    ],
)
def test_the_address_that_is_told(words: tuple[str, ...], address: str) -> None:
    assert format_address(settings(*words), 8765) == address


@pytest.fixture
def never_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve nothing."""

    def serve(_: WebSettings, tell: Callable[[int], object]) -> None:
        tell(8765)

    monkeypatch.setattr("yahtzee_tui.web.server.serve", serve)


@pytest.mark.parametrize(
    "words", [("--host", "0.0.0.0"), ("--host", "box"), ("--public-url", "http://box")]
)
@pytest.mark.usefixtures("never_served")
def test_who_can_play_is_said_where_it_is_not_only_this_machine(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", *words]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("Everybody who can reach this address plays as you, with your games")
    check_sentence(err.strip())
    check_sentence(out.strip())


@pytest.mark.usefixtures("never_served")
def test_nothing_is_warned_of_at_home(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--host", "127.0.0.1"]) == 0
    said = "Play at http://127.0.0.1:8765 in a browser until Ctrl+C is pressed here.\n"
    assert capsys.readouterr() == (said, "")


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("--theme", "mauve"), "There are no colours called 'mauve'; "),
        (("--host", "no such host"), "The game can't be served on no such host, port 8000: "),
        (("--host", "192.0.2.1"), "The game can't be served on 192.0.2.1, port 8000: "),
        (("--host", "ü" * 100), "The game can't be served on "),
    ],
)
def test_a_server_that_can_not_start_says_why(
    words: tuple[str, ...], begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", *words]) == 2
    out, err = capsys.readouterr()
    sentence = err.splitlines()[-1]
    assert out == ""
    assert sentence.startswith(begins)
    check_sentence(sentence)


def test_a_port_that_is_taken_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--host", "127.0.0.1", "--port", str(port)]) == 2
    said = f"The game can't be served on 127.0.0.1, port {port}: Address already in use.\n"
    assert capsys.readouterr() == ("", said)


def test_without_its_library_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("yahtzee_tui.cli.web.find_spec", lambda _: None)
    assert main(["web"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "pip install 'yahtzee-tui[web]'" in err
    check_sentence(err.strip())


def test_nothing_else_needs_its_library() -> None:
    code = (
        "import sys; sys.modules['textual_serve'] = sys.modules['aiohttp'] = None; "
        "import yahtzee_tui.web; from yahtzee_tui.cli import main, web; "
        "import yahtzee_tui.tui.app; sys.exit(main(['web', '--help']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert "--public-url" in done.stdout
