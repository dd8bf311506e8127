"""Tables for tests, whose dice fall as written."""

from collections.abc import Iterable

from yahtzee_tui.dice import ScriptedDice
from yahtzee_tui.rules import Roll, Score, Setup
from yahtzee_tui.table import Table


def create_scripted_table(
    *throws: str,
    players: tuple[str, ...] = ("Ann",),
    rules: str = "official",
    filled: Iterable[tuple[str, str]] = (),
    computers: tuple[str, ...] = (),
) -> Table:
    """Return a table where some turns have been played, and the dice fall as written from then on.

    The filled turns are each a throw and the box it was scored in; a computer is "" for a person.
    """
    turns = list(filled)
    dice = ScriptedDice([*(throw for throw, _ in turns), *throws])
    table = Table(Setup(rules, players, dice="scripted", computers=computers), dice)
    for _, box in turns:
        play_turn(table, box)
    return table


def play_turn(table: Table, box: str = "") -> None:
    """Roll once, and score that in a box, by default in the first one that may take it."""
    seat = table.game.seat
    table.apply(seat, Roll())
    allowed = (each.box.id for each in table.game.potentials if not each.refusal)
    table.apply(seat, Score(box or next(allowed)))


def play_to_end(table: Table) -> None:
    while not table.game.is_over:
        play_turn(table)
