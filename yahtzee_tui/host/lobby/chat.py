"""Chat at shared tables: short lines of plain text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, func, insert, select

from yahtzee_tui.host.lobby.queries import locked_table
from yahtzee_tui.host.lobby.schema import MESSAGES
from yahtzee_tui.host.lobby.servers import check_text
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.host.lobby.models import User
    from yahtzee_tui.store.database import Database

WIDEST_MESSAGE = 60  # columns of a terminal that a message of the chat may take
_MOST_A_MINUTE = 12

_MOST_KEPT, _MOST_READ = 200, 50


class Message(NamedTuple):
    """A chat message."""

    id: int  # its number; later ones have higher ones
    who: str  # the id of the user who wrote it, empty for the server
    name: str  # their name
    text: str  # one line without control characters
    said: float  # when it was written, in seconds since 1970


class Messages:
    """The chat of a database, the newest 200 lines a table; methods may raise `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def say(self, table: str, user: User, text: str) -> None:
        """Add a message; raises `StoreProblem` for one that is refused, and `UnknownGame`."""
        text = check_text(text, WIDEST_MESSAGE)
        mine = (MESSAGES.c.table == table, MESSAGES.c.who == user.who)
        lately = select(func.count()).where(*mine, MESSAGES.c.said > time.time() - 60)
        row = {"table": table, "text": text, "said": time.time()} | user._asdict()
        # One after the other: else a message could be seen before one with a lower number.
        with locked_table(self._database, table) as (connection, _shared):
            if (connection.scalar(lately) or 0) >= _MOST_A_MINUTE:
                raise StoreProblem(_("Too many messages. Wait a minute."))
            connection.execute(insert(MESSAGES).values(row))
            _forget_old(connection, table)


def read_messages(
    connection: Connection, table: str, newest: int, most: int = _MOST_READ
) -> list[Message]:
    """Return the newest messages after number `newest`, at most `most`, the oldest first."""
    columns = (MESSAGES.c[name] for name in Message._fields)
    query = select(*columns).where(MESSAGES.c.table == table, MESSAGES.c.id > newest)
    rows = connection.execute(query.order_by(MESSAGES.c.id.desc()).limit(most)).all()
    return [Message(*row) for row in reversed(rows)]


def _forget_old(connection: Connection, table: str) -> None:
    said = select(MESSAGES.c.id).where(MESSAGES.c.table == table).order_by(MESSAGES.c.id.desc())
    oldest = said.offset(_MOST_KEPT - 1).limit(1).correlate(None).scalar_subquery()
    connection.execute(delete(MESSAGES).where(MESSAGES.c.table == table, MESSAGES.c.id < oldest))
