"""PostgreSQL's roles: grants to those of the sessions and the listener, and what a role may do.

The owner of the tables, such as `yahtzee`, makes and converts them. `yahtzee_sessions` and
`yahtzee_listener` can only read and write rows. The sessions' role can't write what the host of the
server orders and says, nor read the addresses of other players and what was sent to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import create_engine, inspect, text

from yahtzee_tui.host.lobby.schema import BANS, HOSTS, NOTICES, PRESENCES, SENT
from yahtzee_tui.store.connect import is_file, read_address
from yahtzee_tui.store.database import raise_store_problem
from yahtzee_tui.store.schema import METADATA, SCHEMA
from yahtzee_tui.translation import N_

if TYPE_CHECKING:
    from yahtzee_tui.store.database import Database

_ROWS = "SELECT, INSERT, UPDATE, DELETE"
_SHOWN = ", ".join(f'"{each.name}"' for each in PRESENCES.c if each.name != "address")
# An update of `oldest` is how a program tries to write.
_OF_LISTENER = {SCHEMA.name: f"SELECT, UPDATE ({SCHEMA.c.oldest.name})"}
_OF_SESSIONS = _OF_LISTENER | {
    BANS.name: "SELECT",
    HOSTS.name: "SELECT",
    NOTICES.name: "SELECT",
    SENT.name: "",
    PRESENCES.name: f"SELECT ({_SHOWN}), INSERT, UPDATE, DELETE",
}
_RIGHTS = {"sessions": _OF_SESSIONS, "listener": _OF_LISTENER}
"""By kind of role and table what it may do; for all other tables `_ROWS`."""

_POWERS = """
SELECT rolname, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication
    OR pg_has_role('pg_execute_server_program', 'MEMBER')
    OR pg_has_role('pg_read_server_files', 'MEMBER')
    OR pg_has_role('pg_write_server_files', 'MEMBER')
    OR has_schema_privilege(current_schema(), 'CREATE')
    OR has_database_privilege(current_database(), 'CREATE')
    OR EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace
               AND pg_has_role(relowner, 'MEMBER'))
FROM pg_roles WHERE rolname = current_user
"""
TOO_STRONG = N_(
    "The database's role {role} may run programs on its machine or change its tables, and so could "
    "a session that was broken into. In the database, run: CREATE ROLE {role}_sessions LOGIN "
    "PASSWORD 'one'; CREATE ROLE {role}_listener LOGIN PASSWORD 'two'; then run yahtzee-tui host "
    "migrate, and name these roles in the settings database and listen_database."
)


def find_strong_role(address: str) -> tuple[str, bool]:
    """Return the role in an address if it may do more than a session needs, else "".

    And return whether the database has no tables yet. Raises `StoreProblem`.
    """
    if is_file(address):
        return "", False
    engine = create_engine(read_address(address))
    try:
        with raise_store_problem(), engine.connect() as connection:
            role, is_strong = connection.execute(text(_POWERS)).one()
            return role if is_strong else "", not inspect(connection).has_table(SCHEMA.name)
    finally:
        engine.dispose()


def grant(database: Database) -> list[str]:
    """Let the plain roles of the owner, which is the present role, use its tables.

    Returns those that there are.
    """
    found: list[str] = []
    with database.writing() as connection:
        if connection.dialect.name != "postgresql":
            return found
        owner = connection.scalar(text("SELECT current_user"))
        for kind, rights in _RIGHTS.items():
            role = connection.dialect.identifier_preparer.quote(f"{owner}_{kind}")
            if not connection.scalar(text("SELECT to_regrole(:role)"), {"role": role}):
                continue
            found.append(f"{owner}_{kind}")
            connection.exec_driver_sql(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}")
            for table in METADATA.tables:
                if allowed := rights.get(table, _ROWS):
                    connection.exec_driver_sql(f'GRANT {allowed} ON "{table}" TO {role}')
            connection.exec_driver_sql(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}")
    return found
