"""Computer players: creates the bot of a level when it is first to move, and asks it.

Full-screen sessions ask in a thread; plain text asks at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Game, Hold, Ruleset, Score
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.strategy.bots import Bot


class BotService:
    """The bots of a program, by level and rule set."""

    def __init__(self, loader: Callable[[Ruleset], ValueTableLoader]) -> None:
        """Create a service; `loader` returns the value table of a rule set, which some need."""
        self._loader = loader
        self._bots: dict[tuple[str, str], Bot] = {}

    async def choose(
        self, rank: str, game: Game, report: Callable[[], None] = lambda: None
    ) -> Hold | Score:
        """Return the choice of a bot in a position with dice, computed in a thread.

        Args:
            rank: The id of its level.
            game: The position.
            report: Called while its value table is loaded.

        Raises:
            Refusal: If there is no such level, or it can't play by these rules.
        """
        import asyncio  # plain text does without it

        key = (rank, game.ruleset.id)
        if key not in self._bots:
            loader = self._loader(game.ruleset)
            if await asyncio.to_thread(_needs_table, rank):
                await loader.load(report)
            self._bots[key] = await asyncio.to_thread(_make, rank, game.ruleset, loader)
        return await asyncio.to_thread(self._bots[key].choose, game)

    def choose_now(self, rank: str, game: Game) -> Hold | Score:
        """Return the choice of a bot, computed in this thread; see `choose`."""
        key = (rank, game.ruleset.id)
        if key not in self._bots:
            loader = self._loader(game.ruleset)
            if _needs_table(rank):
                loader.load_now()
            self._bots[key] = _make(rank, game.ruleset, loader)
        return self._bots[key].choose(game)


def _needs_table(rank: str) -> bool:
    from yahtzee_tui.strategy.bots import find_rank

    return find_rank(rank).needs_table


def _make(rank: str, ruleset: Ruleset, loader: ValueTableLoader) -> Bot:
    from yahtzee_tui.strategy.bots import make_bot

    return make_bot(rank, ruleset, loader.values)
