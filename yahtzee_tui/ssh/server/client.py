"""Who somebody is: the key whose signature was verified, and nothing else.

SSH lets a client ask first whether a key would be accepted, without proving that it is theirs; so
anybody can offer anybody's public key. What is remembered here is only a key that has signed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.ssh.server.rate_limit import Budget

if TYPE_CHECKING:
    import asyncssh


class Identity:
    """What is known of somebody who logs in.

    Attributes:
        login: The name under which they come, as they gave it.
        key: The fingerprint of the key that they proved to have; nothing for a guest.
    """

    def __init__(self) -> None:
        """Know nothing."""
        self.login = ""
        self.key = ""

    def offer(self, key: asyncssh.SSHKey) -> bool:
        """Let a key be used, whoever offers it; remember it once it has signed.

        asyncssh verifies the signature with this very object, and only where there is one.
        """
        verify = key.verify

        def remember(data: bytes, sig: bytes) -> bool:
            proven = verify(data, sig)
            if proven:
                self.key = key.get_fingerprint()
            return proven

        key.verify = remember  # type: ignore[method-assign]
        return True


class Guest(NamedTuple):
    """What is known of a connection.

    Attributes:
        address: The address that it comes from.
        network: The network that it is counted for.
        identity: Who it is.
        budget: What it may still send.
    """

    address: str
    network: str
    identity: Identity
    budget: Budget


def receive(address: str, network: str) -> Guest:
    """Return somebody of whom nothing is known but where they come from."""
    return Guest(address, network, Identity(), Budget())
