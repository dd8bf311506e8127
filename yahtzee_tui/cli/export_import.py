"""`yahtzee-tui export`, `import` and `archive`: saved games as records or rows, and back.

docs/scripting.md explains the columns of the rows, one for each player of a game or for each turn.
"""

from __future__ import annotations

import csv
import io
import json
import sys
import time
from calendar import timegm
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.database import open_store
from yahtzee_tui.cli.output import show, show_errors, show_json, show_utf8
from yahtzee_tui.cli.record_files import EXIT_FAULTY, UnreadableFile, read_games, read_saved
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Position
from yahtzee_tui.rules.records import write_record, write_text
from yahtzee_tui.table.eligibility import has_results
from yahtzee_tui.table.proof import Proof
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from yahtzee_tui.cli.progress import ProgressLine
    from yahtzee_tui.cli.record_files import RecordedGame
    from yahtzee_tui.rules import Card, Game, History, Record
    from yahtzee_tui.store.games import Games


_NOTHING = N_("There are no saved games.")
_NEW, _KNOWN, _FAULTY = "imported", "already saved", "with errors"
_UNPROVEN = "unproven"
_EXIT_UNREADABLE = 2
_STEP = 100  # games that are saved at once


def export(args: Namespace) -> int:
    """Write the records of saved games to standard output."""
    if args.game is not None and args.all:
        raise UserError(_("Give an ID or --all, not both."))
    if args.csv and args.table is None:
        raise UserError(_("--csv needs --table."))
    code, between, is_first = 0, "", True
    with open_store(args, reads=True) as store:
        for game_id, game in _read(store.games, args.game, args.all):
            code = EXIT_FAULTY if game.faults else code
            if (record := game.record) is None or game.played is None:
                continue
            if args.table is not None:
                for row in TABLES[args.table](game_id, record, game.played.history):
                    show_utf8(format_row(row, as_csv=args.csv, with_head=is_first))
                    is_first = False
            elif args.position:
                show(f"{Position.of(game.played.game)}\n")
            else:
                show_utf8(between + write_text(record) if args.text else write_record(record))
                between = "\n"
    return code


def _read(games: Games, named: str | None, every: bool) -> Iterator[tuple[str, RecordedGame]]:
    """Yield the games to be written with their ids, and show the progress."""
    newest = games.newest() if named is None else games.read(games.find(named))
    if newest is not None:
        with _show_progress() as line:
            for saved in games.each(line.show) if every else (newest,):
                yield saved.id, read_saved(saved)
    elif every:
        show_errors(_(_NOTHING))
    else:
        raise UserError(_(_NOTHING))


def _show_progress() -> ProgressLine:
    """Return a line for progress; there is none among records in a terminal."""
    from yahtzee_tui.cli.progress import ProgressLine

    is_shown = sys.stdout is not None and not sys.stdout.isatty()
    return ProgressLine(_("Reading the games"), silent=not is_shown, tells=True)


def archive(args: Namespace) -> int:
    """Take an unfinished game from the lists, or list it again."""
    from yahtzee_tui.store.saved_game import Status

    with open_store(args) as store:
        game = store.games.find(args.game)
        status = store.games.read(game).status
        if status is Status.FINISHED:
            raise UserError(_("This game is finished, and stays in your scores."))
        if args.undo and status is Status.DISCARDED:
            store.games.restore(game)
        elif not args.undo and status is Status.UNFINISHED:
            store.games.discard(game)
    said = N_("Game {game} is on the lists again.") if args.undo else N_("Game {game} is archived.")
    show(_(said, game=game[:4]) + "\n")
    return 0


def import_files(args: Namespace) -> int:
    """Save the games of files, but those already saved and the faulty ones."""
    counts: Counter[str] = Counter()
    code = 0
    with open_store(args) as store:
        try:
            for name in args.files:
                code = max(code, _import_file(name, store.games, counts, args.host_key))
        finally:
            if args.json:
                names = (_NEW, _KNOWN, _FAULTY, _UNPROVEN)
                show_json({name.replace(" ", "_"): counts[name] for name in names})
            else:
                show(_format_counts(counts))
    return code or (EXIT_FAULTY if counts[_FAULTY] else 0)


def _format_counts(counts: Counter[str]) -> str:
    new, known, faulty, unproven = (counts[each] for each in (_NEW, _KNOWN, _FAULTY, _UNPROVEN))
    parts = [ngettext("{count} game imported", "{count} games imported", new)]
    if known:
        parts.append(ngettext("{count} already saved", "{count} already saved", known))
    if faulty:
        parts.append(ngettext("{count} with errors", "{count} with errors", faulty))
    lines = [f"{', '.join(parts)}."] if counts else []
    if unproven:
        sentence = ngettext(
            "{count} game not in the high scores: only games signed by a host count there. Check "
            "them with --host-key.",
            "{count} games not in the high scores: only games signed by a host count there. Check "
            "them with --host-key.",
            unproven,
        )
        lines.append(sentence)
    return "".join(f"{line}\n" for line in lines)


def _import_file(name: str, games: Games, counts: Counter[str], host_key: str | None) -> int:
    code, done, lengths, batch = 0, 0, list[int](), []
    size = path.stat().st_size if (path := Path(name)).is_file() else 0
    with _show_progress() as line:
        try:
            for game in read_games(name, host_key, lengths.append):
                batch.append(game)
                if len(batch) == _STEP:
                    done += sum(lengths)
                    line.show(min(1.0, done / size) if size else 0.0)
                    _import_games(batch, games, counts)
                    batch, lengths[:] = [], []
        except UnreadableFile as error:  # the other files may be readable
            show_errors(error.sentence)
            code = _EXIT_UNREADABLE
        _import_games(batch, games, counts)
    return code


def _import_games(batch: list[RecordedGame], games: Games, counts: Counter[str]) -> None:
    """Save games, many at once to be fast, and count them."""
    from yahtzee_tui.store.games import ImportedGame

    whole = []
    for game in batch:
        if game.record is None or game.played is None or game.is_faulty:
            counts[_FAULTY] += 1
        else:
            ended = _parse_time(game.record.setup.began)
            is_signed = game.dice is not None and game.dice.proof is Proof.SIGNED
            is_unproven = not has_results(game.record.setup, is_signed)
            whole.append(ImportedGame(game.record, game.played.game, ended, is_unproven))
    for one, is_new in zip(whole, games.import_games(whole), strict=True):
        counts[_NEW if is_new else _KNOWN] += 1
        counts[_UNPROVEN] += is_new and one.is_unproven


def _parse_time(text: str) -> float | None:
    """Return a time in UTC in seconds since 1970, None if it is not valid or in the future."""
    try:
        seconds = timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return None
    return float(seconds) if 0 <= seconds <= time.time() else None


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
