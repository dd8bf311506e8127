"""`yahtzee-tui review`: what the dice gave in a game, and what every decision cost.

At a terminal it opens the screen; otherwise, or if told so, it writes text or JSON.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from yahtzee_tui.cli.columns import align
from yahtzee_tui.cli.complaint import Complaint, refusals_as_complaints
from yahtzee_tui.cli.found import Found, find_games
from yahtzee_tui.cli.play import open_review
from yahtzee_tui.cli.review_chances import tell_swings, tell_win_costs
from yahtzee_tui.cli.review_json import write_json
from yahtzee_tui.cli.shelf import open_store
from yahtzee_tui.cli.solving import find_solved
from yahtzee_tui.cli.streams import complain, show
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.strategy import review as look_back
from yahtzee_tui.strategy import tell_decision, tell_faces
from yahtzee_tui.strategy.win import find_chances, tell_chance
from yahtzee_tui.text import format_accuracy, format_signed

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.saved import Saved
    from yahtzee_tui.strategy import Review, Table
    from yahtzee_tui.strategy.win import Chances

_FAULTY = 1
_COSTLIEST = 5


def review(args: Namespace) -> int:
    """Review the games in a file, or a saved game; a single one on the screen if there is one.

    Raises:
        Complaint: If there is no such game, it can't be read, or the solver can't do its rules.
    """
    if args.file is not None and args.game is not None:
        raise Complaint("A file and --game exclude each other.")
    games: Iterable[Found] = _find(args)
    if not (args.text or args.json or args.all) and _has_screen():
        games = list(games)
        if len(games) == 1 and (record := games[0].record) is not None:
            return open_review(args, record)
    return _write(args, games)


def _has_screen() -> bool:
    """Return whether somebody sits at a terminal that can show a review."""
    dumb = os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb")
    return all(map(os.isatty, range(3))) and not dumb


def _write(args: Namespace, games: Iterable[Found]) -> int:
    code = 0
    between = ""
    tables: dict[str, Table] = {}
    for found in games:
        if found.is_faulty:
            code = _FAULTY
        reviewed = _review(found, tables)
        chances = None if args.points else _find_chances(reviewed, tables)
        if args.json:
            show(write_json(found, reviewed, chances))
        elif reviewed is not None:
            show(between + _tell(reviewed, chances, args.all))
            between = "\n"
    return code


def _find(args: Namespace) -> Iterator[Found]:
    if args.file is not None:
        yield from find_games(args.file)
        return
    with open_store(args, reads=True) as store:
        saved = _choose(store.games, args.game)
    reading = read_record(saved.text)
    played = reading.replay()
    faults = reading.faults if played is None else played.faults
    complain(*(f"The saved game {saved.id} is damaged: {fault}" for fault in faults))
    yield Found(reading.setup, played, faults)


def _choose(games: Games, named: str | None) -> Saved:
    """Return the saved game that is named, or else the newest finished one."""
    from yahtzee_tui.store.saved import Status

    if named is not None:
        return games.read(games.find(named))
    newest = games.newest()
    if newest is not None and newest.status is Status.FINISHED:
        return newest
    finished = games.by_status(Status.FINISHED)
    if not finished:
        raise Complaint("There is no finished game; --game ID reviews an unfinished one.")
    return finished[0]


def _review(found: Found, tables: dict[str, Table]) -> Review | None:
    """Return the review of a game as far as it can be trusted, None if nothing of it can."""
    record = found.record
    if record is None:
        return None
    with refusals_as_complaints():
        game = record.setup.start()
        rules = game.ruleset.id
        if rules not in tables:
            tables[rules] = find_solved(game.ruleset).table
        return look_back(tables[rules], game, record.events)


def _find_chances(reviewed: Review | None, tables: dict[str, Table]) -> Chances | None:
    """Return the chances of winning in a game of several, None where nobody is to be beaten."""
    if reviewed is None or len(reviewed.players) == 1:
        return None
    return find_chances(tables[reviewed.game.ruleset.id], reviewed)


def _tell(reviewed: Review, chances: Chances | None, every: bool) -> str:
    parts = [_tell_players(reviewed, chances)]
    parts.append(_tell_turns(reviewed, chances) if every else _tell_costliest(reviewed))
    if chances is not None and not every:
        parts += [tell_swings(chances), tell_win_costs(chances)]
    return "\n".join(part for part in parts if part)


def _tell_players(reviewed: Review, chances: Chances | None) -> str:
    game = reviewed.game
    where = "finished" if game.is_over else f"left in round {game.round} of {game.rounds}"
    title = (
        f"{game.ruleset.name} ({game.ruleset.id}), {where}; "
        f"best play scores {reviewed.players[0].expected:.1f} on average.\n"
    )
    head = ["", "Luck", "Skill", "Accuracy", "Score" if game.is_over else "Expected"]
    rows = [
        [
            player.name,
            format_signed(player.luck),
            format_signed(player.skill),
            format_accuracy(player.accuracy),
            str(player.card.grand_total) if game.is_over else f"{player.value:.1f}",
        ]
        for player in reviewed.players
    ]
    if chances is not None and not game.is_over:
        head.append("Wins")
        last = chances.course[-1]
        for row, share in zip(rows, last.shares, strict=True):
            row.append(tell_chance(share, last.exact))
    return f"{title}{align((head, *rows), right=range(1, len(head)))}"


def _tell_costliest(reviewed: Review) -> str:
    mistakes = reviewed.mistakes()
    if not mistakes:
        return "No decision cost anything.\n"
    rows = [
        (
            format_signed(-mistake.loss),
            f"round {mistake.turn.round}",
            mistake.turn.player,
            tell_faces(mistake.roll.faces),
            tell_decision(mistake.roll),
        )
        for mistake in mistakes[:_COSTLIEST]
    ]
    title = f"The costliest decisions, {len(rows)} of {len(mistakes)}:"
    return f"{title}\n{align(rows, right=(0,))}"


def _tell_turns(reviewed: Review, chances: Chances | None) -> str:
    if not reviewed.turns:
        return "No dice were rolled.\n"
    head = ["", "", "Dice", "Luck", "Skill", "Expected", "Wins", "Decision"]
    rows = [
        [
            "" if at else f"{turn.round}.",
            "" if at else turn.player,
            tell_faces(roll.faces),
            format_signed(roll.luck),
            format_signed(-roll.loss),
            f"{roll.after:.1f}",
            "" if chances is None else _tell_chance_after(chances, number, at, turn.seat),
            tell_decision(roll),
        ]
        for number, turn in enumerate(reviewed.turns)
        for at, roll in enumerate(turn.rolls)
    ]
    if chances is None:  # then there is no such column
        for line in (head, *rows):
            del line[6]
    return align((head, *rows), right=(0, *range(3, len(head) - 1)))


def _tell_chance_after(chances: Chances, turn: int, roll: int, seat: int) -> str:
    after = chances.turns[turn][roll].after
    return tell_chance(after.shares[seat], after.exact)
