"""The command line that invites to a table, and the key of who comes in by OpenSSH's server."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from tests.source import read_lines
from tests.ssh.openssh import make_key
from yahtzee_tui.cli.visit import find_destination, find_key
from yahtzee_tui.ssh.config import split_public_name
from yahtzee_tui.ssh.destination import format_destination

if TYPE_CHECKING:
    from pathlib import Path

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
