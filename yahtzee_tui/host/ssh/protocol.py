"""The messages between the SSH server and the fork server.

Each message is one packet of a SOCK_SEQPACKET Unix socket pair: a JSON list of the message's type
and its fields. `StartSession` also carries two descriptors: the session's terminal and the write
end of its status pipe. `WorkerReady` may carry the socket of a spare fork server, and its pidfd.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_BYTES = 1 << 16  # size of the largest message
MAX_FINGERPRINTS = 1000  # in one message
MAX_DESCRIPTORS = 4096  # of the fork server, which has a link to each session
REMOVAL_CODES = {"banned": 77, "ended": 75, "restarting": 74}
"""The exit codes of a session that the host of the server has ended, by reason."""


WATCHING, PLAYING = "watching", "playing"
"""The words a session writes to its status pipe: spectators are exempt from the idle timeout."""


class WorkerSettings(NamedTuple):
    """How sessions are run: the first message to the fork server.

    Sent again, it is for the sessions that start from then on, and the rule files are read again.
    """

    database: str  # URL or path of the database of saved games
    cache: str  # folder of data that can be computed again
    user: str  # user to run sessions as; empty for the server's own
    processes: int  # threads and processes of all sessions together
    memory: int  # bytes of memory for each session
    processor: int  # seconds of CPU time for each session
    grace: int  # seconds that sessions have to end by themselves once the server is gone
    keep_days: int  # days after which unfinished games are deleted, 0 for never
    rules: Sequence[str] = ()  # ids of the rule sets that may be played; empty for all
    rules_folder: str = ""  # folder of rule files
    notify: Sequence[str] = ()  # the fields of `Notify`, without the token
    # The columns of the server's row in the database that stay as they are.
    identity: Mapping[str, Any] | None = None


class ListenerSettings(NamedTuple):
    """What the listener asks of the SSH server itself: no session may know it.

    It has a socket of its own for that, on which it sends one byte.
    """

    database: str  # URL or path, with a role that may write what the host orders
    notify: Sequence[str]  # the fields of `Notify`


class WorkerReady(NamedTuple):
    """Sessions can be started."""


class Heartbeat(NamedTuple):
    """The fork server answers with the same: it isn't stuck."""


class WorkerFailed(NamedTuple):
    """No session can be started; the sentence says why."""

    sentence: str


class Drain(NamedTuple):
    """The server accepts no players any more, and ends the last sessions at a time.

    The fork server sends it when the host has ordered that in the database, the SSH server when it
    does so, for whatever reason.
    """

    until: float  # in seconds since 1970
    text: str = ""  # what players are told besides


class Figures(NamedTuple):
    """Figures of the listener, for the SSH server, which answers with its own.

    Those of the listener are empty while the database doesn't answer.
    """

    figures: Mapping[str, Any]  # see `yahtzee_tui.host.ssh.figures`
    listener_restarts: int = 0  # by this fork server


class KnownKeys(NamedTuple):
    """Keys that have a name here, for which the SSH server keeps some places."""

    fingerprints: list[str]  # at most `MAX_FINGERPRINTS`; there may be more in other messages


class StartSession(NamedTuple):
    """Fork a session that uses the descriptors sent along."""

    session: int  # number of the session
    key: str  # fingerprint of the key that the client proved to own; empty for a guest
    login: str  # login name, cleaned
    request: list[str]  # nothing; a command that the server has parsed
    ascii_only: bool  # whether the client's terminal shows ASCII only
    environment: dict[str, str]  # environment variables for the session
    address: str = ""  # the client's IP address
    destination: str = "HOST"  # the arguments with which ssh reaches this server


class SessionStarted(NamedTuple):
    """The session runs in the process `pid`."""

    session: int
    pid: int


class SessionNotStarted(NamedTuple):
    """The session could not be forked."""

    session: int
    why: str


class SignalSession(NamedTuple):
    """Send a signal to the session's process group."""

    session: int
    number: int


class SessionExited(NamedTuple):
    """The session's process ended; a code below 0 is a signal's number."""

    session: int
    code: int


Message = (
    WorkerSettings
    | ListenerSettings
    | WorkerReady
    | Heartbeat
    | WorkerFailed
    | Drain
    | Figures
    | KnownKeys
    | StartSession
    | SessionStarted
    | SessionNotStarted
    | SignalSession
    | SessionExited
)

_TYPES: dict[str, Any] = {each.__name__: each for each in get_args(Message)}


def pack(message: Message) -> bytes:
    """Encode a message for `unpack`."""
    return json.dumps([type(message).__name__, *message]).encode()


def unpack(data: bytes) -> Message:
    """Decode a message."""
    tag, *fields = json.loads(data)
    message: Message = _TYPES[tag](*fields)
    return message
