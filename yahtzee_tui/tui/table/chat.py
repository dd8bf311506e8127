"""The chat of an online table: its messages, phrases on keys, and a field."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.style import Style
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby.chat import WIDEST
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, RemoteScreen, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.services.online_match import OnlineTable
    from yahtzee_tui.store.lobby.chat import Message

PHRASES = (
    "Hello!", "Good luck!", "Nice roll!", "Bad luck.",
    "Your turn.", "One moment", "Good game!", "I must go.",
)  # fmt: skip
_COLUMNS, _PHRASE_WIDTH = 4, 13
_REFRESH_SECONDS = 0.5
_SAY = Binding.Group("Say")


class ChatScreen(RemoteScreen, Dialog[None]):
    """A dialog that closes after a message was sent. Messages are never read as markup."""

    DEFAULT_CSS = """
    ChatScreen {
        .box { width: 76; padding: 0 2; }
        #talk-title { text-wrap: nowrap; text-overflow: ellipsis; }
        Menu.-long { height: 6; margin-bottom: 1; text-wrap: wrap; text-overflow: fold; }
        #phrases {
            height: auto;
            padding: 0 1;
            margin-bottom: 1;
            link-color: $foreground;
            link-style: none;
        }
        #complaint { height: 1; color: $error; text-style: bold; padding: 0 1; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            bind(str(number), f"say({number})", phrase, f"say-{number}", phrase, group=_SAY)
            for number, phrase in enumerate(PHRASES, 1)
        ),
        bind("enter,tab", "write", "Write", "write", "Write", key_display="Enter"),
        bind(
            "x", "mute", "Mute", "mute",
            "Read no more from whoever said what is marked, or read it again",
        ),
        bind("escape", "dismiss", "Back", "talk-back", "Back to the table"),
        bind("q", "app.quit", "Quit", "talk-quit", "Leave the program"),
    ]  # fmt: skip

    menu = getters.query_one(Menu)

    def __init__(self, online_table: OnlineTable) -> None:
        super().__init__()
        self._online_table = online_table
        self._is_saying = False
        self._title = Content()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(id="talk-title")
            yield Menu(long=True)
            yield Static(_draw_phrases(), id="phrases")
            yield TextField(
                placeholder="Enter, and something of your own", compact=True, max_length=WIDEST
            )
            yield Static(id="complaint", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()
        self.menu.action_last()
        self.set_interval(_REFRESH_SECONDS, self._show)

    def action_say(self, number: int) -> None:
        self._say(PHRASES[number - 1])

    @on(Menu.OptionSelected)
    def action_write(self) -> None:
        self.query_one(Input).focus()

    def action_mute(self) -> None:
        message = self._marked
        if message is None or message.who == self._online_table.user.who:
            return
        self._online_table.muted ^= {message.who}
        self._show()

    def allowed(self) -> dict[str, bool | None]:
        message = self._marked
        is_others = message is not None and message.who != self._online_table.user.who
        return {"mute": is_others or None}

    @on(Menu.OptionHighlighted)
    def _line_marked(self) -> None:
        self.refresh_bindings()

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one("#complaint", Static).update("")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self._say(event.value)

    @property
    def _marked(self) -> Message | None:
        mark = self.menu.marked
        return next((each for each in self._online_table.messages if str(each.id) == mark), None)

    def _say(self, text: str) -> None:
        if self._is_saying:  # a second key before the first message is sent
            return
        self._is_saying = True
        # A worker of the app, since the message is sent even if the screen is left at once.
        start_worker(self.app, partial(self._send, text), "talk")

    async def _send(self, text: str) -> None:
        try:
            await self._online_table.say(text)
        except StoreProblem as problem:
            self._is_saying = False
            if self.is_open:
                self.query_one("#complaint", Static).update(problem.sentence)
        else:
            self.dismiss()

    def _show(self) -> None:
        messages = self._online_table.messages
        self._show_title()
        nothing = Option("Nobody has said anything yet.")
        lines = [Option(self._draw(each), id=str(each.id)) for each in messages]
        self.menu.show(lines or [nothing])

    def _show_title(self) -> None:
        shared = self._online_table.shared
        title = (f"Messages at {shared.code}", "bold $primary")
        watchers = f" · watching: {', '.join(shared.watchers)}" if shared.watchers else ""
        line = Content.assemble(title, (watchers, "$card-muted"))
        if line != self._title:  # avoids a refresh every half second
            self._title = line
            self.query_one("#talk-title", Static).update(line)

    def _draw(self, message: Message) -> Content:
        name = (f"{message.name}: ", "bold $primary")
        if message.who in self._online_table.muted:
            return Content.assemble(name, ("muted; x lets them speak", "$card-muted"))
        return Content.assemble(name, message.text)


def _draw_phrases() -> Content:
    parts = []
    for number, phrase in enumerate(PHRASES, 1):
        text = Content.assemble((str(number), "bold $primary"), " ", phrase)
        click = Style.from_meta({"@click": f"screen.say({number})"})
        gap = " " * (_PHRASE_WIDTH - len(text))
        parts += [text.stylize(click), Content("\n" if number % _COLUMNS == 0 else gap)]
    return Content("").join(parts[:-1])
