"""A shared table as one terminal sees it: its game, its chat, and its bots and substitutes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from yahtzee_tui.dice import find_dice
from yahtzee_tui.host.lobby.models import TableStatus, TimeoutPolicy
from yahtzee_tui.host.lobby.presences import RECONNECT_SECONDS
from yahtzee_tui.rules import NotNow, Score, Scored
from yahtzee_tui.services.bot_driver import BotDriver
from yahtzee_tui.services.bots import BEST_BOX_SUBSTITUTE
from yahtzee_tui.services.player_input import best_box
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.table.config import format_moment
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from yahtzee_tui.host.lobby.change_feed import ChangeFeed
    from yahtzee_tui.host.lobby.chat import Message
    from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
    from yahtzee_tui.host.lobby.models import Seat, SharedTable, User
    from yahtzee_tui.rules import Game, Hold, Record
    from yahtzee_tui.services.bot_driver import BotView
    from yahtzee_tui.settings.options import ComputerPace

BOT_SECONDS = 10.0
"""The seconds in which a bot has to answer, or to come back."""

STALE_SENTENCE = N_("Another player was faster. Look again.")
"""The refusal of an action on a position that another terminal has changed."""

SUBSTITUTE_RANK = "skilled"
"""The rank of the bot that plays for absent players."""

_MOST_MESSAGES = 100
_QUEUE_SECONDS = 6.0


class TableChat:
    """The chat of a shared table as one terminal shows it.

    Attributes:
        messages: The messages, the oldest first.
        muted: The ids of the users whose messages are hidden here, and of tables whose watchers'
            are.
        players: The ids of the users with a seat.
        seen: The number of the newest message that the user has seen.
    """

    def __init__(self, lobby: Lobby, user: User, table: str) -> None:
        self.messages: list[Message] = []
        self.muted: set[str] = set()
        self.players: frozenset[str | None] = frozenset()
        self.seen = -1
        self.user = user
        self._lobby, self._table = lobby, table

    @property
    def visible(self) -> list[Message]:
        """The messages of users who aren't muted, the oldest first."""
        return [message for message in self.messages if not self.is_muted(message)]

    @property
    def mutes_watchers(self) -> bool:
        return self._table in self.muted

    def toggle_watchers(self) -> None:
        """Hide the messages of all who watch now or later, or show them again."""
        self.muted ^= {self._table}

    def is_muted(self, message: Message) -> bool:
        is_watcher = message.who not in self.players | {self.user.who}
        return message.who in self.muted or (is_watcher and self.mutes_watchers)

    @property
    def unread(self) -> int:
        """How many messages of others have come since the user looked."""
        return sum(each.id > self.seen and each.who != self.user.who for each in self.visible)

    @property
    def newest(self) -> int:
        """The number of the newest message, 0 before the first."""
        return self.messages[-1].id if self.messages else 0

    def add(self, messages: Sequence[Message]) -> None:
        """Add messages; the first ones were written before the user came, and count as seen."""
        self.messages = [*self.messages, *messages][-_MOST_MESSAGES:]
        if self.seen < 0:
            self.note_seen()

    def note_seen(self) -> None:
        self.seen = self.newest

    def say(self, text: str) -> None:
        """Send a message; raise a `StoreProblem` if it is refused or can't be saved."""
        self._lobby.messages.say(self._table, self.user, text)


class OnlineTable:
    """A shared table as one terminal sees it; saves each action before it takes effect.

    Attributes:
        shared: The table as it was last read.
        chat: The messages of the table.
        read_problem: Why the table can't be read at the moment, as a sentence; empty if it can.
    """

    def __init__(self, store: HostStore, user: User, shared: SharedTable) -> None:
        """Read a table whose game has started; this may block, and raise a `StoreProblem`."""
        saved = store.games.read(shared.game or "")
        record, history = saved.load()
        setup = record.setup
        table = Table(setup, find_dice(setup.dice, saved.secret, setup.words), history)
        table.undo_floor = shared.undo_floor
        table.before_commit = self._save
        self.user, self.shared = user, shared
        self.chat = TableChat(store.lobby, user, shared.id)
        self._left: dict[str, float] = {}  # when players went away while they were seen here
        self._set_shared(shared)
        self.saved_table = SavedTable(TableConfig.from_setup(setup), table)
        self.read_problem = ""
        self._store = store
        self._version = saved.version
        self._feed: ChangeFeed | None = None
        self._report: Callable[[], None] = lambda: None

    def _set_shared(self, shared: SharedTable) -> None:
        for who in self.shared.present - shared.present:
            self._left[who] = time.time()
        self.shared = shared
        self.chat.players = frozenset(seat.who for seat in shared.seats)

    @property
    def game_id(self) -> str:
        return self._version.game

    @property
    def own_seat(self) -> Seat | None:
        """The seat of this terminal's user, None for a watcher."""
        seat = self.shared.seat_of(self.user.who)
        return seat if seat is not None and seat.place >= 0 else None

    @property
    def was_closed(self) -> bool:
        return self.shared.status is TableStatus.CLOSED

    @property
    def exit_sentence(self) -> str:
        """Why nobody can be at this table any more; empty until then."""
        sentence = _("The host of this server has closed {table}.", table=self.shared.code)
        return sentence if self.was_closed else ""

    @property
    def has_next_game(self) -> bool:
        """Whether the players have started another game at this table."""
        return self.shared.game != self._version.game

    async def follow(self, report: Callable[[], None]) -> None:
        """Apply what happens at the table, until the task is cancelled.

        `report` is called after changes other than table events: presence, messages, problems.
        """
        self._report = report
        ids = frozenset({self.shared.id, self._version.game})
        await follow(self._store.lobby, ids, self.refresh, pause=0.0, opened=self._feed_opened)

    def _feed_opened(self, feed: ChangeFeed) -> None:
        self._feed = feed

    def substitute_for(self, place: int) -> str:
        """Return the rank that plays for an absent or late player, empty if the player moves.

        It is `BEST_BOX_SUBSTITUTE` where the table's options say so.
        """
        shared = self.shared
        seat = shared.seat_at(place)
        if seat is None or seat.computer:
            return ""
        is_missing = seat.who not in shared.present and seat.who != self.user.who
        is_lost = seat.is_bot and is_missing and time.time() - shared.turn_since > BOT_SECONDS
        if seat.is_gone or is_lost:
            return SUBSTITUTE_RANK
        if not self._is_late(seat, is_missing):
            return ""
        is_played = shared.options.on_timeout is TimeoutPolicy.COMPUTER
        return SUBSTITUTE_RANK if is_played else BEST_BOX_SUBSTITUTE

    def _is_late(self, seat: Seat, is_missing: bool) -> bool:
        """Return whether the time of a player's turn is over, or the player is away too long."""
        shared = self.shared
        is_on_turn = shared.turn == seat.place and shared.status is TableStatus.PLAYING
        if not shared.options.seconds or not is_on_turn:
            return False
        since = max(shared.turn_since, self._left.get(seat.who or "", 0.0))
        is_away = is_missing and time.time() - since > RECONNECT_SECONDS
        return is_away or (self.seconds_left or 0.0) <= 0

    @property
    def seconds_left(self) -> float | None:
        """Seconds until this turn times out; None without a limit, or if no person is to move."""
        shared = self.shared
        seat = shared.seat_at(shared.turn)
        if not shared.options.seconds or seat is None or seat.computer or seat.is_gone:
            return None
        return shared.turn_since + shared.options.seconds - time.time()

    @property
    def queue_position(self) -> int | None:
        """How many other terminals move for a bot before this one; None if this one never does.

        The terminal of the seat nearest before the bot's comes first: its player has just posted
        and may still undo that.
        """
        game, own_seat = self.saved_table.table.game, self.own_seat
        if own_seat is None or own_seat.is_gone:
            return None
        players = len(game.players)
        distances = {
            (game.seat - seat.place) % players
            for seat in self.shared.seats
            if seat.place >= 0 and seat.who in self.shared.present and not seat.is_gone
        }
        own = (game.seat - own_seat.place) % players
        return sum(distance < own for distance in distances)

    # What changes the table may block.

    def start_next(self) -> None:
        """Start the next game of the same players.

        Raises a `StoreProblem` if it can't be saved; a `StaleGame` if another player has started
        it.
        """
        lobby, saved = self._store.lobby, self.saved_table
        secret = lobby.tables.next_secret(self.shared)
        # The hash that players saw before they added their words binds this secret, too.
        words = saved.table.setup.words if secret else ()
        config = replace(saved.config.next_game(), secret=secret, words=words)
        table = config.create_table(format_moment())
        lobby.games.start_next(self.shared, self.user.who, table.record, table.game, table.secret)

    def give_up(self) -> None:
        """Hand the own seat to a bot; raise a `StoreProblem` if that can't be saved."""
        self._store.lobby.seats.give_up(self.shared.id, self.user.who)

    async def refresh(self) -> bool:
        """Read the table and apply what is newer; return whether it could be read.

        Nothing is applied twice, nor anything older than the newest action here.
        """
        try:
            version = None
            while version is not self._version:  # else `read` may be older than an action here
                version = self._version
                read = self._store.lobby.tables.read_news
                shared, saved, messages = await asyncio.to_thread(
                    read, self.shared.id, version, self.chat.newest
                )
            loaded = None if saved is None else saved.load()
        except StoreProblem as problem:
            self.read_problem = problem.sentence
            self._report()
            return False
        self.read_problem = ""
        self._set_shared(shared)
        table = self.saved_table.table
        if not self.has_next_game:
            table.undo_floor = max(table.undo_floor, shared.undo_floor)
        self.chat.add(messages)
        if saved and loaded and saved.version.number > self._version.number:
            self._version = saved.version
            record, history = loaded
            coached = {*table.setup.coached, *record.setup.coached}
            secret = table.setup.secret or record.setup.secret
            table.setup = table.setup._replace(coached=tuple(sorted(coached)), secret=secret)
            table.sync(history)
        self._report()
        return True

    def _save(self, record: Record, game: Game) -> None:
        """Save an action before it takes effect (the table's `before_commit` hook).

        Raises `NotNow` if another terminal was faster, or it can't be saved.
        """
        table = self.saved_table.table
        now, is_final = table.game, self._is_substitute_score(record)
        try:
            saved = self._store.lobby.games.save(
                self.shared.id, self._version, record, game, is_final
            )
        except StaleGame:
            raise NotNow("stale", _(STALE_SENTENCE), now) from None
        except StoreProblem as problem:
            said = _("Not done, because it couldn't be saved.")
            raise NotNow("not_saved", f"{said} {problem.sentence}", now) from None
        if is_final:
            table.undo_floor = len(record.events)
        self._version = saved.version
        if self._feed is not None:
            self._feed.skip(saved.written)
        if saved.changes:
            self.shared = self.shared._replace(**saved.changes)
            asyncio.get_running_loop().call_soon(self._report)

    def _is_substitute_score(self, record: Record) -> bool:
        """Return whether a record ends with a score that a substitute made for a player."""
        table = self.saved_table.table
        is_new = len(record.events) > len(table.history.events)
        posts = is_new and isinstance(record.events[-1], Scored)
        return posts and bool(self.substitute_for(table.game.seat))


MIN_PAUSE_SECONDS = 0.5
"""The least number of seconds between two reads of the whole lobby."""

_RETRY_SECONDS = 2.0


async def follow(
    lobby: Lobby,
    ids: frozenset[str],
    look: Callable[[], Awaitable[bool]],
    pause: float = MIN_PAUSE_SECONDS,
    opened: Callable[[ChangeFeed], None] = lambda _: None,
) -> None:
    """Call `look` at once and after each change, until the task is cancelled.

    `ids` are those of the games and tables to follow, or `WHOLE_LOBBY`. `look` reads and shows what
    is new, and returns whether the store could be read; two calls are at least `pause` seconds
    apart. `opened` is called with each change feed before the first call of `look`.
    """
    while True:
        try:
            feed = lobby.change_feed(ids)
        except StoreProblem:
            await look()
            await asyncio.sleep(_RETRY_SECONDS)
            continue
        opened(feed)
        try:
            while True:
                if await look():
                    await asyncio.sleep(pause)
                    await feed.wait()
                else:
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            feed.close()


class OwnSeat:
    """The seat of the player at this terminal, while no computer plays for them."""

    def __init__(self, online_table: OnlineTable, bots: SubstituteBots) -> None:
        self._online_table, self._bots = online_table, bots

    def __contains__(self, seat: object) -> bool:
        mine = self._online_table.own_seat
        return mine is not None and mine.place == seat and not self._bots.plays(mine.place)


class SubstituteBots(BotDriver):
    """Moves for the bots and substitutes of an online table, from one of several terminals.

    Each terminal has a place in a queue: the first moves, the next one only if that doesn't happen.
    If two move all the same, the first saved move counts.
    """

    def __init__(self, view: BotView, online_table: OnlineTable) -> None:
        super().__init__(view, online_table.saved_table.table)
        self._online_table = online_table
        self.people.clear()  # a computer may play for anybody who is absent
        self.seats = OwnSeat(online_table, self)

    def rank_at(self, seat: int) -> str:
        return super().rank_at(seat) or self._online_table.substitute_for(seat)

    def plays(self, seat: int) -> bool:
        # Who plays for an absent player depends on the time.
        return self.rank_at(seat) not in ("", *self._unable)

    def wake(self, at_once: bool = False) -> None:
        if self._online_table.queue_position is not None:
            super().wake(at_once)

    @property
    def pace(self) -> ComputerPace:
        return "calm"  # other terminals read the events one by one

    @property
    def pause(self) -> float:
        """As at home; then the terminals take turns."""
        return super().pause + _QUEUE_SECONDS * (self._online_table.queue_position or 0)

    async def choose(self, rank: str, game: Game) -> Hold | Score:
        best = best_box(game)
        if rank == BEST_BOX_SUBSTITUTE and best is not None:
            return Score(best)
        return await super().choose(rank, game)

    def describe(self, roll: str) -> str | None:
        return self.describe_substitute() or super().describe(roll)

    def describe_substitute(self) -> str:
        game, shared = self._online_table.saved_table.table.game, self._online_table.shared
        if not self.current_rank or super().rank_at(game.seat):
            return ""
        seat = shared.seat_at(game.seat)
        if seat is not None and seat.is_gone:
            return _("{player} left. A computer is playing for them.", player=game.player)
        if self.current_rank == BEST_BOX_SUBSTITUTE:
            return _("{player} ran out of time: best box scored.", player=game.player)
        if seat is not None and seat.who not in shared.present:
            return _("{player} is away. A computer plays this turn.", player=game.player)
        return _("{player} ran out of time: a computer plays this turn.", player=game.player)
