"""A connected client: its address, its verified key and its traffic budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.ssh.server.rate_limit import TrafficBudget

if TYPE_CHECKING:
    import asyncssh


class Client:
    """What the server knows of a client."""

    def __init__(self, address: str, network: str) -> None:
        self.address = address
        self.network = network  # which limits count the client for
        self.login = ""  # as the client sent it
        self.key = ""  # the fingerprint that the client proved to own; empty for a guest
        self.budget = TrafficBudget()  # bytes that the client may still send

    def accept_key(self, key: asyncssh.SSHKey) -> bool:
        """Accept any key, and make it the client's identity once its signature is verified.

        A client may ask whether a key would be accepted without proving that it owns it, and
        asyncssh calls `validate_public_key` for that, too. It verifies a signature with this very
        object, and only then.
        """
        verify = key.verify

        def verify_and_record(data: bytes, sig: bytes) -> bool:
            is_valid = verify(data, sig)
            if is_valid:
                self.key = key.get_fingerprint()
            return is_valid

        key.verify = verify_and_record  # type: ignore[method-assign]
        return True
