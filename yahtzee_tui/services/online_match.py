"""The online_table at a shared table: who is there, what they say, and how their game goes on."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import NotNow, Refusal, Scored
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.lobby import RECONNECT_SECONDS, TableStatus, TimeoutPolicy
from yahtzee_tui.table import Table, TableConfig

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.lobby import Seat, SharedTable, TableOptions, User
    from yahtzee_tui.store.lobby.chat import Message
    from yahtzee_tui.store.lobby.lobby import Lobby
    from yahtzee_tui.store.lobby.notify import ChangeFeed
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.strategy.bots import Rank


STALE_SENTENCE = "Somebody was faster. Look again."
"""Why something isn't done that was done on what is no longer so."""

SUBSTITUTE_RANK = "skilled"
"""The computer that plays for those who are away."""

BEST_BOX_SUBSTITUTE = "score"
"""Plays for them at tables where the turn is scored instead."""

_MOST_MESSAGES = 100


class _Seen(NamedTuple):
    """What the store said: the table, its game if that has changed, and what was said since."""

    shared: SharedTable
    saved: SavedGame | None
    messages: list[Message]


class OnlineTable:
    """Follows a shared table from one terminal, and writes what is done there.

    Attributes:
        user: Whose terminal it is.
        shared: The table as it was seen last.
        messages: What was said, the oldest first.
        saved_table: The game.
        trouble: Why nothing can be seen at the moment, nothing if it can.
        muted: Whose messages aren't shown here.
    """

    def __init__(self, store: Store, user: User, shared: SharedTable, saved: SavedGame) -> None:
        """Come to a table whose game has begun.

        Args:
            store: The games of the house.
            user: Who comes.
            shared: The table.
            saved: Its game.

        Raises:
            StoreProblem: If the game can't be trusted.
        """
        record, history = saved.load()
        table = Table(record.setup, find_dice(record.setup.dice), history)
        table.undo_floor = shared.undo_floor
        table.before_commit = self._save
        self.user = user
        self.shared = shared
        self.messages: list[Message] = []
        self.saved_table = SavedTable(TableConfig.to(record.setup), table)
        self.read_problem = ""
        self.muted: set[str] = set()
        self._store = store
        self._version = saved.version
        self._feed: ChangeFeed | None = None
        self._tell: Callable[[], None] = lambda: None

    @classmethod
    def at(cls, store: Store, user: User, shared: SharedTable) -> OnlineTable:
        """Return the online_table at a table; it may take a while.

        Raises:
            StoreProblem: If its game can't be read.
        """
        return cls(store, user, shared, store.games.read(shared.game or ""))

    @property
    def own_seat(self) -> Seat | None:
        """The seat of whoever is at this terminal, None if they only look on."""
        seat = self.shared.seat_of(self.user.who)
        return seat if seat is not None and seat.place >= 0 else None

    @property
    def visible_messages(self) -> list[Message]:
        """What was said by those who aren't muted, the oldest first."""
        return [message for message in self.messages if message.who not in self.muted]

    @property
    def has_next_game(self) -> bool:
        """Whether the people at the table have begun another game."""
        return self.shared.game != self._version.game

    async def follow(self, report: Callable[[], None]) -> None:
        """Follow what happens at the table until nobody wants to know any more.

        Args:
            report: Called after something changed that the table itself doesn't tell of.
        """
        interest = frozenset({self.shared.id, self._version.game})
        self._tell = report
        await follow(
            self._store.lobby,
            interest,
            lambda: self._look(report),
            pause=0.0,
            opened=self._feed_opened,
        )

    def _feed_opened(self, feed: ChangeFeed) -> None:
        self._feed = feed

    def substitute_for(self, place: int) -> str:
        """Return what plays at a place in the game for somebody who is away or late, or nothing."""
        shared = self.shared
        seat, seconds = shared.seat_at(place), shared.options.seconds
        if seat is None or seat.computer:
            return ""
        if seat.is_gone:
            return SUBSTITUTE_RANK
        if not seconds or shared.turn != place or shared.status is not TableStatus.PLAYING:
            return ""
        left = self.seconds_left or 0.0
        is_away = seat.who not in shared.present and seconds - left > RECONNECT_SECONDS
        if left > 0 and not is_away:
            return ""
        return (
            SUBSTITUTE_RANK
            if shared.options.on_timeout is TimeoutPolicy.COMPUTER
            else BEST_BOX_SUBSTITUTE
        )

    @property
    def seconds_left(self) -> float | None:
        """How long this turn may still take; None if nobody minds, or it is nobody's turn."""
        shared = self.shared
        seat = shared.seat_at(shared.turn)
        if not shared.options.seconds or seat is None or seat.computer or seat.is_gone:
            return None
        return shared.turn_since + shared.options.seconds - time.time()

    @property
    def queue_position(self) -> int | None:
        """How many others are to move for a computer first, None if that isn't up to this terminal.

        Whoever sits nearest before it comes first: they have posted, and may take that back.
        """
        game, mine = self.saved_table.table.game, self.own_seat
        if mine is None or mine.is_gone:
            return None
        players = len(game.players)
        distances = {
            (game.seat - seat.place) % players
            for seat in self.shared.seats
            if seat.place >= 0 and seat.who in self.shared.present and not seat.is_gone
        }
        own = (game.seat - mine.place) % players
        return sum(distance < own for distance in distances)

    async def again(self) -> None:
        """Begin one more game of the same people.

        Raises:
            StoreProblem: If it can't be written; a `StaleGame` if another has begun it.
        """
        table = self.saved_table.config.again().create_table(_now())
        again, who = self._store.lobby.games.start_next, self.user.who
        await asyncio.to_thread(again, self.shared, who, table.record, table.game)

    async def say(self, text: str) -> None:
        """Say something to the others.

        Raises:
            StoreProblem: If that can't be said.
        """
        messages = self._store.lobby.messages
        await asyncio.to_thread(messages.say, self.shared.id, self.user, text)

    async def give_up(self) -> None:
        """Let a computer play on at one's seat.

        Raises:
            StoreProblem: If it can't be written.
        """
        seating = self._store.lobby.seats
        await asyncio.to_thread(seating.give_up, self.shared.id, self.user.who)

    async def _look(self, report: Callable[[], None]) -> bool:
        """See what is new, if anything can be seen; return whether it can.

        Nothing is seen twice, nor anything older than what was done here.
        """
        try:
            version = None
            while version is not self._version:  # else `seen` may be older than an action here
                version = self._version
                seen = await asyncio.to_thread(self._read)
            loaded = seen.saved.load() if seen.saved is not None else None
        except StoreProblem as problem:
            self.read_problem = problem.sentence
            report()
            return False
        self.read_problem = ""
        self.shared = seen.shared
        table = self.saved_table.table
        if not self.has_next_game:
            table.undo_floor = max(table.undo_floor, seen.shared.undo_floor)
        self.messages = [*self.messages, *seen.messages][-_MOST_MESSAGES:]
        saved = seen.saved
        if saved and loaded and saved.version.number > self._version.number:
            self._version = saved.version
            record, history = loaded
            coached = {*table.setup.coached, *record.setup.coached}
            table.setup = table.setup._replace(coached=tuple(sorted(coached)))
            table.sync(history)
        report()
        return True

    def _read(self) -> _Seen:
        lobby, games, version = self._store.lobby, self._store.games, self._version
        newest = self.messages[-1].id if self.messages else 0
        is_new = games.version(version.game) > version.number
        saved = games.read(version.game) if is_new else None
        # After the game, so that nothing in it is taken back before it is known to stand.
        shared = lobby.tables.read(self.shared.id)
        return _Seen(shared, saved, lobby.messages.since(self.shared.id, newest))

    def _save(self, record: Record, game: Game) -> None:
        """Write what is about to be done, or refuse it.

        Raises:
            NotNow: If somebody else was faster, or it can't be written.
        """
        table = self.saved_table.table
        now, stands = table.game, self._is_for_somebody(record)
        try:
            saved = self._store.lobby.games.save(
                self.shared.id, self._version, record, game, stands
            )
        except StaleGame:
            raise NotNow("stale", STALE_SENTENCE, now) from None
        except StoreProblem as problem:
            raise NotNow("not_saved", f"Not saved, so not done. {problem.sentence}", now) from None
        if stands:
            table.undo_floor = len(record.events)
        self._version = saved.version
        if self._feed is not None:
            self._feed.skip(saved.written)
        if saved.changes:
            self.shared = self.shared._replace(**saved.changes)
            asyncio.get_running_loop().call_soon(self._tell)

    def _is_for_somebody(self, record: Record) -> bool:
        """Return whether a record ends with a posting that somebody else makes for its player."""
        table = self.saved_table.table
        is_new = len(record.events) > len(table.history.events)
        posts = is_new and isinstance(record.events[-1], Scored)
        return posts and bool(self.substitute_for(table.game.seat))


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


MIN_PAUSE_SECONDS = 0.5
"""Seconds between two looks at the whole lobby, at least."""

_PATIENCE = 2.0
"""Seconds after which a database is asked again that can't be read."""


async def follow(
    lobby: Lobby,
    interest: frozenset[str] | None,
    look: Callable[[], Awaitable[bool]],
    pause: float = MIN_PAUSE_SECONDS,
    opened: Callable[[ChangeFeed], None] = lambda _: None,
) -> None:
    """Look at once, and again after something has changed, until nobody wants to know any more.

    Args:
        lobby: What is followed.
        interest: The ids of the tables that matter; None for everything.
        look: Looks, and shows what is new, or why nothing can be seen; returns whether it can.
        pause: Seconds between two looks, at least.
        opened: Called with each change feed before the first look.
    """
    while True:
        try:
            feed = lobby.change_feed(interest)
        except StoreProblem:
            await look()
            await asyncio.sleep(_PATIENCE)
            continue
        opened(feed)
        try:
            while True:
                if await look():
                    await asyncio.sleep(pause)
                    await feed.wait()
                else:
                    await asyncio.sleep(_PATIENCE)
        finally:
            feed.close()


MIN_SEATS = 2
"""Seats that must be taken before a game can begin."""


def create_shared_table(
    lobby: Lobby, host: User, options: TableOptions, ranks: Sequence[Rank] = ()
) -> str:
    """Lay a table, and begin at once if no seat is left for anybody else.

    Args:
        lobby: Where it stands.
        host: Who lays it.
        options: What it is meant to be.
        ranks: The computers that play there.

    Returns:
        The id of the table.

    Raises:
        StoreProblem: If that can't be.
    """
    table = lobby.tables.lay(options, host)
    for rank in ranks:
        lobby.seats.seat_computer(table, host.who, rank.id, rank.name)
    shared = lobby.tables.read(table)
    if not shared.free:
        begin_game(lobby, shared, host.who)
    return table


def begin_game(lobby: Lobby, shared: SharedTable, who: str) -> None:
    """Begin the game of a table with those who sit there; free seats are left out.

    Args:
        lobby: Where the table stands.
        shared: The table as it was seen.
        who: Who begins.

    Raises:
        StoreProblem: If that can't be; a `StaleGame` if the table has changed since.
    """
    from yahtzee_tui.store.lobby.games import taken_seats

    seats = taken_seats(shared)
    computers = tuple(seat.computer for seat in seats)
    config = TableConfig(
        tuple(seat.name for seat in seats),
        shared.options.rules,
        computers=computers if any(computers) else (),
    )
    try:
        table = config.create_table(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    except Refusal as refusal:  # the rules of another version, or a name that it allowed
        raise StoreProblem(refusal.sentence) from None
    lobby.games.start(shared, who, table.record, table.game)
