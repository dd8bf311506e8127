"""The seats at which computers play: they think in a thread, and move at a pace one can follow."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Refusal, Roll, Score
from yahtzee_tui.services.bots import BotSeats
from yahtzee_tui.services.online_match import BEST_BOX_SUBSTITUTE
from yahtzee_tui.services.player_input import best_box
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.keys import main_key

if TYPE_CHECKING:
    from yahtzee_tui.rules import Action, Game, Hold
    from yahtzee_tui.services.online_match import OnlineTable
    from yahtzee_tui.table import Table
    from yahtzee_tui.tui.context import TableView


_TICK = 0.1
_LOOK = 0.9
"""Seconds between two things that a computer does, so that one sees what it did."""

_PASSING = ("stale", "not_saved")
"""Why something can't be done that can be tried again: others were faster, or it can't be saved."""


class BotDriver(BotSeats):
    """Plays for the computers of a table, one step after the other, as long as it is their turn.

    A step that has been announced can be hurried by a key. Nothing happens while another screen
    covers the table, nor while dice tumble.
    """

    def __init__(self, screen: TableView, table: Table) -> None:
        """Take the seats.

        Args:
            screen: Where the table is seen.
            table: The table.
        """
        super().__init__(table)
        self._screen = screen
        self._hurry = asyncio.Event()
        self._is_playing = False

    @property
    def patience(self) -> float:
        """Seconds that others have to move for a computer first."""
        return 0.0

    def say(self) -> str | None:
        """Return what a computer does, None where none is to move."""
        game = self._table.game
        if not self.playing:
            return None
        loader = self._screen.context.value_tables.find(game.ruleset)
        if loader.is_loading:
            return f"{game.player} works out best play: {loader.progress:.0%} done."
        return f"{game.player} plays. {main_key('roll', self._screen.context.options)} hurries."

    def wake(self, at_once: bool = False) -> None:
        """Play, if it is a computer's turn.

        Args:
            at_once: Whether the next step is not to be waited for.
        """
        if at_once:
            self._hurry.set()
        if self.playing and not self._is_playing:
            self._is_playing = True
            start_worker(self._screen.screen, self._play, "computers")

    async def _play(self) -> None:
        try:
            while (player := self.playing) and self._screen.screen.is_attached:
                await self._play_step(player)
        finally:
            self._is_playing = False

    async def _play_step(self, player: str) -> None:
        table = self._table
        game, version = table.game, table.version
        if not game.roll:
            await self._step(version, Roll())
            return
        try:
            decision = await self.choose(player, game)
        except Refusal as refusal:  # a record may name players that nobody knows
            self._unable.add(player)
            self._screen.refresh_table()
            self._screen.show_message(f"{refusal.sentence} Play for {game.player}.")
            return
        await self._step(version, decision)
        if self.rolls_after(decision):
            await self._step(table.version, Roll())

    async def choose(self, player: str, game: Game) -> Hold | Score:
        """Return what a computer does with the dice on the table.

        Raises:
            Refusal: If there is no such computer, or it can't play this game.
        """
        return await self._screen.context.bots.choose(player, game, self._screen.say_state)

    async def _step(self, version: int, action: Action) -> None:
        """Do something after a while, unless somebody else has done something meanwhile."""
        await self._wait()
        is_shown = self._screen.screen.is_attached
        if self._table.version != version or not (self.playing and is_shown):
            return
        try:
            self.apply(action)
        except Refusal as refusal:
            if refusal.code in _PASSING:
                await asyncio.sleep(_LOOK)
                return
            # A player that makes a mistake must not stand still.
            raise RuntimeError(f"{self.playing}: {refusal.sentence}") from refusal

    async def _wait(self) -> None:
        left = _LOOK + self.patience
        while left > 0 or self._is_busy:
            try:
                await asyncio.wait_for(self._hurry.wait(), _TICK)
                left = 0
            except TimeoutError:
                left -= 0 if self._is_busy else _TICK
            self._hurry.clear()

    @property
    def _is_busy(self) -> bool:
        return not self._screen.screen.is_active or self._screen.is_tumbling


_PATIENCE = 6.0


class SubstituteBots(BotDriver):
    """Moves for computers from one of several terminals at a table.

    Each knows its place in line: the first moves, the next one only if that doesn't happen. If two
    move all the same, what is written first counts.
    """

    def __init__(self, screen: TableView, online_table: OnlineTable) -> None:
        """Take the seats.

        Args:
            screen: Where the table is seen.
            online_table: Who is at the table.
        """
        super().__init__(screen, online_table.saved_table.table)
        self._online_table = online_table

    def computer(self, seat: int) -> str:
        """Return which computer plays at a seat now, nothing for a person."""
        return super().computer(seat) or self._online_table.substitute_for(seat)

    def wake(self, at_once: bool = False) -> None:
        """Play, if it is a computer's turn and up to this terminal."""
        if self._online_table.queue_position is not None:
            super().wake(at_once)

    @property
    def patience(self) -> float:
        """Seconds that other terminals have to move first."""
        return _PATIENCE * (self._online_table.queue_position or 0)

    async def choose(self, player: str, game: Game) -> Hold | Score:
        """Return what a computer does with the dice on the table.

        Raises:
            Refusal: If there is no such computer, or it can't play this game.
        """
        best = best_box(game)
        if player == BEST_BOX_SUBSTITUTE and best is not None:
            return Score(best)
        return await super().choose(player, game)

    def say(self) -> str | None:
        """Return what a computer does, None where none is to move."""
        game = self._online_table.saved_table.table.game
        if not self.playing or super().computer(game.seat):
            return super().say()
        seat = self._online_table.shared.seat_at(game.seat)
        if seat is not None and seat.is_gone:
            return f"{game.player} has left: a computer plays at that seat."
        if self.playing == BEST_BOX_SUBSTITUTE:
            return f"{game.player}'s time is over: the best box is scored."
        if seat is not None and seat.who not in self._online_table.shared.present:
            return f"{game.player} is away: a computer plays this turn."
        return f"{game.player}'s time is over: a computer plays this turn."
