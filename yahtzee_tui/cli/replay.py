"""`yahtzee-tui replay`: check the records of games, and show their turns and totals."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align, show, show_exactly
from yahtzee_tui.cli.play import tell_ranking
from yahtzee_tui.cli.record_files import find_games
from yahtzee_tui.rules import Record, Rolled, Scored
from yahtzee_tui.rules.records import write_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from yahtzee_tui.cli.record_files import Found
    from yahtzee_tui.rules import Card, Event, Faces, Game, Setup
    from yahtzee_tui.rules.records import Fault, Replay

_EXIT_FAULTY = 1
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
    """Check the records in a file and show each as far as it can be trusted.

    Raises:
        Complaint: If the file can't be read.
    """
    code = 0
    between = ""
    for found in find_games(args.file):
        if found.is_faulty:
            code = _EXIT_FAULTY
        if args.json:
            show(_write_json(found))
        elif found.setup is not None and found.played is not None:
            if args.text:
                record = Record(found.setup, found.played.history.events)
                show_exactly(between + write_text(record))
            else:
                show(between + _tell(found.setup, found.played))
            between = "\n"
    return code


def _write_json(found: Found) -> str:
    content = _EMPTY
    if found.setup is not None and found.played is not None:
        content = _to_json(found.setup, found.played)
    return json.dumps(content | {"faults": [*map(_fault_to_json, found.faults)]}) + "\n"


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


@dataclass(slots=True)
class Turn:
    """One turn of one player.

    Attributes:
        round: The round, from 1.
        player: Whose turn it is.
        rolls: What all dice showed after each roll.
        kept: The faces kept before each roll but the first.
        scored: How it ended, None if it hasn't.
    """

    round: int
    player: str
    rolls: list[Faces] = field(default_factory=list)
    kept: list[Faces] = field(default_factory=list)
    scored: Scored | None = None


def gather_turns(game: Game, events: Iterable[Event]) -> list[Turn]:
    """Return the turns that have begun.

    Args:
        game: The position before the events.
        events: What happened, already checked.
    """
    turns: list[Turn] = []
    for event in events:
        if isinstance(event, Rolled):
            if not game.roll:
                turns.append(Turn(game.round, game.player))
            else:
                turns[-1].kept.append(tuple(game.faces[at] for at in game.held))
            turns[-1].rolls.append(event.faces)
        elif isinstance(event, Scored):
            turns[-1].scored = event
        game = game.apply(event)
    return turns
