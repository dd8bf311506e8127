"""The door: speaks SSH, checks who comes and what they may have, and passes bytes on.

Nothing of the game is known here, so that nothing of it can go wrong here.
"""
