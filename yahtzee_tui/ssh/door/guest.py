"""Somebody at the door: where they come from, who they are, and what they have used up."""

from __future__ import annotations

from typing import NamedTuple

from yahtzee_tui.ssh.door.budget import Budget
from yahtzee_tui.ssh.door.identity import Identity


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
