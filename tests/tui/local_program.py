"""Runs the program on a database, which a test changes behind its back."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp


@asynccontextmanager
async def program(
    file: str, config: TableConfig | None = None, resume: str | None = None
) -> AsyncIterator[AppDriver]:
    store = Store(file)
    async with run_app(YahtzeeApp(config, "Ann", NO_TUMBLING, store=store, resume=resume)) as ui:
        await ui.finish_workers()
        yield ui
    store.close()


def change(file: str, statement: str) -> None:
    with closing(sqlite3.connect(file, timeout=60)) as connection, connection:
        connection.execute(statement)


@contextmanager
def full_disk(file: str) -> Iterator[None]:
    """Let nothing more of games be saved, as SQLite says it of a full disk."""
    error = "select raise(fail, 'database or disk is full')"
    change(file, f"create trigger full before update on games begin {error}; end")
    yield
    change(file, "drop trigger full")
