"""Computer players: made when they are first to move, and asked in a thread."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Game, Hold, Ruleset, Score
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.strategy.bots import Bot


class BotService:
    """Seats computer players, and asks them what to do."""

    def __init__(self, loader: Callable[[Ruleset], ValueTableLoader]) -> None:
        """Know nobody yet.

        Args:
            loader: Gives whoever knows best play of a game, for those who go by it.
        """
        self._loader = loader
        self._players: dict[tuple[str, str], Bot] = {}

    async def choose(
        self, rank: str, game: Game, report: Callable[[], None] = lambda: None
    ) -> Hold | Score:
        """Return what a computer player does with the dice on the table.

        Args:
            rank: The id of its rank.
            game: The position, in which it is to move.
            report: Called now and then while it has to learn first.

        Raises:
            Refusal: If there is no such rank, or it can't play this game.
        """
        player = await self._find(rank, game.ruleset, report)
        return await asyncio.to_thread(player.choose, game)

    async def _find(self, rank: str, ruleset: Ruleset, report: Callable[[], None]) -> Bot:
        key = (rank, ruleset.id)
        if key not in self._players:
            loader = self._loader(ruleset)
            if await asyncio.to_thread(_needs_table, rank):
                await loader.load(report)
            self._players[key] = await asyncio.to_thread(_make, rank, ruleset, loader)
        return self._players[key]


def _needs_table(rank: str) -> bool:
    from yahtzee_tui.strategy.bots import find_rank

    return find_rank(rank).needs_table


def _make(rank: str, ruleset: Ruleset, loader: ValueTableLoader) -> Bot:
    from yahtzee_tui.strategy.bots import make_bot

    return make_bot(rank, ruleset, loader.values)
