"""Signatures of records: that OpenSSH takes them, and that nothing else passes for one."""

import base64
import shutil
import subprocess
from pathlib import Path

import asyncssh
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from yahtzee_tui.signature import KEY_TYPE, find_signer, fingerprint, read_public_keys, sign

KEY = asyncssh.generate_private_key("ssh-ed25519")
TEXT = b'{"format":"yahtzee-tui"}\n'


def sign_as_host(key: asyncssh.SSHKey, text: bytes) -> str:
    return sign(text, key.public_data, lambda data: key.sign(data, KEY_TYPE.encode()))


SIGNATURE = sign_as_host(KEY, TEXT)


def test_ssh_keygen_checks_a_signature_too(tmp_path: Path) -> None:
    if (program := shutil.which("ssh-keygen")) is None:
        pytest.skip("ssh-keygen is not installed")
    frame = "-----{} SSH SIGNATURE-----\n"
    signature = tmp_path / "signature"
    signature.write_text(
        f"{frame.format('BEGIN')}{SIGNATURE}\n{frame.format('END')}", encoding="ascii"
    )
    allowed = tmp_path / "allowed"
    allowed.write_text(f"host {KEY.export_public_key().decode()}", encoding="ascii")
    for content, code in ((TEXT, 0), (TEXT + b"\n", 255)):
        done = subprocess.run(
            [program, "-Y", "verify", "-f", allowed, "-I", "host", "-n", "yahtzee-tui-record",
             "-s", signature],
            input=content, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stderr


@given(st.integers(0, 10_000), st.binary(max_size=8))
@example(29, b"\x01")  # a key of a greater length than there is
def test_no_other_text_is_a_signature(at: int, other: bytes) -> None:
    assert find_signer(TEXT, SIGNATURE) == KEY.public_data
    signed = base64.b64decode(SIGNATURE)
    start = at % len(signed)
    changed = signed[:start] + other + signed[start + len(other) :]
    for text in (base64.b64encode(changed).decode(), SIGNATURE[:start], other.hex()):
        assert find_signer(TEXT, text) in (None, KEY.public_data)
        assert find_signer(TEXT + other, text) is None or not other


def test_keys_are_read_as_openssh_writes_them() -> None:
    line = KEY.export_public_key("openssh").decode().strip() + " comment"
    own = fingerprint(KEY.public_data)
    assert own == KEY.get_fingerprint()
    for before, name in (("", own), ("[host]:2222 ", "[host]:2222"), ("|1|a=|b= ", own)):
        assert read_public_keys(f"junk\n{before}{line}\n") == {KEY.public_data: name}
    for text in (f"@revoked host {line}", f"# {line}", "host ssh-ed25519", "host ssh-ed25519 =a="):
        assert read_public_keys(text) == {}
