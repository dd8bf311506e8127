"""A visit: what the session of one SSH client has, whether it shows screens or lines of text."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.host.lobby.accounts import WORD_MINUTES
from yahtzee_tui.host.lobby.bans import find_subjects
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
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
    from yahtzee_tui.host.lobby.models import TableOptions
    from yahtzee_tui.host.lobby.presences import Presence
    from yahtzee_tui.host.lobby.servers import Notice
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Rank
    from yahtzee_tui.table import TableConfig

_OWN = N_(
    "This name will be yours: no other player can use it. Do you already have one on another "
    "computer? Press a in the lobby there, or type key in lines, and type the word here."
)
_GUEST = N_(
    "No SSH key, so you play as a guest: your name and results get a {mark}. Played here before? "
    "Type your return word."
)
NO_KEY = N_("Connect with an SSH key first; guests can't add another one.")
_UNKNOWN = User("", "")
_MAX_WORD_TRIES = 5
"""How many guest words a client may try before it must reconnect."""

_MAX_REFUSED = 10
"""How many wrong codes, and how many names, a client may try before it must reconnect."""


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
        self._word_tries = self._wrong_codes = self._refused_names = 0
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
    def about_name(self) -> str:
        """What the name is for that a user without one is asked for."""
        return _(_GUEST, mark=GUEST_MARK) if self.is_guest else _(_OWN)

    @property
    def suggestion(self) -> str:
        """The login name if it is a valid player name, else empty."""
        with suppress(Malformed):
            return check_new_name(self.visitor.login)
        return ""

    async def recognise(self) -> bool:
        """Sign in a user whose key has a name; return whether it has; or raise `StoreProblem`."""
        self.store.retry()
        if self.is_guest:
            return False
        accounts, key = self.lobby.accounts, f"key:{self.visitor.key}"
        who = await asyncio.to_thread(accounts.user_of, key)
        name = await asyncio.to_thread(accounts.name_of, who)
        if name is not None:
            self._set_user(User(who, name))
            options = await asyncio.to_thread(self.lobby.accounts.options_of, who)
            self.apply_options(read_options(options, self.default_options))
        return name is not None

    async def keep_options(self, options: Options) -> None:
        """Keep the options of an account; may raise a `StoreProblem`."""
        text, kept = write_options(options, self.default_options), self.lobby.accounts.keep_options
        await asyncio.to_thread(kept, self.user.who, text)

    async def sign_in(self, text: str) -> None:
        """Sign in with a new name, or a word of a guest, for a key, or with its name for a bot.

        Raises `StoreProblem` if it is refused.
        """
        if self._refused_names >= _MAX_REFUSED:
            raise StoreProblem(_("Too many refused names. Connect again."))
        accounts = await asyncio.to_thread(lambda: self.lobby.accounts)
        key = f"key:{self.visitor.key}"
        word, bot = split_word(text)
        if word is not None:
            self._word_tries += 1
            if self._word_tries > _MAX_WORD_TRIES:
                raise StoreProblem(_("Too many tries. Connect again."))
            if self.is_guest:
                self._set_user(await asyncio.to_thread(accounts.find_guest, word))
            elif bot:
                self._set_user(await asyncio.to_thread(accounts.add_bot, key, word, bot))
            else:
                self._set_user(await asyncio.to_thread(accounts.add_key, key, word))
                options = await asyncio.to_thread(accounts.options_of, self.user.who)
                self.apply_options(read_options(options))
            return
        self._refused_names += 1
        if not self.is_guest:
            self._set_user(User(key, await asyncio.to_thread(accounts.bind, key, text)))
        else:
            name = await asyncio.to_thread(accounts.check_guest, text)
            self._set_user(User(f"guest:{draw_word()}", name))

    def draw_word(self) -> str:
        """Return how another key, or a bot with its own account, is added by a new word.

        Raises `StoreProblem` for a guest, too.
        """
        if self.is_guest:
            raise StoreProblem(_(NO_KEY))
        word = self.lobby.accounts.draw_word(self.user.who)
        key = ngettext(
            "On the other machine, type {word} as your name within {count} minute.",
            "On the other machine, type {word} as your name within {count} minutes.",
            WORD_MINUTES,
            word=word,
        )
        bot = ngettext(
            "With the bot's key, type {word} and the bot's name within {count} minute.",
            "With the bot's key, type {word} and the bot's name within {count} minutes.",
            WORD_MINUTES,
            word=word,
        )
        return f"{key} {bot}"

    def find_table(self, code: str) -> str:
        """Return a table's id by its code; raise `StoreProblem` after many wrong ones, too."""
        if self._wrong_codes >= _MAX_REFUSED:
            raise StoreProblem(_("Too many wrong codes. Connect again."))
        try:
            return self.lobby.tables.find(code)
        except UnknownGame:
            self._wrong_codes += 1
            raise

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
        users = {self.user.who, f"key:{self.visitor.key}"}
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
        match self.visitor.request:
            case (*_, "join" | "watch" as what, code):
                await self.open_code(code, watch=what == "watch")
            case (*_, "join", code, "--word", word):
                await self.open_code(code, word=word)
            case _:
                await self.enter_lobby()

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
        sentence = ""
        if not watch:
            try:
                self.lobby.seats.sit(table, self.user)
            except StoreProblem as problem:
                sentence = problem.sentence
        shared = self.lobby.tables.read(table)
        if sentence and shared.status is TableStatus.WAITING:
            raise StoreProblem(sentence)
        if word:
            try:
                self.lobby.seats.add_word(table, self.user.who, word)
            except StoreProblem as problem:
                sentence = sentence or problem.sentence
            shared = self.lobby.tables.read(table)
        if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
            return OnlineTable(self.store, self.user, shared), sentence
        if shared.status is TableStatus.WAITING and not watch:
            return WaitingRoom(self.lobby, self.user, shared), sentence
        raise StoreProblem(_("The game at {code} hasn't started yet.", code=shared.code))


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
