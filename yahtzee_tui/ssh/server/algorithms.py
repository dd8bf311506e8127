"""How SSH is spoken: only what is thought to be safe today, and nothing besides one session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncssh
from asyncssh.kex import get_kex_algs

from yahtzee_tui.ssh.problem import ServerProblem

if TYPE_CHECKING:
    from yahtzee_tui.ssh.config import Limits


# Those over finite fields would keep everybody waiting for several milliseconds each time.
_KEY_EXCHANGES = (
    "mlkem768x25519-sha256", "sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com",
    "curve25519-sha256", "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256", "ecdh-sha2-nistp384",
)  # fmt: skip
_CIPHERS = (
    "chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com",
    "aes256-ctr", "aes192-ctr", "aes128-ctr",
)  # fmt: skip
_CHECKSUMS = (
    "hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com",
    "hmac-sha2-256", "hmac-sha2-512",
)  # fmt: skip
_SIGNATURES = (
    "ssh-ed25519", "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com", "rsa-sha2-256", "rsa-sha2-512",
)  # fmt: skip
_ALIVE_SECONDS, _ALIVE_COUNT = 30, 3
_WINDOW, _PACKET = 1 << 16, 1 << 15


async def choose_options(
    key: asyncssh.SSHKey, limits: Limits
) -> asyncssh.SSHServerConnectionOptions:
    """Return how SSH is spoken with everybody.

    Args:
        key: The host key.
        limits: Among them how long a login may take.
    """
    # Which of the first there are depends on the libraries that asyncssh finds.
    known = {name.decode("ascii") for name in get_kex_algs()}
    options: asyncssh.SSHServerConnectionOptions = (
        await asyncssh.SSHServerConnectionOptions.construct(
            config=[],
            server_host_keys=[key],
            server_version="yahtzee_tui",
            kex_algs=[name for name in _KEY_EXCHANGES if name in known],
            encryption_algs=_CIPHERS,
            mac_algs=_CHECKSUMS,
            compression_algs=None,
            signature_algs=_SIGNATURES,
            login_timeout=limits.login_seconds,
            keepalive_interval=_ALIVE_SECONDS,
            keepalive_count_max=_ALIVE_COUNT,
            window=_WINDOW,
            max_pktsize=_PACKET,
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
    )
    return options


FLOOR = (2, 24, 1)
"""The first version without the faults by which a client could come in under another's name."""


def check_version(version: str) -> None:
    """Make sure that a version of asyncssh is new enough.

    Raises:
        ServerProblem: If it is older, or can't be told.
    """
    try:
        numbers = tuple(int(part) for part in version.split(".")[:3])
    except ValueError:
        numbers = ()
    if numbers < FLOOR:
        floor = ".".join(map(str, FLOOR))
        raise ServerProblem(f"The server needs asyncssh {floor} or newer, and this is {version}.")
