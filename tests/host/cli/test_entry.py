"""The way in to commands of hosting: what they import, and what visitors ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.test_entry import find_imports
from yahtzee_tui.host.cli import visit

if TYPE_CHECKING:
    from tests.cli.conftest import Ask


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
    assert visit.read_request(answers_json=False) == tuple(found.split())
