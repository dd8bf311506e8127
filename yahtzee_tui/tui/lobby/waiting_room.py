"""A shared table before its game: its code, its seats, and who may start."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Center
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.online_match import begin_game, follow
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import TableStatus
from yahtzee_tui.store.lobby.models import GUEST_SEAT_SECONDS
from yahtzee_tui.tui.dialogs.bot_picker import choose_rank
from yahtzee_tui.tui.keymap import BY_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import GameScreen, RemoteScreen, start_worker
from yahtzee_tui.tui.lobby.phrases import (
    describe_rules,
    draw_begin,
    draw_seat,
    explain_pace,
    may_begin,
)
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store.lobby import Seat, SharedTable
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.strategy.bots import Rank

_HOW_TO_JOIN = "Others join with c and this code, or at the door:\nssh -t HOST join"
_GUEST_SEAT = f"If you leave, your seat is kept for {GUEST_SEAT_SECONDS:.0f} seconds."
_BEGIN = "begin"


class WaitingRoomScreen(RemoteScreen, GameScreen[None], MenuScreen):
    """The code in large letters over the seats. Without its host any player may start."""

    DEFAULT_CSS = """
    WaitingRoomScreen {
        align-horizontal: center;
        #code { width: auto; padding: 1 3; margin: 1 0; color: $die-pip; background: $die-face; }
        Center { height: auto; }
        Center, #ways, Menu, #plan, StatusLine { width: 64; max-width: 100%; }
        #ways { text-align: center; color: $card-muted; margin-bottom: 1; }
        Menu.-long { height: auto; max-height: 1fr; }
        #plan { padding: 0 1; color: $card-muted; margin-top: 1; }
        &.-short {
            #code { padding: 0 3; margin: 0 0 1 0; }
        }
    }
    """
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middle")]  # noqa: RUF012
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("b", "begin", "Begin", "room-begin", "Begin; free seats are left out"),
        bind("a,plus", "add", "Computer", "room-add", "Let a computer play"),
        bind(
            "minus,delete,backspace", "remove", "Remove", "room-remove",
            "Free the marked seat, of a computer or of another player",
        ),
        bind("escape", "leave", "Lobby", "room-lobby", "The seat waits"),
        bind("l", "free_seat", "Get up", "room-up", "Leave the seat to others"),
        bind("X", "close", "Close", "room-close", "Take the table away"),
        bind(
            "space", "select", "Choose", "room-choose", "Do what is marked", key_display="Enter",
            show=False,
        ),
        *bind_arrows("room-line", "move", BY_LINE, show=False),
    ]  # fmt: skip

    LEADS_ANYWHERE = False

    def __init__(self, shared: SharedTable) -> None:
        super().__init__()
        self._shared = shared
        self._read_problem = ""
        self._gets_up = False

    def compose(self) -> ComposeResult:
        code, options = self._shared.code, self._shared.options
        with Center():
            yield Static(Content.styled(" ".join(code), "bold"), id="code")
        yield Static(f"{_HOW_TO_JOIN} {code}", id="ways", markup=False)
        yield Menu()
        where = "Listed in the lobby" if options.is_open else "Joined by its code only"
        about = (
            f"{describe_rules(options)}. {where}.",
            explain_pace(options),
            self.context.session.reminder,
            _GUEST_SEAT if self.context.session.is_guest else "",
        )
        yield Static("\n".join(filter(None, about)), id="plan", markup=False)
        yield StatusLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()
        lobby, table = self.context.session.lobby, self._shared.id
        start_worker(self, partial(follow, lobby, frozenset({table}), self._refresh))

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._shared.options.rules, super().ruleset)

    def show_message(self, sentence: str) -> None:
        if self.is_open:
            self.query_one(StatusLine).say(sentence, warning=True)

    def action_begin(self) -> None:
        self._start_change(lambda lobby: begin_game(lobby, self._shared, self._who))

    async def action_add(self) -> None:
        await choose_rank(self, self._seat_computer)

    def action_remove(self) -> None:
        table, who = self._shared.id, self._who
        if (seat := self._marked) is not None:
            self._start_change(lambda lobby: lobby.seats.free(table, who, seat.number))

    def action_leave(self) -> None:
        self.context.session.show_lobby()

    def action_free_seat(self) -> None:
        """Free the seat; the change then leads this player to the lobby."""
        self._gets_up = True
        self._start_change(lambda lobby: lobby.seats.leave(self._shared.id, self._who))

    def action_close(self) -> None:
        def close(lobby: Lobby) -> None:
            self._gets_up = True
            lobby.tables.close(self._shared.id, self._who)

        question = "Take the table away, from all who sit at it?"
        self.context.confirm(question, "Take away", "Stay", partial(self._start_change, close))

    def allowed(self) -> dict[str, bool | None]:
        shared, leads, seat = self._shared, self._leads, self._marked
        others = any(seat.who not in (None, self._who) for seat in shared.seats)
        return {
            "begin": leads and (may_begin(shared) or None),
            "add": leads and (bool(shared.free) or None),
            "remove": leads and seat is not None and self._may_free(seat),
            # A lone player closes it by leaving the seat.
            "close": shared.host == self._who and others,
        }

    @on(Menu.OptionHighlighted)
    def _line_marked(self) -> None:
        self.refresh_bindings()

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        if event.option_id == _BEGIN:
            await self.run_action("begin")
        elif (seat := self._marked) is not None and seat.is_free:
            await self.run_action("add")

    @property
    def _who(self) -> str:
        return self.context.session.user.who

    @property
    def _leads(self) -> bool:
        return self._shared.is_led_by(self._who)

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
        session = self.context.session
        try:
            shared = await asyncio.to_thread(session.lobby.tables.read, self._shared.id)
        except StoreProblem as problem:
            self._read_problem = problem.sentence
            self.show_message(self._read_problem)
            return False
        if self._read_problem:
            self._read_problem = ""
            self.show_message("")
        before, self._shared = self._shared, shared
        # After the status has changed the next screen is being opened already.
        if self.is_open and shared != before and before.status is TableStatus.WAITING:
            self._show_status()
        return True

    def _show_status(self) -> None:
        session, shared = self.context.session, self._shared
        if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
            # A worker of the app, as it continues after this screen is left.
            start_worker(self.app, partial(session.open_table, shared.id), "session")
        elif self._gets_up:
            session.show_lobby(f"You have left {shared.code}.")
        elif shared.status is TableStatus.CLOSED:
            session.leave_closed(shared.code, f"{shared.code} was taken away.")
        elif shared.seat_of(self._who) is None:
            session.show_lobby(f"The player who opened {shared.code} has freed your seat.")
        else:
            self._show()

    def _show(self) -> None:
        shared, who = self._shared, self._who
        seats = [Option(draw_seat(shared, each, who), id=str(each.number)) for each in shared.seats]
        is_possible = self._leads and may_begin(shared)
        begin = Option(draw_begin(shared, who), id=_BEGIN, disabled=not is_possible)
        # Last, so that a second Enter, typed in the lobby, starts no game.
        self.menu.show([*seats, begin])
        self.refresh_bindings()
