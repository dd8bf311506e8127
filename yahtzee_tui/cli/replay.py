"""`yahtzee-tui replay`: checks the records of games, and shows their turns and totals."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli import output
from yahtzee_tui.cli.database import find_store
from yahtzee_tui.cli.export_import import total_columns
from yahtzee_tui.cli.play import format_ranking
from yahtzee_tui.cli.record_files import EXIT_FAULTY, MOST_FAULTS, describe_more, read_games
from yahtzee_tui.rules.records import Fault, write_text
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table.eligibility import describe_lists, find_lists
from yahtzee_tui.table.proof import Proof, confirm
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.cli.record_files import RecordedGame
    from yahtzee_tui.rules import Game, Setup
    from yahtzee_tui.rules.history import PlayedTurn
    from yahtzee_tui.rules.records import Replay
    from yahtzee_tui.table.proof import DiceCheck

_NO_GAME: dict[str, Any] = {
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
    """Check the records in a file, and show each up to its first fault."""
    code = 0
    between = ""
    for game, lists in _confirm(read_games(args.file, args.host_key), args):
        if game.is_faulty:
            code = EXIT_FAULTY
        if args.json:
            output.show_json(_to_json(game, lists))
        elif (record := game.record) is not None and game.played is not None:
            if args.text:
                output.show_utf8(between + write_text(record))
            else:
                output.show(between + _format_game(record.setup, game.played, game.dice, lists))
            between = "\n"
    return code


def _confirm(
    games: Iterable[RecordedGame], args: Namespace
) -> Iterator[tuple[RecordedGame, dict[str, str]]]:
    """Yield the games, with what `find_lists` returns; without a database, none was played here."""
    with closing(find_store(args, reads=True)) as store:
        for game in games:
            record, played, dice = game.record, game.played, game.dice
            if record is None or played is None or dice is None or game.is_faulty:
                yield game, {}
                continue
            is_here, is_over = False, played.game.is_over
            with suppress(StoreProblem):
                is_here = store.may_hold_games and store.games.has_recorded(record)
            if is_here and is_over and dice.proof is Proof.CONSISTENT:
                dice = confirm(record.setup, record.events)
            is_proven = is_here or dice.proof is Proof.SIGNED
            yield game._replace(dice=dice), find_lists(record.setup, is_proven, is_over)


def _to_json(game: RecordedGame, lists: dict[str, str]) -> dict[str, Any]:
    content = _NO_GAME
    if game.setup is not None and game.played is not None:
        content = _game_to_json(game.setup, game.played)
    listed, more = game.faults[:MOST_FAULTS], game.faults[MOST_FAULTS:]
    if more:
        listed = (*listed, Fault(0, "more_faults", describe_more(len(more))))
    proof = {"proof": game.dice and game.dice.proof, "why": game.dice and game.dice.sentence}
    counts = {"lists": {name: why or None for name, why in lists.items()}}
    return content | proof | counts | {"faults": listed}


def _format_game(
    setup: Setup, played: Replay, dice: DiceCheck | None, lists: dict[str, str]
) -> str:
    game = played.game
    title = _(
        "{game}, {player} went first, dice: {source}",
        game=f"{game.ruleset.name} ({game.ruleset.id})", player=game.players[setup.first],
        source=setup.dice,
    )  # fmt: skip
    title += f"\n{dice.title}: {dice.sentence}\n" if dice else "\n"
    title += describe_lists(lists)
    turns = output.align(
        (
            (f"{turn.round}.", game.players[turn.seat], _format_turn(game, turn))
            for turn in played.history.turns
        ),
        right=(0,),
    )
    if game.is_over:
        end = format_ranking(game)
    else:
        end = _(
            "Unfinished: round {round} of {rounds}, {player}'s turn.",
            round=game.round, rounds=game.rounds, player=game.player,
        ) + "\n"  # fmt: skip
    return "\n".join(part for part in (title, turns, _format_totals(game), end) if part)


def _format_turn(game: Game, turn: PlayedTurn) -> str:
    # Translators: a player does this, in a list
    parts = [_("rolls {dice}", dice=_join(roll.faces)) for roll in turn.rolls[:1]]
    for roll in turn.rolls[1:]:
        kept = _join(sorted(roll.kept_faces))
        keeps = N_("keeps {kept}, rolls {dice}") if kept else N_("keeps nothing, rolls {dice}")
        parts.append(_(keeps, kept=kept, dice=_join(roll.faces)))
    if (scored := turn.scored) is not None:
        plain = N_("scores {points} in {box}")
        sentence = N_("scores {points} in {box} and a bonus of {bonus}") if scored.bonus else plain
        box = game.ruleset.box(scored.box).name
        parts.append(_(sentence, points=scored.points, box=box, bonus=scored.bonus))
        parts += [_("corrected")] * scored.corrected
    return ", ".join(parts)


def _format_totals(game: Game) -> str:
    heads = _("Upper"), _("Upper bonus"), _("Lower"), _("Yahtzee bonus"), _("Total")
    rows = [
        (player, *map(str, total_columns(card).values()))
        for player, card in zip(game.players, game.cards, strict=True)
    ]
    return output.align((("", *heads), *rows), right=range(1, 1 + len(heads)))


def _game_to_json(setup: Setup, played: Replay) -> dict[str, Any]:
    game = played.game
    return {
        "rules": setup.rules,
        "players": list(game.players),
        "first": setup.first,
        "finished": game.is_over,
        "turns": [_turn_to_json(game, turn) for turn in played.history.turns],
        "totals": [
            {"player": player, **total_columns(card)}
            for player, card in zip(game.players, game.cards, strict=True)
        ],
        "ranking": [
            {"place": s.place, "player": game.players[s.seat], "total": s.total}
            for s in game.ranking
        ],
        "accepted": played.accepted,
    }


def _turn_to_json(game: Game, turn: PlayedTurn) -> dict[str, Any]:
    scored = turn.scored
    return {
        "round": turn.round,
        "player": game.players[turn.seat],
        "rolls": [roll.faces for roll in turn.rolls],
        "kept": [roll.kept_faces for roll in turn.rolls[1:]],
        "box": scored and scored.box,
        "points": scored and scored.points,
        "bonus": scored and scored.bonus,
        "corrected": scored is not None and scored.corrected,
    }


def _join(faces: Iterable[int]) -> str:
    return "".join(map(str, faces))
