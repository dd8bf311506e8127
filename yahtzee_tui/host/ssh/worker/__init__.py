"""The worker side of the SSH server: a fork server that forks one game process per session.

It knows the game and nothing of SSH.
"""
