"""Runs the app of several remote users at once, on one database."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from time import monotonic
from typing import TYPE_CHECKING

from tests.tui.stage import STILL, Stage, on_stage
from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.settings import write_options
from yahtzee_tui.store import Store
from yahtzee_tui.store.lobby import TableOptions, User
from yahtzee_tui.tui.remote.app import RemoteApp
from yahtzee_tui.tui.remote.visitor_session import Visitor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from yahtzee_tui.store.lobby import SharedTable
    from yahtzee_tui.store.lobby.lobby import Lobby

PATIENCE = 25.0


class RemoteUsers:
    """Remote users of one database, and changes to it besides their apps."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.file = address or str(folder / "games.sqlite")
        self.store = Store(self.file)

    @property
    def lobby(self) -> Lobby:
        return self.store.lobby

    def somebody(self, name: str) -> User:
        """Return a user with a key and a registered name."""
        who = f"key:SHA256:{name}"
        bound = self.lobby.accounts.bind(who, name)
        if not self.lobby.accounts.options_of(who):
            self.lobby.accounts.keep_options(who, write_options(STILL))
        return User(who, bound)

    def lay(self, host: User, *others: User, seats: int = 2, **options: object) -> SharedTable:
        """Lay a table at which people sit."""
        table = self.lobby.tables.create(
            TableOptions("official", seats)._replace(**options),  # type: ignore[arg-type]
            host,
        )
        for each in others:
            self.lobby.seats.sit(table, each)
        return self.lobby.tables.read(table)

    def begin(self, host: User, *others: User, **options: object) -> SharedTable:
        """Begin a game of people."""
        shared = self.lay(host, *others, seats=1 + len(others), **options)
        begin_game(self.lobby, shared, host.who)
        return self.lobby.tables.read(shared.id)

    @asynccontextmanager
    async def visit(
        self,
        key: str = "",
        login: str = "",
        request: tuple[str, ...] = (),
        size: tuple[int, int] = (80, 24),
    ) -> AsyncIterator[Stage]:
        """Run the app of a remote user."""
        store = Store(self.file)
        app = RemoteApp(Visitor(key and f"SHA256:{key}", login, request), store)
        app.options = STILL
        try:
            async with on_stage(app, size) as stage:
                yield stage
                app.exit()  # as in real life, where workers know of it before widgets go
        finally:
            app.session.leave()
            store.close()

    @asynccontextmanager
    async def sent(self, name: str, *request: str) -> AsyncIterator[Stage]:
        """Run the app of a registered user who came with a request such as `join CODE`."""
        self.somebody(name)
        async with self.visit(name, request=request) as stage:
            await wait_for(lambda: stage.at != "SignInScreen", stage)
            yield stage

    @asynccontextmanager
    async def in_lobby(self, name: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
        """Run the app of a registered user who is in the lobby."""
        self.somebody(name)
        async with self.visit(name, size=size) as stage:
            await seen(stage, "Tables")
            yield stage

    @asynccontextmanager
    async def as_guest(self, name: str) -> AsyncIterator[Stage]:
        """Run the app of a guest who is in the lobby."""
        async with self.visit(login=name) as stage:
            await seen(stage, "What is your name?")
            await stage.press("enter")
            await seen(stage, "Alone")
            yield stage


async def seen(stage: Stage, *texts: str) -> None:
    """Wait until texts stand on the screen."""
    await until(stage, lambda: all(text in stage.text for text in texts), str(texts))


async def gone(stage: Stage, text: str) -> None:
    """Wait until a text stands on the screen no more."""
    await until(stage, lambda: text not in stage.text, text)


async def at(stage: Stage, screen: str) -> None:
    """Wait until a screen is there."""
    await until(stage, lambda: stage.at == screen, screen)


async def wait_for(holds: Callable[[], object], *stages: Stage) -> None:
    """Wait until something holds for several people, while each one's app goes on."""
    end = monotonic() + PATIENCE
    while not holds():
        screens = "\n\n".join(stage.text for stage in stages)
        assert monotonic() < end, f"It never came.\n{screens}"
        await asyncio.sleep(0.02)
        for stage in stages:
            await stage.settle()


async def until(stage: Stage, holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"{what} never came; there is {stage.at}:\n{stage.text}"
        await asyncio.sleep(0.02)
    await stage.settle()


def marked(stage: Stage) -> str:
    """Return the first line of what is marked in the list."""
    from yahtzee_tui.tui.widgets.menu import Menu

    option = stage.app.screen.query_one(Menu).highlighted_option
    return "" if option is None else str(option.prompt).splitlines()[0]


def is_laid_out(stage: Stage, size: tuple[int, int]) -> bool:
    """Return whether the topmost screen, which may cover others, has been laid out at a size."""
    return stage.app.screen._compositor.size == size
