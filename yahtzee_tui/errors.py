"""The error that people read: one sentence, which every front end shows as it is."""

from __future__ import annotations


class UserError(Exception):
    """Something can't be done, and one sentence, ending with a full stop, tells the user why.

    The packages derive their own errors from it (`Refusal` in the rules, and so on), so that a
    caller may catch one kind of failure, or all of them.

    >>> try:
    ...     find_ruleset("yatzie")
    ... except UserError as error:
    ...     print(error.sentence)
    'yatzie' is not a rule set; did you mean yatzy?

    Attributes:
        sentence: The sentence.
        code: A stable word for programs, None without one.
    """

    def __init__(self, sentence: str, code: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.code = sentence, code
