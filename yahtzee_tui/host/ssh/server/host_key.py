"""The host key: read or made, what players compare, and the signatures of records by it."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.host.ssh.config import ServerError
from yahtzee_tui.host.ssh.server.connection_options import HOST_SIGNATURES
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.signature import KEY_TYPE, sign
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    import pwd

FILE = "ssh_host_ed25519_key"
_SSHFP_TYPES = {"ssh-ed25519": 4, "ssh-rsa": 1}  # RFC 7479 and 4255; all others are ECDSA keys
_ECDSA, _SHA256 = 3, 2  # RFC 6594
_SSH_PORT = 22
_ACCESS_BY_OTHERS = 0o077
_READABLE = N_("Other users can read the host key {path}, so it is no longer secret. Replace it.")
_OF_PLAYERS = N_(
    "The host key {path} belongs to {user}, and games run as this user. Let root own it."
)


def load_host_key(
    folder: Path, file: str = "", user: pwd.struct_passwd | None = None
) -> asyncssh.SSHKey:
    """Return the host key in a file, or that in the server's folder, generated if there is none.

    Raises `ServerError`, also where others than the server's own user could read it: `user` is whom
    sessions run as, None for the same.
    """
    path = Path(file) if file else folder / FILE
    try:
        if not file:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not path.exists():
                _generate(path)
        status = path.stat()
        if status.st_mode & _ACCESS_BY_OTHERS:
            raise ServerError(_(_READABLE, path=path))
        if user is not None and status.st_uid == user.pw_uid != os.geteuid():
            raise ServerError(_(_OF_PLAYERS, path=path, user=user.pw_name))
        key = asyncssh.read_private_key(path)
    except (OSError, ValueError) as error:  # asyncssh's errors of keys are a `ValueError`
        why = describe_os_error(error) if isinstance(error, OSError) else _("it is not a key")
        if "passphrase" in str(error).lower():
            why = _("it has a passphrase")
        sentence = _("The host key {path} can't be read: {why}.", path=path, why=why)
        raise ServerError(sentence) from None
    if not any(name.decode() in HOST_SIGNATURES for name in key.sig_algorithms):
        kind = key.get_algorithm()
        why = _("keys of the kind {kind} aren't supported", kind=kind)
        raise ServerError(_("The host key {path} can't be used: {why}.", path=path, why=why))
    return key


def find_host_key(folder: Path, file: str = "") -> asyncssh.SSHKey | None:
    """Return the host key in a file or folder, None if there is none that this user can read."""
    try:
        return asyncssh.read_private_key(Path(file) if file else folder / FILE)
    except (OSError, ValueError):
        return None


def sign_record(key: asyncssh.SSHKey, record: bytes) -> bytes:
    """Return the line that signs the lines of a record; empty if the key isn't an Ed25519 key."""
    if key.get_algorithm() != KEY_TYPE:
        return b""
    signature = sign(record, key.public_data, lambda data: key.sign(data, KEY_TYPE.encode()))
    line = {"signed": key.get_fingerprint(), "signature": signature}
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def describe_host_key(key: asyncssh.SSHKey, host: str, port: int) -> str:
    """Return what players can compare: the fingerprint, and lines for known_hosts and the DNS."""
    name = host if port == _SSH_PORT else f"[{host}]:{port}"
    public = key.export_public_key().decode("ascii").split()[:2]
    kind = _SSHFP_TYPES.get(public[0], _ECDSA)
    digest = hashlib.sha256(key.public_data).hexdigest()
    return (
        f"{key.get_fingerprint()}\n"
        f"\n{_('For known_hosts:')}\n{name} {' '.join(public)}\n"
        f"\n{_('For the DNS (RFC 4255):')}\n{host} IN SSHFP {kind} {_SHA256} {digest}\n"
    )


def _generate(path: Path) -> None:
    """Write a new key atomically, by a temporary file."""
    key = asyncssh.generate_private_key(KEY_TYPE, comment="yahtzee-tui")
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)  # not `rename`: two servers that start at once must use one key
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
