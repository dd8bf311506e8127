"""What the command line says when it can't do what it was asked."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Complaint(UserError):
    """Something can't be understood or done; the program ends with exit code 2."""


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
