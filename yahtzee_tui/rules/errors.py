"""The refusals of the rules: each has a code, one sentence for people and the position."""

import copyreg

from yahtzee_tui.errors import UserError


class Refusal(UserError):
    """The rules refuse something.

    Attributes:
        code: A stable word for programs, such as `box_filled`.
        game: The `Game` in which it was refused, if there was one.

    >>> game = Game.start(find_ruleset("official"), ("Ann",))
    >>> refusal = game.legal_actions.why_not(Score("chance"))
    >>> refusal.code, refusal.sentence
    ('roll_first', 'Ann must roll first.')
    """

    code: str

    def __init__(self, code: str, sentence: str, game: object = None) -> None:
        super().__init__(sentence, code)
        # Untyped, because the position is made of modules that raise refusals.
        self.game = game

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without `__init__`, which takes other arguments in subclasses."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class Malformed(Refusal, ValueError):
    """It can't be understood: an unknown box, a seventh die, an empty name.

    >>> find_ruleset("official").box("pair")
    Traceback (most recent call last):
    yahtzee_tui.rules.errors.Malformed: Yahtzee has no box 'pair'.
    """


class Forbidden(Refusal):
    """It is understood, but the rules forbid it: a filled box, a joker that must go elsewhere.

    >>> game = Position.parse("crag 1,.,.,.,.,.,.,.,.,.,.,.,. r1 113").game("Ann")
    >>> game.play("score ones")
    Traceback (most recent call last):
    yahtzee_tui.rules.errors.Forbidden: Ones is already filled.
    """


class NotNow(Refusal):
    """It is legal at another moment or from another seat: no rolls left, another player's turn.

    >>> Game.start(find_ruleset("crag"), ("Ann",)).play("hold 1")
    Traceback (most recent call last):
    yahtzee_tui.rules.errors.NotNow: Ann must roll first.
    """
