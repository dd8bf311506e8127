"""`yahtzee-tui`, `play` and `resume`: open the game, full-screen or plain, and print its result."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.arguments import GAME, PROGRAMS, find_players
from yahtzee_tui.cli.database import find_store, open_store
from yahtzee_tui.cli.display import find_config, find_display
from yahtzee_tui.cli.output import align, raise_unwritable, show, show_errors, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Malformed, Position, Record, check_new_name
from yahtzee_tui.rules.record import REAL
from yahtzee_tui.settings.file import read_option
from yahtzee_tui.settings.paths import find_login
from yahtzee_tui.table import Table, TableConfig, describe_end, describe_left
from yahtzee_tui.text import end_sentence, join_words
from yahtzee_tui.translation import N_, _, pgettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yahtzee_tui.cli.display import Display
    from yahtzee_tui.rules import Game, Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.strategy.bots import Rank

_STREAMS = (
    (0, N_("The game needs a terminal, but standard input isn't one")),
    (2, N_("The game needs a terminal, but standard error isn't one")),
)
_UNKNOWN_USER = "Player 1"
_DRAWN = "random"
EXIT_UNSAVED = 1
_IN_GNU_SCREEN = N_("The mouse is off: with the mouse on, GNU screen holds back the Esc key.")


def play(args: Namespace) -> int:
    """Open a new table."""
    if args.seed is not None and args.seed.split()[:1] == ["daily"]:
        raise UserError(
            _("A seed can't start with daily. To play the daily game, run yahtzee-tui daily.")
        )
    display = find_display(args)
    players = tuple(args.names) or (login_name(),)
    if args.dice and (args.seed is not None or args.duplicate or args.bot or args.from_):
        raise UserError(_("--dice real takes no --seed, --duplicate, --bot or --from."))
    if args.from_ is not None:
        return _play_on(args, players, display)
    config = TableConfig(
        players=players,
        rules=args.rules,
        first=_find_first(args, players, display.options),
        seed=args.seed,
        duplicate=args.duplicate,
        is_real=args.dice == REAL,
    )
    for rank in find_players(args.bot, args):
        config = config.with_computer(rank.id, _(rank.name))
    config.create_table()  # what is wrong with it is said before a screen opens
    if any(config.computers):
        from yahtzee_tui.services.bots import check_computers

        display.notices.extend(check_computers(config))
    return open_game(args, config, display=display)


def _play_on(args: Namespace, players: tuple[str, ...], display: Display) -> int:
    """Open a table in a position, which is saved nowhere."""
    from yahtzee_tui.cli.score import parse_position
    from yahtzee_tui.table.config import play_on

    if len(args.from_.split()) == 1:
        raise UserError(_("Put the position after --from in quotes: it is a line with spaces."))
    if len(players) > 1 or args.bot or args.first or args.duplicate:
        raise UserError(_("--from takes one player, and no --bot, --first or --duplicate."))
    position = parse_position(args.from_, args.rules, needs_dice=False)
    if position.card.is_full:
        raise UserError(_("Every box on this card is filled."))
    config = TableConfig(players, position.card.ruleset.key, players[0], args.seed)
    return open_game(args, display=display, first=play_on(position, config))


def resume(args: Namespace) -> int:
    """Continue the saved game named, or the newest unfinished one; or list the unfinished games."""
    if args.list:
        return _list_unfinished(args)
    if args.json:
        raise UserError(_("--json needs --list."))
    bots = find_players(args.bot, args)
    find_plain_notice(args)
    display = find_display(args)
    store = find_store(args)
    found = None if bots or "plain" in args else _glance(store, args.game or "")
    if found is not None:
        return open_game(args, game=found.id, seen=found, display=display, store=store)
    try:
        game = _find_game(store, args.game)
        _check_bots(store, game, bots)
    except UserError:
        store.close()
        raise
    return open_game(args, game=game, display=display, store=store)


def _glance(store: Store, wanted: str) -> SavedGame | None:
    """Return the only game to continue, before the store is open; None where only that tells."""
    if wanted and not (wanted.isascii() and wanted.isalnum()):
        return None
    games = store.glance(*(("id", wanted.lower()) if wanted else ("status", "unfinished"))) or []
    free = [each for each in games if each.status.value != "finished" and not each.elsewhere]
    return None if not free or (wanted and len(games) > 1) else free[0]


def _find_game(store: Store, wanted: str | None) -> str:
    from yahtzee_tui.services.saved_games import find_unfinished
    from yahtzee_tui.store.saved_game import Status

    games = store.games
    if wanted:
        game = games.find(wanted)
        if games.read(game).status is Status.FINISHED:
            sentence = _("This game is finished. See it with yahtzee-tui review or export.")
            raise UserError(sentence)
        return game
    unfinished = find_unfinished(store)
    if unfinished is None:
        raise UserError(store.notice or _("No unfinished games."))
    return unfinished.id


def _check_bots(store: Store, game: str, bots: Sequence[Rank]) -> None:
    """Raise `UserError` if one of these bots doesn't play in a game."""
    if not bots:
        return
    setup = store.games.read(game).load()[0].setup
    for bot in bots:
        if bot.id not in setup.computers:
            raise UserError(_(
                "{name} doesn't play in game {game}; its players are {players}. Choose another "
                "game: yahtzee-tui resume ID.", name=bot.name, game=game[:4],
                players=join_words(setup.players),
            ))  # fmt: skip


def _list_unfinished(args: Namespace) -> int:
    from yahtzee_tui.store.listing import unfinished_rows
    from yahtzee_tui.store.saved_game import Status

    if args.game is not None:
        raise UserError(_("Give an ID or --list, not both."))
    with open_store(args, reads=True) as store:
        if args.json:
            games = store.games.by_status(Status.UNFINISHED, Status.DISCARDED)
            show_json({"games": [*map(_to_json, games)]})
            return 0
        rows = unfinished_rows(store)
        archived = unfinished_rows(store, Status.DISCARDED)
    # Translators: a game that is open in another window
    is_open = pgettext("game", "open")
    lines = [(row, is_open if row.elsewhere else "") for row in rows]
    lines += [(row, _("archived")) for row in archived]
    table = align((row.id, row.players, row.game, row.where, row.when, mark) for row, mark in lines)
    show(table or _("No unfinished games.") + "\n")
    return 0


def _to_json(saved: SavedGame) -> dict[str, Any]:
    from yahtzee_tui.services.json_answers import pick
    from yahtzee_tui.store.errors import StoreProblem

    content = pick(saved, "id status open=elsewhere changed@")
    try:
        _, history = saved.load()
    except StoreProblem as problem:
        return content | {"problem": problem.sentence}
    return content | pick(history.game, "rules=ruleset.id players round rounds player")


def login_name() -> str:
    """Return the user's name as a player's name."""
    try:
        return check_new_name(find_login())
    except Malformed:
        return _UNKNOWN_USER


def _find_first(args: Namespace, players: tuple[str, ...], options: Options) -> str | None:
    """Return who begins, None to draw a player; if none is named, the options or real dice say."""
    named: str | None = args.first
    if named is None:
        return players[0] if args.dice or options.first_player == "fixed" else None
    return None if named.casefold() == _DRAWN else named


def open_game(
    args: Namespace,
    config: TableConfig | None = None,
    game: str | None = None,
    *,
    seen: SavedGame | None = None,
    display: Display | None = None,
    store: Store | None = None,
    first: Record | Ruleset | Position | Table | None = None,
    event: tuple[str, str] | None = None,
) -> int:
    """Open a new game, a saved one by its id, a review, practice, or the title.

    `seen` is what was read of the saved game already. `first` is a game to review, a rule set or a
    position to practice, or a table that is saved nowhere.
    `event` is the id of an event and a player, who is shown its page; only where there
    `is_full_screen`.

    Returns 1 if what was played at last is not saved.
    """
    display, store = display or find_display(args), store or find_store(args)
    if isinstance(first, Record):
        check_terminal()
    elif (notice := find_plain_notice(args)) is not None:
        args.plain = True  # also in the command that continues the game
        display = display._replace(notices=[*filter(None, [notice]), *display.notices])
        return _play_plain(args, first or config or game, display, store)
    from yahtzee_tui.tui import run

    is_in_gnu_screen = "STY" in os.environ and "TMUX" not in os.environ
    options, notices = display.options, [*display.notices, _(_IN_GNU_SCREEN)]
    if options.mouse == "game" and is_in_gnu_screen and not _is_drawn_elsewhere():
        display = display._replace(options=options._replace(mouse="terminal"), notices=notices)
    if not (config or game or first or store.may_hold_games or _is_drawn_elsewhere()):
        show_errors(_("With a screen reader, use yahtzee-tui --plain to play in lines of text."))
    saved_table, copied = run(
        config,
        login_name(),
        **display._asdict(),
        store=store,
        resume=game,
        seen=seen,
        first=first,
        event=event,
    )
    if not _is_drawn_elsewhere():
        _show_what_is_left(copied, saved_table, args)
    if saved_table is None or saved_table.problem is None or saved_table.is_stale:
        return 0
    show_errors(_("The game is not saved. {problem}", problem=saved_table.problem))
    return EXIT_UNSAVED


def _show_what_is_left(copied: str, saved_table: SavedTable | None, args: Namespace) -> None:
    """Print what was copied, the result, and how the game is continued, below the screen."""
    if copied:
        show(f"{copied}\n")
    if saved_table is None:
        return
    show(_format_result(saved_table.table.game))
    if saved_table.is_unfinished and not (saved_table.would_be_lost or saved_table.is_stale):
        from yahtzee_tui.services.bots import format_resume

        command = format_resume(saved_table.table.setup, *_list_given(args))
        show(_("Saved. To continue, run {command}.", command=command) + "\n")


def _play_plain(
    args: Namespace,
    first: TableConfig | str | Ruleset | Position | Table | None,
    display: Display,
    store: Store,
) -> int:
    """Open a new game, one by its id, practice or a what-if table in lines of text."""
    from yahtzee_tui.plain import run

    given, keep = _list_given(args), partial(_keep_options, display)
    shown = display.notices, display.ascii_only
    with raise_unwritable():
        is_saved = run(first, login_name(), display.options, store, *shown, given, keep)
    return 0 if is_saved else EXIT_UNSAVED


def _keep_options(display: Display, options: Options) -> None:
    """Save the options that differ from those of the start; raises `SettingsError`."""
    from yahtzee_tui.settings import write_settings

    write_settings(display.settings, options, display.options)


def _list_given(args: Namespace) -> list[str]:
    """Return the options of this command that one which continues the game needs as well."""
    words: list[str] = []
    for option in (*GAME, *PROGRAMS):
        value = getattr(args, option.name.removeprefix("--").replace("-", "_"), None)
        if value is True:
            words.append(option.name)
        elif value not in (None, option.settings.get("default")):
            for each in value if isinstance(value, list) else (value,):
                words += option.name, each if isinstance(each, str) else f"{each:g}"
    return words


def is_full_screen(args: Namespace) -> bool:
    """Return whether the game would be shown on the full screen of a terminal."""
    try:
        return find_plain_notice(args) is None
    except UserError:
        return False


def find_plain_notice(args: Namespace) -> str | None:
    """Return the first line of the plain mode, empty if it was asked for; None for the screen."""
    is_plain = "plain" in args or os.environ.get("YAHTZEE_TUI_PLAIN")
    if is_plain or read_option(find_config(args), "plain"):
        return ""
    _check_streams(_("; use --plain to play without one"))
    if why := _find_incapable():
        # Translators: why is "TERM is dumb" or "TERM is not set"
        return _("{why}, so the game runs in plain text.", why=why)
    return None


def check_terminal() -> None:
    """Raise a `UserError` if there is no terminal that can show the game."""
    _check_streams()
    if why := _find_incapable():
        raise UserError(_("This terminal can't show the game: {why}.", why=why))


def _check_streams(advice: str = "") -> None:
    if _is_drawn_elsewhere():
        return
    for number, sentence in _STREAMS:
        if not os.isatty(number):
            raise UserError(end_sentence(_(sentence) + advice))


def _find_incapable() -> str:
    """Return why the terminal can't show the game, empty if it can."""
    terminal = os.environ.get("TERM", "")
    if _is_drawn_elsewhere() or sys.platform == "win32" or terminal not in ("", "dumb"):
        return ""
    return _("TERM is {terminal}", terminal=terminal) if terminal else _("TERM is not set")


def _is_drawn_elsewhere() -> bool:
    """Return whether another program shows the game, such as a browser."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def format_ranking(game: Game) -> str:
    """Return the ranking of a finished game and its winner, a line each."""
    places = (f"{s.place}. {game.players[s.seat]} {s.total}\n" for s in game.ranking)
    return f"{''.join(places)}{describe_end(game)}\n"


def _format_result(game: Game) -> str:
    if game.is_over:
        return format_ranking(game)
    left = describe_left(game)
    return f"{left}\n" if left else ""
