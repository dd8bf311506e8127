"""What the door and the process that forks the games say to each other.

Each message is one packet of a pair of Unix sockets: JSON, and descriptors with it where a session
begins: its terminal, and the end of a pipe through which the game tells the door something.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

LARGEST = 1 << 16
"""Bytes that a message may take."""

WATCHING = "watching"
"""What a game tells the door when its player only watches, and so needs to press no key."""

PLAYING = "playing"
"""What a game tells the door when its player plays."""


class Setup(NamedTuple):
    """How the games are run; the door says so first.

    Attributes:
        database: Where the games are.
        cache: The folder of what can be worked out again.
        user: The user as whom they run; nothing for the same as the door.
        memory: Bytes of memory for each session.
        processor: Seconds of a processor for each session.
        grace: Seconds that sessions have to end by themselves once the door is gone.
        keep_days: Days after which unfinished games are cleared away, 0 for never.
    """

    database: str
    cache: str
    user: str
    memory: int
    processor: int
    grace: int
    keep_days: int


class Ready(NamedTuple):
    """Sessions can begin."""


class Unable(NamedTuple):
    """Sessions never can; the sentence says why."""

    sentence: str


class Begin(NamedTuple):
    """A player has come: begin a session on the terminal that comes along.

    Attributes:
        session: Its number.
        key: The fingerprint of the key that they proved to have; nothing for a guest.
        login: The name under which they came.
        request: What they asked for: nothing, or `join` or `watch` with a table's code.
        ascii_only: Whether their terminal understands nothing but ASCII.
        environment: What the game finds in its environment.
    """

    session: int
    key: str
    login: str
    request: list[str]
    ascii_only: bool
    environment: dict[str, str]


class Begun(NamedTuple):
    """A session has a process of this number."""

    session: int
    process: int


class NotBegun(NamedTuple):
    """A session can't begin now; the text says why."""

    session: int
    why: str


class Signal(NamedTuple):
    """Send a session's process a signal."""

    session: int
    number: int


class Ended(NamedTuple):
    """The process of a session has ended with this code; a signal's number is below 0."""

    session: int
    code: int


Message = Setup | Ready | Unable | Begin | Begun | NotBegun | Signal | Ended

_KINDS: dict[str, Any] = {
    kind.__name__: kind for kind in (Setup, Ready, Unable, Begin, Begun, NotBegun, Signal, Ended)
}


def pack(message: Message) -> bytes:
    """Return a message as it is sent."""
    return json.dumps([type(message).__name__, *message]).encode()


def unpack(data: bytes) -> Message:
    """Return the message that was sent."""
    name, *values = json.loads(data)
    message: Message = _KINDS[name](*values)
    return message
