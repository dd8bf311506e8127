"""The refusals of the rules: each has a code, one sentence for people and the position."""

from __future__ import annotations

import copyreg

from yahtzee_tui.errors import UserError


class Refusal(UserError):
    """The rules refuse something.

    Attributes:
        code: A stable word for programs, such as `box_filled`.
        game: The `Game` in which it was refused, if there was one.
    """

    def __init__(self, code: str, sentence: str, game: object = None) -> None:
        super().__init__(sentence)
        self.code = code
        # Untyped, because the position is made of modules that raise refusals.
        self.game = game

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without `__init__`, which takes other arguments in subclasses."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class Malformed(Refusal, ValueError):
    """It can't be understood: an unknown box, a seventh die, an empty name."""


class Forbidden(Refusal):
    """It is understood, but the rules forbid it: a filled box, a joker that must go elsewhere."""


class NotNow(Refusal):
    """It is legal at another moment or from another seat: no rolls left, another player's turn."""
