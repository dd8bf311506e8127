"""Saved games as rows of text: players, rule set, round, and when they were written."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table.judged import find_day, find_event, number_day
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces, Game, Setup
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.store.store import Store


_DAY = 86_400


class SavedRow(NamedTuple):
    """A saved game as text."""

    id: str
    players: str  # the names of the players
    game: str  # as `name_game` says
    round: str  # its round, empty if it is damaged
    where: str  # that and its turn
    when: str  # when it was written last
    elsewhere: bool  # whether another program has it open
    faces: Faces  # the dice of the turn, () before its first roll
    is_begun: bool  # whether a turn is over
    is_offered: bool  # undamaged, and either that or written within a day


def unfinished_rows(store: Store, status: Status = Status.UNFINISHED) -> list[SavedRow]:
    """Return the unfinished or the discarded games, the newest first; raises `StoreProblem`."""
    return [*map(_row, store.games.by_status(status))]


def name_game(setup: Setup, game: Game) -> str:
    """Return the name of the rule set, or which daily game or game of an event it is."""
    if (day := find_day(setup)) is not None:
        return _("Daily game {number}", number=number_day(day))
    if (found := find_event(setup)) is not None:
        return _("Event, game {number}", number=found[1])
    return game.ruleset.name


def describe_where(game: Game) -> str:
    """Return the round and turn of a game, such as `round 3 of 13, Ann's turn`."""
    now = describe_round(game)
    if len(game.players) == 1:
        return now
    return _("{round}, {player}'s turn", round=now, player=game.player)


def describe_round(game: Game) -> str:
    """Return the round of a game, such as `round 3 of 13`."""
    return _("round {round} of {rounds}", round=game.round, rounds=game.rounds)


def describe_when(moment: float) -> str:
    """Return a time such as `today 20:15`, `yesterday 20:15` or `2026-11-20`."""
    hour = time.strftime("%H:%M", time.localtime(moment))
    match _count_days(moment):
        case 0:
            return _("today {time}", time=hour)
        case 1:
            return _("yesterday {time}", time=hour)
    return describe_day(moment)


def describe_day(moment: float) -> str:
    """Return the day of a time, such as `today`, `yesterday` or `2026-11-20`: 10 cells at most."""
    match _count_days(moment):
        case 0:
            # Translators: the day of a result; at most 10 cells
            return _("today")
        case 1:
            # Translators: the day of a result; at most 10 cells
            return _("yesterday")
    return format_day(moment)


def format_day(moment: float) -> str:
    """Return the day of a time, such as `2026-11-20`."""
    return time.strftime("%Y-%m-%d", time.localtime(moment))


def _count_days(moment: float) -> int | None:
    """Return 0 for a time of today, 1 for one of yesterday, else None."""
    now, day = time.time(), time.localtime(moment)[:3]
    return next((ago for ago in (0, 1) if day == time.localtime(now - ago * _DAY)[:3]), None)


def _row(saved: SavedGame) -> SavedRow:
    faces: Faces = ()
    is_begun = is_offered = False
    try:
        record, history = saved.load()
    except StoreProblem:
        words = ("?", _("damaged"), "", "")
    else:
        game = history.game
        where = describe_round(game), describe_where(game)
        words = (", ".join(game.players), name_game(record.setup, game), *where)
        faces, is_begun = game.faces, game.turns > 0
        is_offered = is_begun or time.time() - saved.changed < _DAY
    when = describe_when(saved.changed)
    return SavedRow(saved.id, *words, when, saved.elsewhere, faces, is_begun, is_offered)
