"""What is asked at the table beside what to do next."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Optional, TypeAlias

Handler: TypeAlias = Callable[[str], Optional["Question"]]
"""Does what was typed, and returns what is to be asked then, if anything."""


class Question(NamedTuple):
    """A question that commands may be typed at as well.

    Attributes:
        text: The question, without the colon behind it.
        understands: Returns whether something is an answer; if not, it is a command.
        answer: Takes the answer.
    """

    text: str
    understands: Callable[[str], bool]
    answer: Handler
