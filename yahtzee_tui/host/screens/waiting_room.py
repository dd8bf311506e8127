"""A shared table before its game: its code, its seats, and who may start."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.style import Style
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.lobby.presences import GUEST_SEAT_SECONDS
from yahtzee_tui.host.screens.chat import ChatPane
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.screens.dialogs import WordScreen
from yahtzee_tui.host.screens.table_drawing import (
    draw_begin,
    draw_code,
    draw_line,
    draw_room_head,
    draw_seat,
)
from yahtzee_tui.host.services.table_descriptions import explain_pace
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.translation import _, ngettext, pgettext
from yahtzee_tui.tui.dialogs import choose_rank
from yahtzee_tui.tui.home.title import MENU, MenuItems, bind_menu
from yahtzee_tui.tui.keymap import BY_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import RefusingScreen, start_worker
from yahtzee_tui.tui.table.lesson import LessonScreen
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.host.lobby.models import Seat, SharedTable
    from yahtzee_tui.host.services.waiting_room import WaitingRoom
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Rank

_BEGIN, _LEAVE, _CLOSE = "begin", "free_seat", "close"
"""The lines that do something, by the names of their actions."""

_REFUSABLE = "begin", "add_word", "add", "remove", "close"
_FEW_SEATS = 4
_NARROW = 78


class RoomLesson(LessonScreen):
    """The lesson over a waiting room, to which it leads back."""

    LEADS_ANYWHERE = False

    def start_game(self) -> None:
        self.dismiss()

    action_leave = start_game


class WaitingRoomScreen(RemoteScreen, RefusingScreen[None], MenuScreen):
    """The code over the seats and the chat. Without its host any player may start.

    What can't be undone is a line, or a key with Ctrl, and asks first.
    """

    DEFAULT_CSS = """
    WaitingRoomScreen {
        #room-head { width: 100%; height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; }
        Center { height: 1fr; }
        #code, #ways { width: 100%; text-align: center; }
        #code { margin-top: 1; }
        #ways { color: $card-muted; margin: 1 0; link-color: $foreground; link-style: bold; }
        #room { height: 100%; max-width: 120; max-height: 34; }
        #places { width: 50%; min-width: 50; height: 100%; }
        #seats { height: auto; max-height: 100%; border: solid $frame; padding: 0 1; }
        ChatPane { width: 1fr; height: 100%; border: solid $frame; padding: 0; }
        #seats, ChatPane { border-title-color: $card-muted; border-title-style: bold; }
        Menu { max-height: 100%; }
        #plan, #first-time { padding: 0 2; color: $card-muted; }
        #first-time { display: none; color: $accent; text-style: bold; }
        StatusLine { width: 100%; text-align: center; }
        &.-narrow {
            #room { layout: vertical; }
            #places { width: 100%; height: auto; max-height: 1fr; }
            #plan, #first-time { padding: 0 1; }
            ChatPane { width: 100%; height: 1fr; min-height: 5; }
        }
        &.-short {
            #code, #ways { margin: 0; }
            &.-narrow {
                #seats { border: none; padding: 0; }
                ChatPane { min-height: 2; height: 1fr; border: none; }
                &.-full #plan, &.-full #first-time { height: 0; }
            }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_NARROW, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middle")]  # noqa: RUF012
    # Those that no line tells come first, as narrow windows have no room for all.
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("plus", "add", "Computer", "room-add", "Add a computer player"),
        bind(
            "minus,delete,backspace", "remove", "Remove", "room-remove",
            "Free the selected seat of a computer or another player",
        ),
        bind("d", "add_word", "Word", "room-word", "Add a word of yours to the dice"),
        bind("c", "copy", "Copy", "room-copy", "Copy the line that invites others"),
        bind(
            "space", "select", "Choose", "room-choose", "Choose the selected line",
            key_display="Enter",
        ),
        bind("m,slash,tab", "write", "Chat", "room-chat", "Write a message", key_display="m"),
        bind("escape", "leave", "Lobby", "room-lobby", "Go to the lobby; your seat is kept"),
        bind(
            "ctrl+s", "begin", "Start", "room-begin",
            "Start the game; free seats stay empty", show=False,
        ),
        bind("ctrl+l", "free_seat", "Leave", "room-up", "Give up your seat", show=False),
        bind("ctrl+x", "close", "Close", "room-close", "Close the table for everyone", show=False),
        *bind_arrows("room-line", "move", BY_LINE, show=False),
        *bind_menu("room", ("lesson", "scores", "options")),
        bind("q", "quit", "Quit", "room-quit", "Quit the program"),
    ]  # fmt: skip

    LEADS_ANYWHERE = False

    menu = getters.query_one("#seats Menu", Menu)
    pane = getters.query_one(ChatPane)

    def __init__(self, room: WaitingRoom, sentence: str = "") -> None:
        super().__init__()
        self._room = room
        self._sentence = sentence
        self._read_problem = ""
        self._proposed = ""  # the line to select until the player selects another one
        self._has_chosen = False

    def compose(self) -> ComposeResult:
        session, options = self.context.session, self._shared.options
        yield Static(id="room-head", markup=False)
        yield Static(id="code")
        yield Static(id="ways", markup=False)
        with Center(), Horizontal(id="room"):
            with Vertical(id="places"):
                with Vertical(id="seats") as seats:
                    seats.border_title = _("SEATS")
                    yield Menu()
                about = explain_pace(options)
                if session.is_guest:
                    about += "\n" + ngettext(
                        "If you leave, your seat is kept for {count} second.",
                        "If you leave, your seat is kept for {count} seconds.",
                        int(GUEST_SEAT_SECONDS),
                    )
                # Translators: at most 46 cells
                offer = _("First time? Press l for a 90-second lesson.")
                yield Static(offer, id="first-time", markup=False)
                yield Static(about, id="plan", markup=False)
            # Translators: at most 26 cells
            with ChatPane(self._room.chat, _("Press m to write a message")) as chat:
                chat.border_title = _("CHAT")
        yield StatusLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_class(self._shared.options.seats > _FEW_SEATS, "-full")
        self._show()
        self.show_message(self._sentence, warning=bool(self._sentence))
        start_worker(self, partial(self._room.follow, self._show_news))
        session = self.context.session
        self.try_to(lambda: session.store.notes.is_beginner(session.user.name), self._offer_lesson)

    def _offer_lesson(self, is_beginner: bool) -> None:
        self.query_one("#first-time").display = is_beginner

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._shared.options.rules, super().ruleset)

    def show_message(self, sentence: str, warning: bool = True) -> None:
        if self.is_open:
            self.query_one(StatusLine).say(sentence or self.context.session.reminder, warning)

    def on_resize(self) -> None:
        self._show_invitation()

    def on_key(self, event: events.Key) -> None:
        self.pane.take_key(event)

    def refuse(self, action: str) -> str:
        return "" if self.pane.is_typing else self._room.refuse(action, self._marked)

    async def action_run(self, item: str) -> None:
        """Do what a key of the main menu does, unless it was typed ahead and is in a message."""
        if self.pane.is_typing:
            self.pane.action_write(MENU[item][0])
        elif self.is_active:
            await MenuItems(self.context).run(item)

    async def action_quit(self) -> None:
        if self.pane.is_typing:
            self.pane.action_write("q")
        elif self.is_active:
            await self.context.action_quit()

    def action_write(self) -> None:
        self.pane.action_write()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._invitation)
        self.show_message(_("Copied. Paste the line for your friends."), warning=False)

    def action_begin(self) -> None:
        begin = partial(self._start_change, self._room.begin)
        if question := self._room.begin_question:
            self.context.confirm(question, _("Start"), _("Wait"), begin)
        else:
            begin()

    def action_add_word(self) -> None:
        def add(word: str) -> None:
            self._start_change(partial(self._room.add_word, word))

        own = self._shared.seat_of(self._who)
        self.context.ask(WordScreen(self._shared.hash, own.word if own else ""), add)

    async def action_add(self) -> None:
        def seat(rank: Rank) -> None:
            """Seat it at the first free seat, and select that: the same key frees it again."""
            free = next((str(each.number) for each in self._shared.seats if each.is_free), None)
            if free is not None:
                self._has_chosen = True
                self.menu.highlighted = self.menu.get_option_index(free)
            self._start_change(partial(self._room.seat_computer, rank))

        await choose_rank(self, self.ruleset, seat)

    def action_remove(self) -> None:
        if (seat := self._marked) is None:
            return
        free = partial(self._start_change, partial(self._room.free, seat))
        if seat.computer:
            free()
        else:
            question = _("Free the seat of {player}?", player=seat.name)
            self.context.confirm(question, pgettext("button", "Free"), _("Keep"), free)

    def action_leave(self) -> None:
        self.context.session.show_lobby()

    def action_free_seat(self) -> None:
        leave = partial(self._start_change, self._room.leave)
        self.context.confirm(self._room.leave_question, _("Leave"), _("Stay"), leave)

    def action_close(self) -> None:
        close = partial(self._start_change, self._room.close)
        question = _("Close this table for everyone at it?")
        self.context.confirm(question, _("Close table"), _("Cancel"), close)

    def allowed(self) -> dict[str, bool | None]:
        room, seat = self._room, self._marked
        refused = [action for action in _REFUSABLE if room.refuse(action, seat)]
        hidden = [] if self._shared.hash else ["add_word"]
        if not room.leads:
            hidden.append("add")
        if seat is None:
            hidden.append("remove")
        if self.pane.is_typing:
            hidden += ["select", "move", "copy", "add_word", "add", "remove", "write"]
        return {**dict.fromkeys(refused), **dict.fromkeys(hidden, False)}

    @on(ChatPane.Sent)
    def _sent(self) -> None:
        if not self.pane.field.value:  # the next message, typed meanwhile
            self.set_focus(self.menu)

    @on(Menu.OptionHighlighted)
    def _line_marked(self) -> None:
        self._has_chosen |= self.menu.marked != self._proposed
        self.refresh_bindings()

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        if (line := event.option_id) in (_BEGIN, _LEAVE, _CLOSE):
            await self.run_action(line)
        elif (seat := self._marked) is not None and seat.is_free:
            await self.run_action("add")

    @property
    def _who(self) -> str:
        return self.context.session.user.who

    @property
    def _shared(self) -> SharedTable:
        return self._room.shared

    @property
    def _invitation(self) -> str:
        return self.context.session.format_invitation(self._shared.code)

    @property
    def _marked(self) -> Seat | None:
        mark = self.menu.marked
        return next((seat for seat in self._shared.seats if str(seat.number) == mark), None)

    def _start_change(self, act: Callable[[], None]) -> None:
        """Change the table, and show at once what it is then."""
        self.try_to(act, lambda _: start_worker(self, self._room.refresh))

    def _show_news(self, before: SharedTable) -> None:
        problem, self._read_problem = self._read_problem, self._room.read_problem
        if self._read_problem:
            self.show_message(self._read_problem)
            return
        if problem:
            self.show_message("", warning=False)
        if not self.is_open:
            return
        if self._room.chat.newest != self._room.chat.seen:
            self.pane.refresh_messages()
        # After the status has changed the next screen is being opened already.
        if self._shared == before or before.status is not TableStatus.WAITING:
            return
        session = self.context.session
        if self._room.has_started:
            # A worker of the app, as it continues after this screen is left.
            start_worker(self.app, partial(session.open_table, self._shared.id), "session")
        elif sentence := self._room.exit_sentence:
            session.show_lobby(sentence)
        else:
            self._show()

    def _show(self) -> None:
        shared, who = self._shared, self._who
        seats = [Option(draw_seat(shared, each, who), id=str(each.number)) for each in shared.seats]
        refusal = self._room.refuse("begin")
        lines = [
            *seats,
            Option(draw_begin(shared, refusal), id=_BEGIN, disabled=bool(refusal)),
            Option(draw_line(_("Leave"), _("give up your seat")), id=_LEAVE),
        ]
        if not self._room.refuse("close"):
            lines.append(
                Option(draw_line(_("Close"), _("close the table for everyone")), id=_CLOSE)
            )
        self.menu.show(lines)
        if not self._has_chosen:
            self._proposed = self._propose()
            ids = [option.id for option in self.menu.options]
            self.menu.highlighted = ids.index(self._proposed)
        self._show_invitation()
        self.refresh_bindings()

    def _propose(self) -> str:
        """Return the id of the line to select: what starts the game, else what it needs."""
        shared = self._shared
        if not self._room.leads:
            own = shared.seat_of(self._who)
            return str(own.number) if own is not None else _LEAVE
        if not self._room.refuse("begin"):
            return _BEGIN
        return next(str(seat.number) for seat in shared.seats if seat.is_free)

    def _show_invitation(self) -> None:
        code, size = self._shared.code, self.size
        is_large = size.height >= 24 and size.width >= len(code) * 6
        head = draw_room_head(self._shared, size.width - 2)
        self.query_one("#room-head", Static).update(head)
        self.query_one("#code", Static).update(draw_code(code, is_large))
        line = Content(self._invitation).stylize(Style.from_meta({"@click": "screen.copy"}))
        # Translators: a command line follows
        about = _("Friends press / in the lobby and type this code, or run")
        self.query_one("#ways", Static).update(Content.assemble(about, "\n", line))
