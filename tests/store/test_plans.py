"""What is asked of a store at every turn finds its games by an index."""

from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from tests.benchmarks import full_store
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database

_EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN", "postgresql": "EXPLAIN"}
_ASKING = ("SELECT", "UPDATE", "DELETE")


def test_no_question_reads_all_games(address: str) -> None:
    """A server reads a small table whole unless it is kept from it."""
    full_store.build(address, 100)
    store = Store(address, check=False)
    asked: dict[tuple[str, str], Any] = {}
    name = "opening"

    def note(_: object, __: object, statement: str, given: Any, ___: object, many: bool) -> None:
        if statement.startswith(_ASKING) and not many:
            asked.setdefault((statement, name), given)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        for each, ask in full_store.list_questions(store).items():
            name = each
            ask()
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert len(asked) > 20
    database, _ = open_database(address)
    with database.reading() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        whole = {
            name: statement
            for (statement, name), given in asked.items()
            if any(_reads_whole(line) for line in _plan(connection, statement, given))
        }
    database.close()
    store.close()
    assert not whole


def test_a_streak_reads_daily_games_before_results(file: Path, statements: list[str]) -> None:
    full_store.build(str(file), 100)
    with closing(Store(str(file), check=False)) as store:
        games = store.games
        statements.clear()
        games.finished_days("ann")
    asked = next(each for each in statements if each.startswith("SELECT games.day"))
    database, _ = open_database(str(file))
    with database.reading() as connection:
        first, *_rest = _plan(connection, asked, ("ann",))
    database.close()
    assert "games_by_day" in first


def _plan(connection: Connection, statement: str, given: Any) -> list[str]:
    explain = _EXPLAIN[connection.dialect.name]
    rows = connection.exec_driver_sql(f"{explain} {statement}", given).all()
    return [str(row[-1]) for row in rows]


def _reads_whole(line: str) -> bool:
    """Return whether a line of a plan says that all games, or all results, are read."""
    return line.lstrip(" ->").startswith(
        ("SCAN games", "SCAN results", "Seq Scan on games", "Seq Scan on results")
    )
