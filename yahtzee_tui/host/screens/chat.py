"""The chat of a shared table: its messages, a field, and a dialog with phrases on keys."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message as TextualMessage
from textual.style import Style
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from yahtzee_tui.host.lobby.chat import WIDEST_MESSAGE
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import cell_width
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind, describe_key
from yahtzee_tui.tui.lifecycle import Dialog, is_on_screen, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.host.lobby.chat import Message
    from yahtzee_tui.host.services.online_table import OnlineTable, TableChat

PHRASES = (
    N_("Hello!"), N_("Good luck!"), N_("Nice roll!"), N_("Bad luck."),
    N_("Your turn."), N_("One moment"), N_("Good game!"), N_("I have to go."),
)  # fmt: skip
"""What a digit says in the chat: sent in English, which each player reads in their language."""

_WIDTH, _AROUND = 76, 4
"""The columns of the dialog, and those beside its phrases, or beside the words of a phrase."""

_SAY = Binding.Group(N_("Say"))


class _Messages(Menu):
    """The messages; a line is selected only while the list has the focus."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to the pane."""
        return action != "select" and super().check_action(action, parameters)

    def on_focus(self) -> None:
        if self.highlighted is None:
            self.action_last()

    def on_blur(self) -> None:
        self.highlighted = None
        self.scroll_end(animate=False)


class _Field(TextField):
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "submit", "Send", "message-send", "Send the message", key_display="Enter"),
        bind("escape,tab", "leave", "Back", "message-back", "Leave the field"),
    ]

    async def action_submit(self) -> None:
        self.submit()

    def submit(self) -> None:
        """Empty the field at once: what is typed from now on is the next message."""
        self.post_message(self.Submitted(self, self.value))
        self.clear()

    def action_leave(self) -> None:
        self.screen.set_focus(self.screen.query(Menu).first())


class ChatPane(Vertical):
    """The messages over a field. Messages are never read as markup."""

    DEFAULT_CSS = """
    ChatPane {
        Menu.-long { height: 1fr; text-wrap: wrap; text-overflow: fold; }
        Menu:focus > .option-list--option-highlighted {
            color: $foreground;
            background: $choice-row;
        }
        _Field.-textual-compact { padding: 0 1; }
        #complaint { height: auto; color: $error; text-style: bold; padding: 0 1; display: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "write", "Write", "write", "Write a message", key_display="Enter"),
        bind("delete", "mute", "Mute", "mute", "Mute or unmute the selected sender"),
    ]

    class Sent(TextualMessage):
        """A message was sent."""

    menu = getters.query_one(_Messages)
    field = getters.query_one(_Field)

    def __init__(self, chat: TableChat, placeholder: str) -> None:
        super().__init__()
        self._chat, self._placeholder = chat, placeholder
        self._unsent: list[str] = []

    def compose(self) -> ComposeResult:
        yield _Messages(long=True)
        yield _Field(
            placeholder=self._placeholder,
            compact=True,
            max_length=WIDEST_MESSAGE,
            select_on_focus=False,
        )
        yield Static(id="complaint", markup=False)

    def on_mount(self) -> None:
        self.refresh_messages()

    @property
    def is_typing(self) -> bool:
        """Whether the field has the focus."""
        return self.screen.focused is self.field

    def refresh_messages(self) -> None:
        """Show the messages, and note that the user has seen them."""
        nothing = Option(Content.styled(_("No messages yet."), "$card-muted"), disabled=True)
        lines = [Option(self._draw(each), id=str(each.id)) for each in self._chat.messages]
        menu, is_new = self.menu, len(lines) != self.menu.option_count
        was_last = menu.highlighted in (None, menu.option_count - 1)
        self._chat.note_seen()
        menu.show(lines or [nothing])
        if not menu.has_focus:
            menu.highlighted = None
        elif was_last:
            menu.action_last()
        if is_new and was_last:
            menu.scroll_end(animate=False)

    def take_key(self, event: events.Key, starts: bool = False) -> None:
        """Give the field a key that went to another widget before the field had the focus.

        With `starts` a letter that is no key of the screen starts a message, too.
        """
        letter = event.character
        if self.is_typing and self.field.is_submitted_by(event.key):
            event.stop()
            self.field.submit()
        elif letter is None or not event.is_printable:
            return
        elif self.is_typing or (
            starts and not letter.isspace() and event.key not in self.screen.active_bindings
        ):
            event.stop()
            self.action_write(letter)

    def take_paste(self, event: events.Paste) -> None:
        """Give the field a text that was pasted into another widget."""
        if not self.is_typing:
            event.stop()
            self.screen.set_focus(self.field)
            self.field.post_message(events.Paste(event.text))

    def action_write(self, text: str = "") -> None:
        """Move to the field, and type a text there."""
        self.screen.set_focus(self.field)
        self.field.insert_text_at_cursor(text)

    @property
    def is_saying(self) -> bool:
        """Whether a message is being sent."""
        return bool(self._unsent)

    def say(self, text: str) -> None:
        """Send a message after those that are being sent."""
        self._unsent.append(text)
        if len(self._unsent) == 1:
            # A worker of the app: the message is sent even if the screen is left at once.
            start_worker(self.app, self._send, "talk")

    def action_mute(self) -> None:
        if (message := self._marked) is not None:
            self._chat.muted ^= {message.who}
            self.refresh_messages()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "mute":
            return self._marked is not None or None
        return super().check_action(action, parameters)

    @on(Menu.OptionHighlighted)
    def _line_marked(self) -> None:
        self.refresh_bindings()

    @on(Menu.OptionSelected)
    def _line_clicked(self, event: Menu.OptionSelected) -> None:
        event.stop()  # it is no line of the screen's menu

    @on(Input.Changed)
    def _changed(self) -> None:
        self._complain("")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.say(event.value)

    @property
    def _marked(self) -> Message | None:
        """The selected message, if another user has written it."""
        mark = self.menu.marked if self.is_mounted else None
        others = (each for each in self._chat.messages if each.who != self._chat.user.who)
        return next((each for each in others if str(each.id) == mark), None)

    async def _send(self) -> None:
        while self._unsent:
            try:
                await asyncio.to_thread(self._chat.say, self._unsent[0])
            except StoreProblem as problem:
                typed = " ".join(text for text in self._unsent if text not in PHRASES)
                self._unsent.clear()
                if is_on_screen(self):
                    with self.prevent(Input.Changed):  # which would clear the complaint
                        self.field.replace(typed[: WIDEST_MESSAGE - len(self.field.value)], 0, 0)
                    self._complain(problem.sentence)
            else:
                del self._unsent[0]
                if is_on_screen(self):
                    self.post_message(self.Sent())

    def _complain(self, sentence: str) -> None:
        complaint = self.query_one("#complaint", Static)
        complaint.display = bool(sentence)
        complaint.update(sentence)

    def _draw(self, message: Message) -> Content:
        is_own = message.who == self._chat.user.who
        name = (f"{message.name}: ", "$card-muted" if is_own else "bold $secondary")
        if self._chat.is_muted(message):
            key = describe_key("delete" if message.who in self._chat.muted else "ctrl+w")
            return Content.assemble(
                name, (_("muted; press {key} to unmute", key=key), "$card-muted")
            )
        text = _(message.text) if message.text in PHRASES else message.text
        return Content.assemble(name, text)


class ChatScreen(RemoteScreen, Dialog[None]):
    """The chat over a table; it closes after a message was sent."""

    DEFAULT_CSS = """
    ChatScreen {
        .box { width: 76; padding: 0 1; }
        ChatPane { height: 8; }
        _Field.-textual-compact:blur { background: $background; }
        #phrases {
            height: auto;
            padding: 0 1;
            margin-bottom: 1;
            link-color: $foreground;
            link-style: none;
        }
        #watchers { height: auto; padding: 0 1; color: $card-muted; display: none; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            bind(str(number), f"say({number})", phrase, f"say-{number}", phrase, group=_SAY)
            for number, phrase in enumerate(PHRASES, 1)
        ),
        bind("tab", "write", "Write", "write-tab", "Write a message", show=False),
        bind("ctrl+w", "mute_watchers", "Watchers", "mute-watchers", "Mute or unmute all watchers"),
        bind("escape", "dismiss", "Back", "talk-back", "Return to the table"),
    ]

    pane = getters.query_one(ChatPane)

    def __init__(self, online_table: OnlineTable) -> None:
        super().__init__()
        self._online_table = online_table
        self._watchers = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Chat at {table}", table=self._online_table.shared.code)
            yield Static(id="watchers", markup=False)
            yield ChatPane(self._online_table.chat, _("Type a message"))
            yield Static(id="phrases")
        yield KeyBar()

    def on_mount(self) -> None:
        self._refresh()
        self.set_interval(0.5, self._refresh)

    def on_resize(self) -> None:
        room = min(self.size.width, _WIDTH) - _AROUND
        self.query_one("#phrases", Static).update(_draw_phrases(room))

    def on_key(self, event: events.Key) -> None:
        self.pane.take_key(event, starts=True)

    def on_paste(self, event: events.Paste) -> None:
        self.pane.take_paste(event)

    def action_say(self, number: int) -> None:
        if not self.pane.is_saying:  # a second key before the first message is sent
            self.pane.say(PHRASES[number - 1])

    def action_write(self) -> None:
        self.pane.action_write()

    def action_mute_watchers(self) -> None:
        self._online_table.chat.toggle_watchers()
        self._refresh()

    @on(ChatPane.Sent)
    def _sent(self) -> None:
        self.dismiss()

    def _refresh(self) -> None:
        self.pane.refresh_messages()
        watchers = self._online_table.shared.watchers
        names, mutes = ", ".join(watchers), self._online_table.chat.mutes_watchers
        line = _("Watching: {players}", players=names) if watchers else ""
        if mutes:
            line = _("Watching (muted): {players}", players=names)
        if line != self._watchers:  # avoids a refresh every half second
            self._watchers = line
            widget = self.query_one("#watchers", Static)
            widget.display = bool(line)
            widget.update(line)


def _draw_phrases(room: int) -> Content:
    """Return the phrases in as many columns as there is room for."""
    parts, phrases = [], [*map(_, PHRASES)]
    width = max(map(cell_width, phrases)) + _AROUND
    columns = next((number for number in (4, 2) if number * width <= room), 1)
    for number, phrase in enumerate(phrases, 1):
        text = Content.assemble((str(number), "bold $foreground"), " ", (phrase, "$card-muted"))
        click = Style.from_meta({"@click": f"screen.say({number})"})
        gap = " " * (width - text.cell_length)
        parts += [text.stylize(click), Content("\n" if number % columns == 0 else gap)]
    return Content("").join(parts[:-1])
