"""Runs the fork server: `python -m yahtzee_tui.host.ssh.worker FD`; FD is the server's socket."""

from __future__ import annotations

from yahtzee_tui.host.ssh.worker.fork_server import run_fork_server
from yahtzee_tui.host.ssh.worker.session_process import run_game

if __name__ == "__main__":
    run_fork_server(run_game)
