"""Accounts: the names and options of players with an SSH key, and the check of guests' names."""

from __future__ import annotations

import time
import unicodedata
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, func, insert, or_, select, text, update

from yahtzee_tui.host.lobby.bans import END_SECONDS, SESSION
from yahtzee_tui.host.lobby.codes import draw_word, read_word
from yahtzee_tui.host.lobby.lookalikes import find_mixture, find_word, likenesses
from yahtzee_tui.host.lobby.models import User
from yahtzee_tui.host.lobby.schema import KEYS, LIKENESSES, SEATS, VISITORS
from yahtzee_tui.rules import WIDEST_NAME, Malformed, check_new_name
from yahtzee_tui.rules.names import BOT_MARK, GUEST_MARK
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.store.schema import RESULTS
from yahtzee_tui.text import BLANK, cell_width, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from yahtzee_tui.store.database import Database

MOST_BOTS = 4
"""The most accounts of bots of one owner."""

WORD_MINUTES = 15
"""How long a word that adds a key, or a bot, can be typed."""


_WORD = "word:"

_UNUSED_SECONDS = 30 * 86_400.0
"""How long a name is kept for a key that has finished no game under it, and has no seat."""

RESERVED = (
    "you", "host", "server", "everyone", "away", "free", "computer",
    "admin", "moderator",
    "bot", "beginner", "casual", "regular", "skilled", "expert", "champion",
)  # fmt: skip
"""Words that the program uses about players, the levels of computers among them."""

_BLANK = BLANK | {" "}


class Accounts:
    """The accounts of a database. Every method may raise a `StoreProblem`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def name_of(self, who: str) -> str | None:
        named = select(VISITORS.c.name).where(VISITORS.c.who == who)
        name: str | None = self._database.scalar(named)
        return name

    def find(self, name: str) -> str:
        """Return the id of the account with a name, empty if there is none."""
        named = select(VISITORS.c.who).where(VISITORS.c.player == _fold(name))
        return self._database.scalar(named) or ""

    def fingerprints(self) -> list[str]:
        """Return the fingerprints of all keys that have a name."""
        first = self._database.fetch(select(VISITORS.c.who))
        others = self._database.fetch(select(KEYS.c.key).where(KEYS.c.until.is_(None)))
        keys = [key for (key,) in (*first, *others)]
        return [key.removeprefix("key:") for key in keys if key.startswith("key:")]

    def user_of(self, key: str) -> str:
        """Return the id of the account of a key, `key:` and a fingerprint: that of its first."""
        first = select(KEYS.c.who).where(KEYS.c.key == key, KEYS.c.until.is_(None))
        return self._database.scalar(first) or key

    def draw_word(self, who: str, by: str = "") -> str:
        """Return a word that adds one key, or one bot, to an account within `WORD_MINUTES`.

        `by` is the key that wants it; raises `StoreProblem` if that was taken away.
        """
        word, now = draw_word(), time.time()
        row = {"key": f"{_WORD}{word}", "who": who, "until": now + 60 * WORD_MINUTES}
        with self._database.writing() as connection:
            _check_key(connection, who, by or who)
            is_own_word = and_(KEYS.c.who == who, KEYS.c.key.startswith(_WORD))
            connection.execute(delete(KEYS).where(or_(KEYS.c.until < now, is_own_word)))
            connection.execute(insert(KEYS).values(row))
        return word

    def find_by_word(self, word: str) -> User:
        """Return the account that a word was drawn for; raises `StoreProblem`."""
        with self._database.reading() as connection:
            return _find_by_word(connection, word)

    def add_key(self, key: str, word: str) -> User:
        """Add a key to the account that a word was drawn for; raises `StoreProblem`."""
        with self._database.writing() as connection:
            owner = _find_by_word(connection, word, takes=True)
            connection.execute(delete(KEYS).where(KEYS.c.key == SESSION + key))
            connection.execute(insert(KEYS).values(key=key, who=owner.who))
        return owner

    def list_keys(self, who: str) -> list[str]:
        """Return the keys of an account, `key:` and a fingerprint each, the first one first."""
        others = select(KEYS.c.key).where(KEYS.c.who == who, KEYS.c.until.is_(None))
        return [who, *(row.key for row in self._database.fetch(others.order_by(KEYS.c.key)))]

    def take_key(self, who: str, key: str, by: str = "") -> None:
        """Take a key away from an account, end its sessions, and void the word that adds a key.

        Raises `StoreProblem` for the first key, and if `by` was taken away, which wants it.
        """
        if key == who:
            raise StoreProblem(_("The first key of an account can't be taken away."))
        ours, is_word = KEYS.c.who == who, KEYS.c.key.startswith(_WORD)
        ending = {"key": SESSION + key, "who": who, "until": time.time() + END_SECONDS}
        with self._database.writing() as connection:
            _check_key(connection, who, by or who)
            connection.execute(delete(KEYS).where(ours, is_word))
            if connection.execute(delete(KEYS).where(ours, KEYS.c.key == key)).rowcount:
                connection.execute(insert(KEYS).values(ending))

    def add_bot(self, key: str, word: str, name: str) -> User:
        """Make the account of a bot with a key; its owner is that which a word was drawn for.

        Raises `StoreProblem` as `add_key`, `bind` and `set_bot` do; then the word can be used.
        """
        with self._database.writing() as connection:
            owner = _find_by_word(connection, word, takes=True)
            _check_bots(connection, owner, key)
            name = _bind(connection, key, name, BOT_MARK)
            theirs = update(VISITORS).where(VISITORS.c.who == key)
            connection.execute(theirs.values(bot_of=owner.who))
        return User(key, name)

    def options_of(self, who: str) -> str:
        """Return the options of an account as TOML, empty if there are none."""
        return self._database.scalar(select(VISITORS.c.options).where(VISITORS.c.who == who)) or ""

    def keep_options(self, who: str, options: str) -> None:
        theirs = update(VISITORS).where(VISITORS.c.who == who)
        self._database.execute(theirs.values(options=options))

    def find_guest(self, word: str) -> User:
        """Return the guest with this secret word; raises `StoreProblem` if they have no seat."""
        who = f"guest:{read_word(word)}"
        seated = select(SEATS.c.name).where(SEATS.c.who == who).order_by(SEATS.c.table)
        name = self._database.scalar(seated.limit(1))
        if name is None:
            raise StoreProblem(_("No seat matches that return word."))
        return User(who, name)

    def is_taken(self, name: str) -> bool:
        """Return whether an account has this name, or one that looks the same."""
        return self._find_owner(name) is not None

    def set_bot(self, name: str, owner: str = "", is_bot: bool = True) -> str:
        """Make the account with a name a bot's, or a person's again, and return its name then.

        `owner` is the name of the account of the bot's owner, empty for none. Raises
        `StoreProblem` if there is no such account, or the owner has `MOST_BOTS`.
        """
        who, owned_by = self.find(name) or self.find(BOT_MARK + name), self.find(owner)
        if not who or (owner and not owned_by):
            missing = quote(owner if who else name)
            raise StoreProblem(_("No account has the name {name}.", name=missing))
        bare = (self.name_of(who) or name).removeprefix(BOT_MARK)
        theirs = update(VISITORS).where(VISITORS.c.who == who)
        with self._database.writing() as connection:
            if is_bot and owned_by:
                _check_bots(connection, User(owned_by, owner), who)
            bound = _bind(connection, who, bare, BOT_MARK if is_bot else "")
            connection.execute(theirs.values(bot_of=owned_by if is_bot else None))
        return bound

    def bind(self, who: str, name: str, hint: str = "") -> str:
        """Name the account of a key anew, and return the name as it is written.

        Raises `StoreProblem` if another account has it, with a hint, or it is no name.
        """
        with self._database.writing() as connection:
            return _bind(connection, who, name, hint=hint)

    def check_guest(self, name: str) -> str:
        """Return a name with the mark of guests; raises `StoreProblem` as `bind` does."""
        name = check_own_name(name)
        if (owner := self._find_owner(name)) is not None:
            raise _taken(name, owner)
        return check_own_name(name + GUEST_MARK, is_guest=True)

    def _find_owner(self, name: str) -> User | None:
        with self._database.reading() as connection:
            return _find_owner(connection, likenesses(name))


def _check_key(connection: Connection, who: str, key: str) -> None:
    """Raise a `StoreProblem` unless a key is one of an account, until the transaction ends."""
    theirs = select(KEYS.c.key).where(KEYS.c.key == key, KEYS.c.who == who, KEYS.c.until.is_(None))
    if key != who and connection.scalar(theirs.with_for_update()) is None:
        raise StoreProblem(_("This SSH key was taken away."))


def _find_by_word(connection: Connection, word: str, takes: bool = False) -> User:
    """Return the account that a word was drawn for; `takes` deletes the word."""
    row = KEYS.c.key == f"{_WORD}{read_word(word)}"
    who = connection.scalar(select(KEYS.c.who).where(row, KEYS.c.until > time.time()))
    # Of two keys with the same word one deletes it.
    if who is None or (takes and not connection.execute(delete(KEYS).where(row)).rowcount):
        raise StoreProblem(_("No account is waiting for a key with that word."))
    name = connection.scalar(select(VISITORS.c.name).where(VISITORS.c.who == who))
    return User(who, name or "")


def _check_bots(connection: Connection, owner: User, but: str) -> None:
    """Raise a `StoreProblem` if an account can own no bot more; a bot can own none."""
    theirs = and_(VISITORS.c.bot_of == owner.who, VISITORS.c.who != but)
    count = connection.scalar(select(func.count()).where(theirs)) or 0
    if owner.is_bot or count >= MOST_BOTS:
        sentence = _("{name} has {count} bots and can't have more.", name=owner.name, count=count)
        raise StoreProblem(sentence)


def _bind(connection: Connection, who: str, name: str, mark: str = "", hint: str = "") -> str:
    """Do what `bind` does; a `mark` comes before the name."""
    name = check_own_name(name)
    if cell_width(name := mark + name) > WIDEST_NAME:
        raise StoreProblem(_("The name {name} is too long.", name=quote(name)))
    looks = likenesses(name)
    row = {"name": name, "player": _fold(name)}
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        connection.execute(text("LOCK TABLE visitors IN SHARE ROW EXCLUSIVE MODE"))
    if (owner := _find_owner(connection, looks, but=who)) is not None:
        raise _taken(name, owner, hint)
    _release_unused(connection, looks, but=who)
    theirs = VISITORS.c.who == who
    # The time goes on for another way to write the same name.
    before = connection.scalar(select(VISITORS.c.player).where(theirs))
    new = row if before == row["player"] else row | {"since": time.time()}
    if not connection.execute(update(VISITORS).where(theirs).values(new)).rowcount:
        connection.execute(insert(VISITORS).values(new | {"who": who}))
    connection.execute(delete(LIKENESSES).where(LIKENESSES.c.who == who))
    added = [{"likeness": look, "who": who} for look in looks]
    connection.execute(insert(LIKENESSES), added)
    return name


def _find_owner(connection: Connection, looks: set[str], but: str = "") -> User | None:
    """Return the account in use whose name has one of these likenesses.

    It is in use if it is new, has a seat, or has finished a game under its name.
    """
    alike = select(LIKENESSES.c.who).where(LIKENESSES.c.likeness.in_(looks))
    found = select(VISITORS.c.who, VISITORS.c.name, VISITORS.c.since).where(
        VISITORS.c.who.in_(alike), VISITORS.c.who != but
    )
    for who, name, since in connection.execute(found).all():
        finished = (RESULTS.c.computer == "", RESULTS.c.player == name.casefold())
        if (
            since > time.time() - _UNUSED_SECONDS
            or connection.scalar(select(SEATS.c.table).where(SEATS.c.who == who).limit(1))
            or connection.scalar(select(RESULTS.c.game).where(*finished).limit(1))
        ):
            return User(who, name)
    return None


def _release_unused(connection: Connection, looks: set[str], but: str) -> None:
    """Delete the accounts with one of these likenesses, none of which is in use."""
    alike = select(LIKENESSES.c.who).where(LIKENESSES.c.likeness.in_(looks))
    for who in connection.scalars(alike.where(LIKENESSES.c.who != but).distinct()).all():
        for table in (VISITORS, LIKENESSES, KEYS):
            connection.execute(delete(table).where(table.c.who == who))


def check_own_name(name: str, is_guest: bool = False) -> str:
    """Return a name in its normal form; raises `StoreProblem` if it is no name of that kind."""
    try:
        name = check_new_name(name)
    except Malformed as refusal:
        raise StoreProblem(refusal.sentence) from None
    if not _fold(name):
        raise StoreProblem(_("A name needs at least one visible character."))
    if not is_guest and name.endswith(GUEST_MARK):
        raise StoreProblem(_("Only guest names may end with {mark}.", mark=GUEST_MARK))
    if mixture := find_mixture(name):
        # Translators: `Latin and Cyrillic`, for example
        sentence = _("A name must use one script; this one mixes {scripts}.", scripts=mixture)
        raise StoreProblem(sentence)
    if word := find_word(name, RESERVED):
        sentence = _("A name here can't contain the word {word}. Choose another.", word=quote(word))
        raise StoreProblem(sentence)
    return name


def _fold(name: str) -> str:
    """Return the same text for names that differ by case, width or blanks only."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(character for character in folded if character not in _BLANK)


def _taken(name: str, owner: User, hint: str = "") -> StoreProblem:
    sentence = N_("The name {name} looks too much like {other}, which is taken. Choose another.")
    if _fold(name) == _fold(owner.name):
        sentence = N_("The name {name} is taken. Choose another.")
    return StoreProblem(f"{_(sentence, name=name, other=owner.name)} {hint}".rstrip())
