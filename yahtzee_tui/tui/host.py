"""Who seats people: at a new game, at a saved one, or behind those who play in another window."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yahtzee_tui.sitting import Sitting
from yahtzee_tui.store import HeldGame, StoreProblem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yahtzee_tui.store import Shelf
    from yahtzee_tui.store.rows import SavedRow
    from yahtzee_tui.table import Invitation
    from yahtzee_tui.tui.app import YahtzeeApp


class Host:
    """Knows the newest table and the shelf of saved games, and shows the screens in between.

    Attributes:
        shelf: Where games are saved, None if they aren't.
        sitting: The newest table, and whether its game is saved; None before the first.
    """

    def __init__(self, app: YahtzeeApp, shelf: Shelf | None, invitation: Invitation | None) -> None:
        """Lay the first table.

        Args:
            app: The app whose screens are shown.
            shelf: Where games are saved; None to save none.
            invitation: A game to begin with, if any.

        Raises:
            Malformed: If something in the invitation makes no sense.
        """
        self.shelf = shelf
        self.sitting = Sitting.at_new(invitation, shelf) if invitation else None
        self._app = app

    def play(self, invitation: Invitation) -> None:
        """Sit down to a new game, asking first if another would be lost.

        Raises:
            Malformed: If something in the invitation makes no sense.
        """
        self._app.check_invitation(invitation)
        sitting = Sitting.at_new(invitation, self.shelf)

        def agreed(answer: bool | None) -> None:
            if answer:
                self._sit(sitting)

        self.ask_if_lost("Begin a new game", "Begin", agreed)

    def resume(self) -> None:
        """Sit down at the newest table again."""
        from yahtzee_tui.tui.screens.table import TableScreen

        if self.sitting is not None:
            self._app.switch_screen(TableScreen(self.sitting))

    def take_up(self, game: str, by_force: bool = False) -> None:
        """Go on with a saved game, asking first if another would be lost.

        Asks as well if another program has it open.

        Args:
            game: Its id.
            by_force: Whether it is taken out of another program's hands.
        """
        sitting, shelf = self.sitting, self.shelf
        if shelf is None or (sitting and sitting.game_id == game and not sitting.is_stale):
            self.resume()
            return

        def agreed(answer: bool | None) -> None:
            if answer and (taken := self._take(shelf, game, by_force, self._app.call_later)):
                self._sit(taken)

        self.ask_if_lost("Go on with another game", "Go on", agreed)

    def begin_with(self, game: str) -> Callable[[], None] | None:
        """Sit down at a saved game before there is a screen.

        Returns:
            What else is to be done about it once there is one.
        """
        later: list[Callable[[], None]] = []
        if self.shelf is not None:
            self.sitting = self._take(self.shelf, game, False, later.append)
        return later[0] if later else None

    def get_up(self, game: str) -> None:
        """Leave the newest table, if this is its game."""
        if self.sitting is not None and self.sitting.game_id == game:
            self.sitting.leave()
            self.sitting = None

    def show_saved_games(self, rows: Sequence[SavedRow]) -> None:
        """Show the unfinished games, and go on with the one that is chosen."""
        from yahtzee_tui.tui.screens.saved_games import SavedGamesScreen

        below, sitting = self._app.screen, self.sitting

        def chosen(game: str | None) -> None:
            if game is not None:
                self.take_up(game)
            # A menu looks again, and nobody stays at a game that was put away.
            elif hasattr(below, "offers") or self.sitting is not sitting:
                self._app.show_title()

        if self.shelf is not None:
            self._app.ask(SavedGamesScreen(self.shelf, rows), chosen)

    def ask_elsewhere(self, game: str) -> None:
        """Ask what to do about a game that another program has open."""
        from yahtzee_tui.tui.screens.elsewhere import Elsewhere, ElsewhereScreen

        def chosen(choice: Elsewhere | None) -> None:
            match choice:
                case Elsewhere.WATCH:
                    self._watch(game)
                case Elsewhere.TAKE:
                    self.take_up(game, by_force=True)
                case _:
                    self._app.show_title()

        self._app.ask(ElsewhereScreen(), chosen)

    def ask_if_lost(self, what: str, yes: str, answered: Callable[[bool | None], None]) -> None:
        """Call back at once, or with an answer where a game that isn't over would be lost."""
        from yahtzee_tui.tui.screens.confirm import ConfirmScreen

        if self.sitting is not None:
            self.sitting.try_again()
        if self.sitting is None or not self.sitting.would_be_lost:
            answered(True)
        else:
            why = "The game isn't over, and can't be continued later."
            if self.sitting.problem:
                why = f"What happened last is not saved. {self.sitting.problem}"
            question = ConfirmScreen(f"{what}? {why}", yes=yes, no="Stay")
            self._app.ask(question, answered)

    async def open_shelf(self) -> None:
        """Open the store in a thread, and say so if there is something wrong with it.

        That takes longer than showing the first screen, and so comes after it.
        """
        if self.shelf is None:
            return
        await self._app.shown.wait()
        if sentence := await asyncio.to_thread(_open, self.shelf):
            self._app.note(sentence)
            self._app.tell(sentence)

    def _take(
        self, shelf: Shelf, game: str, by_force: bool, later: Callable[[Callable[[], None]], object]
    ) -> Sitting | None:
        try:
            shelf.games.read(game).load()  # what can't be played is not taken
            return Sitting.at_saved(shelf.games.take(game, by_force), shelf)
        except HeldGame:
            later(lambda: self.ask_elsewhere(game))
        except StoreProblem as problem:
            sentence = problem.sentence
            later(lambda: self._app.tell(sentence))
        return None

    def _sit(self, sitting: Sitting) -> None:
        # A game that was taken back from elsewhere is held here again.
        if self.sitting is not None and self.sitting.game_id != sitting.game_id:
            self.sitting.leave()
        self.sitting = sitting
        self.resume()

    def _watch(self, game: str) -> None:
        """Look on while another program plays a saved game."""
        from yahtzee_tui.tui.screens.watch import WatchScreen

        if self.shelf is None:
            return
        try:
            saved = self.shelf.games.read(game)
            watched = WatchScreen(Sitting.at_watched(saved), saved.ticket, self.shelf)
        except StoreProblem as problem:
            self._app.tell(problem.sentence)
        else:
            self._app.switch_screen(watched)


def _open(shelf: Shelf) -> str | None:
    """Open a shelf, and return what people should be told about it."""
    try:
        _ = shelf.games
    except StoreProblem as problem:
        return f"Games can't be saved. {problem.sentence}"
    return shelf.notice
