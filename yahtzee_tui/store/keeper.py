"""Keeps one game saved: told of every change before anybody is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.store.problem import StaleGame

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.saved import Ticket
    from yahtzee_tui.store.shelf import Shelf


class Keeper:
    """Writes one game, which is new until its first action.

    What a write was to do may be in the store though it ended with a problem: a server that was
    silent for long carries it out once it wakes. So the next one looks for it, and goes on from
    there; it is told from those of others by the mark of this program.

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
        self._new_id = ""
        self._is_unsure = False  # whether a write has begun of which nobody knows how it ended

    def keep(self, record: Record, game: Game) -> None:
        """Save a game as it is now.

        Args:
            record: Its record.
            game: The position that the record leads to.

        Raises:
            StaleGame: If it was taken over elsewhere; nothing is written then, nor ever again.
            StoreProblem: If it can't be written now; the next time may succeed.
        """
        was_unsure, self._is_unsure = self._is_unsure, True
        if was_unsure and self.ticket is None:
            self.ticket = self._find_unseen(None)
        try:
            self._write(record, game)
        except StaleGame:
            unseen = self._find_unseen(self.ticket) if was_unsure else None
            if unseen is None:
                self._is_unsure = False
                raise
            self.ticket = unseen
            self._write(record, game)
        self._is_unsure = False

    def is_stale(self) -> bool:
        """Return whether the game was changed or taken over elsewhere. It may take a while.

        Raises:
            StoreProblem: If the store can't be read.
        """
        ticket = self.ticket
        if ticket is None or self._shelf.games.version(ticket.game) == ticket.version:
            return False
        # In this order: a write in another thread makes the ticket known before it is sure.
        is_ours = self._is_unsure and self._find_unseen(ticket) is not None
        return not is_ours and self.ticket is ticket

    def release(self) -> None:
        """Let others have the game.

        Raises:
            StoreProblem: If that can't be written.
        """
        if self.ticket is not None:
            self._shelf.games.release(self.ticket)

    def _write(self, record: Record, game: Game) -> None:
        games = self._shelf.games
        if self.ticket is not None:
            self.ticket = games.save(self.ticket, record, game)
            return
        from yahtzee_tui.store.game_rows import new_id  # the open shelf has imported it

        self._new_id = self._new_id or new_id()
        self.ticket = games.add(record, game, game_id=self._new_id)

    def _find_unseen(self, ticket: Ticket | None) -> Ticket | None:
        """Return the ticket of the write after this one, if it was made from here."""
        game, version = (ticket.game, ticket.version) if ticket else (self._new_id, 0)
        return self._shelf.games.held_here(game, version + 1)
