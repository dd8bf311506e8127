"""Bots: which seats of a table they play, what each does there, and the policies of all levels.

Full-screen sessions compute a choice in a thread; plain text computes it at once.
"""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from dataclasses import replace
from subprocess import list2cmdline
from typing import TYPE_CHECKING

from yahtzee_tui.rules import BUILT_IN, Hold, Refusal, resolve_ruleset
from yahtzee_tui.services.value_tables import describe_wait, load_outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from yahtzee_tui.rules import Action, Game, Ruleset, Score, Setup
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.strategy.bots import Bot, Rank
    from yahtzee_tui.table import Table, TableConfig

BEST_BOX_SUBSTITUTE = "score"
"""The rank that means the best box instead of a bot, at shared tables with that timeout policy."""

MARKER = "marker"
"""The bot that decides which box is marked for a player: it needs no value table, and gives no
exact advice that the record would have to name."""


class BotSeats:
    """The seats of a table at which bots play.

    Attributes:
        people: The seats that people play, those of a bot that can't play the game among them: a
            record may name an unknown rank. The set is changed and never replaced.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._unable: set[str] = set()
        seats = range(len(table.setup.players))
        self.people = {seat for seat in seats if not table.setup.computer(seat)}
        self.seats: Container[int] = self.people  # those that are played at this terminal

    @property
    def current_rank(self) -> str:
        """The rank of the bot whose turn it is, empty for a person's turn."""
        game = self._table.game
        if game.is_over or game.seat in self.people:
            return ""
        rank = self.rank_at(game.seat)
        return "" if rank in self._unable else rank

    def plays(self, seat: int) -> bool:
        """Return whether a bot plays at a seat; False if it can't play this game."""
        return seat not in self.people

    def rank_at(self, seat: int) -> str:
        computers = self._table.setup.computers
        return computers[seat] if computers else ""

    def give_up(self, rank: str) -> None:
        """Let people play the seats of a bot that can't play this game."""
        self._unable.add(rank)
        computers = self._table.setup.computers
        self.people |= {seat for seat, each in enumerate(computers) if each == rank}

    def apply(self, action: Action) -> None:
        """Execute a bot's action, unless it holds what is held already; may raise a `Refusal`."""
        game = self._table.game
        if not isinstance(action, Hold) or action.positions != game.held:
            self._table.apply(game.seat, action)

    def rolls_after(self, choice: Hold | Score) -> bool:
        """Return whether a bot rolls next: its choice was a hold, and these dice are held now."""
        return isinstance(choice, Hold) and self._table.game.held == choice.positions


class BotService:
    """The bots of a program, by rank and rule set."""

    def __init__(self, loader: Callable[[Ruleset], ValueTableLoader]) -> None:
        """Create a service; `loader` returns the value table of a rule set, which some need."""
        self._loader = loader
        self._bots: dict[tuple[str, Ruleset], Bot] = {}

    async def choose(
        self, rank: str, game: Game, report: Callable[[], None] = lambda: None
    ) -> Hold | Score:
        """Return a bot's choice in a position with dice, computed in a thread.

        `report` is called while its value table is loaded. Raises a `Refusal` if there is no such
        rank, or it can't play by these rules.
        """
        import asyncio  # plain text does without it

        bot = await self._load(rank, game.ruleset, report)
        return await asyncio.to_thread(bot.choose, game)

    async def load_marker(self, ruleset: Ruleset) -> None:
        """Load what `find_box` needs; where no bot can play by these rules it finds nothing."""
        import asyncio

        key = (MARKER, ruleset)
        if key not in self._bots:
            with suppress(Refusal):
                self._keep(key, await asyncio.to_thread(_make, *key, self._loader(ruleset)))

    def find_box(self, game: Game) -> str | None:
        """Return the box that `MARKER` would fill with these dice, None if it is not loaded."""
        if (bot := self._bots.get((MARKER, game.ruleset))) is None or not game.faces:
            return None
        try:
            choice = bot.choose(replace(game, roll=game.most_rolls))
        except Refusal:  # a card of a record that no game leads to
            return None
        return None if isinstance(choice, Hold) else choice.box

    async def _load(self, rank: str, ruleset: Ruleset, report: Callable[[], None]) -> Bot:
        import asyncio

        key = (rank, ruleset)
        if key not in self._bots:
            loader = self._loader(ruleset)
            found = await asyncio.to_thread(_find_rank, rank)
            if found.needs_table:
                await loader.load(report)
            if found.needs_outcomes:
                await loader.load_outcomes()
            self._keep(key, await asyncio.to_thread(_make, rank, ruleset, loader))
        return self._bots[key]

    def choose_now(self, rank: str, game: Game) -> Hold | Score:
        """Return the choice of a bot, computed in this thread; see `choose`."""
        key = (rank, game.ruleset)
        if key not in self._bots:
            loader = self._loader(game.ruleset)
            found = _find_rank(rank)
            if found.needs_table:
                loader.load_adviser()
                if found.needs_outcomes:
                    load_outcomes(loader.load_now())
            self._keep(key, _make(rank, game.ruleset, loader))
        return self._bots[key].choose(game)

    def _keep(self, key: tuple[str, Ruleset], bot: Bot) -> None:
        """Remember a bot, and forget those of other rule sets with their value tables."""
        self._bots = {each: other for each, other in self._bots.items() if each[1] == key[1]}
        self._bots[key] = bot


def check_computers(config: TableConfig) -> list[str]:
    """Return what `describe_wait` does if a computer of a new table waits for it.

    Raises `Unsolvable` if one of them needs best play and that can't be calculated.
    """
    waits = any(rank and _find_rank(rank).needs_table for rank in config.computers)
    if config.rules in BUILT_IN or not waits:
        return []
    return describe_wait(resolve_ruleset(config.rules, config.definition))


def format_resume(setup: Setup, *options: str) -> str:
    """Return the command that continues a saved game, with the programs that play in it."""
    words = ["yahtzee-tui", "resume", *options]
    if any(setup.computers):
        from yahtzee_tui.strategy.bots.programs import PROGRAMS

        for rank in dict.fromkeys(setup.computers):
            if rank in PROGRAMS:
                words += ["--bot", PROGRAMS[rank].typed]
    return list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _find_rank(rank: str) -> Rank:
    from yahtzee_tui.strategy.bots import find_rank

    return find_rank(rank)


def _make(rank: str, ruleset: Ruleset, loader: ValueTableLoader) -> Bot:
    from yahtzee_tui.strategy.bots.levels import make_bot, make_marker

    return make_marker(ruleset) if rank == MARKER else make_bot(rank, ruleset, loader.adviser)
