"""Presses random keys that do something now, and computes the table that results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.terminal.screen_text import name_row, read_cursor, wait_until_agreed
from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.terminal.console import Console
    from yahtzee_tui.rules import Action, Game


class Press(NamedTuple):
    """A key that does something now.

    Attributes:
        key: Its name.
        table: The table after it.
    """

    key: str
    table: Table


def press_any(console: Console, table: Table, rng: Random) -> Table:
    """Press a key, wait for what it does, and return the table after it."""
    press = choose(console, table, rng)
    console.press(press.key)
    wait_until_agreed(console, press.table)
    return press.table


def choose(console: Console, table: Table, rng: Random) -> Press:
    """Choose a key that does something; the last round is never played to its end."""
    if len(_shown(table).card.open) > 1 and rng.random() < 0.3:
        before = read_cursor(console)
        console.press("down")
        console.wait_for(lambda: before is None or read_cursor(console) not in (None, before))
    game, kinds = table.game, []
    if not game.legal_actions.why_not(Roll()):
        kinds.append(_act("space", table, Roll()))
    if game.roll and game.rolls_left:
        # More often than the rest, as people do it.
        for position in rng.sample(range(game.ruleset.dice), 3):
            held = tuple(sorted(set(game.held) ^ {position}))
            kinds.append(_act(str(position + 1), table, Hold(held)))
    if (seat := table.undo_seat) is not None:
        kinds.append(_press("u", table, lambda after: after.undo(seat)))
    if (back := table.redo_seat) is not None:
        kinds.append(_press("U", table, lambda after: after.redo(back)))
    kinds += _scores(console, table)
    return rng.choice(kinds)


def _scores(console: Console, table: Table) -> list[Press]:
    """Return what Enter does, if anything: it scores in the marked box, or moves a score there."""
    shown, posted = _shown(table), table.history.posted
    names = {name_row(shown.ruleset, box): box.id for box in shown.card.open}
    box = names.get(read_cursor(console) or "")
    if box is None or shown.legal_actions.why_not(Score(box)) or table.game.round == 13:
        return []
    if posted is None:
        return [_act("enter", table, Score(box))]
    if posted.box == box:
        return []
    return [_press("enter", table, lambda after: after.repost(shown.seat, box))]


def _shown(table: Table) -> Game:
    """Return what the screen shows: after a score the dice that it was made of."""
    return table.history.before if table.history.posted else table.game


def _act(key: str, table: Table, action: Action) -> Press:
    return _press(key, table, lambda after: after.apply(after.game.seat, action))


def _press(key: str, table: Table, do: Callable[[Table], object]) -> Press:
    after = Table(table.setup, find_dice(table.setup.dice), table.history)
    do(after)
    return Press(key, after)
