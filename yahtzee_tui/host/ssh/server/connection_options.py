"""SSH algorithms and options: modern ciphers only, no forwarding, asyncssh in a safe version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.kex import get_kex_algs

from yahtzee_tui.host.ssh.config import ServerError
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.host.ssh.config import Limits


# Exchanges over finite fields would block the event loop for several milliseconds each. A client
# takes the first of its own list that is here. Dropbear's begins with its first one at once, which
# works only if that is the first here, too; see RFC 4253, 7, which asyncssh reads otherwise.
_KEY_EXCHANGES = (
    "curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256",
    "sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com",
    "ecdh-sha2-nistp256", "ecdh-sha2-nistp384",
)  # fmt: skip
_CIPHERS = (
    "chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com",
    "aes256-ctr", "aes192-ctr", "aes128-ctr",
)  # fmt: skip
_MACS = (
    "hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com",
    "hmac-sha2-256", "hmac-sha2-512",
)  # fmt: skip
HOST_SIGNATURES = (
    "ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "rsa-sha2-256", "rsa-sha2-512",
)  # fmt: skip
"""Those of which a host key can make one; keys of players may be on a security key, too."""

_SIGNATURES = (
    *HOST_SIGNATURES, "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
)  # fmt: skip
OWN_CLIENT: dict[str, Any] = {
    "username": "check", "agent_path": None, "gss_host": None, "config": [],
}  # fmt: skip
"""How this program connects to a server: by nothing that its user has set up for ssh."""

_KEEPALIVE_SECONDS = 30  # a client that leaves three questions unanswered is gone
_WINDOW = 1 << 16


def make_connection_options(
    keys: Sequence[asyncssh.SSHKey], limits: Limits
) -> asyncssh.SSHServerConnectionOptions:
    """Return the options for all connections.

    The first key is the host's; clients are told of all, add those that they don't know, and forget
    those that are gone (`UpdateHostKeys` of OpenSSH).
    """
    # Which exchanges are available depends on the libraries that asyncssh finds.
    known = {name.decode("ascii") for name in get_kex_algs()}
    return asyncssh.SSHServerConnectionOptions(
        config=[],
        server_host_keys=keys,
        send_server_host_keys=True,
        server_version="yahtzee_tui",
        kex_algs=[name for name in _KEY_EXCHANGES if name in known],
        encryption_algs=_CIPHERS,
        mac_algs=_MACS,
        compression_algs=None,
        signature_algs=_SIGNATURES,
        login_timeout=limits.login_seconds,
        keepalive_interval=_KEEPALIVE_SECONDS,
        window=_WINDOW,
        encoding=None,
        line_editor=False,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        rdns_lookup=False,
    )


MIN_ASYNCSSH = (2, 24, 1)  # older versions let a client authenticate under another name


def check_version(version: str) -> None:
    """Check that a version of asyncssh is new enough; raises `ServerError`."""
    try:
        numbers = tuple(int(part) for part in version.split(".")[:3])
    except ValueError:
        numbers = ()
    if numbers < MIN_ASYNCSSH:
        minimum = ".".join(map(str, MIN_ASYNCSSH))
        sentence = N_(
            "The server needs asyncssh {minimum} or newer; version {version} is installed."
        )
        raise ServerError(_(sentence, minimum=minimum, version=version))
