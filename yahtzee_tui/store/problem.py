"""Why something can't be saved or read, in one sentence for people."""

from __future__ import annotations


class StoreProblem(Exception):
    """The store can't do what it was asked; nothing in it has changed.

    Attributes:
        sentence: One sentence for people, ending with a full stop.
    """

    def __init__(self, sentence: str) -> None:
        """Say why."""
        super().__init__(sentence)
        self.sentence = sentence


class StoreBusy(StoreProblem):
    """Another program keeps the store locked; the next time may succeed."""


class UnknownGame(StoreProblem):
    """There is no such game, or more than one."""


class StaleGame(StoreProblem):
    """The game was changed or taken over elsewhere since it was read here."""


class HeldGame(StoreProblem):
    """The game is being played elsewhere; it can be watched, or taken over.

    Attributes:
        game: Its id.
    """

    def __init__(self, sentence: str, game: str) -> None:
        """Say where."""
        super().__init__(sentence)
        self.game = game
