"""What a database complains of, in words for people."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import exc

from yahtzee_tui.store.problem import StoreBusy, StoreProblem

if TYPE_CHECKING:
    from collections.abc import Iterator

GONE = "The database doesn't answer."
"""What is said of a server that is silent, or away though it was there before."""

_LOCKED = "Another program keeps the saved games locked."
_SENTENCES = {
    "is locked": _LOCKED,
    "is full": "The disk with the saved games is full.",
    "readonly database": "The file of the saved games may not be written.",
    "unable to open": "The file of the saved games can't be opened.",
    "disk I/O error": "The disk with the saved games can't be read or written.",
    "malformed": "The file of the saved games is damaged.",
    "not a database": "The file of the saved games is damaged.",
    "connection timeout expired": GONE,
    "Can't load plugin": "The address of the database makes no sense.",
    "Invalid SQLite URL": "The address of the database makes no sense.",
}
_LONGEST = 160

_GONE = ("08", "57P")
"""How PostgreSQL's words begin for a connection that is lost, and for a server that ends."""


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """Turn what the database or its driver complains of into one sentence.

    Raises:
        StoreProblem: With the sentence.
    """
    try:
        yield
    except exc.SQLAlchemyError as error:
        text = " ".join(str(getattr(error, "orig", None) or error).split())
        known = (sentence for words, sentence in _SENTENCES.items() if words in text)
        sentence = next(known, f"The database can't be used: {text[:_LONGEST].rstrip('.')}.")
        raise (StoreBusy if sentence == _LOCKED else StoreProblem)(sentence) from error
    except UnicodeDecodeError as error:  # by SQLite's driver, from a complaint about such damage
        raise damaged() from error
    except ImportError as error:
        raise StoreProblem(f"The driver of the database is missing: {error}.") from error
    except OSError as error:
        why = error.strerror or error
        raise StoreProblem(f"The folder of the saved games can't be used: {why}.") from error


def damaged() -> StoreProblem:
    """Return the problem that a file can't be read as a database any more."""
    return StoreProblem(_SENTENCES["malformed"])


def is_gone(problem: StoreProblem) -> bool:
    """Return whether a problem is that a server is away, doesn't answer, or serves others first."""
    cause = problem.__cause__
    if isinstance(cause, exc.TimeoutError):
        return True
    if not isinstance(cause, exc.OperationalError) or not hasattr(cause.orig, "sqlstate"):
        return False
    state = getattr(cause.orig, "sqlstate", None)  # none if the driver itself complains
    return state is None or state.startswith(_GONE)


def is_damage(problem: StoreProblem) -> bool:
    """Return whether a problem is that a file can't be read as a database any more."""
    return problem.sentence == _SENTENCES["malformed"]
