"""Salvages a damaged SQLite file: copies into a new store each row that can still be read."""

from __future__ import annotations

import mmap
import sqlite3
import struct
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Float, Integer, String

from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store.games import result_rows
from yahtzee_tui.store.schema import GAMES, METADATA, RESULTS, REVIEWS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Table

_KINDS = ((String, str), (Integer, int), (Float, (int, float)))
_ORPHANS = (
    "DELETE FROM results WHERE game NOT IN (SELECT id FROM games WHERE status = 'finished')",
    "DELETE FROM results WHERE game IN (SELECT game FROM results GROUP BY game"
    " HAVING count(*) <> max(seats))",
)
_WITHOUT_RESULTS = """
SELECT id, record, changed FROM games
WHERE status = 'finished' AND is_unproven = 0 AND id NOT IN (SELECT game FROM results)
"""


def salvage(damaged: Path, new: Path) -> int:
    """Copy what can be read of a damaged file into an empty store; return the number of games.

    Results that can't be read are computed again from the records of their games.
    """
    with closing(sqlite3.connect(new, isolation_level=None)) as target:
        target.execute("BEGIN")
        whole = [
            _copy_table(damaged, table, target)
            for table in METADATA.sorted_tables
            if table.info.get("salvage") != "never"
        ]
        if not all(whole):
            for table, row in _scan_rows(damaged):
                if table is not GAMES or _is_newest(target, row):
                    _insert(target, table, row)
        for statement in (*_ORPHANS, *_find_orphans()):
            target.execute(statement)
        for game, record, ended in target.execute(_WITHOUT_RESULTS).fetchall():
            reading = read_record(record)
            record = reading.record
            if record is not None and (played := reading.replay().game).is_over:
                for row in result_rows(game, played, ended, record):
                    _insert(target, RESULTS, row)
        (games,) = target.execute("SELECT count(*) FROM games").fetchone()
        target.execute("COMMIT")
    return int(games)


def _find_orphans() -> Iterator[str]:
    """Yield a statement for each foreign key, which ends references to rows that weren't found."""
    for table in METADATA.sorted_tables:
        for key in table.foreign_key_constraints:
            own = ", ".join(f'"{each}"' for each in key.column_keys)
            theirs = ", ".join(f'"{each.column.name}"' for each in key.elements)
            change = f"UPDATE {table.name} SET {own} = NULL" if key.ondelete == "SET NULL" else ""
            yield (
                f"{change or f'DELETE FROM {table.name}'} "
                f"WHERE ({own}) NOT IN (SELECT {theirs} FROM {key.referred_table.name})"
            )


def has_games(path: Path) -> bool:
    """Return whether a file that isn't a database any more still has games in it."""
    return any(table is GAMES for table, _ in _scan_rows(path))


def _copy_table(damaged: Path, table: Table, target: sqlite3.Connection) -> bool:
    """Copy the rows before the first damaged page and those after the last one.

    Returns whether these are all.
    """
    order = "game" if table is REVIEWS else "rowid"
    for direction in ("", "DESC"):
        try:
            with closing(_open_damaged(damaged)) as source:
                query = f'SELECT * FROM "{table.name}" NOT INDEXED ORDER BY {order} {direction}'
                rows = source.execute(query)
                names = [column for column, *_ in rows.description]
                for row in rows:
                    _insert(target, table, dict(zip(names, row, strict=True)))
        except sqlite3.Error as error:
            if "no such table" in str(error):  # as in an older version
                return True
        else:
            return not direction
    return False


def _open_damaged(path: Path) -> sqlite3.Connection:
    has_log = path.with_name(f"{path.name}-wal").exists()
    # Without a log no file must be made beside it.
    options = "mode=ro" if has_log else "mode=ro&immutable=1"
    source = sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True)
    source.text_factory = partial(str, encoding="utf-8", errors="replace")
    return source


def _insert(target: sqlite3.Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row, unless one with its key is there or a value that it must have is missing."""
    known = {name: value for name, value in row.items() if name in table.columns}
    names = ", ".join(f'"{name}"' for name in known)
    marks = ", ".join("?" * len(known))
    verb = "REPLACE" if table is GAMES else "IGNORE"
    with suppress(sqlite3.IntegrityError):
        target.execute(
            f'INSERT OR {verb} INTO "{table.name}" ({names}) VALUES ({marks})', [*known.values()]
        )


def _is_newest(target: sqlite3.Connection, row: Mapping[str, Any]) -> bool:
    """Return whether a game's row is not an older version of one that is there, nor junk."""
    found = target.execute("SELECT version FROM games WHERE id = ?", [row["id"]]).fetchone()
    if found is not None and found[0] >= row["version"]:
        return False
    return read_record(row["record"].partition("\n")[0] + "\n").setup is not None


def _scan_rows(path: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Yield the rows on all pages that are leaves of tables, whether they can be reached or not.

    The format of the pages is that of https://sqlite.org/fileformat2.html. No page says of which
    table it is: the number and the types of the values do.
    """
    by_page = [each for each in METADATA.sorted_tables if each.info.get("salvage") == "by page"]
    with path.open("rb") as file:
        if not path.stat().st_size:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            size = int.from_bytes(data[16:18], "big")
            size = 65536 if size == 1 else size
            if size < 512 or size & (size - 1):
                size = 4096
            for start in range(0, len(data), size):
                for values in _read_page(data, start, size):
                    for table in by_page:
                        if _fits(values, table):
                            names = [column.name for column in table.columns]
                            yield table, dict(zip(names, values, strict=False))


def _fits(values: list[Any], table: Table) -> bool:
    columns = [*table.columns]
    added = columns[len(values) :]  # after the row was written
    return (
        bool(values)
        and len(values) <= len(columns)
        and all(column.nullable or column.server_default is not None for column in added)
        and all(
            column.nullable
            if value is None
            else any(
                isinstance(column.type, kind) and isinstance(value, ours) for kind, ours in _KINDS
            )
            for column, value in zip(columns, values, strict=False)
        )
    )


_LEAF = 13
_LARGEST = 1 << 24  # bytes of a row


def _read_page(data: mmap.mmap, start: int, size: int) -> Iterator[list[Any]]:
    head = start + (100 if start == 0 else 0)
    if len(data) < head + 8 or data[head] != _LEAF:
        return
    (cells,) = struct.unpack_from(">H", data, head + 3)
    for cell in range(cells):
        with suppress(ValueError, IndexError, struct.error):
            (at,) = struct.unpack_from(">H", data, head + 8 + 2 * cell)
            yield _read_values(_read_cell(data, start + at, size))


def _read_cell(data: mmap.mmap, at: int, size: int) -> bytes:
    """Return the content of a row, which may continue on overflow pages."""
    length, at = _read_varint(data, at)
    _, at = _read_varint(data, at)  # the row's number
    if length > _LARGEST:
        raise ValueError
    here = length
    if length > size - 35:
        least = (size - 12) * 32 // 255 - 23
        here = least + (length - least) % (size - 4)
        here = here if here <= size - 35 else least
    content = data[at : at + here]
    at += here
    while len(content) < length:
        (page,) = struct.unpack_from(">I", data, at)
        at = (page - 1) * size
        more = data[at + 4 : at + 4 + min(size - 4, length - len(content))] if page else b""
        if not more:
            raise ValueError
        content += more
    return content


def _read_values(content: bytes) -> list[Any]:
    end, at = _read_varint(content, 0)
    kinds = []
    while at < end:
        kind, at = _read_varint(content, at)
        kinds.append(kind)
    values: list[Any] = []
    for kind in kinds:
        length = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
        part = content[at : at + length]
        if len(part) < length:
            raise ValueError
        at += length
        if kind >= 12:
            values.append(part.decode("utf-8", "replace") if kind % 2 else part)
        elif kind == 7:
            values += struct.unpack_from(">d", part)
        else:
            constant = {0: None, 8: 0, 9: 1}
            values.append(constant.get(kind, int.from_bytes(part, "big", signed=True)))
    return values


def _read_varint(data: mmap.mmap | bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends."""
    number = 0
    for count in range(9):
        byte = data[at + count]
        if count == 8:
            return number << 8 | byte, at + 9
        number = number << 7 | byte & 127
        if byte < 128:
            return number, at + count + 1
    raise ValueError
