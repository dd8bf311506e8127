"""The exact solver: the values of all states of a rule set, and games played by them.

Nothing here knows bots, chances of winning or words.
"""
