"""Keeps one game saved: told of every change before anybody is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.saved import Ticket
    from yahtzee_tui.store.shelf import Shelf


class Keeper:
    """Writes one game, which is new until its first action.

    Attributes:
        ticket: The right to write it, None for a game that is not in the store yet.
    """

    def __init__(self, shelf: Shelf, ticket: Ticket | None = None) -> None:
        """Take charge of a game.

        Args:
            shelf: Where it is kept.
            ticket: The right to write it, if it is there already.
        """
        self.ticket = ticket
        self._shelf = shelf

    def keep(self, record: Record, game: Game) -> None:
        """Save a game as it is now.

        Args:
            record: Its record.
            game: The position that the record leads to.

        Raises:
            StaleGame: If it was taken over elsewhere; nothing is written then, nor ever again.
            StoreProblem: If it can't be written now; the next time may succeed.
        """
        games = self._shelf.games
        if self.ticket is None:
            self.ticket = games.add(record, game)
        else:
            self.ticket = games.save(self.ticket, record, game)

    def is_stale(self) -> bool:
        """Return whether the game was changed or taken over elsewhere. It may take a while.

        Raises:
            StoreProblem: If the store can't be read.
        """
        ticket = self.ticket
        if ticket is None:
            return False
        version = self._shelf.games.version(ticket.game)
        return self.ticket is ticket and version != ticket.version

    def release(self) -> None:
        """Let others have the game.

        Raises:
            StoreProblem: If that can't be written.
        """
        if self.ticket is not None:
            self._shelf.games.release(self.ticket)
