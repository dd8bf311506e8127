"""The lifecycle of screens: workers, dismissal and events that arrive before or after it."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual import events, on
from textual.app import ScreenStackError
from textual.await_complete import AwaitComplete
from textual.constants import MAX_FPS
from textual.containers import VerticalScroll
from textual.css.query import NoMatches
from textual.screen import ModalScreen, Screen
from textual.widget import MountError
from textual.widgets import Static

from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind, find_refused
from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.widget import Widget

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.tui.context import AppContext


UNMOUNTED = (MountError, NoMatches, ScreenStackError)
"""The errors of queries on a screen that is gone."""


def start_worker(
    node: DOMNode,
    work: Callable[[], Coroutine[Any, Any, object]],
    group: str = "default",
    exclusive: bool = False,
) -> None:
    """Run a coroutine as a Textual worker that ends with its screen, widget or app.

    It is created when the worker starts, since a coroutine that is cancelled before its first step
    warns that it was never awaited. `UNMOUNTED` errors are dropped once the node is gone.
    """

    async def finish() -> None:
        try:
            await work()
        except UNMOUNTED:
            # It may end while the app removes its screens.
            if is_on_screen(node):
                raise

    job: Any = finish  # Textual's types would take it for a function that returns a coroutine
    node.run_worker(job, group=group, exclusive=exclusive)


def after_refresh(widget: Widget, work: Callable[[], object]) -> None:
    """Call `work` after the next refresh, unless the screen was left: Textual calls it anyway."""
    widget.call_after_refresh(lambda: work() if is_on_screen(widget) else None)


def is_on_screen(node: DOMNode) -> bool:
    """Return whether a widget's screen, the screen itself, or the app is still running."""
    app = node.app
    if not app.is_running or app.return_code is not None or not node.is_attached:
        return False
    return node is app or node.screen in app.screen_stack


Result = TypeVar("Result")


def call_with_result(answered: Callable[[Result], Any]) -> Callable[[Result | None], Any]:
    """Return a callback of a dialog that is left without a result by some keys."""
    return lambda result: None if result is None else answered(result)


class DismissOnce(Screen[Result]):
    """A screen that is dismissed at most once, with the first result."""

    _result: tuple[Result | None] | None = None
    _is_paint_due = _is_paint_late = False
    _next_paint = 0.0
    """The earliest time of the next paint, by the clock of the event loop."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_speed_ups():
            from yahtzee_tui.tui.terminal.rendering import ChangesCompositor

            self._compositor = ChangesCompositor()

    @cached_property
    def context(self) -> AppContext:
        return cast("AppContext", self.app)

    def _compositor_refresh(self) -> None:
        """Paint, but not while the app mounts screens: nothing would be shown."""
        if has_speed_ups() and self.app._batch_count:
            self._repaint_required = True
        else:
            super()._compositor_refresh()

    async def _on_idle(self, event: events.Idle) -> None:
        """Paint what changed, at most 60 times a second.

        Textual lets a timer paint, which wakes the process once more after each paint.
        """
        if not has_speed_ups():
            return
        event.prevent_default()
        changes = self._dirty_widgets or self._repaint_required or self._layout_required
        changes = changes or self._scroll_required or self._recompose_required
        if not changes or self.app._batch_count or not self.is_current:
            await self._invoke_and_clear_callbacks()
        elif not self._is_paint_due:
            self._is_paint_due, loop = True, asyncio.get_running_loop()
            if (wait := self._next_paint - loop.time()) > 0:
                loop.call_later(wait, self._paint)
            else:  # after the messages of all widgets that changed in the same moment
                loop.call_soon(loop.call_soon, self._paint)

    def _paint(self) -> None:
        loop = asyncio.get_running_loop()
        if self.message_queue_size and not self._is_paint_late:  # there are more changes
            self._is_paint_late = True
            loop.call_soon(self._paint)
            return
        self._is_paint_due = self._is_paint_late = False
        self._next_paint = loop.time() + 1 / MAX_FPS
        if self.app._exit or not self.is_running:
            return
        try:
            self._on_timer_update()
        except Exception as error:
            self.app._handle_exception(error)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow no action before the screen is mounted: a key typed ahead may arrive earlier."""
        if not self.is_mounted:
            return False
        allowed = self.allowed()
        return allowed.get(f"{action}{parameters}", allowed.get(action, True))

    def allowed(self) -> Mapping[str, bool | None]:
        """Return the actions that may be impossible now: dimmed if None, hidden if False.

        They may have parameters, as `hold(6,)`.
        """
        return {}

    def action_scroll(self, step: int) -> None:
        """Scroll the page by a line."""
        self.query(VerticalScroll).first().scroll_relative(y=step, animate=False)

    def needs_fresh_press(self, key: str) -> bool:  # noqa: ARG002
        """Return whether a repeat of a held key must not act here."""
        return False

    @property
    def is_open(self) -> bool:
        """Whether the screen wasn't dismissed; another screen may be on top of it."""
        return is_on_screen(self)

    async def on_event(self, event: events.Event) -> None:
        """Drop `UNMOUNTED` errors once the screen was dismissed: it still gets `Mount`."""
        try:
            await super().on_event(event)
        except UNMOUNTED:
            if self.is_open:
                raise

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Dismiss the screen once, when it is on top; Textual dismisses the one on top."""
        if self._result is None and self.is_open:
            self._result = (result,)
        if self._result is not None and self.is_active:
            return super().dismiss(*self._result)
        return AwaitComplete()

    async def compose_again(self) -> None:
        """Show everything in another language, as if the screen had just been opened."""
        self.workers.cancel_node(self)
        await self.recompose()
        for event in (events.Mount(), events.Resize(self.size, self.size), events.ScreenResume()):
            self.post_message(event)

    @on(events.ScreenResume)
    def _resumed(self, event: events.ScreenResume) -> None:
        """Dismiss the screen if that was asked while another one was on top."""
        event.refresh_styles &= self.stack_updates > 0  # the first time all have just got them
        if self._result is not None:
            self.dismiss()


NOT_SAVED = N_("This game isn't saved, so you can't continue it later.")


class GameScreen(DismissOnce[Result]):
    """A full screen of this app."""

    @property
    def ruleset(self) -> Ruleset:
        """The rule set that help explains here."""
        return self.context.ruleset

    LEADS_ANYWHERE: ClassVar[bool] = True
    """Whether the palette offers every other screen here; not at a shared table."""

    @property
    def would_be_lost(self) -> bool:
        """Whether an unfinished game would be lost with this screen."""
        return False

    @property
    def is_in_turn(self) -> bool:
        """Whether the player here has rolled and not scored yet."""
        return False

    def show_message(self, sentence: str, warning: bool = True) -> None:
        """Show a sentence about the program; screens without room for it drop it."""

    def show_waiting(self, waits: bool) -> None:
        """Show that saving waits for other programs, or that it no longer does."""

    def paint_at_once(self, widget: Widget) -> None:
        """Paint a widget that has changed, since the event loop is about to wait."""
        if has_speed_ups():
            self._compositor.update_widgets({widget, *self._dirty_widgets})
            self._compositor_refresh()


class RefusingScreen(GameScreen[Result]):
    """A screen that says why a key can't act now, in its status line or notice."""

    REFUSALS: ClassVar[dict[str, str]] = {}
    """Why an action of a dimmed key can't be done now, untranslated."""

    _refusal = ""
    """Why the last key couldn't act, empty if it could."""

    def refuse(self, action: str) -> str:
        """Return why the action of a key can't be done now, empty where nothing is to be said."""
        is_dimmed = action in self.REFUSALS and self.allowed()[action] is None
        return _(self.REFUSALS[action]) if is_dimmed else ""

    def on_key(self, event: events.Key) -> None:
        """Say why a key can't act now, until the next key that can."""
        before, self._refusal = self._refusal, ""
        lines = self.query("#status, #notice").results(Static)
        if (action := find_refused(self, event.key)) and (sentence := self.refuse(action)):
            self.say_refusal(sentence)
        elif before and before in [str(line.content) for line in lines]:
            self.show_message("", warning=False)

    def say_refusal(self, sentence: str) -> None:
        self._refusal = sentence
        self.context.ring()
        self.show_message(sentence)


class Dialog(ModalScreen[Result], DismissOnce[Result]):
    """A modal screen over a dimmed one; its widgets are in a container of the class `box`."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        .box {
            width: 58;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            padding: 1 2;
            background: $surface;
            border: round $frame;
            border-title-color: $foreground;
            border-title-style: bold;
            scrollbar-size-vertical: 1;
        }
    }
    """
    # Textual ignores the app's bindings on a modal screen.
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("question_mark,f1", "app.show_help", "Help", "dialog-help", "How to play"),
        bind(
            "K,f2", "app.show_keys", "Keys", "dialog-keys", "Show the keys for this screen",
            show=False,
        ),
        bind(
            "ctrl+p", "app.show_palette", "More", "dialog-more",
            "Find any command by name",
        ),
    ]  # fmt: skip

    @on(events.Click)
    async def _clicked(self, event: events.Click) -> None:
        """Do what Escape does after a click outside the box."""
        if event.widget is self and (escape := self.active_bindings.get("escape")):
            await self.run_action(escape.binding.action)
