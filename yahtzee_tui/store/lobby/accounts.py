"""Accounts: the names and options of players with an SSH key, and the check of guests' names."""

from __future__ import annotations

import time
import unicodedata
from typing import TYPE_CHECKING

from sqlalchemy import exc, insert, select, update

from yahtzee_tui.rules import Malformed, check_name
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.store.lobby.models import GUEST_MARK, User, read_word
from yahtzee_tui.store.schema import SEATS, VISITORS

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database

# The last ones count as letters and as a symbol, and show nothing.
_BLANK = frozenset(" \u115f\u1160\u3164\uffa0\u2800")


class Accounts:
    """The accounts of a database. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def name_of(self, who: str) -> str | None:
        name: str | None = self._database.scalar(
            select(VISITORS.c.name).where(VISITORS.c.who == who)
        )
        return name

    def fingerprints(self) -> list[str]:
        """Return the fingerprints of all keys that have a name."""
        found = self._database.fetch(select(VISITORS.c.who))
        return [row.who.removeprefix("key:") for row in found if row.who.startswith("key:")]

    def options_of(self, who: str) -> str:
        """Return the options of an account as TOML, empty if there are none."""
        return self._database.scalar(select(VISITORS.c.options).where(VISITORS.c.who == who)) or ""

    def keep_options(self, who: str, options: str) -> None:
        theirs = update(VISITORS).where(VISITORS.c.who == who)
        with self._database.writing() as connection:
            connection.execute(theirs.values(options=options))

    def find_guest(self, word: str) -> User:
        """Return the guest with this secret word; raises `StoreProblem` if they have no seat."""
        who = f"guest:{read_word(word)}"
        seated = select(SEATS.c.name).where(SEATS.c.who == who).order_by(SEATS.c.table)
        name = self._database.scalar(seated.limit(1))
        if name is None:
            raise StoreProblem("No guest with that word has a seat here.")
        return User(who, name)

    def is_taken(self, name: str) -> bool:
        """Return whether an account has this name, or one that looks the same."""
        return self._owner(name) is not None

    def bind(self, who: str, name: str) -> str:
        """Name the account of a key anew, and return the name as it is written.

        Raises `StoreProblem` if another account has it, or it is no name.
        """
        name = check_own_name(name)
        try:
            self._write(who, name)
        except StoreProblem as problem:
            if not isinstance(problem.__cause__, exc.IntegrityError):
                raise
            if self._owner(name) not in (None, who):
                raise _taken(name) from None
            self._write(who, name)  # the same key came in twice at once
        return name

    def check_guest(self, name: str) -> str:
        """Return a name with the mark of guests; raises `StoreProblem` as `bind` does."""
        name = check_own_name(name)
        if self.is_taken(name):
            raise _taken(name)
        return check_own_name(name + GUEST_MARK, is_guest=True)

    def _owner(self, name: str) -> str | None:
        same = select(VISITORS.c.who).where(VISITORS.c.player == _likeness(name))
        owner: str | None = self._database.scalar(same)
        return owner

    def _write(self, who: str, name: str) -> None:
        row = {"name": name, "player": _likeness(name)}
        with self._database.writing() as connection:
            theirs = VISITORS.c.who == who
            if not connection.execute(update(VISITORS).where(theirs).values(row)).rowcount:
                new = row | {"who": who, "since": time.time()}
                connection.execute(insert(VISITORS).values(new))


def check_own_name(name: str, is_guest: bool = False) -> str:
    """Return a name in its normal form; raises `StoreProblem` if it is no name of that kind."""
    try:
        name = check_name(name)
    except Malformed as refusal:
        raise StoreProblem(refusal.sentence) from None
    if not _likeness(name):
        raise StoreProblem("A name needs something that can be seen.")
    if not is_guest and name.endswith(GUEST_MARK):
        raise StoreProblem(f"Only guests' names end with {GUEST_MARK}.")
    return name


def _likeness(name: str) -> str:
    """Return the same text for names that look the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(character for character in folded if character not in _BLANK)


def _taken(name: str) -> StoreProblem:
    return StoreProblem(f"The name {name} belongs to somebody else here.")
