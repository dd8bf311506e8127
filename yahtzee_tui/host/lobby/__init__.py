"""The lobby: shared tables, their seats, games and chat, accounts, and who is present.

It depends on the database only, on no screen and no network: programs on several hosts share it.
Every change is one transaction that checks what it builds on, so that of two users who want the
last seat one gets it and the other a `StoreProblem`.
"""
