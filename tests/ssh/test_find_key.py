"""The key under OpenSSH's ForceCommand: only one that sshd's file names."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from yahtzee_tui.ssh.force_command import find_key

if TYPE_CHECKING:
    from pathlib import Path

KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIHG/CUNqjxyYc6aPNo4bkJM2vtWlDSmh/u/KFRvTOwTg"


def find(folder: Path, text: bytes) -> str:
    """Return the key that a file of sshd names."""
    (folder / "methods").write_bytes(text)
    return find_key({"SSH_USER_AUTH": str(folder / "methods")})


def test_the_fingerprint_is_that_of_ssh_keygen(tmp_path: Path) -> None:
    (tmp_path / "key.pub").write_text(f"ssh-ed25519 {KEY}\n")
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", tmp_path / "key.pub"], check=True, capture_output=True, text=True
    )
    lines = f"keyboard-interactive/pam\npublickey ssh-ed25519 {KEY}\n"
    assert find(tmp_path, lines.encode()) == shown.stdout.split()[1]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"password\n",
        b"publickey\n",
        b"publickey ssh-ed25519\n",
        b"publickey ssh-ed25519 not-a-key\n",
        b"publickey ssh-ed25519 \xff\n",
        f"hostbased ssh-ed25519 {KEY}\n".encode(),
    ],
)
def test_nothing_else_is_a_key(tmp_path: Path, text: bytes) -> None:
    assert find(tmp_path, text) == ""


def test_without_a_file_there_is_no_key(tmp_path: Path) -> None:
    assert find_key({}) == ""
    assert find_key({"SSH_USER_AUTH": str(tmp_path / "gone")}) == ""
    assert find_key({"SSH_USER_AUTH": str(tmp_path)}) == ""
