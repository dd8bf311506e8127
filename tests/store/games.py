"""Finished games for tests: played quickly, and as many of them as a test wants at once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import insert

from yahtzee_tui.rules import RULESETS, Card, Game, Held, Record, Rolled, Scored, Setup
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.games import result_rows
from yahtzee_tui.store.schema import GAMES, RESULTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from yahtzee_tui.rules import Event, Ruleset
    from yahtzee_tui.store.database import Database

COMPANY = (("Ann",), ("Ann", "Bob"), ("Bob", "Ann", "Cid Dee"), ("Ann",), ("Bob", "Ann"))
"""Who plays in the games that `fill` makes, one after the other: Ann in all of them."""

NEWEST = 1_780_000_000.0
"""When the newest of those games ended, in seconds since 1970."""

_HOURS = 3600.0
_DIFFERENT = 240


class Finished(NamedTuple):
    """A finished game, and its record."""

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
        game = game.apply(event)
    return Finished(Record(setup, tuple(events)), game)


def fill(database: Database, games: int, rules: Sequence[str] = ("official",)) -> None:
    """Write many finished games at once: few hundred different ones, with other names and dates.

    Args:
        database: An open database.
        games: How many.
        rules: The rule sets, which take turns.
    """
    different = min(_DIFFERENT, -(-games // len(rules)))
    played = [[_read_off(_some_game(each, seed)) for seed in range(different)] for each in rules]
    rows: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for at in range(games):
        those = played[at % len(rules)]
        first, events, game = those[at // len(rules) % len(those)]
        who = COMPANY[at % len(COMPANY)]
        ended = NEWEST - (games - 1 - at) * _HOURS
        seated = replace(game, players=who, cards=game.cards[: len(who)])
        head = write_record(Record(first._replace(players=who)))
        game_id = f"{at:012x}"
        rows.append(_row(game_id, head + events[len(who) - 1], ended))
        results += result_rows(game_id, seated, ended)
    with database.writing() as connection:
        if rows:
            connection.execute(insert(GAMES), rows)
            connection.execute(insert(RESULTS), results)


def write_results(
    database: Database, *games: tuple[str, float, Sequence[tuple[str, Card]]]
) -> None:
    """Write finished games of which nothing but the cards matters.

    Args:
        database: An open database.
        games: For each the id, when it ended, and the name and card of every seat.
    """
    with database.writing() as connection:
        for game_id, ended, seats in games:
            names, cards = zip(*seats, strict=True)
            ruleset = cards[0].ruleset
            turns = len(ruleset.boxes) * len(names)
            game = Game(ruleset, tuple(names), 0, tuple(cards), turns)
            connection.execute(insert(GAMES), [_row(game_id, "", ended)])
            connection.execute(insert(RESULTS), result_rows(game_id, game, ended))


def write_game(
    database: Database, game_id: str, ended: float, rules: str = "official", /, **totals: int
) -> None:
    """Write a finished game of which only the names and grand totals matter.

    Args:
        database: An open database.
        game_id: The game's id.
        ended: When it ended.
        rules: The id of its rule set.
        totals: The grand total of every player.
    """
    cards = [(name, card_of(RULESETS[rules], chance=total)) for name, total in totals.items()]
    write_results(database, (game_id, ended, cards))


def card_of(ruleset: Ruleset, repeats: int = 0, **points: int) -> Card:
    """Return a full card with these points in it, and zeros in all other boxes."""
    return Card(ruleset, tuple(points.get(box.id, 0) for box in ruleset.boxes), repeats)


def fill_file(path: Path, games: int, rules: Sequence[str] = ("official",)) -> str:
    """Make a database in a file, with finished games; return its address."""
    database, _ = open_database(str(path))
    fill(database, games, rules)
    database.close()
    return str(path)


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
def _some_game(rules: str, seed: int) -> Finished:
    return play_out(rules, ("Ann", "Bob", "Cid Dee"), seed)


def _read_off(finished: Finished) -> tuple[Setup, list[str], Game]:
    """Return what a game starts from, its events for its first player, first two and so on."""
    setup, players = finished.record.setup, len(finished.game.players)
    events = [""] * players
    seat = 0
    for line in write_record(finished.record).splitlines(keepends=True)[1:]:
        for least in range(seat, players):
            events[least] += line
        if line.startswith('{"score"'):
            seat = (seat + 1) % players
    return setup, events, finished.game


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
