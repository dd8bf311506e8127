"""Played in a browser: a page with a terminal on it, and a process for everybody who opens it.

Everybody who gets in plays as the user who runs this, with that user's games. So it is meant for
one person, and only pages of its own may connect; for others there is the server of `ssh`.
"""

from yahtzee_tui.web.config import WebSettings

__all__ = ["WebSettings"]
