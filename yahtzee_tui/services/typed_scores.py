"""Scores that are typed: the box that a text means, and with real dice also its points.

A text such as `Bob full house 25`, `sixes 30 +100` or, to correct, `chance 22 full house` has no
dice; see `read_score`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import (
    Forbidden,
    Malformed,
    NotNow,
    Scored,
    find_box,
    match_boxes,
)
from yahtzee_tui.text import join_words, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Box, Game, Ruleset
    from yahtzee_tui.table import Table

_SHORTEST = 2  # shorter texts must be a box's exact name or code
_SCORE = re.compile(r"(.*?\S) +([0-9]{1,4})(?: *\+ *([0-9]{1,4}))?(?: +(\S.*))?")


class TypedScore(NamedTuple):
    """A score with its points, as it was typed."""

    seat: int | None  # of the player who was named
    box: Box
    points: int
    bonus: int
    to: Box | None  # another box, to which the score belongs


class Correction(NamedTuple):
    """A score that was found to be corrected."""

    turn: int  # its number, from 0
    question: str  # before it is done; empty where it is of the last round
    scored: Scored

    def make(self, table: Table) -> None:
        """Correct it, or raise a `Refusal`."""
        table.correct(self.turn, self.scored.box, self.scored.points, self.scored.bonus)


def split_name(game: Game, text: str) -> tuple[int | None, str]:
    """Return the seat of the player whose name a text begins with, and the rest."""
    for seat, player in enumerate(game.players):
        if text.casefold().startswith(f"{player.casefold()} "):
            return seat, text[len(player) :].strip()
    return None, text


def read_score(table: Table, text: str) -> TypedScore | None:
    """Return the box and its points that a text has, None if it has none."""
    seat, rest = split_name(table.game, text)
    found = _SCORE.fullmatch(rest)
    if found is None:
        return None
    empty = table.history.base  # whose card has every box open
    box = find_open_box(empty, found[1])
    to = find_open_box(empty, found[4]) if found[4] else None
    if box is None or (found[4] and to is None):
        return None
    return TypedScore(seat, box, int(found[2]), int(found[3] or 0), to)


def enter_score(table: Table, typed: TypedScore) -> bool:
    """Score without dice; return False, and do nothing, if dice that are known make the points."""
    game = table.game
    scored = Scored(typed.box.id, typed.points, typed.bonus)
    if not game.roll:
        table.enter(game.seat, scored)
        return True
    shown = game.potential(scored.box)
    if shown.refusal is not None:
        raise shown.refusal
    if shown.points != scored.points or scored.bonus not in (0, shown.bonus):
        sentence = N_("These dice score {points} in {box}. Undo them first.")
        sentence = _(sentence, points=shown.points, box=typed.box.name)
        raise Malformed("wrong_points", sentence, game)
    return False


def find_correction(table: Table, typed: TypedScore) -> Correction:
    """Return what is to be corrected, or raise a `Refusal` if no score or several are meant."""
    game, box = table.game, typed.box
    turns = [
        (number, turn) for number, turn in enumerate(table.history.turns)
        if turn.scored and turn.scored.box == box.id and typed.seat in (None, turn.seat)
    ]  # fmt: skip
    if len(turns) != 1:
        sentence = N_("{box} isn't filled yet.")
        if turns:
            sentence = N_("Several players have filled {box}. Type a name before the box.")
        raise NotNow("which_score", _(sentence, box=box.name), game)
    ((number, turn),) = turns
    question = _(
        "Change {player}'s score in {box} of round {round} to {points} in {other}",
        player=turn.player, box=box.name, round=turn.round,
        points=typed.points + typed.bonus, other=(typed.to or box).name,
    )  # fmt: skip
    is_old = number < game.turns - len(game.players)
    scored = Scored((typed.to or box).id, typed.points, typed.bonus)
    return Correction(number, question if is_old else "", scored)


def find_open_box(game: Game, text: str) -> Box | None:
    """Return the box that a number on the card, a code or a name means, if there is one.

    A name may be shortened as long as it fits only one open box; else it raises `Forbidden`.
    """
    ruleset, boxes = game.ruleset, game.ruleset.boxes
    if text.isascii() and text.isdigit():
        at = int(text[:4])
        return boxes[at - 1] if 1 <= at <= len(boxes) else None
    exact = find_named_box(ruleset, text)
    if exact is not None or len(text) < _SHORTEST:
        return exact
    found = [box for box in match_boxes(ruleset, text) if box in game.card.open]
    if len(found) > 1:
        names = join_words((box.name for box in found), "or")
        sentence = _("{text} could be {boxes}. Type more of it.", text=quote(text), boxes=names)
        raise Forbidden("many_boxes", sentence)
    return found[0] if found else None


def find_named_box(ruleset: Ruleset, text: str) -> Box | None:
    """Return the box with this whole name, id, code or common name, if there is one."""
    try:
        return find_box(ruleset, text)
    except Malformed:
        return None
