"""The session of one SSH client: its user, its place in the lobby, and the screens it sees."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Malformed, check_name
from yahtzee_tui.services.server_drain import ServerDrain, must_leave
from yahtzee_tui.settings import Options, read_options, write_options
from yahtzee_tui.store import StoreProblem, UnknownGame
from yahtzee_tui.store.lobby import TableStatus, User
from yahtzee_tui.store.lobby.bans import find_subjects
from yahtzee_tui.store.lobby.models import draw_word, read_word
from yahtzee_tui.translation import _
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.lobby import SharedTable
    from yahtzee_tui.store.lobby.lobby import Lobby, Presence
    from yahtzee_tui.tui.context import RemoteContext

_UNKNOWN = User("", "")
_WIDE = 100
"""The most columns of a table whose dice are in full motion at first."""

_NOTICE_SECONDS = 12.0
_MAX_WORD_TRIES = 5
"""How many guest words a client may try before it must reconnect."""

_MAX_REFUSED = 10
"""How many wrong codes, and how many names, a client may try before it must reconnect."""


class Visitor(NamedTuple):
    """An SSH client as the SSH server identified it.

    `key` is the fingerprint of the SSH key that it proved to have, empty for a guest; `login` its
    suggested name, which may be any text; `request` the command: empty, `join`, `watch` or `record`
    with a table's code, after that of `join` perhaps `--word` and a word for the dice, `daily`, or
    `scores`, `daily` or `tables` with `--json`; `address` the IP address, empty if it isn't known;
    `destination` the arguments with which ssh reaches this server; `receiver` where messages to
    absent players go: the address of an ntfy server, `webhook`, or empty for nowhere.
    """

    key: str = ""
    login: str = ""
    request: tuple[str, ...] = ()
    address: str = ""
    destination: str = "HOST"
    receiver: str = ""


class VisitorSession:
    """What the screens of an SSH client share; the user has no name before signing in."""

    def __init__(
        self,
        app: RemoteContext,
        visitor: Visitor,
        store: Store,
        report_watching: Callable[[bool], None],
    ) -> None:
        """Create the session; `report_watching` is called with whether the user only watches."""
        self.visitor = visitor
        self.user = _UNKNOWN
        self.store = store
        self.muted: set[str] = set()
        # Why the host of the server ends this session: `banned`, `ended` or `restarting`.
        self.removal = ""
        self._app = app
        self._log = sys.stderr  # the server's log; Textual replaces it while the app runs
        self._report_watching = report_watching
        self._presence: Presence | None = None
        self._word_tries = self._wrong_codes = self._refused_names = 0
        self._table: str | None = None
        self._presence_lock = asyncio.Lock()
        self._drain = ServerDrain()
        self._newest_notice: int | None = None

    @property
    def lobby(self) -> Lobby:
        """The shared tables. Opening them may take a while, and raise a `StoreProblem`."""
        return self.store.lobby

    @property
    def is_guest(self) -> bool:
        return not self.visitor.key

    @property
    def address(self) -> str:
        """The user's IP address, empty if it isn't known."""
        return self.visitor.address

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
    def suggestion(self) -> str:
        """The login name if it is a valid player name, else empty."""
        with suppress(Malformed):
            return check_name(self.visitor.login)
        return ""

    @cached_property
    def _defaults(self) -> Options:
        """The options before a player changes them: large dice in motion are many bytes."""
        is_wide = self._app.app.size.width > _WIDE
        return Options(dice_speed="short") if is_wide else Options()

    async def recognise(self) -> bool:
        """Sign in a user whose key has a name; return whether it has; or raise `StoreProblem`."""
        if self._app.options == Options():
            self._app.apply_options(self._defaults)
        self.store.retry()
        if await self._is_removed():
            return False
        if self.is_guest:
            return False
        accounts, key = self.lobby.accounts, f"key:{self.visitor.key}"
        who = await asyncio.to_thread(accounts.user_of, key)
        name = await asyncio.to_thread(accounts.name_of, who)
        if name is not None:
            self._set_user(User(who, name))
            options = await asyncio.to_thread(self.lobby.accounts.options_of, who)
            self._app.apply_options(read_options(options, self._defaults))
        return name is not None

    async def keep_options(self, options: Options) -> None:
        kept = self.lobby.accounts.keep_options
        try:
            await asyncio.to_thread(kept, self.user.who, write_options(options, self._defaults))
        except StoreProblem as problem:
            self._app.show_message(problem.sentence)

    async def sign_in(self, text: str) -> None:
        """Sign in with a new name or a guest's word; raise `StoreProblem` if it is refused."""
        if self._refused_names >= _MAX_REFUSED:
            raise StoreProblem(_("Too many refused names. Connect again."))
        accounts = await asyncio.to_thread(lambda: self.lobby.accounts)
        key = f"key:{self.visitor.key}"
        if read_word(text) is not None:
            self._word_tries += 1
            if self._word_tries > _MAX_WORD_TRIES:
                raise StoreProblem(_("Too many tries. Connect again."))
            if self.is_guest:
                self._set_user(await asyncio.to_thread(accounts.find_guest, text))
            else:
                self._set_user(await asyncio.to_thread(accounts.add_key, key, text))
                options = await asyncio.to_thread(accounts.options_of, self.user.who)
                self._app.apply_options(read_options(options))
            return
        self._refused_names += 1
        if not self.is_guest:
            self._set_user(User(key, await asyncio.to_thread(accounts.bind, key, text)))
        else:
            name = await asyncio.to_thread(accounts.check_guest, text)
            self._set_user(User(f"guest:{draw_word()}", name))

    async def enter(self) -> None:
        match self.visitor.request:
            case ("join" | "watch" as what, code):
                await self.open_code(code, watch=what == "watch")
            case ("join", code, "--word", word):
                await self.open_code(code, word=word)
            case _:
                self.show_lobby()

    def show_lobby(self, sentence: str = "") -> None:
        from yahtzee_tui.tui.lobby.screen import LobbyScreen

        if isinstance(self._app.screen, LobbyScreen):
            self._app.screen.refresh_lobby(sentence)
        else:
            self._app.show_instead(LobbyScreen(sentence))
        start_worker(self._app.app, partial(self.set_table, None), "presence")
        self._report_watching(False)

    def leave_closed(self, code: str, sentence: str) -> None:
        """Show the lobby after another player or the host of the server has closed a table."""
        print(f"The table {code} was closed.", file=self._log, flush=True)
        self.show_lobby(sentence)

    async def open_code(self, code: str, watch: bool = False, word: str = "") -> None:
        """Open the table with a code, and add a word there; a problem is shown in the lobby."""
        try:
            table = await self.find_table(code)
        except StoreProblem as problem:
            self.show_lobby(problem.sentence)
        else:
            await self.open_table(table, watch, word)

    async def find_table(self, code: str) -> str:
        """Return a table's id by its code; raise `StoreProblem` after many wrong ones, too."""
        if self._wrong_codes >= _MAX_REFUSED:
            raise StoreProblem(_("Too many wrong codes. Connect again."))
        try:
            return await asyncio.to_thread(self.lobby.tables.find, code)
        except UnknownGame:
            self._wrong_codes += 1
            raise

    async def open_table(self, table: str, watch: bool = False, word: str = "") -> None:
        """Open a table with an id: to play if there is a seat, or else to watch.

        A word is added to its dice where the game hasn't started.
        """
        try:
            shared, sentence = await asyncio.to_thread(self._take_seat, table, watch, word)
            if shared.status in (TableStatus.PLAYING, TableStatus.OVER):
                await self._show_table(shared, sentence)
            elif shared.status is TableStatus.WAITING and not watch:
                from yahtzee_tui.tui.lobby.waiting_room import WaitingRoomScreen

                self._app.show_instead(WaitingRoomScreen(shared, sentence))
            else:
                self.show_lobby(_("The game at {code} hasn't started yet.", code=shared.code))
                return
        except StoreProblem as problem:
            self.show_lobby(problem.sentence)
            return
        await self.set_table(table)

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
            link.on_missing = lambda: start_worker(
                self._app.app, partial(self.set_table, self._table), "presence"
            )
            link.on_notice, link.on_drain = self._show_notice, self._follow_drain
            link.open()

    async def heartbeat(self) -> None:
        """Keep this session present, and find out whether it has to end, if no listener does."""
        if self.store.link is not None and self.store.link.seconds_alive:
            return
        if self._presence is not None and self._presence.is_due:
            with suppress(StoreProblem):
                await asyncio.to_thread(self._presence.heartbeat)
                await self._is_removed()
                read = self.lobby.hosts.read_notices
                texts, self._newest_notice = await asyncio.to_thread(read, self._newest_notice)
                for text in texts:
                    self._show_notice(text)

    @property
    def _identity(self) -> tuple[set[str], str, str]:
        """What a ban may name: the ids of user and key, the address, and the session."""
        users = {self.user.who, f"key:{self.visitor.key}"}
        return users, self.address, "" if self._presence is None else self._presence.session

    async def _is_removed(self) -> bool:
        """End this session if the host of the server wants it; return whether it ends."""
        self._remove(await asyncio.to_thread(lambda: self.lobby.bans.find(*self._identity)))
        return bool(self.removal)

    def _remove(self, why: str) -> None:
        self.removal = why
        if why:
            self._app.app.exit()

    def _show_notice(self, text: str) -> None:
        """Show what the host says over any screen, as only that has room for it everywhere."""
        self._app.app.notify(
            text, title=_("From the host of this server"), timeout=_NOTICE_SECONDS, markup=False
        )

    def _follow_drain(self, seconds: float, text: str, is_replaced: bool) -> None:
        """Tell the player how long the server goes on, and leave it when that disturbs least."""
        if sentence := self._drain.tell(seconds, text):
            self._show_notice(sentence)
        from yahtzee_tui.tui.table.online_screen import OnlinePlayScreen

        screens = [each for each in self._app.app.screen_stack if isinstance(each, GameScreen)]
        online = [each for each in screens if isinstance(each, OnlinePlayScreen)]
        if must_leave(
            self._app.seconds_idle,
            is_replaced=is_replaced,
            is_in_turn=any(screen.is_in_turn for screen in screens),
            is_at_table=any(not screen.table.game.is_over for screen in online),
        ):
            self._remove("restarting")

    def leave(self) -> None:
        if self._presence is not None:
            with suppress(StoreProblem):
                self._presence.leave()

    def _set_user(self, user: User) -> None:
        self.user = user
        self.store.set_owner(user.who)
        self._presence = self.lobby.enter(user, self.visitor.address)
        self._app.me = user.name

    def _take_seat(self, table: str, watch: bool, word: str) -> tuple[SharedTable, str]:
        """Take a seat if possible, and add a word; return the table and what was refused."""
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
        return shared, sentence

    async def _show_table(self, shared: SharedTable, sentence: str) -> None:
        from yahtzee_tui.services.online_match import OnlineTable
        from yahtzee_tui.tui.table.online_screen import OnlinePlayScreen, OnlineWatchScreen

        online_table = await asyncio.to_thread(OnlineTable.at, self.store, self.user, shared)
        online_table.chat.muted = self.muted
        screen = OnlineWatchScreen if online_table.own_seat is None else OnlinePlayScreen
        if online_table.own_seat is not None:
            sentence = sentence or self.reminder
        self._report_watching(online_table.own_seat is None)
        self._app.show_instead(screen(online_table, sentence))
