"""Games for tests of the store: begun, finished, many at once, and databases to open."""

from collections.abc import Callable, Sequence
from functools import cache, reduce
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Column, Executable, Table, func, insert, select

from tests.rules.conformance import check_sentence
from yahtzee_tui.rules import (
    RULESETS,
    Card,
    Event,
    Game,
    Held,
    History,
    Record,
    Roll,
    Rolled,
    Ruleset,
    Scored,
    Setup,
)
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games, ImportedGame, result_rows
from yahtzee_tui.store.saved_game import GameVersion
from yahtzee_tui.store.schema import GAMES, RESULTS

COMPANY = (("Ann",), ("Ann", "Bob"), ("Bob", "Ann", "Cid Dee"), ("Ann",), ("Bob", "Ann"))
"""Who plays in the games that `fill` makes, one after the other: Ann in all of them."""

NEWEST = 1_780_000_000.0
"""When the newest of those games ended, in seconds since 1970."""

_HOURS = 3600.0
_DIFFERENT = 240


class Finished(NamedTuple):
    record: Record
    game: Game


def play_out(rules: str, players: tuple[str, ...], seed: int) -> Finished:
    """Play a game as people do: keep what there is most of, and score where it pays best."""
    rng, setup = Random(seed), Setup(rules, players)
    game = setup.start()
    events: list[Event] = []
    while not game.is_over:
        event = _go_on(game, rng)
        events.append(event)
        game = game.play(event)
    return Finished(Record(setup, tuple(events)), game)


def play_real() -> Finished:
    """Return a game with real dice of which only the rolls of Ann's first turn are known."""
    setup = Setup("yz", ("Ann", "Bob"), dice="real")
    moves = "roll 63164, hold 1 4, roll 66664, score sixes, roll 55555, score yahtzee"
    history = reduce(History.play, moves.split(", "), History(setup.start()))
    while not history.game.is_over:
        history = history.play(Scored(history.game.card.open[0].id, 0))
    return Finished(Record.of(setup, history), history.game)


def fill(database: Database, games: int, rules: Sequence[str] = ("official",)) -> None:
    """Write many finished games at once, a few hundred different ones; rule sets take turns."""
    rows: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for at in range(games):
        record, game = _some_game(rules[at % len(rules)], at % _DIFFERENT)
        ended = NEWEST - (games - 1 - at) * _HOURS
        rows.append(_row(f"{at:012x}", record, ended))
        results += _results(f"{at:012x}", game, ended)
    with database.writing() as connection:
        if rows:
            connection.execute(insert(GAMES), rows)
            connection.execute(insert(RESULTS), results)


def write_results(
    database: Database, *games: tuple[str, float, Sequence[tuple[str, Card]]]
) -> None:
    """Write finished games: for each the id, when it ended, and name and card of every seat."""
    with database.writing() as connection:
        for game_id, ended, seats in games:
            names, cards = zip(*seats, strict=True)
            ruleset = cards[0].ruleset
            turns = len(ruleset.boxes) * len(names)
            game = Game(ruleset, tuple(names), 0, tuple(cards), turns)
            connection.execute(insert(GAMES), [_row(game_id, "", ended)])
            connection.execute(insert(RESULTS), _results(game_id, game, ended))


def write_game(
    database: Database, game_id: str, ended: float, rules: str = "official", /, **totals: int
) -> None:
    """Write a finished game of which only the names and grand totals matter."""
    cards = [(name, card_of(RULESETS[rules], chance=total)) for name, total in totals.items()]
    write_results(database, (game_id, ended, cards))


def card_of(ruleset: Ruleset, repeats: int = 0, **points: int) -> Card:
    """Return a full card with these points in it, and zeros in all other boxes."""
    return Card(ruleset, tuple(points.get(box.id, 0) for box in ruleset.boxes), repeats)


def fill_file(path: Path, games: int, rules: Sequence[str] = ("official",)) -> str:
    database, _ = open_database(str(path))
    fill(database, games, rules)
    database.close()
    return str(path)


def _results(game_id: str, game: Game, ended: float) -> list[dict[str, Any]]:
    """Return the rows of an older version, which didn't count what was rolled."""
    rows = result_rows(game_id, game, ended, Record(Setup(game.ruleset.id, game.players)))
    return [row | {"rolled": None} for row in rows]


def _row(game_id: str, record: str, ended: float) -> dict[str, Any]:
    return {
        "id": game_id,
        "status": "finished",
        "version": 1,
        "holder": None,
        "changed": ended,
        "digest": game_id,
        "record": record,
    }


@cache
def _some_game(rules: str, number: int) -> tuple[str, Game]:
    record, game = play_out(rules, COMPANY[number % len(COMPANY)], number)
    return write_record(record), game


def _go_on(game: Game, rng: Random) -> Event:
    ruleset = game.ruleset
    often = max(game.faces, key=lambda face: (game.faces.count(face), face), default=0)
    wanted = tuple(at for at, face in enumerate(game.faces) if face == often)
    if game.roll and (not game.rolls_left or len(wanted) == ruleset.dice):
        return _score(game)
    if wanted != game.held:
        return Held(wanted)
    return Rolled(
        tuple(
            game.faces[at] if at in game.held else rng.randint(1, ruleset.sides)
            for at in range(ruleset.dice)
        )
    )


def _score(game: Game) -> Scored:
    """Score where it pays best; a low upper box is the first to be given away."""
    allowed = [potential for potential in game.potentials if potential.refusal is None]
    best = max(allowed, key=lambda p: p.points - game.ruleset.place(p.box.id) / 10)
    return Scored(best.box.id, best.points, best.bonus)


SETUP = Setup("official", ("Ann", "Bob"), began="2026-11-21T20:15:00Z")
"""What the game starts from."""

NOWHERE = "0123456789ab"
"""The id of no game."""


def begun(steps: int = 1) -> History:
    """Return a game in its first turn: a roll, then further rolls."""
    history = History(SETUP.start())
    for faces in ((3, 3, 3, 4, 4), (1, 2, 3, 4, 5), (6, 6, 6, 6, 6))[:steps]:
        history = history.play(Roll(), faces)
    return history


def add(games: Games, history: History) -> GameVersion:
    return games.add(Record.of(SETUP, history), history.game)


def import_game(games: Games, record: Record, game: Game, ended: float | None = None) -> bool:
    return games.import_games([ImportedGame(record, game, ended)])[0]


def without_last(record: Record) -> tuple[Record, Game]:
    """Return a game whose last event was undone, and how it stands."""
    events, last = record.events[:-1], record.events[-1:]
    game = History(record.setup.start(), (), events).game
    return record._replace(events=events, undone=last), game


def execute(database: Database, statement: Executable) -> None:
    with database.writing() as connection:
        connection.execute(statement)


def values_of(database: Database, column: Column[Any]) -> set[Any]:
    with database.reading() as connection:
        return {*connection.scalars(select(column))}


def count_rows(database: Database, table: Table = RESULTS) -> int:
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


FINISHED = play_out("official", ("Ann",), 1)
"""A finished game and its record."""


def use(address: str | Path) -> str | None:
    """Open a database, save a game there and read it again; return the notice of its opening."""
    database, notice = open_database(str(address))
    games = Games(database)
    try:
        game = games.add(*FINISHED).game
        assert games.read(game).load()[0] == FINISHED.record
        return notice
    finally:
        games.close()


def refused(address: str | Path) -> str:
    return refusal(use, address)


def refusal(ask: Callable[..., object], *given: object) -> str:
    with pytest.raises(StoreProblem) as caught:
        ask(*given)
    sentence = caught.value.sentence
    check_sentence(sentence)
    assert sentence[0].isupper()
    return sentence


def kept_aside(file: Path) -> list[bytes]:
    """Return what the files contain that were kept aside."""
    return [path.read_bytes() for path in sorted(file.parent.glob(f"{file.name}.damaged-*"))]
