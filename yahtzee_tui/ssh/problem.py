"""Why the server can't do what it should, in one sentence for people."""

from __future__ import annotations

from yahtzee_tui.errors import UserError


class ServerProblem(UserError):
    """The server can't be started, or can't be reached."""
