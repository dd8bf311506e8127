"""Where the game is served to browsers, and how it is started for each."""

from __future__ import annotations

from typing import NamedTuple

HOST, PORT = "localhost", 8000


class WebSettings(NamedTuple):
    """How one server is run.

    Attributes:
        host: The address that it listens on, or a name for it; nothing for all of the machine's.
        port: The port that it listens on; 0 for any that is free.
        public_url: The address of the page where it differs, as behind a proxy; else nothing.
        command: The command that runs the game for one browser.
    """

    host: str
    port: int
    public_url: str
    command: tuple[str, ...]
