"""The web server's settings."""

from __future__ import annotations

from typing import NamedTuple


class WebSettings(NamedTuple):
    """The settings of one server."""

    host: str  # host name or address to listen on; empty for all addresses
    port: int  # port to listen on; 0 for any free one
    public_url: str  # the page's URL behind a proxy; empty without one
    command: tuple[str, ...]  # command that runs the game of one tab
