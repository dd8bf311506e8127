"""`yahtzee-tui review`: the luck of the dice in a game, and the cost of each decision.

At a terminal it opens the screen; otherwise, or with an option for it, it writes text or JSON, as
docs/json.schema.json describes it. A player's `expected + luck + skill = value`, which in a
finished game is the final score.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.database import open_store
from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.cli.play import open_game
from yahtzee_tui.cli.progress import load_outcomes_with_progress, load_with_progress
from yahtzee_tui.cli.record_files import EXIT_FAULTY, RecordedGame, read_games, read_saved
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import format_faces
from yahtzee_tui.services.json_answers import pick
from yahtzee_tui.strategy import (
    describe_decision,
    describe_extent,
    describe_past_choice,
    describe_reasons,
    describe_win_mistake,
    explain_mistake,
    format_chance,
    format_chance_change,
    format_swing,
    review_game,
)
from yahtzee_tui.strategy.win_review import review_wins
from yahtzee_tui.text import format_accuracy, format_number, format_signed
from yahtzee_tui.translation import N_, _, pgettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from yahtzee_tui.store.games import Games
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.strategy import (
        Mistake,
        Review,
        ReviewedTurn,
        ValueTable,
    )
    from yahtzee_tui.strategy.forecast import Forecast
    from yahtzee_tui.strategy.win_review import RollForecasts, WinReview

_COSTLIEST = 5


_NO_REVIEW: dict[str, Any] = {
    "rules": None,
    "finished": False,
    "expected": None,
    "players": [],
    "turns": [],
    "costliest": [],
    "chances": None,
}


def review(args: Namespace) -> int:
    """Review the games in a file or a saved game; a single game on the screen if there is one."""
    if args.file is not None and args.game is not None:
        raise UserError(_("Give a file or --game, not both."))
    games: Iterable[RecordedGame] = _find(args)
    if not (args.text or args.json or args.all) and _has_screen():
        games = list(games)
        if len(games) == 1 and (record := games[0].record) is not None:
            return open_game(args, first=record)
    return _write(args, games)


def _has_screen() -> bool:
    dumb = sys.platform != "win32" and os.environ.get("TERM", "") in ("", "dumb")
    return all(map(os.isatty, range(3))) and not dumb


def _write(args: Namespace, games: Iterable[RecordedGame]) -> int:
    code = 0
    between = ""
    tables: dict[str, ValueTable] = {}
    for game in games:
        if game.is_faulty:
            code = EXIT_FAULTY
        reviewed = _review_game(game, tables)
        chances = None
        has_chances = reviewed is not None and len(reviewed.players) > 1 and reviewed.is_whole
        if reviewed is not None and has_chances and not args.points:
            table = tables[reviewed.game.ruleset.id]
            load_outcomes_with_progress(table)
            chances = review_wins(table, reviewed)
        if args.json:
            content = _NO_REVIEW if reviewed is None else _review_to_json(reviewed, chances)
            show_json(content | {"faults": game.faults})
        elif reviewed is not None:
            whys = _explain(reviewed, tables[reviewed.game.ruleset.id]) if args.why else ()
            show(between + _format_review(reviewed, chances, args.all, whys))
            between = "\n"
    return code


def _find(args: Namespace) -> Iterator[RecordedGame]:
    if args.file is not None:
        yield from read_games(args.file)
        return
    with open_store(args, reads=True) as store:
        saved = _choose(store.games, args.game)
    yield read_saved(saved)


def _choose(games: Games, named: str | None) -> SavedGame:
    """Return the saved game with an id, or the newest finished one."""
    from yahtzee_tui.store.saved_game import Status

    if named is not None:
        return games.read(games.find(named))
    newest = games.newest(Status.FINISHED)
    if newest is None:
        raise UserError(_("No finished games. Use --game ID to review an unfinished one."))
    return newest


def _review_game(game: RecordedGame, tables: dict[str, ValueTable]) -> Review | None:
    """Return the review of a game up to its first fault, None without a setup."""
    record = game.record
    if record is None:
        return None
    start = record.setup.start()
    rules = start.ruleset.id
    if rules not in tables:
        tables[rules] = load_with_progress(start.ruleset).table
    return review_game(tables[rules], start, record.events)


def _explain(reviewed: Review, table: ValueTable) -> list[str]:
    """Return for each of the costliest decisions why the best one was better."""
    load_outcomes_with_progress(table)
    explained = (explain_mistake(table, each) for each in reviewed.mistakes()[:_COSTLIEST])
    return [describe_reasons(reasons, len(reasons)) for reasons in explained]


def _format_review(
    reviewed: Review, chances: WinReview | None, every: bool, whys: Sequence[str]
) -> str:
    parts = [_format_players(reviewed, chances)]
    parts.append(_format_turns(reviewed, chances) if every else _format_costliest(reviewed))
    if extent := describe_extent(reviewed):
        parts.insert(1, f"{extent}\n")
    if whys:
        lines = [_("What the best choices gain, in the same order:")]
        lines += [f"{number}. {why}" for number, why in enumerate(whys, 1)]
        parts.append("".join(f"{line}\n" for line in lines))
    if chances is not None and not every:
        parts += [_format_swings(chances), _format_win_costs(chances)]
    return "\n".join(part for part in parts if part)


def _format_players(reviewed: Review, chances: WinReview | None) -> str:
    game = reviewed.game
    finished = N_("{game}, finished; best play averages {points} points.")
    unfinished = N_(
        "{game}, unfinished, round {round} of {rounds}; best play averages {points} points."
    )
    known = finished if game.is_over else unfinished
    title = _(
        known, game=f"{game.ruleset.name} ({game.ruleset.id})", round=game.round,
        rounds=game.rounds, points=format_number(reviewed.players[0].expected),
    )  # fmt: skip
    last = pgettext("points", "Score") if game.is_over else _("Expected")
    head = ["", _("Luck"), _("Skill"), _("Accuracy"), last]
    rows = [
        [
            player.name,
            *(format_signed(each) if player.turns else "-" for each in (player.luck, player.skill)),
            format_accuracy(player.accuracy),
            str(player.card.grand_total) if game.is_over else format_number(player.value),
        ]
        for player in reviewed.players
    ]
    if chances is not None and not game.is_over:
        head.append(_("Wins"))
        for seat, row in enumerate(rows):
            row.append(_format_share(chances.course[-1], seat))
    return f"{title}\n{align((head, *rows), right=range(1, len(head)))}"


def _format_costliest(reviewed: Review) -> str:
    rows = _list_mistakes(
        reviewed.mistakes(), format_signed, lambda mistake: describe_decision(mistake.roll)
    )
    text = _format_first(_("Costliest decisions"), rows)
    return text or (_("Every decision was the best one.") + "\n" if reviewed.is_whole else "")


def _list_mistakes(
    mistakes: Iterable[Mistake],
    format_loss: Callable[[float], str],
    describe: Callable[[Mistake], str],
) -> list[tuple[str, ...]]:
    return [
        (
            format_loss(-mistake.loss),
            _("round {round}", round=mistake.turn.round),
            mistake.turn.player,
            format_faces(mistake.roll.faces),
            describe(mistake),
        )
        for mistake in mistakes
    ]


def _format_turns(reviewed: Review, chances: WinReview | None) -> str:
    if not reviewed.turns:
        return _("No dice were rolled.") + "\n" if reviewed.is_whole else ""
    head = ["", "", _("Dice"), _("Luck"), _("Skill"), _("Expected"), _("Wins"), _("Decision")]
    rows = [
        [
            "" if at else f"{turn.round}.",
            "" if at else turn.player,
            format_faces(roll.faces),
            format_signed(roll.luck),
            format_signed(-roll.loss),
            format_number(roll.after),
            "" if chances is None else _format_share(chances.turns[number][at].after, turn.seat),
            describe_decision(roll),
        ]
        for number, turn in enumerate(reviewed.turns)
        for at, roll in enumerate(turn.rolls)
    ]
    if chances is None:  # then the column is empty
        for line in (head, *rows):
            del line[6]
    return align((head, *rows), right=(0, *range(3, len(head) - 1)))


def _format_share(forecast: Forecast, seat: int) -> str:
    return format_chance(forecast.shares[seat])


def _format_swings(chances: WinReview) -> str:
    rows = [
        (
            format_chance_change(swing.change),
            _("round {round}", round=swing.turn.round),
            swing.turn.player,
            _("no decision yet")
            if swing.turn.scored is None
            else describe_past_choice(swing.turn.scored),
            format_swing(swing),
        )
        for swing in chances.swings()
    ]
    return _format_first(_("Turning points by chance of winning"), rows)


def _format_win_costs(chances: WinReview) -> str:
    rows = _list_mistakes(chances.mistakes(), format_chance_change, describe_win_mistake)
    return _format_first(_("Decisions that lost most chance of winning"), rows)


def _format_first(title: str, rows: Sequence[Sequence[str]]) -> str:
    """Return the first rows below a title that counts them, empty without rows."""
    if not rows:
        return ""
    shown = rows[:_COSTLIEST]
    counted = _("{title} ({shown} of {all}):", title=title, shown=len(shown), all=len(rows))
    return f"{counted}\n{align(shown, right=(0,))}"


def _review_to_json(reviewed: Review, chances: WinReview | None) -> dict[str, Any]:
    return {
        "rules": reviewed.game.ruleset.id,
        "finished": reviewed.game.is_over,
        "expected": reviewed.players[0].expected,
        "players": reviewed.players,
        "turns": [
            _turn_to_json(turn, None if chances is None else chances.turns[number])
            for number, turn in enumerate(reviewed.turns)
        ],
        "costliest": reviewed.mistakes(),
        "chances": chances and chances.start,
    }


def _turn_to_json(turn: ReviewedTurn, chances: tuple[RollForecasts, ...] | None) -> dict[str, Any]:
    return pick(turn, "round player before luck skill after") | {
        "rolls": [
            pick(roll, "faces rolls_left before value luck best choice loss after")
            | {"chances": chances and chances[number]}
            for number, roll in enumerate(turn.rolls)
        ],
        "chances": chances and chances[-1].after,
    }
