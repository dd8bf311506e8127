"""The Textual app: which screen follows which, and what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from yahtzee_tui.tui.options import Options
from yahtzee_tui.tui.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.geometry import Size
    from textual.screen import Screen

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.table import Invitation, Table
    from yahtzee_tui.tui.screens.table import TableScreen

SMALLEST = (60, 20)
"""The fewest columns and rows that the screens are made for."""


class YahtzeeApp(App[None]):
    """The game in a terminal.

    Attributes:
        me: The name proposed for the player at this terminal.
        options: How the game is shown and handled.
        invitation: What the newest table was laid for.
        table: The newest table.
    """

    TITLE = "Yahtzee"
    ALLOW_SELECT = False
    # Its themes don't know the tokens of the widgets.
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "show_help", "Help", id="help", tooltip="How to play"),
        Binding("q", "quit", "Quit", id="quit", tooltip="Leave the program"),
        Binding(
            "ctrl+q,ctrl+c", "quit", "Quit", id="quit-always", tooltip="Leave the program",
            priority=True,
        ),
    ]  # fmt: skip

    def __init__(
        self,
        invitation: Invitation | None = None,
        me: str = "Player 1",
        options: Options | None = None,
    ) -> None:
        """Make the app.

        Args:
            invitation: A game to begin with; the title screen without one.
            me: The name proposed for the player at this terminal.
            options: How the game is shown and handled.

        Raises:
            Malformed: If something in the invitation makes no sense.
        """
        super().__init__()
        self.me = me
        self.options = options or Options()
        self.invitation = invitation
        self.table: Table | None = invitation.lay() if invitation else None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.options.colours

    @property
    def unfinished(self) -> bool:
        """Whether there is a game that has begun and isn't over."""
        table = self.table
        return table is not None and bool(table.history.events) and not table.game.is_over

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the newest table, or else the default ones."""
        if self.table is not None:
            return self.table.game.ruleset
        from yahtzee_tui.rules import OFFICIAL

        return OFFICIAL

    def on_mount(self) -> None:
        """Show the table if one was laid, or else the title."""
        self.push_screen(self._table_screen() or self._title_screen())
        self._cover_or_uncover(self.size)

    def on_resize(self, event: events.Resize) -> None:
        """Look whether the terminal is still large enough, or is so again."""
        # The first size comes before there is a screen to cover.
        if len(self.screen_stack) > 1:
            self._cover_or_uncover(event.size)

    def show_title(self) -> None:
        """Go to the title screen; a game that isn't over waits there."""
        self.switch_screen(self._title_screen())

    def play(self, invitation: Invitation) -> None:
        """Sit down to a new game, asking first if another would be lost.

        Raises:
            Malformed: If something in the invitation makes no sense.
        """
        table = invitation.lay()

        def sit(agreed: bool | None) -> None:
            if agreed:
                self.table, self.invitation = table, invitation
                self.resume()

        self._ask_if_lost("Begin a new game", "Begin", sit)

    def resume(self) -> None:
        """Sit down at the newest table again."""
        if screen := self._table_screen():
            self.switch_screen(screen)

    def show_new_game(self) -> None:
        """Ask who plays, and by which rules."""
        from yahtzee_tui.tui.screens.new_game import NewGameScreen

        players = self.invitation.players if self.invitation else (self.me,)
        rules = self.ruleset.id
        self.switch_screen(NewGameScreen(players, rules))

    def show_result(self, screen: TableScreen) -> None:
        """Show the ranking over a table whose game is over."""
        from yahtzee_tui.tui.screens.result import Choice, ResultScreen

        def chosen(choice: Choice | None) -> None:
            match choice:
                case Choice.AGAIN:
                    self.play(screen.invitation.again())
                case Choice.NEW:
                    self.show_new_game()
                case Choice.UNDO:
                    screen.action_undo()
                case Choice.TITLE:
                    self.show_title()
                case _:
                    pass

        self.push_screen(ResultScreen(screen.table.game), chosen)

    def action_show_help(self) -> None:
        """Show how the game is played, and the keys of the screen below."""
        from yahtzee_tui.tui.screens.base import GameScreen
        from yahtzee_tui.tui.screens.how_to_play import HowToPlayScreen

        if not isinstance(self.screen, HowToPlayScreen):
            ruleset = self.screen.ruleset if isinstance(self.screen, GameScreen) else self.ruleset
            self.push_screen(HowToPlayScreen(ruleset))

    def action_show_options(self) -> None:
        """Show the options, and take over what was chosen."""
        from yahtzee_tui.tui.screens.options import OptionsScreen
        from yahtzee_tui.tui.screens.table import TableScreen

        below = self.screen

        def chosen(options: Options | None) -> None:
            if options is not None:
                self.options = options
                self.theme = options.colours
                if isinstance(below, TableScreen):
                    below.options_changed()

        self.push_screen(OptionsScreen(self.options), chosen)

    async def action_quit(self) -> None:
        """Leave, asking first if a game would be lost."""

        def leave(agreed: bool | None) -> None:
            if agreed:
                self.exit()

        self._ask_if_lost("Leave the program", "Leave", leave)

    def _ask_if_lost(self, what: str, yes: str, answered: Callable[[bool | None], None]) -> None:
        """Call back at once, or with an answer where a game that isn't over would be lost."""
        from yahtzee_tui.tui.screens.confirm import ConfirmScreen

        if not self.unfinished:
            answered(True)
        elif not isinstance(self.screen, ConfirmScreen):
            question = f"{what}? The game isn't over, and can't be continued later."
            self.push_screen(ConfirmScreen(question, yes=yes, no="Play on"), answered)

    def _cover_or_uncover(self, size: Size) -> None:
        """Cover everything while the terminal is too small, and uncover it once it has grown."""
        from yahtzee_tui.tui.screens.too_small import TooSmallScreen

        too_small = size.width < SMALLEST[0] or size.height < SMALLEST[1]
        covered = any(isinstance(screen, TooSmallScreen) for screen in self.screen_stack)
        if too_small and not covered:
            self.push_screen(TooSmallScreen(SMALLEST))
        elif covered and not too_small:
            # A question asked over the cover goes with it.
            while not isinstance(self.screen, TooSmallScreen):
                self.pop_screen()
            self.pop_screen()

    def _table_screen(self) -> Screen[None] | None:
        if self.table is None or self.invitation is None:
            return None
        from yahtzee_tui.tui.screens.table import TableScreen

        return TableScreen(self.invitation, self.table)

    def _title_screen(self) -> Screen[None]:
        from yahtzee_tui.tui.screens.title import TitleScreen

        return TitleScreen()
