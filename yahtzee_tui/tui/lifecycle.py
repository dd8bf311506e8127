"""What all screens share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.app import ScreenStackError
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import ModalScreen, Screen
from textual.widget import MountError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual import events
    from textual.dom import DOMNode
    from textual.widget import Widget

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.tui.context import AppContext, RemoteContext


UNMOUNTED = (MountError, NoMatches, ScreenStackError)
"""What is raised to those who look for something on a screen that was left."""


def start_worker(
    node: DOMNode,
    work: Callable[[], Coroutine[Any, Any, None]],
    group: str = "default",
    exclusive: bool = False,
) -> None:
    """Begin something that goes on for as long as a screen, a widget or the app is there.

    A coroutine that was made already would complain if it is called off before its first step. What
    it finds missing because somebody leaves is no fault.

    Args:
        node: The screen, the widget or the app.
        work: What is to be done.
        group: Its kind.
        exclusive: Whether what else of its kind is under way is called off.
    """

    async def finish() -> None:
        try:
            await work()
        except UNMOUNTED:
            # Its answer may come while the screens are taken apart.
            if is_on_screen(node):
                raise

    job: Any = finish  # to Textual's types, it may also be what returns a coroutine as its result
    node.run_worker(job, group=group, exclusive=exclusive)


def after_refresh(widget: Widget, work: Callable[[], object]) -> None:
    """Do something when what has changed is drawn, unless the screen was left by then.

    Textual leaves it to the screen that is on top by then, and that may be another one.
    """
    widget.call_after_refresh(lambda: work() if is_on_screen(widget) else None)


def is_on_screen(node: DOMNode) -> bool:
    """Return whether nobody left the screen of a widget, the screen itself, or the app."""
    app = node.app
    if app.return_code is not None or not node.is_attached:
        return False
    return node is app or node.screen in app.screen_stack


Result = TypeVar("Result")


class DismissOnce(Screen[Result]):
    """A screen that is left once, however often one wants to leave it."""

    _answer: tuple[Result | None] | None = None

    @cached_property
    def context(self) -> AppContext:
        """The app, as far as screens know it."""
        return cast("AppContext", self.app)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Do nothing before the screen stands: a key typed ahead may come earlier."""
        return self.is_mounted

    @property
    def is_open(self) -> bool:
        """Whether the screen wasn't left, though something else may lie over it."""
        return is_on_screen(self)

    async def on_event(self, event: events.Event) -> None:
        """Do what an event says; what it finds missing because the screen was left is no fault.

        One that is left before it stands gets none of its widgets, but is told that it stands.
        """
        try:
            await super().on_event(event)
        except UNMOUNTED:
            if self.is_open:
                raise

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Answer, once, and as soon as nothing lies over the screen.

        Textual would take away the topmost screen, whatever it is.
        """
        if self._answer is None and self.is_open:
            self._answer = (result,)
        if self._answer is not None and self.is_active:
            return super().dismiss(*self._answer)
        return AwaitComplete()

    def on_screen_resume(self) -> None:
        """Give an answer that came while something lay over the screen."""
        if self._answer is not None:
            self.dismiss()


class RemoteScreen:
    """Mixed into a screen that only players over SSH see."""

    @cached_property
    def context(self) -> RemoteContext:
        """The app over SSH, as far as screens know it."""
        return cast("RemoteContext", self.app)  # type: ignore[attr-defined]


class GameScreen(DismissOnce[Result]):
    """A screen of this app, of which nothing is focused until it says so."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules that help explains here."""
        return self.context.ruleset

    AUTO_FOCUS = ""

    LEADS_ANYWHERE: ClassVar[bool] = True
    """Whether every other screen can be opened from here; not where others wait for one."""

    def show_message(self, sentence: str) -> None:
        """Say something about the program rather than the game."""


class Dialog(ModalScreen[Result], DismissOnce[Result]):
    """A screen over another one, which shines through and gets an answer.

    What a dialog says stands in a container of the class `box`.
    """

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
            border: round $primary;
            border-title-color: $primary;
            border-title-style: bold;
            scrollbar-size-vertical: 1;
        }
    }
    """
    # Textual leaves the keys of the app out where a dialog lies over everything.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "question_mark,f1", "app.show_help", "Help", id="dialog-help", tooltip="How to play"
        ),
        Binding(
            "K,f2", "app.show_keys", "Keys", id="dialog-keys", show=False,
            tooltip="Which keys do what here",
        ),
        Binding(
            "ctrl+p", "app.show_palette", "More", id="dialog-more",
            tooltip="Everything that can be done here, by its name",
        ),
    ]  # fmt: skip
