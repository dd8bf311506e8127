"""The error that people read: one sentence, which every front end shows as it is."""

from __future__ import annotations

import collections.abc
import functools
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    _Function = TypeVar("_Function", bound=Callable[..., object])


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


_ATTRIBUTES = {
    "Bot": "choose", "Cancelling": "__call__", "Choice": "value", "Dice": "source",
    "Elsewhere": "__call__", "Event": "__dataclass_fields__", "Progress": "__call__",
    "int": "__index__",
}  # fmt: skip
"""An attribute that tells a value of a type which is no class: a protocol, a union, a number."""


def check_arguments(function: _Function) -> _Function:
    """Return a function that raises a `UserError` for an argument of a type that it doesn't take.

    It is for the functions of the library. What the program calls, mypy has checked.
    """
    own: Any = function
    names, wanted = own.__code__.co_varnames, own.__annotations__
    # Whatever takes faces checks them itself.
    types = {name: each.split(" | ") for name, each in wanted.items() if each != "Faces"}

    @functools.wraps(function)
    def checked(*given: object, **named: object) -> object:
        for name, value in chain(zip(names, given, strict=False), named.items()):
            kind = type(value).__name__
            if name in types and kind not in types[name] and not _fits(value, types[name]):
                places = {"function": own.__qualname__.removesuffix(".__init__"), "name": name}
                places |= {"wanted": wanted[name], "kind": kind}
                sentence = _("{function} takes {wanted} as {name}, not {kind}.", **places)
                raise UserError(sentence, "bad_type")
        return function(*given, **named)

    return checked  # type: ignore[return-value]  # as it is called


def _fits(value: Any, types: list[str]) -> bool:
    """Return whether a value is of one of some types, each in words, such as `Sequence[str]`."""
    names = {each.__name__.removesuffix("Type") for each in type(value).__mro__}
    for word in types:
        name, _bracket, inner = word.removesuffix("]").partition("[")
        is_collection = isinstance(value, getattr(collections.abc, name, ()))
        if is_collection and "," not in inner and hasattr(value, "__len__"):
            return all(_fits(each, [inner]) for each in value)
        if is_collection or name in names or hasattr(value, _ATTRIBUTES.get(name, " ")):
            return True
    return False
