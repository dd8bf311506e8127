"""The client's key when OpenSSH's `ForceCommand` starts the game.

With `ExposeAuthInfo yes`, sshd names a file in SSH_USER_AUTH that lists the authentication methods
that succeeded (sshd_config(5)).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAX_CHARACTERS = 65_536


def find_key(environment: Mapping[str, str]) -> str:
    """Return the fingerprint of the key that the client authenticated with, or "" without one."""
    try:
        with Path(environment["SSH_USER_AUTH"]).open(encoding="ascii") as file:
            lines = file.read(_MAX_CHARACTERS).splitlines()
    except (KeyError, OSError, ValueError):
        return ""
    for line in lines:
        match line.split():
            case ["publickey", _, key, *_]:
                return _fingerprint(key)
    return ""


def _fingerprint(key: str) -> str:
    """Return a base64 key's fingerprint as ssh-keygen writes it, or "" if it isn't base64."""
    try:
        blob = base64.b64decode(key, validate=True)
    except binascii.Error:
        return ""
    digest = base64.b64encode(hashlib.sha256(blob).digest()).decode("ascii")
    return f"SHA256:{digest.rstrip('=')}"
