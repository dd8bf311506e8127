"""The errors of the store, each with one sentence for the user."""

from yahtzee_tui.errors import UserError
from yahtzee_tui.translation import N_, _

OPEN_ELSEWHERE = N_("This game is open in another window.")
TAKEN_OVER = N_("This game was taken over by another window and is not saved from here.")
NO_POSTGRES = N_(
    "PostgreSQL needs psycopg, which is not installed. To get it, run pip install '.[postgres]' in "
    "a clone of this program."
)


class StoreProblem(UserError):
    """The store can't do what it was asked; nothing in it has changed."""


class StoreBusy(StoreProblem):
    """Another program keeps the store locked; the next time may succeed."""


class DamagedStore(StoreProblem):
    """The file isn't readable as a database any more."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "The file with the saved games is damaged. The next game you start recovers what "
                "can be read."
            )
        )


class MovedStore(StoreProblem):
    """The open file is no longer the one of its name: what is written there would be lost."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "The file with the saved games was moved, deleted or replaced while it was in use. "
                "Put it back, or quit and start again."
            )
        )


class UnwritableStore(StoreProblem):
    """The store is in a place where SQLite can't write what it needs, even to read."""


class UnknownGame(StoreProblem):
    """There is no such game, or more than one."""


class StaleGame(StoreProblem):
    """The game was changed or taken over elsewhere since it was read here."""


class HeldGame(StoreProblem):
    """The game is open in another program; it can be watched, or taken over."""

    def __init__(self, game: str) -> None:
        super().__init__(_(OPEN_ELSEWHERE))
        self.game = game  # its id
