"""The screens of a shared table online: for a player, and for a watcher."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.services.online_table import STALE_SENTENCE, SubstituteBots
from yahtzee_tui.rules import Scored
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _, ngettext
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import after_refresh, start_worker
from yahtzee_tui.tui.table import status_sentences
from yahtzee_tui.tui.table.actions import ROWS, WATCH_ROWS, bindings_of, main_key
from yahtzee_tui.tui.table.base_screen import WATCHING, TableScreenBase
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.widgets.message_line import MessageLine, PresenceLine
from yahtzee_tui.tui.table.widgets.turn_panel import ButtonView
from yahtzee_tui.tui.widgets.painted import first_fitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.host.lobby.models import SharedTable
    from yahtzee_tui.host.services.online_table import OnlineTable, TableChat
    from yahtzee_tui.services.bot_driver import BotDriver
    from yahtzee_tui.table import TableEvent
    from yahtzee_tui.tui.table.actions import ActionRow


_TALK = bind("m", "talk", "Chat", "talk", "Read and write messages")
_COPY = bind("c", "copy", "Copy", "copy-watch", "Copy the line that lets others watch", show=False)
_GIVE_UP = bind(
    "G", "give_up", "Leave", "give-up", "Let a computer play for you until you return", show=False
)
_LOBBY = bind("escape", "leave", "Lobby", "menu", "Go to the lobby; your seat is kept")


def _arrange(rows: Iterable[ActionRow]) -> list[BindingType]:
    """Return the bindings of an online table: a table's and the chat's, first what must fit."""
    parts: tuple[list[ActionRow], list[ActionRow]] = ([], [])
    for row in rows:
        if row.action not in ("leave", "copy_result"):
            parts[not row.is_first].append(row)
    first, others = map(bindings_of, parts)
    return [*first, _TALK, _LOBBY, *others, _COPY]


_FRESH_SECONDS = 20.0
"""Seconds for which a new message is shown."""


class OnlineScreen(RemoteScreen, TableScreenBase):
    """What players and watchers of a shared table have in common: presence, chat, next game."""

    LEADS_ANYWHERE = False
    _is_leaving = False
    _read_problem = ""

    def __init__(self, online_table: OnlineTable, sentence: str = "") -> None:
        self.online_table = online_table
        self.sentence = sentence
        super().__init__(online_table.saved_table)

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if isinstance(widget, MessageLine):
                yield PresenceLine(id="presence")
            yield widget

    @property
    def game_id(self) -> str:
        return self.online_table.game_id

    def on_mount(self) -> None:
        start_worker(self, partial(self.online_table.follow, self.refresh_online), "online")
        if self.sentence:
            after_refresh(self, partial(self.show_message, self.sentence))
        self.set_interval(1, self.show_presence)
        self.show_presence()

    def refresh_online(self) -> None:
        """Show what changed in the lobby; open the next game once it has started."""
        if not self.is_open:
            return
        if sentence := self.online_table.exit_sentence:
            self.context.session.show_lobby(sentence)
            return
        if self.online_table.has_next_game:
            if not self._is_leaving:
                self._is_leaving = True
                session, watches = self.context.session, self.online_table.own_seat is None
                open_next = partial(session.open_table, self.online_table.shared.id, watch=watches)
                start_worker(self.app, open_next)  # those of this screen end with it
            return
        self.show_presence()
        before, self._read_problem = self._read_problem, self.online_table.read_problem
        if self._read_problem:
            # A refused action has shown this problem in a longer sentence.
            if self._read_problem not in self.line.said:
                self.show_message(self._read_problem)
        elif before:
            self.say_state()

    def show_presence(self) -> None:
        online_table = self.online_table
        for line in self.query(PresenceLine):  # none once the widgets are removed
            line.said = "" if self.is_tumbling else describe_chat(online_table.chat)
            line.presence = describe_presence(
                online_table.shared, online_table.user.who, online_table.seconds_left, line.room
            )

    def play_something_else(self) -> None:
        self.context.session.show_lobby()

    def play_again(self) -> None:
        self.try_to(self.online_table.start_next)

    def action_copy(self) -> None:
        code = self.online_table.shared.code
        self.app.copy_to_clipboard(self.context.session.format_invitation(code, "watch"))
        self.show_message(_("Copied. Paste the line for a friend who wants to watch."))

    def action_talk(self) -> None:
        from yahtzee_tui.host.screens.chat import ChatScreen

        self.context.ask(ChatScreen(self.online_table))


class OnlinePlayScreen(OnlineScreen, TableScreen, inherit_bindings=False):
    """A player's screen of a shared table."""

    BINDINGS: ClassVar[list[BindingType]] = [*_arrange(ROWS.values()), _GIVE_UP]
    _was_stale = False
    _substituted = -1
    """The turn in which a computer plays for a person, as far as is shown."""

    def create_bot_driver(self) -> BotDriver:
        return SubstituteBots(self, self.online_table)

    def show_change(self, change: TableEvent) -> None:
        """Show an event; if it made an action here stale, say so, though it arrives later."""
        was_stale, self._was_stale = self._was_stale, False
        super().show_change(change)
        if isinstance(change.event, Scored) and self._describe_own_turn():
            self.context.ring("turn")
        if was_stale:
            self.line.say(_(STALE_SENTENCE), warning=True)

    def say_change(self, change: TableEvent) -> None:
        if self._is_mine(change.seat):
            super().say_change(change)
            return
        if isinstance(change.event, Scored):
            self._continue()
        sentence, *shorter = status_sentences.change_sentences(change, self._describe_own_turn())
        self.line.say(sentence, shorter=shorter)

    def say_state(self, warning: bool = False) -> None:
        posted, game, said = self.table.history.posted, self.table.game, ""
        stands = posted and not self.input.may_undo
        as_player = posted or self.input.is_own_turn or self._bots.current_rank or game.is_over
        if posted and stands and self._is_mine(self.input.shown.seat):
            said = _(
                "{points} in {box} was scored for you and can't be undone.",
                points=posted.points, box=game.ruleset.box(posted.box).name,
            )  # fmt: skip
        elif stands:
            roll = main_key("roll", self.options)
            said = self._bots.describe(roll) or self._describe_own_turn()
        if said:
            self.line.say(said, warning)
        elif as_player and not stands:
            super().say_state(warning)
        else:
            TableScreenBase.say_state(self, warning)

    def button_view(self) -> ButtonView:
        button = super().button_view()
        if self.table.game.is_over or self.input.is_own_turn or self._bots.current_rank:
            return button
        # Translators: the button while another player's turn is
        is_rolling = _("{player} IS ROLLING", player=self.table.game.player).upper()
        # Translators: in place of that sentence
        long = _("PLEASE WAIT")
        # Translators: in place of that sentence where there is little room; at most 9 cells
        short = _("WAIT")
        return ButtonView((is_rolling, long, short))

    def action_give_up(self) -> None:
        question = _("Leave your seat? A computer plays for you until you come back.")
        show_lobby = self.context.session.show_lobby
        give_up = partial(self.try_to, self.online_table.give_up, lambda _: show_lobby())
        self.context.confirm(question, _("Leave"), _("Stay"), give_up)

    def _refuse(self, sentence: str | None) -> None:
        super()._refuse(sentence)
        self._was_stale = sentence == _(STALE_SENTENCE)

    def _is_mine(self, seat: int) -> bool:
        mine = self.online_table.own_seat
        return mine is not None and mine.place == seat

    def _describe_own_turn(self) -> str:
        game = self.table.game
        if game.is_over or game.roll or not self.input.is_own_turn:
            return ""
        return _("Your turn: {key} to roll.", key=main_key("roll", self.options))

    def show_presence(self) -> None:
        super().show_presence()
        before, game = self._substituted, self.table.game
        self._substituted = game.turns if self._bots.describe_substitute() else -1
        # A computer takes over a turn, or the player has come back to it.
        if before != self._substituted and (before == game.turns or game.roll):
            self.say_state()
            self.refresh_table()
        self._bots.wake()


class OnlineWatchScreen(OnlineScreen, inherit_bindings=False):
    """A watcher's screen of a shared table."""

    BINDINGS: ClassVar[list[BindingType]] = _arrange(WATCH_ROWS)
    opening = WATCHING
    may_play_again = False


def describe_chat(chat: TableChat) -> str:
    """Return the newest message while it is fresh, later how many messages are unread."""
    newest = next(reversed(chat.visible), None)
    if newest is not None and newest.said > time.time() - _FRESH_SECONDS:
        return f"{newest.name}: {newest.text}"
    said = ngettext("{count} new message (m)", "{count} new messages (m)", chat.unread)
    return said if chat.unread else ""


def describe_presence(
    shared: SharedTable, who: str, seconds_left: float | None, columns: int
) -> str:
    """Return who is present at a table and how long the turn may take.

    The user with the id `who` is left out. What doesn't fit in `columns` is shortened: first the
    names of watchers, then their number, then the players.
    """
    table = [shared.code]
    if seconds_left is not None and shared.status is TableStatus.PLAYING:
        minutes, seconds = divmod(max(0, int(seconds_left)), 60)
        table.append(_("{time} left", time=f"{minutes}:{seconds:02d}"))
    players = _describe_players(shared, who)
    watchers = shared.watchers
    watching = [_are(_WATCHING, watchers), _("{count} watching", count=len(watchers))]
    choices = [[*players, shown] for shown in watching] if watchers else []
    lines = [" · ".join(table + choice) for choice in (*choices, players, [])]
    return first_fitting(lines, columns)


def _describe_players(shared: SharedTable, who: str) -> list[str]:
    people = [seat for seat in shared.seats if seat.who not in (None, who) and seat.place >= 0]
    gone = [seat.name for seat in people if seat.is_gone]
    away = [seat.name for seat in people if not seat.is_gone and seat.who not in shared.present]
    left = [_are(_LEFT, gone)] if gone else []
    if away:
        return [*left, _are(_AWAY, away)]
    return left or ([_("everyone is here")] if people else [])


_AWAY = N_("{player} is away"), N_("{players} are away")
_LEFT = N_("{player} left"), N_("{players} left")
_WATCHING = N_("{player} is watching"), N_("{players} are watching")
"""What is said of one player, and of several."""


def _are(sentences: tuple[str, str], names: Sequence[str]) -> str:
    listed = join_words(names)
    return _(sentences[len(names) > 1], player=listed, players=listed)
