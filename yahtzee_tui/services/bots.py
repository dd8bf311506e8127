"""Computer players: made when they are first to move, and asked in a thread."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Game, Hold, Ruleset, Score
    from yahtzee_tui.services.value_tables import Teacher
    from yahtzee_tui.strategy.bots import Bot


class Rivals:
    """Seats computer players, and asks them what to do."""

    def __init__(self, teacher: Callable[[Ruleset], Teacher]) -> None:
        """Know nobody yet.

        Args:
            teacher: Gives whoever knows best play of a game, for those who go by it.
        """
        self._teacher = teacher
        self._players: dict[tuple[str, str], Bot] = {}

    async def choose(
        self, rank: str, game: Game, tell: Callable[[], None] = lambda: None
    ) -> Hold | Score:
        """Return what a computer player does with the dice on the table.

        Args:
            rank: The id of its rank.
            game: The position, in which it is to move.
            tell: Called now and then while it has to learn first.

        Raises:
            Refusal: If there is no such rank, or it can't play this game.
        """
        player = await self._find(rank, game.ruleset, tell)
        return await asyncio.to_thread(player.choose, game)

    async def _find(self, rank: str, ruleset: Ruleset, tell: Callable[[], None]) -> Bot:
        key = (rank, ruleset.id)
        if key not in self._players:
            teacher = self._teacher(ruleset)
            if await asyncio.to_thread(_needs_table, rank):
                await teacher.learn(tell)
            self._players[key] = await asyncio.to_thread(_make, rank, ruleset, teacher)
        return self._players[key]


def _needs_table(rank: str) -> bool:
    from yahtzee_tui.strategy.bots import find_rank

    return find_rank(rank).needs_table


def _make(rank: str, ruleset: Ruleset, teacher: Teacher) -> Bot:
    from yahtzee_tui.strategy.bots import make_bot

    return make_bot(rank, ruleset, teacher.values)
