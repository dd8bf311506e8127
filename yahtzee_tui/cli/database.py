"""Where the saved games are, as the command line and the environment say."""

from __future__ import annotations

import os
from argparse import SUPPRESS
from contextlib import contextmanager
from typing import TYPE_CHECKING

from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.cli.output import complain, shown_name

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from yahtzee_tui.cli.parser import Parser
    from yahtzee_tui.store import Store

DATABASE_VARIABLE = "YAHTZEE_TUI_DATABASE"


def add_database_option(parser: Parser) -> None:
    """Let a command be told where the saved games are."""
    parser.add_argument(
        "--database",
        metavar="URL",
        default=SUPPRESS,  # so that a command says nothing of what stands before it
        help=f"where games are saved: a file, or a SQLAlchemy URL; also {DATABASE_VARIABLE}",
    )


def find_database(args: Namespace) -> str:
    """Return where the saved games are: a path or a URL."""
    from yahtzee_tui.settings import database_file

    return _named(args) or str(database_file())


def find_store(args: Namespace) -> Store:
    """Return the store of saved games, not opened yet."""
    from yahtzee_tui.store import Store

    return Store(find_database(args))


@contextmanager
def open_store(args: Namespace, reads: bool = False) -> Iterator[Store]:
    """Give the saved games to a command, opened, and close them at its end.

    Args:
        args: What the command was told.
        reads: Whether it only reads, so that a file which isn't there must be a mistake.

    Raises:
        Complaint: If they can't be opened, or the command can't do with them what it should.
    """
    store = find_store(args)
    if reads and _named(args) and not store.may_hold_games:
        raise Complaint(f"There is no database {shown_name(store.address)}.")
    try:
        with problems_as_complaints():
            _ = store.games
            if store.notice is not None:
                complain(store.notice)
            yield store
    finally:
        store.close()


def _named(args: Namespace) -> str:
    return getattr(args, "database", "") or os.environ.get(DATABASE_VARIABLE, "")


@contextmanager
def problems_as_complaints() -> Iterator[None]:
    """Turn what the store can't do into what the command line says.

    Raises:
        Complaint: With the sentence of the store.
    """
    from yahtzee_tui.store import StoreProblem

    try:
        yield
    except StoreProblem as problem:
        raise Complaint(problem.sentence) from None
