"""What a client asks for and says of itself, and where it is told to connect to."""

import shlex
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.host.ssh.openssh import make_key
from tests.source import read_lines
from yahtzee_tui.host.cli.visit import find_destination, find_key
from yahtzee_tui.host.lobby.codes import draw_code, draw_word, read_code, read_word
from yahtzee_tui.host.ssh.addresses import format_destination, split_public_name
from yahtzee_tui.host.ssh.requests import clean_login, parse_request
from yahtzee_tui.host.ssh.server.terminal import (
    clamp_size,
    is_capable,
    needs_ascii,
    session_environment,
)
from yahtzee_tui.settings import LANGUAGES

ANYTHING = st.text(max_size=60)


def test_only_tables_and_texts_can_be_asked_for() -> None:
    assert parse_request("watch owl-9999") == ("watch", "OWL-9999")
    assert parse_request("record owl-9999") == ("record", "OWL-9999")
    assert parse_request("daily") == ("daily",)
    assert parse_request("ladder") == ("ladder",)
    with_word = ("join", "OWL-12", "--word", "größer als ich")
    assert parse_request(" ".join(with_word)) == with_word
    for what in ("scores", "daily", "ladder", "tables"):
        assert parse_request(f"{what} --json") == (what, "--json")
    for command in read_lines(__file__, "refused_requests.jsonl"):
        assert parse_request(command) is None, command


def test_every_code_of_a_table_can_be_asked_for_and_no_return_word() -> None:
    """Which programs read codes is written twice: the server knows no lobby."""
    for digits in range(2, 7):
        code = draw_code(digits)
        assert parse_request(f"join {code}") == ("join", read_code(code)) == ("join", code)
    word = draw_word()
    assert parse_request(f"join {word}") is None
    assert read_word(word) == word


@given(ANYTHING)
def test_no_other_command_is_understood(command: str) -> None:
    request = parse_request(command)
    assert request is None or command.upper() == " ".join(request).upper()


@given(ANYTHING)
def test_a_cleaned_login_is_printable(login: str) -> None:
    cleaned = clean_login(login)
    assert not cleaned or cleaned.isprintable()
    assert len(cleaned) <= 20
    assert not set(cleaned) & set('[]<>;\\/@$`"*')
    assert clean_login(cleaned) == cleaned


def test_what_is_suggested_for_a_login() -> None:
    names = {
        "ann": "ann", "Ann O'Hara": "Ann O'Hara", "a\x1b]0;x\x07b": "a0xb", "Jörg": "Jörg",
        "4242": "", "...": "", "": "", "x" * 999: "x" * 20,
    }  # fmt: skip
    assert {login: clean_login(login) for login in names} == names


@given(st.integers(1, 400) | st.integers(1, 2**32), st.integers(1, 200) | st.integers(1, 2**32))
@example(20, 8)
@example(300, 120)
def test_no_size_is_out_of_bounds(columns: int, rows: int) -> None:
    """What a window may take of a session's memory is bounded, and what screens must allow for."""
    bounds = (20, columns, 300), (8, rows, 120)
    assert clamp_size(columns, rows) == tuple(sorted(each)[1] for each in bounds)
    assert clamp_size(0, 0) == (80, 24), "unknown"


@given(ANYTHING, st.dictionaries(ANYTHING, ANYTHING, max_size=5))
def test_nothing_that_was_sent_reaches_a_game(term: str, sent: dict[str, str]) -> None:
    needs_ascii(sent)
    if is_capable(term):
        environment = session_environment(term, sent, "en")
        assert set(environment) <= {"TERM", "COLORTERM", "NO_COLOR", "LC_MESSAGES"}
        assert all(word.isascii() and word.isprintable() for word in environment.values())
        assert environment["LC_MESSAGES"] in LANGUAGES


@pytest.mark.parametrize(("sent", "code"), read_lines(__file__, "languages.jsonl"))
def test_a_session_speaks_the_language_that_was_sent(sent: dict[str, str], code: str) -> None:
    """Or that of the host, where none was sent that the game has."""
    assert session_environment("xterm", sent, "sv")["LC_MESSAGES"] == code


def test_colors_and_locales() -> None:
    for term, sent, is_full in (
        ("xterm-256color", {}, False),
        ("xterm-256color", {"COLORTERM": "truecolor"}, True),
        ("xterm-256color", {"COLORTERM": "yes"}, False),
        ("xterm-kitty", {}, True),
    ):
        assert ("COLORTERM" in session_environment(term, sent, "en")) is is_full, (term, sent)
    for sent, is_plain in read_lines(__file__, "locales.jsonl"):
        assert needs_ascii(sent) is is_plain, sent


FAR = "8.8.8.8"


@pytest.mark.parametrize(
    ("name", "address", "client", "wanted"), read_lines(__file__, "destinations.jsonl")
)
def test_where_ssh_reaches_a_server(name: str, address: str, client: str, wanted: str) -> None:
    assert format_destination(name, address, 2222, client) == wanted


def test_a_public_name_is_nothing_that_a_shell_or_ssh_would_act_on() -> None:
    for text in ("-oProxyCommand=x", "a b", "a;b", "$(x)", "a:0", "a:99999", "a:", "[x]", "@a"):
        with pytest.raises(ValueError, match=r".") as refusal:
            split_public_name(text)
        assert str(refusal.value)
    words = format_destination("a@b-c.example:5", "", 22, "").split()
    assert shlex.split(" ".join(words)) == words == ["-p", "5", "a@b-c.example"]


def test_behind_openssh_the_account_belongs_to_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "yahtzee")
    connection = {"SSH_CONNECTION": f"{FAR} 50000 9.9.9.9 22"}
    assert find_destination(connection, "") == "yahtzee@9.9.9.9"
    name = "play.example.org:2022"
    assert find_destination(connection, name) == "-p 2022 yahtzee@play.example.org"
    assert find_destination({}, "") == "yahtzee@HOST"


def test_behind_openssh_the_key_is_the_one_that_sshd_names(tmp_path: Path) -> None:
    key = make_key(tmp_path, "ann")
    public = key.path.with_suffix(".pub").read_text().split()[1]
    methods = tmp_path / "methods"
    methods.write_text(f"keyboard-interactive/pam\npublickey ssh-ed25519 {public}\n")
    environment = {"SSH_USER_AUTH": str(methods)}
    assert find_key(environment) == key.fingerprint
    for line in (
        b"",
        b"password\n",
        b"publickey\n",
        b"publickey ssh-ed25519\n",
        b"publickey ssh-ed25519 not-a-key\n",
        b"publickey ssh-ed25519 \xff\n",
        f"hostbased ssh-ed25519 {public}\n".encode(),
    ):
        methods.write_bytes(line)
        assert find_key(environment) == "", line
    for none in ({}, {"SSH_USER_AUTH": str(tmp_path / "gone")}, {"SSH_USER_AUTH": str(tmp_path)}):
        assert find_key(none) == ""
