"""What the command line says when it can't do what it was asked."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Complaint(Exception):
    """Something can't be understood or done; the program ends with exit code 2.

    Attributes:
        sentence: One sentence for people, ending with a full stop.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@contextmanager
def refusals_as_complaints() -> Iterator[None]:
    """Turn what the rules refuse into what the command line says.

    Raises:
        Complaint: With the sentence of the rules.
    """
    from yahtzee_tui.rules import Refusal

    try:
        yield
    except Refusal as refusal:
        raise Complaint(refusal.sentence) from None
