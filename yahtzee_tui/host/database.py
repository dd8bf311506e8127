"""What the host adds to a database: its tables, their migration, and PostgreSQL's set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.host.lobby.schema import migrate

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["migrate", "set_up_engine"]


def set_up_engine(engine: Engine) -> Engine:
    """Set up the engine of a database server: with psycopg, as `postgres.set_up` does."""
    if engine.driver != "psycopg":
        return engine
    from yahtzee_tui.host.lobby.postgres import set_up

    return set_up(engine)
