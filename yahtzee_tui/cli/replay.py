"""`yahtzee-tui replay`: check the record of a game, and show its turns and totals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.columns import align
from yahtzee_tui.cli.files import read_file, shown_name
from yahtzee_tui.cli.result import tell_ranking
from yahtzee_tui.cli.streams import complain, show, show_exactly
from yahtzee_tui.cli.turns import gather_turns
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import TITLE, read_record, read_text, write_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from yahtzee_tui.cli.turns import Turn
    from yahtzee_tui.rules import Card, Game, Setup
    from yahtzee_tui.rules.records import Fault, Reading, Replay

_FAULTY = 1
_EMPTY: dict[str, Any] = {
    "rules": None,
    "players": [],
    "first": None,
    "finished": False,
    "turns": [],
    "totals": [],
    "ranking": [],
    "accepted": 0,
}


def replay(args: Namespace) -> int:
    """Check a record and show it as far as it can be trusted.

    Raises:
        Complaint: If the file can't be read.
    """
    text = read_file(args.file)
    reading = _read(text)
    played = reading.replay()
    faults = reading.faults if played is None else played.faults
    complain(*(f"{shown_name(args.file)}: {fault}" for fault in faults))
    if args.json:
        content = _EMPTY
        if reading.setup is not None and played is not None:
            content = _to_json(reading.setup, played)
        show(json.dumps(content | {"faults": [*map(_fault_to_json, faults)]}) + "\n")
    elif reading.setup is not None and played is not None:
        if args.text:
            show_exactly(write_text(Record(reading.setup, played.history.events)))
        else:
            show(_tell(reading.setup, played))
    return _FAULTY if any(not fault.warning for fault in faults) else 0


def _read(text: str) -> Reading:
    is_text_form = text.lstrip("\ufeff \t\r\n").startswith(TITLE.rpartition(" ")[0])
    return read_text(text) if is_text_form else read_record(text)


def _tell(setup: Setup, played: Replay) -> str:
    game = played.game
    first = game.players[setup.first]
    title = f"{game.ruleset.name} ({game.ruleset.id}), {first} began, dice: {setup.dice}\n"
    turns = _tell_turns(game, gather_turns(setup.start(), played.history.events))
    return "\n".join(part for part in (title, turns, _tell_totals(game), _tell_end(game)) if part)


def _tell_turns(game: Game, turns: Iterable[Turn]) -> str:
    return align(
        ((f"{turn.round}.", turn.player, _tell_turn(game, turn)) for turn in turns), right=(0,)
    )


def _tell_turn(game: Game, turn: Turn) -> str:
    first, *others = turn.rolls
    parts = [f"rolls {_join(first)}"]
    for kept, faces in zip(turn.kept, others, strict=True):
        parts.append(f"keeps {_join(sorted(kept)) or 'nothing'}, rolls {_join(faces)}")
    if turn.scored is not None:
        bonus = f" and a bonus of {turn.scored.bonus}" if turn.scored.bonus else ""
        name = game.ruleset.box(turn.scored.box).name
        parts.append(f"scores {turn.scored.points} in {name}{bonus}")
    return ", ".join(parts)


def _tell_totals(game: Game) -> str:
    totals = [_totals(card) for card in game.cards]
    heads = [name.replace("_", " ").capitalize() for name in totals[0]]
    rows = [
        (player, *map(str, row.values())) for player, row in zip(game.players, totals, strict=True)
    ]
    return align((("", *heads), *rows), right=range(1, 1 + len(heads)))


def _tell_end(game: Game) -> str:
    if not game.is_over:
        return f"Unfinished: round {game.round} of {game.rounds}, {game.player} to play.\n"
    return tell_ranking(game)


def _to_json(setup: Setup, played: Replay) -> dict[str, Any]:
    game = played.game
    turns = gather_turns(setup.start(), played.history.events)
    return {
        "rules": setup.rules,
        "players": list(game.players),
        "first": setup.first,
        "finished": game.is_over,
        "turns": [*map(_turn_to_json, turns)],
        "totals": [
            {"player": player, **_totals(card)}
            for player, card in zip(game.players, game.cards, strict=True)
        ],
        "ranking": [
            {"place": s.place, "player": game.players[s.seat], "total": s.total}
            for s in game.ranking
        ],
        "accepted": played.accepted,
    }


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    scored = turn.scored
    return {
        "round": turn.round,
        "player": turn.player,
        "rolls": turn.rolls,
        "kept": turn.kept,
        "box": scored and scored.box,
        "points": scored and scored.points,
        "bonus": scored and scored.bonus,
    }


def _totals(card: Card) -> dict[str, int]:
    """Return the parts of a grand total, which add up to it."""
    return {
        "upper": card.upper_total,
        "upper_bonus": card.upper_bonus,
        "lower": card.lower_total - card.repeat_points,
        "yahtzee_bonus": card.repeat_points,
        "total": card.grand_total,
    }


def _fault_to_json(fault: Fault) -> dict[str, Any]:
    return {
        "line": fault.line,
        "code": fault.code,
        "sentence": fault.sentence,
        "warning": fault.warning,
    }


def _join(faces: Iterable[int]) -> str:
    return "".join(map(str, faces))
