"""The saved games: one row each, written after every action, and the results of finished ones."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from sqlalchemy import and_, bindparam, delete, exists, func, insert, select, update

from yahtzee_tui.dice import draw_secret
from yahtzee_tui.rules import Held
from yahtzee_tui.rules.records import read_record, write_record, write_text
from yahtzee_tui.store.errors import (
    TAKEN_OVER,
    HeldGame,
    StaleGame,
    StoreProblem,
    UnknownGame,
)
from yahtzee_tui.store.saved_game import (
    GameVersion,
    SavedGame,
    Status,
    own_lease,
    read_row,
)
from yahtzee_tui.store.schema import DAYS, GAMES, RESULTS, SCHEMA
from yahtzee_tui.store.stats.fairness import count_rolled
from yahtzee_tui.table.eligibility import file_results, has_results
from yahtzee_tui.table.judged import find_day
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection, Dialect, Row

    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.store.database import Database


_ID_DIGITS = 12
_STEP = 100  # games that are read at once
SHARED = "tables"  # the owner of games that are played at shared tables


class ImportedGame(NamedTuple):
    """A game to be saved that was read from a file."""

    record: Record
    game: Game  # the position that the record leads to
    ended: float | None = None  # when it did, in seconds since 1970; None for now
    # Whether it stays out of the results, also when finished later; so does one that was seeded.
    is_unproven: bool = False


class Games:
    """The games of a database. Every method may raise a `StoreProblem`; then nothing is changed."""

    def __init__(self, database: Database, owner: str | None = None) -> None:
        """Create and list the games of `owner`, None for the owner of the database."""
        self._database = database
        self._owner = owner
        self._ours = GAMES.c.owner == owner
        self._offered = and_(self._ours, GAMES.c.status != Status.DISCARDED.value)

    def add(
        self,
        record: Record,
        game: Game,
        ended: float | None = None,
        game_id: str | None = None,
        secret: str = "",
    ) -> GameVersion:
        """Save a new game with this program's lease; the arguments are those of `add_game`."""
        with self._database.writing() as connection:
            return add_game(
                connection, record, game, self._owner, ended, game_id=game_id, secret=secret
            )

    def import_games(self, games: Sequence[ImportedGame]) -> list[bool]:
        """Save games without a lease, and return which are new; the same one is saved once.

        One that isn't unproven takes the place of one that is.
        """
        digests = [digest(game.record) for game in games]
        proven = [each for each, game in zip(digests, games, strict=True) if not game.is_unproven]
        is_unproven = GAMES.c.is_unproven == 1
        there = select(GAMES.c.digest).where(GAMES.c.digest.in_(digests))
        rows, results, are_new = dict[str, dict[str, Any]](), dict[str, Any](), []
        with self._database.writing(syncs=False) as connection:
            known = {*connection.scalars(there.where(~is_unproven))}
            unproven = {*connection.scalars(there.where(is_unproven))}
            connection.execute(delete(GAMES).where(GAMES.c.digest.in_(proven), is_unproven))
            for each, game in zip(digests, games, strict=True):
                same = known | unproven if game.is_unproven else known
                are_new.append(each not in same)
                if each not in same:
                    (unproven if game.is_unproven else known).add(each)
                    row, results[each] = _build(game, self._owner, each, new_id())
                    rows[each] = row | {"holder": None}
            if rows:
                connection.execute(insert(GAMES), [*rows.values()])
            if seats := [*chain.from_iterable(results.values())]:
                connection.execute(insert(RESULTS), seats)
        return are_new

    def has_recorded(self, record: Record) -> bool:
        """Return whether a finished game was played here, and not imported."""
        ours = (GAMES.c.digest == digest(record), GAMES.c.is_unproven == 0)
        found = (read_record(saved.text).record for saved in self._select(*ours))
        return any(
            each is not None
            and each.signature is None
            and (each.setup, each.events) == (record.setup, record.events)
            for each in found
        )

    def save(self, version: GameVersion, record: Record, game: Game) -> GameVersion:
        """Save a game again; raises `StaleGame` if it was changed or taken over elsewhere."""
        began = time.perf_counter()
        with self._database.writing() as connection:
            written = write_game(connection, version, record, game)
        self._database.saves.append(time.perf_counter() - began)
        return written

    def check_writing(self) -> None:
        """Raise a `StoreProblem` if nothing can be written, such as on a full disk."""
        self._database.execute(update(SCHEMA).values(oldest=SCHEMA.c.oldest), syncs=False)

    def read(self, game: str) -> SavedGame:
        """Return a game without acquiring it; raises `UnknownGame`."""
        for saved in self._select(GAMES.c.id == game):
            return saved
        raise UnknownGame(_("This game no longer exists."))

    def version(self, game: str) -> int:
        """Return how often a game has been written, 0 if it is not there."""
        return self._database.scalar(_VERSION, {"our_id": game}) or 0

    def find_leased(self, game: str, number: int) -> GameVersion | None:
        """Return a version of a game if this program wrote it last, else None."""
        ours = (GAMES.c.id == game, GAMES.c.version == number, GAMES.c.holder == own_lease())
        return next((saved.version for saved in self._select(*ours)), None)

    def acquire(self, game: str, by_force: bool = False) -> SavedGame:
        """Return a game with this program's lease; `by_force` takes it over from another program.

        Raises `HeldGame` if another program has it open, and `UnknownGame`.
        """
        saved = self.read(game)
        if saved.elsewhere and not by_force:
            raise HeldGame(game)
        ours = (GAMES.c.id == game, GAMES.c.version == saved.version.number)
        number = saved.version.number + 1
        # A game that is played is not one that was left long ago; the end of a game stays.
        changed = saved.changed if saved.status is Status.FINISHED else time.time()
        values = {"version": number, "holder": own_lease(), "changed": changed}
        marked = update(GAMES).where(*ours).values(values)
        if not self._database.execute(marked):
            raise HeldGame(game)
        return saved._replace(version=saved.version._replace(number=number), changed=changed)

    def release(self, version: GameVersion) -> None:
        ours = (GAMES.c.id == version.game, GAMES.c.holder == own_lease())
        self._database.execute(update(GAMES).where(*ours).values(holder=None))

    def newest(self, *statuses: Status) -> SavedGame | None:
        """Return the game of some statuses that was written last; not a discarded one by default.

        One query for each status, as the index has them in the order of their time.
        """
        found = [
            saved
            for status in statuses or (Status.UNFINISHED, Status.FINISHED)
            for saved in self._select(self._ours, GAMES.c.status == status.value, most=1)
        ]
        return max(found, key=lambda saved: saved.changed, default=None)

    def each(self, report: Callable[[float], object] = lambda _: None) -> Iterator[SavedGame]:
        """Yield the games that aren't discarded, the oldest first, some at a time to save memory.

        `report` is called with the share that was yielded.
        """
        query = select(GAMES.c.id).where(self._offered).order_by(GAMES.c.changed, GAMES.c.id)
        with self._database.reading() as connection:
            ids = [*connection.scalars(query)]
        for at in range(0, len(ids), _STEP):
            report(at / len(ids))
            some = ids[at : at + _STEP]
            found = {saved.id: saved for saved in self._select(GAMES.c.id.in_(some))}
            yield from (found[each] for each in some if each in found)

    def by_status(self, *statuses: Status) -> list[SavedGame]:
        """Return the games of some statuses, the newest first."""
        return self._select(self._ours, GAMES.c.status.in_([each.value for each in statuses]))

    def of_day(self, day: str = "", is_late: bool = False) -> list[SavedGame]:
        """Return the daily games of a day, as in `2026-11-21`, or of all days, the newest first.

        Those that were begun later count nowhere, as those imported without a host's signature:
        with `is_late` these, else the others.
        """
        is_daily = GAMES.c.day == day if day else GAMES.c.day.is_not(None)
        return self._select(self._ours, is_daily, GAMES.c.is_unproven == int(is_late))

    def finished_days(self, player: str) -> list[str]:
        """Return the days whose daily game a player has finished, by the case-folded name."""
        # Not a join, in which SQLite would read all of the player's results first.
        played = (RESULTS.c.game == GAMES.c.id, RESULTS.c.player == player)
        mine = (self._ours, GAMES.c.day.is_not(None), exists().where(*played))
        return [row.day for row in self._database.fetch(select(GAMES.c.day).where(*mine))]

    def day_secret(self, day: str) -> str:
        """Return the secret that decides the dice of a day here, and draw it the first time."""
        query = select(DAYS.c.secret).where(DAYS.c.day == day)
        found = self._database.scalar(query)
        if found is None:
            self._database.add_missing(insert(DAYS).values(day=day, secret=draw_secret()))
            found = self._database.scalar(query)
        return str(found)

    def day_secrets(self) -> list[tuple[str, str]]:
        """Return the days with a secret, and it, the newest first."""
        query = select(DAYS.c.day, DAYS.c.secret).order_by(DAYS.c.day.desc())
        return [(row.day, row.secret) for row in self._database.fetch(query)]

    def find_ids(self, beginning: str, most: int) -> list[str]:
        """Return up to `most` ids that begin so."""
        least = beginning.lower()
        # The limits, and no index of owners, let the database use its index of ids.
        query = select(GAMES.c.id).where(
            GAMES.c.id.between(least.ljust(_ID_DIGITS, "0"), least.ljust(_ID_DIGITS, "f")),
            GAMES.c.id.startswith(least, autoescape=True),
            func.coalesce(GAMES.c.owner, "") == (self._owner or ""),
        )
        return [str(row.id) for row in self._database.fetch(query.limit(most))]

    def find(self, beginning: str) -> str:
        """Return the id that begins so; raises `UnknownGame` if no id does, or several do."""
        # Ids are ASCII, and no database takes what isn't Unicode.
        found = self.find_ids(beginning, 2) if beginning and beginning.isascii() else []
        if not found:
            sentence = _("No saved game starts with {text}.", text=quote(beginning))
            raise UnknownGame(sentence)
        if len(found) > 1:
            sentence = _(
                "More than one saved game starts with {text}. Type more of it.",
                text=quote(beginning),
            )
            raise UnknownGame(sentence)
        return found[0]

    def discard(self, game: str) -> None:
        """Remove an unfinished game from the lists; raises `HeldGame` and `UnknownGame`."""
        self._set_status(game, Status.UNFINISHED, Status.DISCARDED)

    def restore(self, game: str) -> None:
        """List a discarded game again; raises `UnknownGame`."""
        self._set_status(game, Status.DISCARDED, Status.UNFINISHED)

    def close(self) -> None:
        """Give up all leases of this program, and close the database."""
        ours = GAMES.c.holder == own_lease()
        # If that fails, the leases end with this program all the same.
        with suppress(StoreProblem):
            if self._database.scalar(select(GAMES.c.id).where(ours).limit(1)) is not None:
                released = update(GAMES).where(ours).values(holder=None)
                self._database.execute(released, syncs=False)
        self._database.close()

    def _set_status(self, game: str, old: Status, new: Status) -> None:
        saved = self.read(game)
        if saved.elsewhere:
            raise HeldGame(game)
        ours = (GAMES.c.id == game, GAMES.c.version == saved.version.number)
        values = {"status": new.value, "version": GAMES.c.version + 1}
        changed = update(GAMES).where(*ours, GAMES.c.status == old.value).values(values)
        if not self._database.execute(changed):
            raise UnknownGame(_("This game no longer exists."))

    def _select(self, *which: ColumnElement[bool], most: int | None = None) -> list[SavedGame]:
        query = select(GAMES).where(*which).order_by(GAMES.c.changed.desc(), GAMES.c.id)
        return [*map(_saved, self._database.fetch(query.limit(most)))]


def read_newer(connection: Connection, version: GameVersion) -> SavedGame | None:
    """Return a game if it was written after that version, else None."""
    is_newer = (GAMES.c.id == version.game, GAMES.c.version > version.number)
    row = connection.execute(select(GAMES).where(*is_newer)).first()
    return None if row is None else _saved(row)


def _saved(row: Row[Any]) -> SavedGame:
    return read_row(
        row.id, row.version, row.status, row.record, row.holder, row.changed, row.secret
    )


# Made once: making a statement takes as long as carrying it out.
_VERSION = select(GAMES.c.version).where(GAMES.c.id == bindparam("our_id"))
_SAVE = update(GAMES).where(
    GAMES.c.id == bindparam("our_id"), GAMES.c.version == bindparam("our_version")
)


@lru_cache(8)
def _compile_save(dialect: Dialect, columns: Sequence[str]) -> str:
    """Return the text of the statement, for which SQLAlchemy takes longer than SQLite each time."""
    return str(_SAVE.compile(dialect=dialect, column_keys=columns))


def add_game(
    connection: Connection,
    record: Record,
    game: Game,
    owner: str | None,
    ended: float | None = None,
    is_held: bool = True,
    game_id: str | None = None,
    secret: str = "",
    is_late: bool = False,
) -> GameVersion:
    """Write a new game in a write transaction; `game` is the position that the record leads to.

    `owner` is None for the owner of the database, `ended` in seconds since 1970 or None for now,
    `game_id` None for a new one; `is_held` writes this program's lease; `secret` decides the dice;
    `is_late` keeps the game of a day that is over out of the results.
    """
    new = ImportedGame(record, game, ended, is_late)
    row, results = _build(new, owner, digest(record), game_id or new_id())
    row["secret"] = secret or None
    connection.execute(insert(GAMES), row if is_held else row | {"holder": None})
    if results:
        connection.execute(insert(RESULTS), results)
    return GameVersion(row["id"], 1, game.is_over)


def _build(
    new: ImportedGame, owner: str | None, hashed: str, game_id: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the row of a new game, and those of its results."""
    record, game, ended, is_unproven = new
    is_unproven |= not has_results(record.setup)
    row = _row(record, game) | {"id": game_id, "version": 1, "owner": owner, "digest": hashed}
    row |= {"day": find_day(record.setup), "is_unproven": int(is_unproven)}
    if not game.is_over or is_unproven:
        return row, []
    return row, result_rows(game_id, game, time.time() if ended is None else ended, record)


def new_id() -> str:
    """Return a random id of 12 hexadecimal digits."""
    return uuid4().hex[:_ID_DIGITS]


def write_game(
    connection: Connection, version: GameVersion, record: Record, game: Game
) -> GameVersion:
    """Write a game again; raises `StaleGame` if it was changed or taken over elsewhere."""
    row = _row(record, game) | {"version": version.number + 1}
    if not (record.events and isinstance(record.events[-1], Held)):
        row["digest"] = digest(record)
    save = _compile_save(connection.dialect, tuple(row))
    row |= {"our_id": version.game, "our_version": version.number}
    if not connection.exec_driver_sql(save, row).rowcount:
        raise StaleGame(_(TAKEN_OVER))
    if version.has_results:
        connection.execute(delete(RESULTS).where(RESULTS.c.game == version.game))
    if game.is_over and not connection.scalar(
        select(GAMES.c.is_unproven).where(GAMES.c.id == version.game)
    ):
        rows = result_rows(version.game, game, time.time(), record)
        connection.execute(insert(RESULTS), rows)
    return GameVersion(version.game, version.number + 1, game.is_over)


def digest(record: Record) -> str:
    """Return a hash by which the same game is recognised, whatever was undone in it.

    It covers the text form of earlier versions, which doesn't say which of two equal dice was held,
    up to the last roll or posting, so that holds needn't compute it; not the secret, which comes at
    the end.
    """
    events = record.events
    while events and isinstance(events[-1], Held):
        events = events[:-1]
    record = record._replace(setup=record.setup._replace(secret=""), events=events)
    return hashlib.sha256(write_text(record, names_dice=False).encode()).hexdigest()


def _row(record: Record, game: Game) -> dict[str, Any]:
    status = Status.FINISHED if game.is_over else Status.UNFINISHED
    return {
        "status": status.value,
        "holder": own_lease(),
        "changed": time.time(),
        "record": write_record(record),
    }


def result_rows(game_id: str, game: Game, ended: float, record: Record) -> list[dict[str, Any]]:
    """Return the rows of the results of a finished game, one for each seat.

    `ended` is in seconds since 1970.
    """
    computers, rolled = record.setup.computers, count_rolled(game, record.events)
    totals = [card.grand_total for card in game.cards]
    return [
        {
            "game": game_id,
            "seat": seat,
            "player": player.casefold(),
            "name": player,
            "computer": computers[seat] if computers else "",
            "rules": file_results(game.ruleset.key, record.setup.dice),
            "seats": len(game.players),
            "total": card.grand_total,
            "best_other": max(totals[:seat] + totals[seat + 1 :], default=None),
            "upper_bonus": card.upper_bonus,
            "repeats": card.repeats,
            "points": ",".join(map(str, card.scores)),
            "rolled": rolled[seat],
            "ended": ended,
        }
        for seat, (player, card) in enumerate(zip(game.players, game.cards, strict=True))
    ]
