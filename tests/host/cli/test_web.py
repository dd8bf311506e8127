"""`yahtzee-tui web`: its words, its refusals, and that nothing else needs what it needs."""

import socket
import sys
from collections.abc import Callable

import pytest

from tests.bracketed import Bracketed
from tests.cli.conftest import Ask
from tests.rules.conformance import check_sentence
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.host.cli.web import find_settings, format_address
from yahtzee_tui.host.web import WebSettings
from yahtzee_tui.translation import use_catalog

PROGRAM = (sys.executable, "-m", "yahtzee_tui")


def settings(*words: str) -> WebSettings:
    return find_settings(build_parser().commands["web"].parse_args(words))


def test_games_are_told_what_they_look_like_and_where_everything_is() -> None:
    assert settings() == WebSettings("localhost", 8000, "", PROGRAM), "for this machine only"
    words = (
        "--theme", "paper", "--no-color", "--ascii", "--language", "de", "--database",
        "-a b.sqlite;",
    )  # fmt: skip
    found = settings("--host", "::1", "--port", "0", "--public-url", "https://x.example", *words)
    assert found[:3] == ("::1", 0, "https://x.example")
    assert found.command == (
        *PROGRAM, "--theme=paper", "--language=de", "--database=-a b.sqlite;", "--no-color",
        "--ascii",
    )  # fmt: skip


def test_the_address_that_is_told() -> None:
    for words, address in (
        (("--host", "127.0.0.1"), "http://127.0.0.1:8765"),
        (("--host", "::1"), "http://[::1]:8765"),
        (("--host", "0.0.0.0"), f"http://{socket.gethostname()}:8765"),
        (("--public-url", "https://dice.example.org/"), "https://dice.example.org/"),
    ):
        assert format_address(settings(*words), 8765) == address


def test_who_can_play_is_said_where_it_is_not_only_this_machine(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def serve(_: WebSettings, tell: Callable[[int], object]) -> None:
        tell(8765)

    monkeypatch.setattr("yahtzee_tui.host.web.server.serve", serve)
    for words in (("--host", "0.0.0.0"), ("--host", "box"), ("--public-url", "http://box")):
        code, out, err = ask("web", *words)
        assert code == 0
        assert err.startswith("Anyone who can reach this address plays as you, with your games")
        check_sentence(err.strip())
        check_sentence(out.strip())
    said = "Open http://127.0.0.1:8765 in a browser. Press Ctrl+C here to stop.\n"
    assert ask("web", "--host", "127.0.0.1") == (0, said, "")


def test_a_server_that_can_not_start_says_why(ask: Ask) -> None:
    for words, begins in (
        (("--host", "no such host"), "The game can't be served on no such host, port 8000: "),
        (("--host", "192.0.2.1"), "The game can't be served on 192.0.2.1, port 8000: "),
        (("--host", "ü" * 100), "The game can't be served on "),
    ):
        code, out, err = ask("web", *words)
        assert (code, out) == (2, "")
        sentence = err.splitlines()[-1]
        assert sentence.startswith(begins)
        check_sentence(sentence)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = f"The game can't be served on 127.0.0.1, port {port}: the port is in use.\n"
        assert ask("web", "--host", "127.0.0.1", "--port", str(port)) == (2, "", said)


def test_the_page_of_a_browser_is_translated() -> None:
    pytest.importorskip("textual_serve")
    from yahtzee_tui.host.web.server import WebServer

    page = WebServer(WebSettings("localhost", 0, "", ()))._page
    assert '<html lang="en">' in page
    use_catalog(Bracketed())
    translated = WebServer(WebSettings("localhost", 0, "", (), "de"))._page
    assert '<html lang="de">' in translated
    assert ">&lt;Continue&gt;</button>" in translated
    assert "<p>&lt;The game has ended on this page. You can continue" in translated
    assert len(translated) == len(page) + 2 * len("&lt;&gt;")
