"""The navigator: opens new and saved games, and asks first when that would lose one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.store import HeldGame, StaleGame, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.translation import _
from yahtzee_tui.tui.lifecycle import NOT_SAVED, GameScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.listing import SavedRow
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table import TableConfig
    from yahtzee_tui.tui.context import AppContext


class Navigator:
    """Opens tables in the app and holds the newest one; `store` is None if none are saved."""

    def __init__(self, app: AppContext, store: Store | None, config: TableConfig | None) -> None:
        """Create the first table, if there is a configuration; may raise `Malformed`."""
        self.store = store
        self.saved_table = SavedTable.new(config, store) if config else None
        self._app = app
        self.opened = asyncio.Event()
        """Set once the store was opened, or couldn't be."""

    def play(self, config: TableConfig) -> None:
        """Start a new game, after a question if another would be lost; may raise `Malformed`."""
        self._app.check_config(config)
        saved_table = SavedTable.new(config, self.store)

        self.confirm_if_lost(
            _("Start a new game?"), _("Start"), lambda: self._show_table(saved_table)
        )

    def resume(self) -> None:
        from yahtzee_tui.tui.table.play_screen import TableScreen

        if self.saved_table is not None:
            self._app.app.switch_screen(TableScreen(self.saved_table))

    def open_game(self, game: str, by_force: bool = False) -> None:
        """Go on with a saved game; ask first if another would be lost or it is open elsewhere."""
        saved_table, store = self.saved_table, self.store
        if store is None or (
            saved_table and saved_table.game_id == game and not saved_table.is_stale
        ):
            self.resume()
            return

        def agreed() -> None:
            if acquired := self._acquire(store, game, by_force, self._app.app.call_later):
                self._show_table(acquired)

        self.confirm_if_lost(_("Switch to another game?"), _("Switch"), agreed)

    def open_at_start(self, game: str, seen: SavedGame | None) -> Callable[[], None] | None:
        """Open a saved game before there is a screen; if that fails, return what to call later.

        A game that was seen already is acquired once the store is open.
        """
        later: list[Callable[[], None]] = []
        if self.store is not None and seen is not None:
            with suppress(StoreProblem):  # acquiring a damaged one says so
                self.saved_table = SavedTable.see(seen, self.store)
        if self.store is not None and self.saved_table is None:
            self.saved_table = self._acquire(self.store, game, False, later.append)
        return later[0] if later else None

    def close_game(self, game: str) -> None:
        if self.saved_table is not None and self.saved_table.game_id == game:
            self.saved_table.release()
            self.saved_table = None

    def show_saved_games(self, rows: Sequence[SavedRow]) -> None:
        from yahtzee_tui.tui.home.saved_games import SavedGamesScreen

        below, saved_table = self._app.screen, self.saved_table

        def chosen(game: str) -> None:
            if game:
                self.open_game(game)
            # A menu is built anew, and the table of a discarded game is left.
            elif hasattr(below, "menu_items") or self.saved_table is not saved_table:
                self._app.show_title()

        if self.store is not None:
            self._app.ask(SavedGamesScreen(self.store, rows), chosen)

    def ask_takeover(self, game: str) -> None:
        from yahtzee_tui.tui.dialogs import TakeoverScreen

        def chosen(answer: str) -> None:
            match answer:
                case "watch":
                    self._watch(game)
                case "take":
                    self.open_game(game, by_force=True)
                case _:
                    self._app.show_title()

        self._app.ask(TakeoverScreen(), chosen)

    def confirm_if_lost(self, question: str, yes: str, agreed: Callable[[], object]) -> None:
        """Call `agreed`, after a question if an unfinished game would be lost."""
        if self.saved_table is not None:
            self.saved_table.retry()
        if self.saved_table is not None and self.saved_table.would_be_lost:
            problem = self.saved_table.problem
            unsaved = _("Your last action isn't saved. {problem}", problem=problem)
            why = unsaved if problem else _(NOT_SAVED)
        elif any(
            each.would_be_lost
            for each in self._app.app.screen_stack
            if isinstance(each, GameScreen)
        ):
            why = _(NOT_SAVED)
        else:
            agreed()
            return
        self._app.confirm(f"{question} {why}", yes, _("Stay"), agreed)

    async def open_store(self) -> None:
        """Open the store in a thread after the first paint, and report a problem with it."""
        await self._app.shown.wait()
        sentence = None
        try:
            if (store := self.store) is not None:
                await asyncio.to_thread(lambda: store.games.check_writing())
                sentence = store.notice
                if (saved_table := self.saved_table) is not None:
                    await asyncio.to_thread(saved_table.acquire)
        except (HeldGame, StaleGame):
            if self.saved_table is not None and (game := self.saved_table.game_id) is not None:
                self.ask_takeover(game)
        except StoreProblem as problem:
            sentence = _("Games won't be saved. {problem}", problem=problem.sentence)
        self.opened.set()
        if sentence:
            self._app.note(sentence)
            self._app.show_message(sentence)

    def _acquire(
        self, store: Store, game: str, by_force: bool, later: Callable[[Callable[[], None]], object]
    ) -> SavedTable | None:
        try:
            return open_saved_game(store, game, by_force)
        except HeldGame:
            later(lambda: self.ask_takeover(game))
        except StoreProblem as problem:
            sentence = problem.sentence
            later(lambda: self._app.show_message(sentence))
        return None

    def _show_table(self, saved_table: SavedTable) -> None:
        # If the game is the same, this program has just acquired it again.
        if self.saved_table is not None and self.saved_table.game_id != saved_table.game_id:
            self.saved_table.release()
        self.saved_table = saved_table
        self.resume()

    def _watch(self, game: str) -> None:
        from yahtzee_tui.tui.table.watch_screen import WatchScreen

        if self.store is None:
            return
        try:
            saved = self.store.games.read(game)
            watched = WatchScreen(SavedTable.watch(saved), saved.version, self.store)
        except StoreProblem as problem:
            self._app.show_message(problem.sentence)
        else:
            self._app.app.switch_screen(watched)
