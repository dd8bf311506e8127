"""Why something can't be saved or read, in one sentence for people."""

from __future__ import annotations

from yahtzee_tui.errors import UserError


class StoreProblem(UserError):
    """The store can't do what it was asked; nothing in it has changed."""


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
