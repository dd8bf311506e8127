"""The web server's settings."""

from __future__ import annotations

from typing import NamedTuple


class WebSettings(NamedTuple):
    """The settings of one server.

    Attributes:
        host: Host name or address to listen on; empty for all addresses.
        port: Port to listen on; 0 for any free one.
        public_url: The page's URL behind a proxy; empty without one.
        command: Command that runs the game of one tab.
    """

    host: str
    port: int
    public_url: str
    command: tuple[str, ...]
