"""The app as visitors have it: it begins in the lobby, and does nothing to the host's machine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Malformed
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import GUEST_MARK
from yahtzee_tui.store.lobby.presence import HEARTBEAT_SECONDS
from yahtzee_tui.tui.away import AwayApp
from yahtzee_tui.tui.background import begin
from yahtzee_tui.tui.cover import cover_or_uncover
from yahtzee_tui.tui.visiting import Visit

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Invitation
    from yahtzee_tui.tui.visit import Visitor

_ALONE = 2
"""Screens of which nothing lies over the uppermost: Textual's own, and one of ours."""


class HostedApp(AwayApp):
    """The game of somebody whose terminal is far away.

    Attributes:
        visit: Who they are, and where.
    """

    def __init__(
        self,
        visitor: Visitor,
        store: Store,
        ascii_only: bool = False,
        tell_door: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """Make the app.

        Args:
            visitor: Who comes.
            store: The games of the house.
            ascii_only: Whether nothing but ASCII may be drawn.
            tell_door: Told whether the visitor only watches.
        """
        super().__init__(store=store, ascii_only=ascii_only)
        self.visit = Visit(self, visitor, store, tell_door)

    def on_mount(self) -> None:
        """Let others know from time to time that the visitor is still here."""
        self.set_interval(HEARTBEAT_SECONDS, self.visit.heartbeat)

    def show_title(self) -> None:
        """Go to the lobby."""
        self.visit.show_lobby()

    def show_instead(self, screen: Screen[None]) -> None:
        """Show a screen instead of the present one, and of what was asked or read over that."""
        while len(self.screen_stack) > _ALONE:
            self.pop_screen()
        self.switch_screen(screen)
        cover_or_uncover(self, self.size)

    @property
    def is_known(self) -> bool:
        """Whether the visitor has a key; guests are somebody new every time."""
        return not self.visit.is_guest

    def check_invitation(self, invitation: Invitation) -> None:
        """Make sure that nobody plays under a name that belongs to somebody else here.

        Raises:
            Malformed: If somebody would.
        """
        people = [
            name
            for name, computer in zip(
                invitation.players,
                invitation.computers or ("",) * len(invitation.players),
                strict=True,
            )
            if not computer and name.casefold() != self.me.casefold()
        ]
        for name in people:
            try:
                taken = self.visit.lobby.accounts.is_taken(name)
            except StoreProblem as problem:
                raise Malformed("bad_name", problem.sentence) from None
            if taken or name.endswith(GUEST_MARK):
                raise Malformed("bad_name", f"The name {name} belongs to somebody else here.")

    def save_options(self, before: Options) -> None:
        """Keep what changed for the next visit."""
        if self.options != before:
            begin(self, partial(self.visit.keep_options, self.options))

    def _first_screen(self) -> Screen[None]:
        from yahtzee_tui.tui.screens.sign_in import SignInScreen

        return SignInScreen()
