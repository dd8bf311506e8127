"""Rows for analysis: one for each player of a game, or one for each turn, as CSV or JSON Lines.

docs/scripting.md explains the columns.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yahtzee_tui.rules import Card, Game, History, Record

_FORMULA = ("=", "+", "-", "@")
"""What makes a spreadsheet take a player's name for a formula."""


def format_row(row: dict[str, Any], *, as_csv: bool, with_head: bool = False) -> str:
    """Return a row as a line of JSON or CSV, after the names of its columns `with_head`."""
    if not as_csv:
        return json.dumps(row, ensure_ascii=False) + "\n"
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    if with_head:
        writer.writerow(row)
    writer.writerow(map(_to_cell, row.values()))
    return lines.getvalue()


def _to_cell(value: object) -> str:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return str(int(value)) if isinstance(value, bool) else str(value)


def game_rows(game_id: str, record: Record, history: History) -> Iterator[dict[str, Any]]:
    """Yield a row for each player, in seating order."""
    game = history.game
    places = {standing.seat: standing.place for standing in game.ranking}
    for seat, card in enumerate(game.cards):
        yield (
            _seat_columns(game_id, record, game, seat)
            | {"finished": game.is_over, "first": seat == game.first, "place": places[seat]}
            | total_columns(card)
            | {"coached": seat in record.setup.coached, "dice": record.setup.dice}
        )


def turn_rows(game_id: str, record: Record, history: History) -> Iterator[dict[str, Any]]:
    """Yield a row for each turn that ended with a score, in order."""
    for row in history.rows():
        yield _seat_columns(game_id, record, history.game, row["seat"] - 1) | row


def total_columns(card: Card) -> dict[str, int]:
    """Return what a card has scored, by column."""
    return {
        "upper": card.upper_total,
        "upper_bonus": card.upper_bonus,
        "lower": card.lower_total - card.repeat_points,
        "yahtzee_bonus": card.repeat_points,
        "total": card.grand_total,
    }


def _seat_columns(game_id: str, record: Record, game: Game, seat: int) -> dict[str, Any]:
    setup = record.setup
    return {
        "game": game_id,
        "rules": game.ruleset.id,
        "began": setup.began,
        "seat": seat + 1,
        "player": game.players[seat],
        "computer": setup.computer(seat),
    }


TABLES: dict[str, Callable[[str, Record, History], Iterator[dict[str, Any]]]] = {
    "games": game_rows,
    "turns": turn_rows,
}
"""What yields the rows of a table, by its name."""
