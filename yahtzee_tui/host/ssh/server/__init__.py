"""The SSH server: accepts connections, enforces limits, copies bytes between client and session.

It must not know the game: it runs no game code, so that no error in a game can end it.
"""
