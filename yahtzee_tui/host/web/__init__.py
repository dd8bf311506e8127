"""The web server: a page with a terminal, and one game process per browser tab.

Every client plays as the user who runs the server, with that user's games. So it is meant for one
person, and only its own page may connect; `ssh` serves other people.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["WebSettings"]


class WebSettings(NamedTuple):
    """The settings of one server."""

    host: str  # host name or address to listen on; empty for all addresses
    port: int  # port to listen on; 0 for any free one
    public_url: str  # the page's URL behind a proxy; empty without one
    command: tuple[str, ...]  # command that runs the game of one tab
    language: str = "en"  # code of the page's language
