"""The session of the plain mode: opens tables one after the other until the player quits."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.plain.commands import is_typed, translate_word
from yahtzee_tui.plain.game_lines import describe_start, format_list
from yahtzee_tui.plain.game_loop import AfterGame, GameLoop
from yahtzee_tui.rules import OFFICIAL, Refusal, register
from yahtzee_tui.services.bots import format_resume
from yahtzee_tui.services.saved_games import find_unfinished, open_saved_game
from yahtzee_tui.store import HeldGame, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig, describe_left
from yahtzee_tui.table.sentences import SAVING
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.rules import Game
    from yahtzee_tui.store import Store


class PlainSession:
    """Opens new and saved games, plays each in a `GameLoop`, and says what was saved."""

    def __init__(
        self, context: PlainContext, store: Store, given: Sequence[str] = ("--plain",)
    ) -> None:
        """Create a session; `given` are the options with which a game is continued."""
        self.context, self._console, self._store = context, context.console, store
        self._given = given
        self._saved_table: SavedTable | None = None

    @property
    def game(self) -> Game | None:
        """The game that is played, None before the first."""
        return None if self._saved_table is None else self._saved_table.table.game

    async def play(self, first: TableConfig | str | None) -> None:
        """Play a new game, one by its id or one asked for, then others, until the player quits.

        Raises as `plain.run` does, and `EOFError` at the end of the input.
        """
        if isinstance(first, str):
            saved_table = await self._take(first)
        elif first is not None:
            saved_table = SavedTable.new(first, self._store)
        else:
            saved_table = await self._ask_who_plays(OFFICIAL.id)
        is_first = True
        while saved_table is not None:
            self._saved_table = saved_table
            self._console.say(*describe_start(saved_table.table))
            if is_first:  # opening the database takes longer than all before
                try:
                    self._store.games.check_writing()
                    self._console.say(*filter(None, [self._store.notice]))
                except StoreProblem as problem:
                    unsaved = _("Games won't be saved.")
                    self._console.say(f"{unsaved} {problem.sentence}")
                self._store.on_wait = self._show_waiting
                is_first = False
            saved_table = await self._follow(await GameLoop(saved_table, self.context).run())

    def _show_waiting(self, waits: bool) -> None:
        if waits:
            self._console.say(_(SAVING))

    def release(self) -> None:
        """Let other programs continue the game."""
        if self._saved_table is not None:
            self._saved_table.release()

    def say_goodbye(self) -> bool:
        """Print where an unfinished game was left, and whether it is saved; return the latter."""
        saved_table = self._saved_table
        if saved_table is None or saved_table.is_stale:
            self._console.end_line()
            return True
        saved_table.retry()
        left = "" if saved_table.table.game.is_over else describe_left(saved_table.table.game)
        if saved_table.problem is not None:
            unsaved = f"{_('The game is not saved.')} {saved_table.problem}"
            self._console.say(*filter(None, (left, unsaved)))
        elif left:
            self._console.say(left, self.describe_resume(saved_table.table))
        else:
            self._console.end_line()
        return saved_table.problem is None

    def describe_resume(self, table: Table) -> str:
        """Return how an unfinished game is continued."""
        command = format_resume(table.setup, *self._given)
        return _("Saved. To continue, run {command}.", command=command)

    def check_config(self, config: TableConfig) -> None:
        """Raise a `Refusal` if a game can't be played here."""

    async def _follow(self, what: AfterGame) -> SavedTable | None:
        saved_table = self._saved_table
        if saved_table is None or what is AfterGame.QUIT:
            return None
        if what is AfterGame.ELSEWHERE and saved_table.game_id is not None:
            return await self._take(saved_table.game_id, saved_table.problem)
        saved_table.release()
        if what is AfterGame.AGAIN:
            return SavedTable.new(saved_table.config.next_game(), self._store)
        return await self._ask_who_plays(register(saved_table.table.game.ruleset))

    async def _ask_who_plays(self, rules: str) -> SavedTable | None:
        game = self._offer_unfinished()
        me = self.context.me
        while True:
            names = await self._console.answer(
                _("Player names separated by commas, or Enter to play solo as {me}", me=me)
            )
            if self.context.find_exit(names):
                return None
            if game is not None and is_typed("resume", names or ""):
                return await self._take(game)
            players = tuple(filter(None, map(str.strip, (names or "").split(",")))) or (me,)
            first = players[0] if self.context.options.first_player == "fixed" else None
            try:
                config = TableConfig(players, rules, first)
                self.check_config(config)
                return SavedTable.new(config, self._store)
            except Refusal as refusal:
                self._console.say(refusal.sentence)

    def _offer_unfinished(self) -> str | None:
        """Print the newest unfinished game that no other program has open, and return its id."""
        from yahtzee_tui.store.listing import describe_where

        if not self._store.may_hold_games:
            return None
        with suppress(StoreProblem):  # printed when the game begins
            saved = find_unfinished(self._store)
            if saved is not None and not saved.elsewhere:
                game = saved.load()[1].game
                where = f"{format_list(game.players)}, {describe_where(game)}"
                self._console.say(
                    _(
                        "Unfinished game: {game}. Type {word} to continue it.",
                        game=where,
                        word=translate_word("resume")[0],
                    )
                )
                return saved.id
        return None

    async def _take(self, game: str, problem: str | None = None) -> SavedTable | None:
        """Return the table of a saved game; ask first if another program has it open.

        Its `problem` says that another program does; None to try to open it.
        """
        if problem is None:
            try:
                return open_saved_game(self._store, game)
            except HeldGame as held:
                problem = held.sentence
        self._console.say(problem)
        question = _("1 to take it over, 2 to leave it alone")
        while (answer := await self._console.answer(question)) != "1":
            if answer == "2" or self.context.find_exit(answer):
                return None
            self._console.say(_("Type 1 or 2."))
        return open_saved_game(self._store, game, by_force=True)
