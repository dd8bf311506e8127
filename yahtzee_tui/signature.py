"""Signatures of records by the Ed25519 host key of an SSH server, as by `ssh-keygen -Y sign`.

The format is OpenSSH's PROTOCOL.sshsig. What is signed begins with `SSHSIG`, as nothing does that
the key signs for SSH itself.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAMESPACE = b"yahtzee-tui-record"
KEY_TYPE = "ssh-ed25519"
_KIND = KEY_TYPE.encode()
_MAGIC, _VERSION, _HASH = b"SSHSIG", struct.pack(">I", 1), b"sha512"


def sign(text: bytes, public_key: bytes, sign_bytes: Callable[[bytes], bytes]) -> str:
    """Return the signature of a text in base64.

    `public_key` and what `sign_bytes` returns are in SSH's own form (RFC 8709).
    """
    parts = (public_key, NAMESPACE, b"", _HASH, sign_bytes(_frame(text)))
    return base64.b64encode(_MAGIC + _VERSION + b"".join(map(_pack, parts))).decode("ascii")


def find_signer(text: bytes, signature: str) -> bytes | None:
    """Return the public key by which a text is signed, in SSH's own form; None if it isn't.

    Raises `ImportError` without the package `cryptography`, which comes with asyncssh.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        found = base64.b64decode(signature, validate=True)
        parts = found.removeprefix(_MAGIC + _VERSION)
        public_key, namespace, _, hash_name, signed = _unpack(parts)
        (kind, point), (signed_kind, value) = _unpack(public_key), _unpack(signed)
        if (namespace, hash_name) != (NAMESPACE, _HASH) or {kind, signed_kind} != {_KIND}:
            return None
        Ed25519PublicKey.from_public_bytes(point).verify(value, _frame(text))
    except (binascii.Error, struct.error, ValueError, InvalidSignature):
        return None
    return public_key


def read_public_keys(text: str) -> dict[bytes, str]:
    """Return the Ed25519 keys in lines as known_hosts or a `.pub` file has them.

    The keys are in SSH's own form, with the name of their host, or their fingerprint without one.
    Lines with a mark, such as that of a revoked key, are left out.
    """
    keys = {}
    for line in text.splitlines():
        if line.startswith(("#", "@")):
            continue
        before, _, after = f" {line} ".partition(f" {KEY_TYPE} ")
        try:
            key = base64.b64decode(after.split()[0], validate=True)
        except (IndexError, binascii.Error):
            continue
        name = before.strip()
        keys[key] = name if name and not name.startswith("|") else fingerprint(key)
    return keys


def fingerprint(public_key: bytes) -> str:
    """Return the fingerprint of a key as OpenSSH prints it, `SHA256:` and base64."""
    digest = base64.b64encode(hashlib.sha256(public_key).digest()).decode("ascii")
    return f"SHA256:{digest.rstrip('=')}"


def _frame(text: bytes) -> bytes:
    parts = (NAMESPACE, b"", _HASH, hashlib.sha512(text).digest())
    return _MAGIC + b"".join(map(_pack, parts))


def _pack(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def _unpack(data: bytes) -> Iterator[bytes]:
    while data:
        (length,) = struct.unpack_from(">I", data)
        if len(data) < 4 + length:  # else a key would have many forms
            raise ValueError
        yield data[4 : 4 + length]
        data = data[4 + length :]
