"""Bots at a table: computes moves in a thread, and makes them at a pace players can follow."""

from __future__ import annotations

from asyncio import sleep
from typing import TYPE_CHECKING, Any, Protocol

from yahtzee_tui.rules import Refusal, Roll, Score
from yahtzee_tui.services.bots import BotSeats
from yahtzee_tui.settings import HasOptions
from yahtzee_tui.text import format_percent
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from yahtzee_tui.rules import Action, Game, History, Hold
    from yahtzee_tui.services.bots import BotService
    from yahtzee_tui.services.value_tables import ValueTables
    from yahtzee_tui.settings.options import ComputerPace
    from yahtzee_tui.table import Table


_TICK_SECONDS = 0.03
_PAUSES: dict[ComputerPace, tuple[float, float]] = {"calm": (0.9, 0.9), "quick": (0.6, 0.16)}
"""Seconds before the turn of a bot, and before each other of its actions."""

_UNDO_SECONDS = 1.5
"""Seconds for which a player against computers alone can undo a score before they roll."""

_TRANSIENT_CODES = ("stale", "not_saved")
"""Codes of refusals after which the move is tried again."""


class HasBots(HasOptions, Protocol):
    """What decides for bots, and has the options that hold now."""

    @property
    def bots(self) -> BotService: ...
    @property
    def value_tables(self) -> ValueTables: ...


class BotView(Protocol):
    """What shows a table whose bots are moved, such as a screen."""

    @property
    def context(self) -> HasBots: ...
    @property
    def is_open(self) -> bool: ...
    @property
    def is_busy(self) -> bool:
        """Whether bots wait, as dice are animated or the table is covered."""

    def start_bots(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin to move for bots, beside the rest until the table is left."""

    def refresh_table(self) -> None: ...
    def say_state(self) -> None: ...
    def show_message(self, sentence: str) -> None: ...


class BotDriver(BotSeats):
    """Moves for the bots of a table, but not while its view is busy.

    Attributes:
        is_skipped: Whether they move without pauses, until it is a person's turn.
    """

    def __init__(self, view: BotView, table: Table) -> None:
        super().__init__(table)
        self._view = view
        self.is_skipped = self._is_running = False

    @property
    def pace(self) -> ComputerPace:
        return self._view.context.options.computer_pace

    @property
    def pause(self) -> float:
        """The seconds before the next action, in which a player can undo the score before it."""
        before_turn, between = _PAUSES[self.pace]
        if self._table.game.roll:
            return between
        seat = self._table.undo_seat if self._table.history.posted else None
        if seat is None or self.plays(seat):
            return before_turn
        is_short = self.pace == "quick" and len(self.people) == 1
        return _UNDO_SECONDS if is_short else self._view.context.options.pause

    def describe_substitute(self) -> str:
        """Return why a computer plays for a person now, empty if none does."""
        return ""

    def describe(self, roll: str) -> str | None:
        """Return a sentence on what a bot is doing, None if none is to move.

        `roll` is the key that lets it hurry.
        """
        game = self._table.game
        if not self.current_rank:
            return None
        loader = self._view.context.value_tables.find(game.ruleset)
        if loader.is_loading:
            percent = format_percent(loader.progress, 1)
            return _(
                "{player} is calculating best play: {percent}.", player=game.player, percent=percent
            )
        return _("{player} is playing. Press {key} to skip ahead.", player=game.player, key=roll)

    def wake(self, at_once: bool = False) -> None:
        """Start moving if it is a bot's turn, `at_once` without pauses."""
        self.is_skipped |= at_once
        if self.current_rank and not self._is_running:
            self._is_running = True
            self._view.start_bots(self._play)

    async def _play(self) -> None:
        try:
            while (rank := self.current_rank) and self._view.is_open:
                await self._play_step(rank)
        finally:
            self.is_skipped = self._is_running = False

    async def _play_step(self, rank: str) -> None:
        table = self._table
        game, history = table.game, table.history
        if not game.roll:
            await self._step(history, Roll())
            return
        try:
            decision = await self.choose(rank, game)
        except Refusal as refusal:  # a record may name unknown ranks
            await self._wait()  # else the end of its roll's animation would replace the message
            self.give_up(rank)
            self._view.refresh_table()
            # Without the names of other bots.
            why = refusal.sentence.partition(". ")[0].partition("; ")[0].rstrip(".")
            # What to do comes first, as reasons may be longer than the line.
            sentence = _(
                "Play {player}'s turns yourself: {reason}.", player=game.player, reason=why
            )
            self._view.show_message(sentence)
            return
        await self._step(history, decision)
        if self.rolls_after(decision):
            await self._step(table.history, Roll())

    async def choose(self, rank: str, game: Game) -> Hold | Score:
        """Return a bot's choice; raise a `Refusal` for a rank that can't play this game."""
        return await self._view.context.bots.choose(rank, game, self._view.say_state)

    async def _step(self, history: History, action: Action) -> None:
        """Apply an action after the pause, unless the table has changed meanwhile."""
        await self._wait()
        if self._table.history is not history or not (self.current_rank and self._view.is_open):
            return
        try:
            self.apply(action)
        except Refusal as refusal:
            if refusal.code in _TRANSIENT_CODES:
                await sleep(_PAUSES["calm"][1])
                return
            # A bot with an illegal move would block the game.
            raise RuntimeError(f"{self.current_rank}: {refusal.sentence}") from refusal
        if isinstance(action, Score) and all(self._table.setup.computers):
            self.is_skipped = False  # else a game without people would be over

    async def _wait(self) -> None:
        left = self.pause
        while (left > 0 and not self.is_skipped) or self._view.is_busy:
            await sleep(_TICK_SECONDS)
            left -= 0 if self._view.is_busy else _TICK_SECONDS
