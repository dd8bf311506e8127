"""Played over SSH: who comes in, how much of everything they may have, and a process for each.

The `door` speaks SSH and knows nothing of the game. The `games` are played in processes of their
own, forked from one that has everything ready, so that whatever happens to one happens to no other.
"""

from yahtzee_tui.ssh.config import Limits, ServerSettings, read_server_settings
from yahtzee_tui.ssh.problem import ServerProblem

__all__ = ["Limits", "ServerProblem", "ServerSettings", "read_server_settings"]
