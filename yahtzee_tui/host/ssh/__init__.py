"""The SSH server: `server` handles connections, `worker` runs one game process per session.

`server` knows SSH and nothing of the game. A crash, a hang or a memory leak in a game stays in its
process, which the fork server in `worker` forks with all modules and data already in memory.
"""

from yahtzee_tui.host.ssh.config import Limits, ServerError, ServerSettings, read_server_settings

__all__ = ["Limits", "ServerError", "ServerSettings", "read_server_settings"]
