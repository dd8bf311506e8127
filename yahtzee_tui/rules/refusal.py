"""Why the rules say no: three refusals, each with a code, one clear sentence and the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError

if TYPE_CHECKING:
    from yahtzee_tui.rules.game import Game


class Refusal(UserError):
    """The rules refuse something.

    Attributes:
        code: A stable word for programs, such as `box_filled`.
        game: The position in which it was refused, if there was one.
    """

    def __init__(self, code: str, sentence: str, game: Game | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.game = game


class Malformed(Refusal, ValueError):
    """It could not be understood: an unknown box, a seventh die, an empty name."""


class Forbidden(Refusal):
    """It is understood, but the rules forbid it: a filled box, a joker that must go elsewhere."""


class NotNow(Refusal):
    """It would be fine at another moment or from another seat: no rolls left, not your turn."""
