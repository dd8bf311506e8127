"""Forks the games for the door: `python -m yahtzee_tui.ssh.games FD`."""

from __future__ import annotations

from yahtzee_tui.ssh.games.forking import fork_games
from yahtzee_tui.ssh.games.play import play

if __name__ == "__main__":
    fork_games(play)
