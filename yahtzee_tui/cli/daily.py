"""`yahtzee-tui daily`: the daily game, with the same dice for all, and the score of best play."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import find_store, open_store
from yahtzee_tui.cli.display import find_display, has_utf8
from yahtzee_tui.cli.output import align, raise_unwritable_file, show, show_json
from yahtzee_tui.cli.play import is_full_screen, login_name, open_game
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import OFFICIAL, check_new_name
from yahtzee_tui.services.json_answers import list_daily_games
from yahtzee_tui.services.saved_games import describe_today
from yahtzee_tui.store.entries import find_attempts
from yahtzee_tui.table.judged import (
    daily_event,
    describe_best,
    describe_days,
    describe_next,
    score_best_play,
    today,
)
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.entries import DailyAttempt
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.strategy import ValueTable

_COMMAND = "yahtzee-tui daily"
_NEEDS_RESVG = N_(
    "PNG needs resvg-py, which is not installed. To get it, run pip install '.[picture]' in a "
    "clone of this program. SVG needs nothing more."
)


def daily(args: Namespace) -> int:
    """Start or continue the daily game, then show its score; or list the player's daily games."""
    name, day = check_new_name(args.name or login_name()), today()
    if args.list:
        return _list(args, name, day)
    if args.json:
        raise UserError(_("--json needs --list."))
    if args.streak:
        with open_store(args, reads=True) as store:
            events = store.events
            found, streak = events.find_attempt(name, day), events.find_streak(name, day)
        show(f"{describe_today(found, streak, day)}\n")
        return 0
    if args.share:
        return _share(args, name, day)
    if args.picture is not None:
        return _draw(args, name, day)
    found, seen = _look(args, name, day)
    code = 0
    if found is None:
        code = open_game(args, daily_event(day).configure(1, name))
    elif not found.game.is_over:
        code = open_game(args, game=found.id, seen=seen)
    elif is_full_screen(args):
        code = open_game(args, event=(day, name))
    else:
        played = _("{player} has already played the daily game of {day}.", player=name, day=day)
        show(f"{played} {_('Next daily game {when}', when=describe_next())}.\n")
    if (found := _find(args, name, day)) is not None and found.game.is_over:
        best = score_best_play(_load_best_play(silent="plain" in args), found.record.setup)
        coached = N_("{day}: {total}, using the coach.")
        result = coached if found.record.setup.coached else N_("{day}: {total}.")
        show(f"{_(result, day=found.day, total=found.total)} {describe_best(best)}\n")
    return code


def _look(args: Namespace, name: str, day: str) -> tuple[DailyAttempt | None, SavedGame | None]:
    """Return a player's attempt, and its row if that can be read before the store is open."""
    seen = find_store(args).glance("day", day)
    if seen is None or any(each.elsewhere for each in seen) or not is_full_screen(args):
        return _find(args, name, day), None
    found = next(reversed(find_attempts(seen, name)), None)
    return found, next((each for each in seen if found and each.id == found.id), None)


def _find(args: Namespace, name: str, day: str) -> DailyAttempt | None:
    with open_store(args) as store:
        return store.events.find_attempt(name, day)


def _share(args: Namespace, name: str, day: str) -> int:
    """Print the text to post about today's finished game."""
    from yahtzee_tui.services.events import share_event

    with open_store(args, reads=True) as store:
        event, _found = store.events.find_day(day), _find_finished(store, name, day)
        values = _load_best_play()
        text = share_event(store, event, name, values, _COMMAND, ascii_only=not has_utf8())
    show(f"{text}\n")
    return 0


def _find_finished(store: Store, name: str, day: str) -> DailyAttempt:
    found = store.events.find_attempt(name, day)
    if found is None or not found.game.is_over:
        sentence = _("{player} hasn't finished the daily game of {day} yet.", player=name, day=day)
        raise UserError(sentence)
    return found


def _draw(args: Namespace, name: str, day: str) -> int:
    """Write the poster of today's finished game, as SVG or PNG by the name of the file."""

    def draw(store: Store) -> str:
        from yahtzee_tui.tui.picture import draw_daily

        return draw_daily(_find_finished(store, name, day), find_display(args).options, store)

    return write_picture(args, draw)


def write_picture(args: Namespace, draw: Callable[[Store], str]) -> int:
    """Write what is drawn as SVG, or as PNG, by the name of the file."""
    path = Path(args.picture)
    is_png = path.suffix.casefold() == ".png"
    if not is_png and path.suffix.casefold() != ".svg":
        raise UserError(_("A picture needs a name that ends with .svg or .png."))
    if is_png and find_spec("resvg_py") is None:
        raise UserError(_(_NEEDS_RESVG))
    from yahtzee_tui.tui.picture import draw_png

    with open_store(args, reads=True) as store:
        svg = draw(store)
    with raise_unwritable_file(args.picture):
        path.write_bytes(draw_png(svg) if is_png else svg.encode())
    return 0


def _list(args: Namespace, name: str, day: str) -> int:
    with open_store(args, reads=True) as store:
        late = [] if args.json else store.events.list_attempts(name, is_late=True)
        own = [*store.events.list_attempts(name), *late]
        attempts = sorted(own, key=lambda each: each.day)
        secrets = store.games.day_secrets()
    if args.json:
        show_json(list_daily_games(attempts, secrets, day, lambda _: _load_best_play(silent=True)))
        return 0
    if secrets:
        title = _("Hashes and secrets of the daily dice of remote players:")
        show(f"{title}\n")
        show(describe_days(secrets, day))
    elif not attempts:
        nothing = _("{player} hasn't played a daily game yet.", player=name)
        show(f"{nothing}\n")
    if not attempts:
        return 0
    table = _load_best_play()
    rows = [(_("day"), _("total"), _("best play"), "")]
    for each in attempts:
        total = str(each.total) if each.game.is_over else _("unfinished")
        note = _("using the coach") if each.record.setup.coached else ""
        note = _("later") if each in late else note
        rows.append((each.day, total, str(score_best_play(table, each.record.setup)), note))
    show(align(rows, right=(1, 2)))
    return 0


def _load_best_play(silent: bool = False) -> ValueTable:
    from yahtzee_tui.cli.progress import load_with_progress

    return load_with_progress(OFFICIAL, silent=silent).table
