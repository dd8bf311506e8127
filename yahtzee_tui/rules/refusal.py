"""Why the rules say no: three refusals, each with a code, one clear sentence and the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.rules.game import Game


_LONGEST_QUOTE = 40


class Refusal(Exception):
    """The rules refuse something.

    Attributes:
        code: A stable word for programs, such as `box_filled`.
        sentence: One sentence for people, ending with a full stop.
        game: The position in which it was refused, if there was one.
    """

    def __init__(self, code: str, sentence: str, game: Game | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.game = game


def quoted(text: str) -> str:
    """Return a text as a sentence may quote it: in quotes, printable, and of bounded length."""
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
    shown = repr(short)
    # Escapes take up to ten characters for one.
    most = 2 * _LONGEST_QUOTE
    return shown if len(shown) <= most else f"{shown[:most]}…{shown[0]}"


class Malformed(Refusal, ValueError):
    """It could not be understood: an unknown box, a seventh die, an empty name."""


class Forbidden(Refusal):
    """It is understood, but the rules forbid it: a filled box, a joker that must go elsewhere."""


class NotNow(Refusal):
    """It would be fine at another moment or from another seat: no rolls left, not your turn."""
