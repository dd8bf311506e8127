"""The app over SSH: it starts in the lobby, and gives no access to the server's machine."""

from __future__ import annotations

import math
import time
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich import traceback
from textual import events
from textual.geometry import Size

from yahtzee_tui.host.lobby.presences import HEARTBEAT_SECONDS
from yahtzee_tui.host.lobby.servers import NOTICE_SECONDS
from yahtzee_tui.host.screens.input_drivers import EventLoopInput, ThrottledDriver
from yahtzee_tui.host.services.online_table import OnlineTable
from yahtzee_tui.host.services.server_drain import Activity
from yahtzee_tui.host.services.visit import ABOUT_LOBBY, Visit
from yahtzee_tui.host.services.waiting_room import WaitingRoom
from yahtzee_tui.settings import Options
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker
from yahtzee_tui.tui.terminal.driver import PromptDriver, mix_in
from yahtzee_tui.tui.terminal.signals import exit_on_signals
from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups
from yahtzee_tui.tui.too_small import update_cover

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from textual.binding import BindingType
    from textual.driver import Driver
    from textual.screen import Screen

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.lobby.models import User
    from yahtzee_tui.host.services.visit import Visitor
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.table import TableConfig

LARGEST = Size(300, 120)
"""The most columns and rows that are drawn, whatever size a terminal reports."""


class RestrictedApp(YahtzeeApp):
    """The app without actions on the machine that it runs on."""

    IS_AT_HOME = False

    def __init__(self, *args: Any, **options: Any) -> None:
        # A crash must not write what users typed into the log: Textual's traceback has all values.
        setattr(traceback, "Traceback", _PlainTraceback)  # noqa: B010 - a class isn't assigned to for mypy
        super().__init__(*args, **options)

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        if not has_speed_ups():
            return mix_in(ThrottledDriver, driver)
        return mix_in(EventLoopInput, mix_in(PromptDriver, driver))

    async def on_event(self, event: events.Event) -> None:
        """Limit the reported size of the terminal to `LARGEST`."""
        if isinstance(event, events.Resize):
            columns, rows = event.size
            size = Size(min(columns, LARGEST.width), min(rows, LARGEST.height))
            event = event if size == event.size else events.Resize(size, size)
        await super().on_event(event)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Do nothing: the browser would open on the server."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Save no file on the server."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Save no file on the server."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable suspending: there is no shell that could resume the process."""
        return action != "suspend_process" and super().check_action(action, parameters)


_NOTICE_SECONDS = 2.0  # in which no key takes a notice away: it may be meant for the game
_MOST_NOTICES = 3  # that are shown again
_WIDE = 100
"""The most columns of a table whose dice are in full motion at first."""

_RELEASE_SECONDS = 2.0  # after at least this long without use the database's connections are closed
_LOWEST_STACK = 2
"""The length of the screen stack with Textual's own screen and one of ours."""


class RemoteApp(RestrictedApp):
    """The game of a player who is connected by SSH."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *YahtzeeApp.BINDINGS,
        bind(
            "f3", "show_notices", "Notices", "notices",
            "Read again what the host of this server said", show=False,
        ),
    ]  # fmt: skip

    def __init__(self, visitor: Visitor, store: HostStore) -> None:
        super().__init__(store=store, ascii_only=visitor.ascii_only)
        self.session = VisitorSession(self, visitor, store)
        self._last_input = time.monotonic()
        self._notices_until = math.inf  # from then on a key takes notices away

    def on_mount(self) -> None:
        self.session.listen()
        self.set_interval(_RELEASE_SECONDS, self.session.store.release_idle)
        self.set_interval(HEARTBEAT_SECONDS, self.session.heartbeat)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._last_input = time.monotonic()
            is_press = isinstance(event, events.Key | events.MouseDown)
            if is_press and self._last_input > self._notices_until:
                self._notices_until = math.inf
                self.clear_notifications()
        await super().on_event(event)

    def show_notice(self, text: str) -> None:
        """Show it over any screen until a key, as only that has room for it everywhere."""
        title = _("From the host of this server")
        self.notify(text, title=title, timeout=NOTICE_SECONDS, markup=False)
        self._notices_until = time.monotonic() + _NOTICE_SECONDS

    def action_show_notices(self) -> None:
        """Show again what the host of the server has said."""
        for text in self.session.list_notices()[-_MOST_NOTICES:]:
            self.show_notice(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to read again what was said, if something was."""
        is_there = action != "show_notices" or bool(self.session.list_notices())
        return is_there and super().check_action(action, parameters)

    @property
    def seconds_idle(self) -> float:
        """Seconds since the player's last key or click."""
        return time.monotonic() - self._last_input

    def show_title(self) -> None:
        self.session.show_lobby()

    def show_lesson(self) -> None:
        if not isinstance(self.session.place, WaitingRoom):
            super().show_lesson()
            return
        from yahtzee_tui.host.screens.waiting_room import RoomLesson

        self.push_screen(RoomLesson(self.me))

    def action_show_help(self) -> None:
        """Explain tables, codes and words first, where no game is shown."""
        from yahtzee_tui.tui.help.how_to_play import HowToPlayScreen

        lobby = _("Lobby"), [self.session.about_lines, *map(_, ABOUT_LOBBY)]
        first = () if hasattr(self.screen, "table") else (lobby,)
        self.ask(HowToPlayScreen(self._screen_rules, *first))

    def show_instead(self, screen: Screen[None]) -> None:
        """Show a screen in place of the present one and of all dialogs over it."""
        while len(self.screen_stack) > _LOWEST_STACK:
            self.pop_screen()
        self.switch_screen(screen)
        update_cover(self, self.size)

    @property
    def is_known(self) -> bool:
        """Whether the player has a key; a guest gets a new id every time."""
        return not self.session.is_guest

    @property
    def daily_command(self) -> str:
        return f"ssh -t {self.session.visitor.destination}"

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        return self.session.visitor.rulesets

    def check_config(self, config: TableConfig) -> None:
        self.session.check_config(config)

    def save_options(self, before: Options) -> None:
        if self.options != before:
            start_worker(self, partial(self.session.keep_options, self.options))

    def _first_screen(self) -> Screen[None]:
        from yahtzee_tui.host.screens.sign_in import SignInScreen

        return SignInScreen()


class VisitorSession(Visit):
    """What the screens of an SSH client share; the user has no name before signing in."""

    def __init__(self, app: RemoteApp, visitor: Visitor, store: HostStore) -> None:
        super().__init__(visitor, store)
        self._app = app

    @cached_property
    def default_options(self) -> Options:
        """The options before a player changes them: large dice in motion are many bytes."""
        is_wide = self._app.size.width > _WIDE
        return Options(dice_speed="short") if is_wide else Options()

    def apply_options(self, options: Options) -> None:
        self._app.apply_options(options)

    def end(self) -> None:
        self._app.exit()

    def show_notice(self, text: str) -> None:
        from yahtzee_tui.host.screens.lobby import LobbyScreen

        self._app.show_notice(text)
        for screen in self._app.screen_stack:
            if isinstance(screen, LobbyScreen):
                screen.show_newest_notice()

    @property
    def activity(self) -> Activity:
        from yahtzee_tui.host.screens.online_table import OnlinePlayScreen

        screens = [each for each in self._app.screen_stack if isinstance(each, GameScreen)]
        online = [each for each in screens if isinstance(each, OnlinePlayScreen)]
        return Activity(
            self._app.seconds_idle,
            is_in_turn=any(screen.is_in_turn for screen in screens),
            is_at_table=any(not screen.table.game.is_over for screen in online),
        )

    def start(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        start_worker(self._app, act, "presence")

    async def recognise(self) -> bool:
        if self._app.options == Options():
            self.apply_options(self.default_options)
        return await super().recognise()

    async def keep_options(self, options: Options) -> None:
        try:
            await super().keep_options(options)
        except StoreProblem as problem:
            self._app.show_message(problem.sentence)

    def _set_user(self, user: User) -> None:
        super()._set_user(user)
        self._app.me = user.name

    def show_place(self, sentence: str) -> None:
        if self.place is None:
            from yahtzee_tui.host.screens.lobby import LobbyScreen

            if isinstance(self._app.screen, LobbyScreen):
                self._app.screen.refresh_lobby(sentence)
            else:
                self._app.show_instead(LobbyScreen(sentence))
            return
        from yahtzee_tui.host.screens.online_table import OnlinePlayScreen, OnlineWatchScreen
        from yahtzee_tui.host.screens.waiting_room import WaitingRoomScreen

        match self.place:
            case WaitingRoom() as room:
                self._app.show_instead(WaitingRoomScreen(room, sentence))
            case OnlineTable(own_seat=None) as table:
                self._app.show_instead(OnlineWatchScreen(table, sentence))
            case table:
                self._app.show_instead(OnlinePlayScreen(table, sentence or self.reminder))


def run_remote_app(visitor: Visitor, store: HostStore) -> int:
    """Run the app for a visitor until they leave, close the store, and return the exit code.

    Raises `RemovedByHost` if the host of the server has ended the session.
    """

    async def run_app() -> None:
        exit_on_signals(app)
        try:
            await app.run_async()
        finally:
            app.value_tables.stop()

    app = RemoteApp(visitor, store)
    app.session.run_to_end(run_app())
    return app.return_code or 0


class _PlainTraceback(traceback.Traceback):
    """A traceback without the values of variables, which may contain names and messages."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"show_locals": False})
