"""Forks the games for the door: `python -m yahtzee_tui.ssh.worker FD`."""

from __future__ import annotations

from yahtzee_tui.ssh.worker.fork_server import fork_games
from yahtzee_tui.ssh.worker.session_process import play

if __name__ == "__main__":
    fork_games(play)
