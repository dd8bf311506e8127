"""The store of a host: that of the game, with the lobby and the link to the host's listener."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.store import Store

if TYPE_CHECKING:
    from sqlalchemy import Select

    from yahtzee_tui.host.lobby.host_link import HostLink
    from yahtzee_tui.host.lobby.lobby import Lobby
    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.events import Events


class HostStore(Store):
    """Deletes unfinished games of remote users after `keep_days`, 0 for never.

    `link` leads to the process that listens for all sessions of this host.
    """

    def __init__(
        self,
        address: str,
        owner: str | None = None,
        *,
        keep_days: int = 0,
        link: HostLink | None = None,
        **options: bool,
    ) -> None:
        super().__init__(address, owner, **options)
        self._keep_days, self.link = keep_days, link

    @property
    def lobby(self) -> Lobby:
        """The lobby; raises `StoreProblem` if the database can't be opened."""
        from yahtzee_tui.host.lobby.lobby import Lobby

        return self.part(Lobby, self._keep_days, self.link)

    @property
    def events(self) -> Events:
        from yahtzee_tui.store.events import Events

        return self.part(Events, self._owner, _find_bots)

    def _open_database(self) -> Database:
        database = super()._open_database()
        if (link := self.link) is not None:
            link.saves = database.saves
            database.is_synced_elsewhere = lambda: link.seconds_alive > 0
        return database


def _find_bots(who: str) -> Select[Any]:
    """Return the query for the bots of an account."""
    from sqlalchemy import select

    from yahtzee_tui.host.lobby.schema import VISITORS

    return select(VISITORS.c.who).where(VISITORS.c.bot_of == who)
