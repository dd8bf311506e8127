"""Who somebody is whom OpenSSH has let in, as it tells the program that it runs for them.

With `ExposeAuthInfo yes`, sshd names a file in SSH_USER_AUTH that lists how they proved who they
are (sshd_config(5)); with `ForceCommand`, what they asked for is in SSH_ORIGINAL_COMMAND.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 65_536


def find_key(environment: Mapping[str, str]) -> str:
    """Return the fingerprint of the key that somebody proved to have, nothing if of none.

    Args:
        environment: The environment that sshd has made.
    """
    try:
        with Path(environment["SSH_USER_AUTH"]).open(encoding="ascii") as file:
            lines = file.read(_LONGEST).splitlines()
    except (KeyError, OSError, ValueError):
        return ""
    for line in lines:
        match line.split():
            case ["publickey", _, key, *_]:
                return _fingerprint(key)
    return ""


def _fingerprint(key: str) -> str:
    """Return the fingerprint of a key as ssh-keygen writes it, nothing if it is no key."""
    try:
        blob = base64.b64decode(key, validate=True)
    except binascii.Error:
        return ""
    digest = base64.b64encode(hashlib.sha256(blob).digest()).decode("ascii")
    return f"SHA256:{digest.rstrip('=')}"
