"""The app over SSH: it starts in the lobby, and gives no access to the server's machine."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from rich import traceback
from textual import events
from textual.driver import Driver
from textual.geometry import Size

from yahtzee_tui.host.lobby.models import HEARTBEAT_SECONDS
from yahtzee_tui.host.screens.visitor_session import VisitorSession
from yahtzee_tui.host.services.input_pace import KEY_SECONDS, OTHER_SECONDS, InputPacer
from yahtzee_tui.host.services.remote_texts import find_text
from yahtzee_tui.host.services.visit import RemovedByHost
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import format_error
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.terminal.driver import PromptDriver, mix_in
from yahtzee_tui.tui.terminal.signals import exit_on_signals
from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups
from yahtzee_tui.tui.too_small import update_cover

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import App
    from textual.message import Message
    from textual.screen import Screen

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.services.visit import Visitor
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import TableConfig


LARGEST = Size(300, 120)
"""The most columns and rows that are drawn, whatever size a terminal reports."""


class ThrottledDriver(Driver):
    """A driver that delays input that comes faster than people type.

    Each key of a remote player may be saved; one who pastes thousands would load the processor and
    the database that others use.
    """

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._pace = InputPacer()
        self._is_leaving = False

    def process_message(self, message: Message) -> None:
        """Pass a message on, delayed if needed; called in the input thread."""
        seconds = self._pace.wait(KEY_SECONDS if isinstance(message, events.Key) else OTHER_SECONDS)
        if seconds and not self._is_leaving:
            time.sleep(seconds)
        super().process_message(message)

    def disable_input(self) -> None:
        """Stop without further delays, since the input thread is joined."""
        self._is_leaving = True
        super().disable_input()  # type: ignore[safe-super]


class RestrictedApp(YahtzeeApp):
    """The app without actions on the machine that it runs on."""

    IS_AT_HOME = False

    def __init__(self, *args: Any, **options: Any) -> None:
        hide_locals()  # a crash must not write what users typed into the log
        super().__init__(*args, **options)

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        if not has_speed_ups():
            return mix_in(ThrottledDriver, driver)
        from yahtzee_tui.host.screens.event_loop_input import EventLoopInput

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


_NO_TEXT = 2
_RELEASE_SECONDS = 2.0  # after at least this long without use the database's connections are closed
_LOWEST_STACK = 2
"""The length of the screen stack with Textual's own screen and one of ours."""


class RemoteApp(RestrictedApp):
    """The game of a player who is connected by SSH."""

    def __init__(self, visitor: Visitor, store: HostStore) -> None:
        super().__init__(store=store, ascii_only=visitor.ascii_only)
        self.session = VisitorSession(self, visitor, store)
        self._last_input = time.monotonic()

    def on_mount(self) -> None:
        self.session.listen()
        self.set_interval(_RELEASE_SECONDS, self.session.store.release_idle)
        self.set_interval(HEARTBEAT_SECONDS, self.session.heartbeat)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._last_input = time.monotonic()
        await super().on_event(event)

    @property
    def seconds_idle(self) -> float:
        """Seconds since the player's last key or click."""
        return time.monotonic() - self._last_input

    def show_title(self) -> None:
        self.session.show_lobby()

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


def run_remote_app(visitor: Visitor, store: HostStore) -> int:
    """Run the app for a visitor until they leave, close the store, and return the exit code.

    Requests for a text write it to the terminal and open no screen; if there is no such text, the
    exit code is 2. Raises `RemovedByHost` if the host of the server has ended the session.
    """
    code = 0
    try:
        text = find_text(store, visitor.request, visitor.key, next(iter(visitor.rulesets)))
        removal = text and store.lobby.bans.find({f"key:{visitor.key}"}, visitor.address)
    except StoreProblem as problem:
        said = problem.sentence
        text = format_error(said, None) if "--json" in visitor.request else f"{said}\n"
        removal, code = "", _NO_TEXT
    if text is not None:
        store.close()
        if removal:
            raise RemovedByHost(removal)
        with open(1, "w", encoding="utf-8", closefd=False) as terminal:
            terminal.write(text)
        return code

    async def run_app() -> None:
        exit_on_signals(app)
        try:
            await app.run_async()
        finally:
            app.value_tables.stop()

    app = RemoteApp(visitor, store)
    try:
        asyncio.run(run_app())
    finally:
        app.session.leave()
        store.close()
    if app.session.removal:
        raise RemovedByHost(app.session.removal)
    return app.return_code or 0


class _PlainTraceback(traceback.Traceback):
    """A traceback without the values of variables, which may contain names and messages."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"show_locals": False})


def hide_locals() -> None:
    """Replace the traceback class that Textual uses, which prints the value of every variable."""
    setattr(traceback, "Traceback", _PlainTraceback)  # noqa: B010 - a class isn't assigned to for mypy
