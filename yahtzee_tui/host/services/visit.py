"""A visit: what the session of one SSH client has, whether it shows screens or lines of text."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.host.lobby.accounts import WORD_MINUTES
from yahtzee_tui.host.lobby.bans import SESSION, find_subjects
from yahtzee_tui.host.lobby.codes import draw_word, split_word
from yahtzee_tui.host.lobby.models import TableStatus, User
from yahtzee_tui.host.lobby.servers import NOTICE_SECONDS
from yahtzee_tui.host.services.online_table import OnlineTable
from yahtzee_tui.host.services.server_drain import Activity, ServerDrain, must_leave
from yahtzee_tui.host.services.waiting_room import WaitingRoom, begin_game
from yahtzee_tui.rules import RULESETS, Malformed, check_new_name, resolve_ruleset
from yahtzee_tui.rules.names import GUEST_MARK
from yahtzee_tui.settings import Options, read_options, write_options
from yahtzee_tui.store import StoreProblem, UnknownGame
from yahtzee_tui.store.listing import describe_when
from yahtzee_tui.translation import N_, _, find_language

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
    from yahtzee_tui.host.lobby.models import TableOptions
    from yahtzee_tui.host.lobby.notifications import Wishes
    from yahtzee_tui.host.lobby.presences import Presence
    from yahtzee_tui.host.lobby.servers import Notice
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Rank
    from yahtzee_tui.table import TableConfig

CHOOSE_NAME = N_("Choose a name.")
_GUEST = N_(
    "No SSH key: you are a guest, and your name gets a {mark}. Played here before? Type your "
    "return word."
)
_YOURS = N_(
    "Is it yours on another computer? Press a in the lobby there. It shows a word: type it here."
)
_ADD_KEY = N_(
    "Let this SSH key play as {name}? For a bot, answer no, and type the word and the bot's name "
    "in one line."
)
TAKE_KEY = N_("Take this key away? It can't play as {name} any more, and its sessions end.")
_KEY_END = len("key:SHA256:") + 16
"""Where the part of a key's id ends that is shown."""

ABOUT_LOBBY = (
    N_("A table is a game of two to eight people and computers. It waits for you when you leave."),
    N_("A table has a code, such as KESTREL-42. Friends type it to join."),
    N_(
        "A word with eight digits, such as HERON-48210377, is secret. It brings a guest back to "
        "their seats, or adds an SSH key or a bot to your name."
    ),
    N_("A word for the dice is any word you like: it changes a table's dice."),
)
"""What a table, a code and a word are, for help."""

NO_KEY = N_("Connect with an SSH key first; guests can't add another one.")
_UNKNOWN = User("", "")
_MOST_TRIES = 10
"""How many wrong codes and refused names a client may try before it must reconnect; a word counts
as two."""


class Visitor(NamedTuple):
    """An SSH client as the SSH server identified it.

    `key` is the fingerprint of the SSH key that it proved to have, empty for a guest; `login` its
    suggested name, which may be any text; `request` the command: empty, `join`, `watch` or `record`
    with a table's code, after that of `join` perhaps `--word` and a word for the dice, `daily`,
    `event` or `ladder`, or these, `scores` or `tables` with `--json`; `address` the IP address,
    empty if it isn't known; `destination` the arguments with which ssh reaches this server;
    `receiver` where messages to absent players go: the address of an ntfy server, `webhook`, or
    empty for nowhere; `rules` the ids of the rule sets that the host lets them play, none for all;
    `report_watching` is called with whether the user only watches.
    """

    key: str = ""
    login: str = ""
    request: tuple[str, ...] = ()
    address: str = ""
    destination: str = "HOST"
    receiver: str = ""
    ascii_only: bool = False
    rules: Sequence[str] = ()
    report_watching: Callable[[bool], None] = lambda _: None

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """The rule sets that may be played here, by key, the usual one first."""
        every = RULESETS.items()
        return {
            key: each for rules in self.rules for key, each in every if each.id == rules
        } or RULESETS


class Visit:
    """What is the same for a client with screens and one with lines of text.

    The user has no name before signing in. Subclasses say how options apply and how it ends.
    """

    def __init__(self, visitor: Visitor, store: HostStore) -> None:
        self.visitor = visitor
        self.user = _UNKNOWN
        self.store = store
        self.place: OnlineTable | WaitingRoom | None = None  # None for the lobby
        self.muted: set[str] = set()
        # Why the host of the server ends this session: `banned`, `ended` or `restarting`.
        self.removal = ""
        self._log = sys.stderr  # the server's log; Textual replaces it while the app runs
        self._presence: Presence | None = None
        self.wrong_code = ""  # what is said of a code that the client asked for and no table has
        self._tries = 0
        self._table: str | None = None
        self._presence_lock = asyncio.Lock()
        self._drain = ServerDrain()
        self._notices: list[Notice] = []

    def apply_options(self, options: Options) -> None:
        """Use the options of the account from now on."""
        raise NotImplementedError

    def end(self) -> None:
        """End the session, as the host of the server wants it."""
        raise NotImplementedError

    def show_notice(self, text: str) -> None:
        """Show what the host of the server says now."""
        raise NotImplementedError

    def show_place(self, sentence: str) -> None:
        """Show the `place` where the user is from now on, and what there is to say of the way."""
        raise NotImplementedError

    @property
    def activity(self) -> Activity:
        """What the user is doing now."""
        raise NotImplementedError

    def start(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin something that runs beside the rest until the session ends."""
        raise NotImplementedError

    @property
    def default_options(self) -> Options:
        """The options before a player changes them."""
        return Options()

    def check_config(self, config: TableConfig) -> None:
        """Raise `Malformed` if a configuration isn't for this server.

        It may have a name that belongs to another user, or rules that aren't played here.
        """
        if config.rules not in self.visitor.rulesets:
            name = resolve_ruleset(config.rules, config.definition).name
            sentence = _("{rules} isn't played on this server.", rules=name)
            raise Malformed("rules_not_offered", sentence)
        for name, computer in zip_longest(config.players, config.computers, fillvalue=""):
            if computer or name.casefold() == self.user.name.casefold():
                continue
            try:
                taken = self.lobby.accounts.is_taken(name)
            except StoreProblem as problem:
                raise Malformed("bad_name", problem.sentence) from None
            if taken or name.endswith(GUEST_MARK):
                sentence = _("The name {name} is taken. Choose another.", name=name)
                raise Malformed("bad_name", sentence)

    @property
    def lobby(self) -> Lobby:
        """The shared tables. Opening them may take a while, and raise a `StoreProblem`."""
        return self.store.lobby

    @property
    def is_guest(self) -> bool:
        return not self.visitor.key

    @property
    def receiver(self) -> str:
        """Where messages go to this user while away, empty for nowhere."""
        return "" if self.is_guest else self.visitor.receiver

    def format_invitation(self, code: str, verb: str = "join") -> str:
        """Return the command line that leads to a table; `verb` may be `watch`."""
        return f"ssh -t {self.visitor.destination} {verb} {code}"

    @property
    def word(self) -> str:
        """The word with which a guest can come back, empty for a user with a key."""
        kind, _, word = self.user.who.partition(":")
        return word if kind == "guest" else ""

    @property
    def reminder(self) -> str:
        """A sentence with that word for a guest at a seat, empty for a user with a key."""
        return _("Your return word for this seat: {word}.", word=self.word) if self.word else ""

    @property
    def about_guests(self) -> str:
        """What a guest is told before the name, empty for a user with a key."""
        return _(_GUEST, mark=GUEST_MARK) if self.is_guest else ""

    @property
    def about_lines(self) -> str:
        return _("For screen readers: {command}", command=f"ssh {self.visitor.destination} plain")

    @property
    def suggestion(self) -> str:
        """The login name if it is a valid player name, else empty."""
        with suppress(Malformed):
            return check_new_name(self.visitor.login)
        return ""

    async def recognise(self) -> bool:
        """Sign in a user whose key has a name; return whether it has; or raise `StoreProblem`."""
        self.store.retry()
        accounts, who, name = self.lobby.accounts, "", None
        if not self.is_guest:
            who = await asyncio.to_thread(accounts.user_of, f"key:{self.visitor.key}")
            name = await asyncio.to_thread(accounts.name_of, who)
        if name is not None:
            self._set_user(User(who, name))
            options = await asyncio.to_thread(accounts.options_of, who)
            self.apply_options(read_options(options, self.default_options))
            return True
        try:
            if code := self._asked[1]:
                await asyncio.to_thread(self.find_table, code)
        except UnknownGame as problem:
            self.wrong_code = problem.sentence
        return False

    def keep_wishes(self, wishes: Wishes, options: Options) -> None:
        """Tell an account from now on what it wishes; may raise a `StoreProblem`."""
        language = find_language(options.language, os.environ)
        self.lobby.notifications.choose(self.user.who, wishes.topic, wishes.occasions, language)

    async def keep_options(self, options: Options) -> None:
        """Keep the options of an account; may raise a `StoreProblem`."""
        text, kept = write_options(options, self.default_options), self.lobby.accounts.keep_options
        await asyncio.to_thread(kept, self.user.who, text)

    async def sign_in(self, text: str, agrees: bool = False) -> str:
        """Sign in with a new name, or a word of a guest, for a key, or with its name for a bot.

        Returns an empty text; else what to ask before a key is added, whose user then `agrees`.
        Raises `StoreProblem` if it is refused.
        """
        word, bot = split_word(text)
        self._note_try(1 if word is None else 2)
        key = f"key:{self.visitor.key}"

        def find_user() -> User | str:
            accounts = self.lobby.accounts
            if word is None and self.is_guest:
                return User(f"guest:{draw_word()}", accounts.check_guest(text))
            if word is None:
                return User(key, accounts.bind(key, text, _(_YOURS)))
            if self.is_guest:
                return accounts.find_guest(word)
            if bot:
                return accounts.add_bot(key, word, bot)
            if agrees:
                return accounts.add_key(key, word)
            return _(_ADD_KEY, name=accounts.find_by_word(word).name)

        found = await asyncio.to_thread(find_user)
        if isinstance(found, str):
            return found
        self._set_user(found)
        if agrees:  # the account has options already
            await self.recognise()
        return ""

    def draw_word(self) -> list[str]:
        """Return how another key, or a bot with its own account, is added by a new word."""
        word = self.lobby.accounts.draw_word(self.user.who, f"key:{self.visitor.key}")
        return [
            _("Your other computer: connect from there, and type {word} as your name.", word=word),
            _("A bot: connect with its key, and type {word} and its name in one line.", word=word),
            _("The word works once, within {minutes} minutes.", minutes=WORD_MINUTES),
        ]

    def list_keys(self) -> dict[str, str]:
        """Return a text for each key of the account, by its id, the first key first.

        Raises `StoreProblem` for a guest, too.
        """
        if self.is_guest:
            raise StoreProblem(_(NO_KEY))
        own = f"key:{self.visitor.key}"
        notes = {self.user.who: [_("first key")]}
        notes[own] = [*notes.get(own, []), _("this one")]
        keys = self.lobby.accounts.list_keys(self.user.who)
        return {key: ", ".join([f"{key[4:_KEY_END]}…", *notes.get(key, [])]) for key in keys}

    def take_key(self, key: str) -> None:
        """Take a key away from the account, and end its sessions; may raise a `StoreProblem`."""
        self.lobby.accounts.take_key(self.user.who, key, f"key:{self.visitor.key}")

    def find_table(self, code: str) -> str:
        """Return a table's id by its code; raise `StoreProblem` after many wrong ones, too."""
        self._note_try(1)
        found = self.lobby.tables.find(code)
        self._tries -= 1
        return found

    def _note_try(self, weight: int) -> None:
        """Count what may be a guess; raise a `StoreProblem` after too many."""
        if self._tries >= _MOST_TRIES:
            raise StoreProblem(_("Too many tries. Connect again."))
        self._tries += weight

    def create_table(self, options: TableOptions, ranks: Sequence[Rank]) -> str:
        """Create a shared table, and start its game if bots take all the other seats.

        Returns its id. Raises a `StoreProblem` if it is refused, or can't be saved.
        """
        lobby, who = self.lobby, self.user.who
        table = lobby.tables.create(options, self.user, self.visitor.address)
        for rank in ranks:
            lobby.seats.seat_computer(table, who, rank.id, rank.name)
        shared = lobby.tables.read(table)
        if not shared.free:
            begin_game(lobby, shared, who)
        return table

    async def set_table(self, table: str | None) -> None:
        """Publish at which table the user is; of concurrent calls the last one counts."""
        self._table = table
        async with self._presence_lock:
            if self._presence is not None:
                with suppress(StoreProblem):
                    await asyncio.to_thread(self._presence.set_table, self._table)
                if self.store.link is not None:
                    subjects = find_subjects(*self._identity)
                    self.store.link.be_present(self._presence.session, sorted(subjects))

    def listen(self) -> None:
        """Let the listener of this host keep this session present, and end it."""
        link = self.store.link
        if link is not None:
            link.on_removal = self._remove
            link.on_missing = lambda: self.start(lambda: self.set_table(self._table))
            link.on_notice, link.on_drain = self._hear, self._follow_drain
            link.open()

    async def heartbeat(self) -> None:
        """Keep this session present, and find out whether it has to end, if no listener does."""
        if self.store.link is not None and self.store.link.seconds_alive:
            return
        if self._presence is not None and self._presence.is_due:
            with suppress(StoreProblem):
                await asyncio.to_thread(self._presence.heartbeat)
                find = self.lobby.bans.find
                self._remove(await asyncio.to_thread(lambda: find(*self._identity)))
                for notice in await asyncio.to_thread(self._read_notices):
                    self._hear(notice)

    def list_notices(self) -> list[str]:
        """Return what the host of the server has said within a day and when, the newest last."""
        recent = [each for each in self._notices if each.said > time.time() - NOTICE_SECONDS]
        return [f"{each.text} ({describe_when(each.said)})" for each in recent]

    def _read_notices(self) -> list[Notice]:
        return self.lobby.servers.read_notices(self._notices[-1].id if self._notices else 0)

    def _hear(self, notice: Notice) -> None:
        """Show a notice, unless it is known: a new listener tells those of the last day."""
        if notice not in self._notices:
            self._notices.append(notice)
            self.show_notice(notice.text)

    @property
    def _identity(self) -> tuple[set[str], str, str]:
        """What a ban may name: the ids of user and key, the address, and the session."""
        users, key = {self.user.who}, f"key:{self.visitor.key}"
        users |= {key} if self.user.who in ("", key) else {key, f"{SESSION}{key}"}
        return users, self.visitor.address, "" if self._presence is None else self._presence.session

    def _remove(self, why: str) -> None:
        self.removal = why
        if why:
            self.end()

    def _follow_drain(self, seconds: float, text: str, is_replaced: bool) -> None:
        """Tell the user how long the server goes on, and leave it when that disturbs least."""
        if sentence := self._drain.tell(seconds, text):
            self.show_notice(sentence)
        if must_leave(self.activity, is_replaced):
            self._remove("restarting")

    def run_to_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Run until the user leaves, and close the store; raises `RemovedByHost`."""
        try:
            asyncio.run(work)
        finally:
            self.leave()
            self.store.close()
        if self.removal:
            raise RemovedByHost(self.removal)

    def leave(self) -> None:
        if self._presence is not None:
            with suppress(StoreProblem):
                self._presence.leave()

    def _set_user(self, user: User) -> None:
        self.user = user
        self.store.set_owner(user.who)
        self._presence = self.lobby.enter(user, self.visitor.address)

    # Where the user is, and what leads there.

    async def enter(self) -> None:
        """Go where the client has asked to go: to a table, else to the lobby."""
        with suppress(StoreProblem):  # what is shown next says so
            self._notices += await asyncio.to_thread(self._read_notices)
        verb, code, word = self._asked
        if code and not self.wrong_code:
            await self.open_code(code, watch=verb == "watch", word=word)
        else:
            await self.enter_lobby()

    @property
    def _asked(self) -> tuple[str, str, str]:
        """What the client asks for: `join` or `watch`, a code, and a word; all may be empty."""
        match self.visitor.request:
            case (*_, "join" | "watch" as verb, code):
                return verb, code, ""
            case (*_, "join" as verb, code, "--word", word):
                return verb, code, word
        return "", "", ""

    async def open_code(self, code: str, watch: bool = False, word: str = "") -> None:
        """Go to the table with a code, and add a word there."""
        try:
            table = await asyncio.to_thread(self.find_table, code)
        except StoreProblem as problem:
            await self.enter_lobby(problem.sentence)
        else:
            await self.open_table(table, watch, word)

    async def open_table(self, table: str, watch: bool = False, word: str = "") -> None:
        """Go to the table with an id: to play if there is a seat, or else to watch.

        A word is added to its dice where the game hasn't started. What is refused is said in the
        lobby.
        """
        try:
            place, sentence = await asyncio.to_thread(self._find_place, table, watch, word)
        except StoreProblem as problem:
            await self.enter_lobby(problem.sentence)
        else:
            place.chat.muted = self.muted
            self._arrive(place, sentence)
            await self.set_table(table)

    async def enter_lobby(self, sentence: str = "") -> None:
        """Go to the lobby, and say why."""
        self._arrive(None, sentence)
        await self.set_table(None)

    def show_lobby(self, sentence: str = "") -> None:
        """Do the same from where nothing can be awaited."""
        self._arrive(None, sentence)
        self.start(lambda: self.set_table(None))

    def _arrive(self, place: OnlineTable | WaitingRoom | None, sentence: str) -> None:
        left, self.place = self.place, place
        if place is None and left is not None and left.was_closed:
            print(f"The table {left.shared.code} was closed.", file=self._log, flush=True)
        is_watching = isinstance(place, OnlineTable) and place.own_seat is None
        self.visitor.report_watching(is_watching)
        self.show_place(sentence)

    def _find_place(
        self, table: str, watch: bool, word: str
    ) -> tuple[OnlineTable | WaitingRoom, str]:
        """Take a seat if possible, and add a word; return the place and what was refused.

        Raises a `StoreProblem` if the user can neither play nor watch there.
        """
        seats, who = self.lobby.seats, self.user.who
        no_seat = "" if watch else _find_refusal(lambda: seats.sit(table, self.user))
        no_word = _find_refusal(lambda: seats.add_word(table, who, word)) if word else ""
        shared, sentence = self.lobby.tables.read(table), no_seat or no_word
        if no_seat and shared.status is TableStatus.WAITING:
            raise StoreProblem(no_seat)
        if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
            return OnlineTable(self.store, self.user, shared), sentence
        if shared.status is TableStatus.WAITING and not watch:
            return WaitingRoom(self.lobby, self.user, shared), sentence
        raise StoreProblem(_("The game at {code} hasn't started yet.", code=shared.code))


def _find_refusal(act: Callable[[], object]) -> str:
    """Do something that may be refused; return why it is, else ""."""
    try:
        act()
    except StoreProblem as problem:
        return problem.sentence
    return ""


def refuse_banned(visitor: Visitor, store: HostStore) -> None:
    """Raise `RemovedByHost` for a visitor whose key, account or address is banned."""
    key = f"key:{visitor.key}"
    with suppress(StoreProblem):  # the visit says so
        users = {key, store.lobby.accounts.user_of(key)}
        if why := store.lobby.bans.find(users, visitor.address):
            raise RemovedByHost(why)


class RemovedByHost(Exception):
    """The host of the server has ended the session."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why  # `banned`, `ended` or `restarting`
