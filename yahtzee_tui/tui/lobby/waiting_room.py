"""A shared table before its game: its code, its seats, and who may start."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.style import Style
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.online_match import TableChat, begin_game, follow
from yahtzee_tui.services.table_descriptions import explain_pace, may_begin
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import TableStatus
from yahtzee_tui.store.lobby.models import GUEST_SEAT_SECONDS
from yahtzee_tui.translation import _, ngettext, pgettext
from yahtzee_tui.tui.dialogs.bot_picker import choose_rank
from yahtzee_tui.tui.home.title import MenuItems, bind_menu, find_menu_key
from yahtzee_tui.tui.keymap import BY_LINE, bind, bind_arrows, find_refused
from yahtzee_tui.tui.lifecycle import GameScreen, RemoteScreen, start_worker
from yahtzee_tui.tui.lobby.dice_word import WordScreen
from yahtzee_tui.tui.lobby.table_lines import (
    draw_begin,
    draw_code,
    draw_line,
    draw_room_head,
    draw_seat,
)
from yahtzee_tui.tui.table.chat import ChatPane
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store.lobby import Seat, SharedTable
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.strategy.bots import Rank

_BEGIN, _LEAVE, _CLOSE = "begin", "leave", "close"
_FEW_SEATS = 4
_NARROW = 78


class WaitingRoomScreen(RemoteScreen, GameScreen[None], MenuScreen):
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
        #plan { padding: 0 2; color: $card-muted; }
        StatusLine { width: 100%; text-align: center; }
        &.-narrow {
            #room { layout: vertical; }
            #places { width: 100%; height: auto; max-height: 1fr; }
            #plan { padding: 0 1; }
            ChatPane { width: 100%; height: 1fr; min-height: 5; }
        }
        &.-short {
            #code, #ways { margin: 0; }
            &.-narrow {
                #seats { border: none; padding: 0; }
                ChatPane { min-height: 2; height: 1fr; border: none; }
                &.-full #plan { display: none; }
            }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_NARROW, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middle")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "select", "Choose", "room-choose", "Choose the selected line",
            key_display="Enter",
        ),
        bind("c", "copy", "Copy", "room-copy", "Copy the line that invites others"),
        bind("d", "add_word", "Dice word", "room-word", "Add a word of yours to the dice"),
        bind("plus", "add", "Computer", "room-add", "Add a computer player"),
        bind(
            "minus,delete,backspace", "remove", "Remove", "room-remove",
            "Free the selected seat of a computer or another player",
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
        *bind_menu("room", ("scores", "options")),
        bind("q", "quit", "Quit", "room-quit", "Quit the program"),
    ]  # fmt: skip

    LEADS_ANYWHERE = False

    menu = getters.query_one("#seats Menu", Menu)
    pane = getters.query_one(ChatPane)

    def __init__(self, shared: SharedTable, sentence: str = "") -> None:
        super().__init__()
        self._shared = shared
        self._sentence = sentence
        self._read_problem = ""
        self._gets_up = False
        self._proposed = ""  # the line to select until the player selects another one
        self._has_chosen = False

    def compose(self) -> ComposeResult:
        session, options = self.context.session, self._shared.options
        self._chat = TableChat(session.lobby, session.user, self._shared.id, session.muted)
        yield Static(id="room-head", markup=False)
        yield Static(id="code")
        yield Static(id="ways", markup=False)
        with Center(), Horizontal(id="room"):
            with Vertical(id="places"):
                with Vertical(id="seats") as seats:
                    seats.border_title = _("SEATS")
                    yield Menu()
                about = [explain_pace(options), *([_explain_guest()] if session.is_guest else [])]
                yield Static("\n".join(about), id="plan", markup=False)
            # Translators: at most 26 cells
            with ChatPane(self._chat, _("Press m to write a message")) as chat:
                chat.border_title = _("CHAT")
        yield StatusLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_class(self._shared.options.seats > _FEW_SEATS, "-full")
        self._show()
        self._say(self._sentence, warning=bool(self._sentence))
        lobby, table = self.context.session.lobby, self._shared.id
        start_worker(self, partial(follow, lobby, frozenset({table}), self._refresh))

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._shared.options.rules, super().ruleset)

    def show_message(self, sentence: str, warning: bool = True) -> None:
        self._say(sentence, warning)

    def on_resize(self) -> None:
        self._show_invitation()

    def on_key(self, event: events.Key) -> None:
        """Say why a key can't act now."""
        self.pane.take_key(event)
        if self.pane.is_typing:
            return
        if (action := find_refused(self, event.key)) is not None:
            self.context.ring()
            self.show_message(self._describe_refusal(action))

    async def action_run(self, item: str) -> None:
        """Do what a key of the main menu does, unless it was typed ahead and is in a message."""
        if self.pane.is_typing:
            self.pane.write(find_menu_key(item))
        elif self.is_active:
            await MenuItems(self.context).run(item)

    async def action_quit(self) -> None:
        await self.action_run("quit")

    def action_write(self) -> None:
        self.pane.write()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._invitation)
        self._say(_("Copied. Paste the line for your friends."))

    def action_begin(self) -> None:
        def begin() -> None:
            self._start_change(lambda lobby: begin_game(lobby, self._shared, self._who))

        if free := self._shared.free:
            question = ngettext(
                "Start now? The free seat stays empty.",
                "Start now? {count} free seats stay empty.",
                free,
            )
            self.context.confirm(question, _("Start"), _("Wait"), begin)
        else:
            begin()

    def action_add_word(self) -> None:
        def add(word: str) -> None:
            table, who = self._shared.id, self._who
            self._start_change(lambda lobby: lobby.seats.add_word(table, who, word))

        own = self._shared.seat_of(self._who)
        self.context.ask(WordScreen(self._shared.hash, own.word if own else ""), add)

    async def action_add(self) -> None:
        await choose_rank(self, self.ruleset, self._seat_computer)

    def action_remove(self) -> None:
        if (seat := self._marked) is None:
            return
        free = partial(
            self._start_change,
            lambda lobby: lobby.seats.free(self._shared.id, self._who, seat.number),
        )
        if seat.computer:
            free()
        else:
            question = _("Free the seat of {player}?", player=seat.name)
            self.context.confirm(question, pgettext("button", "Free"), _("Keep"), free)

    def action_leave(self) -> None:
        self.context.session.show_lobby()

    def action_free_seat(self) -> None:
        """Ask, and free the seat; the change then leads this player to the lobby."""

        def leave(lobby: Lobby) -> None:
            self._gets_up = True
            lobby.seats.leave(self._shared.id, self._who)

        question = _("Leave your seat? This closes the table.")
        if self._has_others:
            question = _("Leave your seat? Another player may take it.")
        self.context.confirm(question, _("Leave"), _("Stay"), partial(self._start_change, leave))

    def action_close(self) -> None:
        def close(lobby: Lobby) -> None:
            self._gets_up = True
            lobby.tables.close(self._shared.id, self._who)

        self.context.confirm(
            _("Close this table for everyone at it?"),
            _("Close table"),
            _("Cancel"),
            partial(self._start_change, close),
        )

    def allowed(self) -> dict[str, bool | None]:
        shared, leads, seat = self._shared, self._leads, self._marked
        typed = (
            ("select", "move", "copy", "add_word", "add", "remove", "write")
            if self.pane.is_typing
            else ()
        )
        return {
            "begin": (leads and may_begin(shared)) or None,
            "add_word": bool(shared.hash),
            "add": leads and (bool(shared.free) or None),
            "remove": seat is not None and ((leads and self._may_free(seat)) or None),
            # A lone player closes it by leaving the seat.
            "close": self._may_close or None,
            **dict.fromkeys(typed, False),
        }

    def _describe_refusal(self, action: str) -> str:
        """Return why an action can't be done now, in words that stay true."""
        shared = self._shared
        host = shared.seat_of(shared.host)
        match action:
            case "begin" if not self._leads and host is not None:
                return _("{player} starts the game.", player=host.name)
            case "begin":
                return _("A game needs two players; computers count.")
            case "add" if not self._leads:
                return _("Only the host can add a computer.")
            case "add":
                return _("A computer needs a free seat.")
            case "add_word":
                return _("The dice of this table take no words.")
            case "remove":
                return self._describe_kept()
            case _ if shared.host == self._who:
                return _("Leave your seat instead; that closes the table.")
        return _("Only the host can close the table.")

    def _describe_kept(self) -> str:
        """Return why the selected seat can't be freed."""
        seat = self._marked
        if seat is None:
            return _("Select a seat first.")
        if seat.is_free:
            return _("This seat is free already.")
        if seat.who == self._who:
            return _("This is your own seat. To give it up, choose Leave.")
        return _("Only the host can free this seat.")

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
        actions = {_BEGIN: "begin", _LEAVE: "free_seat", _CLOSE: "close"}
        if action := actions.get(event.option_id or ""):
            await self.run_action(action)
        elif (seat := self._marked) is not None and seat.is_free:
            await self.run_action("add")

    @property
    def _who(self) -> str:
        return self.context.session.user.who

    @property
    def _leads(self) -> bool:
        return self._shared.is_led_by(self._who)

    @property
    def _has_others(self) -> bool:
        return any(seat.who not in (None, self._who) for seat in self._shared.seats)

    @property
    def _may_close(self) -> bool:
        return self._shared.host == self._who and self._has_others

    @property
    def _invitation(self) -> str:
        return self.context.session.format_invitation(self._shared.code)

    def _say(self, sentence: str, warning: bool = False) -> None:
        if self.is_open:
            self.query_one(StatusLine).say(sentence or self.context.session.reminder, warning)

    def _may_free(self, seat: Seat) -> bool:
        is_other = seat.who not in (None, self._who)
        return bool(seat.computer) or (is_other and self._shared.host == self._who)

    @property
    def _marked(self) -> Seat | None:
        mark = self.menu.marked
        return next((seat for seat in self._shared.seats if str(seat.number) == mark), None)

    def _seat_computer(self, rank: Rank) -> None:
        table, who = self._shared.id, self._who
        self._start_change(lambda lobby: lobby.seats.seat_computer(table, who, rank.id, rank.name))

    def _start_change(self, act: Callable[[Lobby], object]) -> None:
        """Run a change of the table in a thread, one at a time."""

        async def change() -> None:
            try:
                await asyncio.to_thread(lambda: act(self.context.session.lobby))
            except StoreProblem as problem:
                self.show_message(problem.sentence)
            await self._refresh()

        start_worker(self, change, "doing")

    async def _refresh(self) -> bool:
        try:
            read = self.context.session.lobby.tables.read_news
            news = await asyncio.to_thread(read, self._shared.id, None, self._chat.newest)
        except StoreProblem as problem:
            self._read_problem = problem.sentence
            self.show_message(self._read_problem)
            return False
        if self._read_problem:
            self._read_problem = ""
            self._say("")
        self._chat.add(news.messages)
        if self.is_open and news.messages:
            self.pane.refresh_messages()
        before, self._shared = self._shared, news.shared
        # After the status has changed the next screen is being opened already.
        if self.is_open and news.shared != before and before.status is TableStatus.WAITING:
            self._show_status()
        return True

    def _show_status(self) -> None:
        session, shared = self.context.session, self._shared
        if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
            # A worker of the app, as it continues after this screen is left.
            start_worker(self.app, partial(session.open_table, shared.id), "session")
        elif self._gets_up:
            session.show_lobby(_("You left {code}.", code=shared.code))
        elif shared.status is TableStatus.CLOSED:
            sentence = _("{code} was closed by its host.", code=shared.code)
            session.leave_closed(shared.code, sentence)
        elif shared.seat_of(self._who) is None:
            session.show_lobby(_("The host of {code} freed your seat.", code=shared.code))
        else:
            self._show()

    def _show(self) -> None:
        shared, who = self._shared, self._who
        seats = [Option(draw_seat(shared, each, who), id=str(each.number)) for each in shared.seats]
        is_possible = self._leads and may_begin(shared)
        lines = [
            *seats,
            Option(draw_begin(shared, who), id=_BEGIN, disabled=not is_possible),
            Option(draw_line(_("Leave"), _("give up your seat")), id=_LEAVE),
        ]
        if self._may_close:
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
        if not self._leads:
            own = shared.seat_of(self._who)
            return str(own.number) if own is not None else _LEAVE
        if may_begin(shared):
            return _BEGIN
        return next(str(seat.number) for seat in shared.seats if seat.is_free)

    def _show_invitation(self) -> None:
        code, size = self._shared.code, self.size
        is_large = size.height >= 24 and size.width >= len(code) * 6
        head = draw_room_head(self._shared, size.width - 2)
        self.query_one("#room-head", Static).update(head)
        self.query_one("#code", Static).update(draw_code(code, is_large))
        line = Content(self._invitation).stylize(Style.from_meta({"@click": "screen.copy"}))
        self.query_one("#ways", Static).update(
            # Translators: a command line follows
            Content.assemble(
                _("Friends join with / in the lobby and this code, or with"), "\n", line
            )
        )


def _explain_guest() -> str:
    return ngettext(
        "If you leave, your seat is kept for {count} second.",
        "If you leave, your seat is kept for {count} seconds.",
        int(GUEST_SEAT_SECONDS),
    )
