"""The app as visitors have it: it begins in the lobby, and does nothing to the host's machine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rich import traceback
from textual import events
from textual.geometry import Size

from yahtzee_tui.rules import Malformed
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import GUEST_MARK
from yahtzee_tui.store.lobby.presence import HEARTBEAT_SECONDS
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.dialogs.too_small import cover_or_uncover
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.remote.visitor_session import VisitorSession
from yahtzee_tui.tui.terminal.throttled_driver import with_throttle

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver
    from textual.screen import Screen

    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import TableConfig
    from yahtzee_tui.tui.remote.visitor_session import Visitor


LARGEST = Size(300, 120)
"""The most columns and rows that are drawn, whatever a terminal says of itself."""


class RestrictedApp(YahtzeeApp):
    """The app without what acts where the program runs, and not where the player is."""

    IS_AT_HOME = False

    def __init__(self, *args: Any, **options: Any) -> None:
        leave_out_locals()  # nothing that anybody typed is written down if the app falls over
        super().__init__(*args, **options)

    def get_driver_class(self) -> type[Driver]:
        """Return what reads from the player's terminal, and writes to it."""
        return with_throttle(super().get_driver_class())

    async def on_event(self, event: events.Event) -> None:
        """Believe no terminal that it is larger than any is."""
        if isinstance(event, events.Resize):
            columns, rows = event.size
            size = Size(min(columns, LARGEST.width), min(rows, LARGEST.height))
            event = event if size == event.size else events.Resize(size, size)
        await super().on_event(event)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open no browser here."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Save no file here."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Save no file here."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Go on: there is no shell to go back to, and nobody who could wake the program again."""
        return action != "suspend_process" and super().check_action(action, parameters)


_ALONE = 2
"""Screens of which nothing lies over the uppermost: Textual's own, and one of ours."""


class RemoteApp(RestrictedApp):
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
        self.session = VisitorSession(self, visitor, store, tell_door)

    def on_mount(self) -> None:
        """Let others know from time to time that the visitor is still here."""
        self.set_interval(HEARTBEAT_SECONDS, self.session.heartbeat)

    def show_title(self) -> None:
        """Go to the lobby."""
        self.session.show_lobby()

    def show_instead(self, screen: Screen[None]) -> None:
        """Show a screen instead of the present one, and of what was asked or read over that."""
        while len(self.screen_stack) > _ALONE:
            self.pop_screen()
        self.switch_screen(screen)
        cover_or_uncover(self, self.size)

    @property
    def is_known(self) -> bool:
        """Whether the visitor has a key; guests are somebody new every time."""
        return not self.session.is_guest

    def check_config(self, config: TableConfig) -> None:
        """Make sure that nobody plays under a name that belongs to somebody else here.

        Raises:
            Malformed: If somebody would.
        """
        people = [
            name
            for name, computer in zip(
                config.players,
                config.computers or ("",) * len(config.players),
                strict=True,
            )
            if not computer and name.casefold() != self.me.casefold()
        ]
        for name in people:
            try:
                taken = self.session.lobby.accounts.is_taken(name)
            except StoreProblem as problem:
                raise Malformed("bad_name", problem.sentence) from None
            if taken or name.endswith(GUEST_MARK):
                raise Malformed("bad_name", f"The name {name} belongs to somebody else here.")

    def save_options(self, before: Options) -> None:
        """Keep what changed for the next session."""
        if self.options != before:
            start_worker(self, partial(self.session.keep_options, self.options))

    def _first_screen(self) -> Screen[None]:
        from yahtzee_tui.tui.lobby.sign_in import SignInScreen

        return SignInScreen()


class _Bare(traceback.Traceback):
    """A traceback without the values of variables, among which names and messages may stand."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"show_locals": False})


def leave_out_locals() -> None:
    """Let Textual, which would show every value, show none from now on."""
    setattr(traceback, "Traceback", _Bare)  # noqa: B010 - a class isn't assigned to for mypy
