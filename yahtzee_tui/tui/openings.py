"""An app whose screens can be opened over any other: help, keys, options, scores, a review."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from yahtzee_tui.tui.options_app import OptionsApp

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.screen import Screen, ScreenResultCallbackType
    from textual.widget import AwaitMount

    from yahtzee_tui.rules import Record, Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.tui.host import Host

Result = TypeVar("Result")


class OpeningApp(OptionsApp):
    """The part of the app that opens screens over the present one, which waits.

    Attributes:
        host: Seats people at new and at saved games.
    """

    host: Host

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the newest table, or else the default ones."""
        raise NotImplementedError

    def ask(
        self, dialog: Screen[Result], answered: ScreenResultCallbackType[Result] | None = None
    ) -> AwaitMount | None:
        """Lay a dialog over the present screen, unless there is one of its kind already.

        Keys that come all at once, as when one is held on a slow line, would open it many times.

        Args:
            dialog: The dialog.
            answered: Called with its answer.

        Returns:
            What waits until it stands, or None where there is one already.
        """
        if any(type(screen) is type(dialog) for screen in self.screen_stack):
            return None
        return self.push_screen(dialog, answered)

    def action_show_help(self) -> None:
        """Show how the game is played, and the keys of the table."""
        from yahtzee_tui.tui.screens.how_to_play import HowToPlayScreen

        self.ask(HowToPlayScreen(self._rules_here))

    def action_show_keys(self) -> None:
        """Show which keys do what on the present screen."""
        from yahtzee_tui.tui.screens.keys import KeysScreen

        self.ask(KeysScreen(self.screen))

    def action_show_options(self) -> None:
        """Show the options, and take over what was chosen."""
        from yahtzee_tui.tui.screens.options import OptionsScreen

        def chosen(options: Options | None) -> None:
            if options is not None:
                self.choose_options(options)

        self.ask(OptionsScreen(self.options, self.notices), chosen)

    def action_show_key_map(self) -> None:
        """Let the player give other keys to what can be done at the table."""
        from yahtzee_tui.tui.screens.key_map import KeyMapScreen

        def chosen(keys: Mapping[str, str] | None) -> None:
            if keys is not None:
                self.choose_options(self.options._replace(keys=keys))

        self.ask(KeyMapScreen(self.options.keys), chosen)

    def action_show_scores(self) -> None:
        """Show the high scores."""
        from yahtzee_tui.tui.screens.scoreboard import ScoreboardScreen

        self.push_screen(ScoreboardScreen(self.host.store, self._rules_here))

    def choose_options(self, options: Options) -> None:
        """Let options be in force, also at a table that waits below, and save them."""
        from yahtzee_tui.tui.screens.table import TableScreen

        before = self.options
        self.take_options(options)
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.options_changed()
        self.save_options(before)

    def show_statistics(self, name: str, rules: str | None = None) -> None:
        """Show a player's statistics.

        Args:
            name: The player.
            rules: The id of the rule set to begin with, None for all together.
        """
        from yahtzee_tui.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self.host.store, name, rules))

    def show_review(self, read: Callable[[], Record]) -> None:
        """Show what was luck and what was skill in a game.

        Args:
            read: Returns the record of the game; called in a thread. It may raise a
                `StoreProblem`.
        """
        from yahtzee_tui.tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(read))

    @property
    def _rules_here(self) -> Ruleset:
        """The rules that the present screen is about."""
        from yahtzee_tui.tui.screens.base import GameScreen

        return self.screen.ruleset if isinstance(self.screen, GameScreen) else self.ruleset
