"""Which asyncssh the door may be made of."""

from __future__ import annotations

from yahtzee_tui.ssh.problem import ServerProblem

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
