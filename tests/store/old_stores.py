"""Databases that programs of older versions made."""

import gzip
import re
import sqlite3
from pathlib import Path

from sqlalchemy import create_engine

from yahtzee_tui.store.connect import read_address
from yahtzee_tui.store.schema import METADATA

STORES = Path(__file__).parent / "stores"
"""A file made by the program of each commit that changed the tables, named by the version that it
says: Ann's game with Bob, her daily game of 2026-11-21, and the first turns of the next one; from
version 3 on also a review, her account and a table. `test_migrations.main` writes the
file of a new version."""

VERSIONS = sorted(path.name.split(".")[0] for path in STORES.iterdir())


def unpack(version: str, address: str) -> None:
    """Write a store to a new SQLite file, or into an empty database of a server."""
    content = gzip.decompress((STORES / f"{version}.sqlite.gz").read_bytes())
    if "://" not in address:
        Path(address).write_bytes(content)
        return
    file = sqlite3.connect(":memory:")
    file.deserialize(content[:18] + b"\1\1" + content[20:])  # not in WAL mode, as it is no file
    commands = [*file.iterdump()]
    file.close()
    engine = create_engine(read_address(address))
    with engine.begin() as connection:
        for table in METADATA.sorted_tables:  # each after those that it refers to
            is_of = re.compile(
                rf'(CREATE TABLE|INSERT INTO|CREATE (UNIQUE )?INDEX \w+ ON) "?{table.name}\b'
            )
            for command in filter(is_of.match, commands):
                connection.exec_driver_sql(command.replace("WITHOUT ROWID", ""))
    engine.dispose()
