"""Bots and substitutes at a shared table, which one of several terminals moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Score
from yahtzee_tui.services.bot_driver import BotDriver
from yahtzee_tui.services.bots import BEST_BOX_SUBSTITUTE
from yahtzee_tui.services.player_input import best_box
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.host.services.online_table import OnlineTable
    from yahtzee_tui.rules import Game, Hold
    from yahtzee_tui.services.bot_driver import BotView
    from yahtzee_tui.settings.options import ComputerPace

_QUEUE_SECONDS = 6.0


class OwnSeat:
    """The seat of the player at this terminal, while no computer plays for them."""

    def __init__(self, online_table: OnlineTable, bots: SubstituteBots) -> None:
        self._online_table, self._bots = online_table, bots

    def __contains__(self, seat: object) -> bool:
        mine = self._online_table.own_seat
        return mine is not None and mine.place == seat and not self._bots.plays(mine.place)


class SubstituteBots(BotDriver):
    """Moves for the bots and substitutes of an online table, from one of several terminals.

    Each terminal has a place in a queue: the first moves, the next one only if that doesn't happen.
    If two move all the same, the first saved move counts.
    """

    def __init__(self, view: BotView, online_table: OnlineTable) -> None:
        super().__init__(view, online_table.saved_table.table)
        self._online_table = online_table
        self.people.clear()  # a computer may play for anybody who is absent
        self.seats = OwnSeat(online_table, self)

    def rank_at(self, seat: int) -> str:
        return super().rank_at(seat) or self._online_table.substitute_for(seat)

    def plays(self, seat: int) -> bool:
        # Who plays for an absent player depends on the time.
        return self.rank_at(seat) not in ("", *self._unable)

    def wake(self, at_once: bool = False) -> None:
        if self._online_table.queue_position is not None:
            super().wake(at_once)

    @property
    def pace(self) -> ComputerPace:
        return "calm"  # other terminals read the events one by one

    @property
    def pause(self) -> float:
        """As at home; then the terminals take turns."""
        return super().pause + _QUEUE_SECONDS * (self._online_table.queue_position or 0)

    async def choose(self, rank: str, game: Game) -> Hold | Score:
        best = best_box(game)
        if rank == BEST_BOX_SUBSTITUTE and best is not None:
            return Score(best)
        return await super().choose(rank, game)

    def describe(self, roll: str) -> str | None:
        return self.describe_substitute() or super().describe(roll)

    def describe_substitute(self) -> str:
        game, shared = self._online_table.saved_table.table.game, self._online_table.shared
        if not self.current_rank or super().rank_at(game.seat):
            return ""
        seat = shared.seat_at(game.seat)
        if seat is not None and seat.is_gone:
            return _("{player} left. A computer is playing for them.", player=game.player)
        if self.current_rank == BEST_BOX_SUBSTITUTE:
            return _("{player} ran out of time: best box scored.", player=game.player)
        if seat is not None and seat.who not in shared.present:
            return _("{player} is away. A computer plays this turn.", player=game.player)
        return _("{player} ran out of time: a computer plays this turn.", player=game.player)
