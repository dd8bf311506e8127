"""Runs the app of several remote users at once, on one database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app
from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
from yahtzee_tui.host.lobby.models import SharedTable, TableOptions, User
from yahtzee_tui.host.screens.app import RemoteApp
from yahtzee_tui.host.services.visit import Visitor
from yahtzee_tui.settings import write_options
from yahtzee_tui.store.notes import LESSON
from yahtzee_tui.table import TableConfig


class RemoteUsers:
    """Remote users of one database, and changes to it besides their apps."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.file = address or str(folder / "games.sqlite")
        self.store = HostStore(self.file)

    @property
    def lobby(self) -> Lobby:
        return self.store.lobby

    def user(self, name: str) -> User:
        """Return a user with a key and a registered name."""
        who = f"key:SHA256:{name}"
        bound = self.lobby.accounts.bind(who, name)
        if not self.lobby.accounts.options_of(who):
            self.lobby.accounts.keep_options(who, write_options(NO_TUMBLING))
            # Beginners are asked once more before they score with rolls left.
            with closing(HostStore(self.file, who, check=False)) as own:
                own.notes.note_tip(LESSON)
        return User(who, bound)

    def create_table(
        self, host: User, *others: User, seats: int = 2, **options: object
    ) -> SharedTable:
        table = self.lobby.tables.create(
            TableOptions("official", seats)._replace(**options),  # type: ignore[arg-type]
            host,
        )
        for each in others:
            self.lobby.seats.sit(table, each)
        return self.lobby.tables.read(table)

    def begin(
        self,
        *names: str,
        computers: int = 0,
        seed: str = "far",
        secret: str = "",
        **options: object,
    ) -> SharedTable:
        """Begin a game of people and computers at a shared table; the first of them begins.

        Only one with a secret counts in lists: dice of a seed could have been chosen.
        """
        host, *others = map(self.user, names or ("Ann", "Bob"))
        created = self.create_table(host, *others, seats=1 + len(others) + computers, **options)
        for _ in range(computers):
            self.lobby.seats.seat_computer(created.id, host.who, "casual", "Casual")
        shared = self.lobby.tables.read(created.id)
        table = TableConfig(
            players=tuple(seat.name for seat in shared.seats),
            rules=shared.options.rules,
            first=host.name,
            seed=seed,
            secret=secret,
            computers=tuple(seat.computer for seat in shared.seats),
        ).create_table()
        self.lobby.games.start(shared, host.who, table.record, table.game)
        return self.lobby.tables.read(shared.id)

    @asynccontextmanager
    async def connect(
        self,
        key: str = "",
        login: str = "",
        request: tuple[str, ...] = (),
        size: tuple[int, int] = (80, 24),
        receiver: str = "",
    ) -> AsyncIterator[AppDriver]:
        store = HostStore(self.file)
        visitor = Visitor(key and f"SHA256:{key}", login, request, receiver=receiver)
        app = RemoteApp(visitor, store)
        app.options = NO_TUMBLING
        try:
            async with run_app(app, size) as ui:
                yield ui
                app.exit()  # as in real life, where workers know of it before widgets go
        finally:
            app.session.leave()
            store.close()

    @asynccontextmanager
    async def connect_as(
        self, name: str, *request: str, size: tuple[int, int] = (80, 24)
    ) -> AsyncIterator[AppDriver]:
        """Run the app of a registered user, who may have a request such as `join CODE`."""
        self.user(name)
        async with self.connect(name, request=request, size=size) as ui:
            await ui.wait_until(lambda: ui.screen_name != "SignInScreen")
            yield ui

    @asynccontextmanager
    async def in_lobby(
        self, name: str, size: tuple[int, int] = (80, 24)
    ) -> AsyncIterator[AppDriver]:
        async with self.connect_as(name, size=size) as ui:
            await ui.wait_for_text("TABLES")
            yield ui

    @asynccontextmanager
    async def as_guest(self, name: str) -> AsyncIterator[AppDriver]:
        async with self.connect(login=name) as ui:
            await ui.wait_for_text("Choose a name.")
            await ui.press("enter")
            await ui.wait_for_text("SOLO")
            yield ui
