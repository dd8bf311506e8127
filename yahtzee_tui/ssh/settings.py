"""What the host of a server may choose."""

from __future__ import annotations

from typing import NamedTuple

from yahtzee_tui.ssh.limits import Limits

PORT = 2222
"""The port where players knock if nothing else is said."""


class ServerSettings(NamedTuple):
    """How one server is run.

    Attributes:
        host: The address that it listens on; nothing for all of the machine's.
        port: The port that it listens on; 0 for any that is free.
        database: Where the games are, as a SQLAlchemy URL or the path of a SQLite file; nothing
            for a file of its own among what the server keeps.
        state: The folder of what the server keeps: the host key, and a folder for the games.
        user: The user of this machine as whom games run; nothing for the server's own.
        proxies: The networks of load balancers, whose PROXY protocol is believed.
        keep_days: Days after which an unfinished game is cleared away with which nobody went on;
            0 for never. What finished games amount to is always kept.
        limits: How much of everything there is.
    """

    host: str = ""
    port: int = PORT
    database: str = ""
    state: str = ""
    user: str = ""
    proxies: tuple[str, ...] = ()
    keep_days: int = 180
    limits: Limits = Limits()
