"""`yahtzee-tui`, `play` and `resume`: open the game, full-screen or plain, and print its result."""

from __future__ import annotations

import os
from getpass import getuser
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import find_store, open_store, problems_as_complaints
from yahtzee_tui.cli.display import find_display
from yahtzee_tui.cli.errors import Complaint, refusals_as_complaints
from yahtzee_tui.cli.output import align, show, unwritable
from yahtzee_tui.rules import Malformed, check_name
from yahtzee_tui.settings import FirstPlayer
from yahtzee_tui.table import Invitation, tell_end, tell_left

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from yahtzee_tui.cli.display import Display
    from yahtzee_tui.rules import Game, Record
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store

_STREAMS = ((0, "input"), (2, "error"))
_NOBODY = "Player 1"
_DRAWN = "random"


def open_title(args: Namespace) -> int:
    """Open the title screen."""
    return _open(None, args, find_display(args))


def play(args: Namespace) -> int:
    """Sit down at a table at once.

    Raises:
        Complaint: If no table can be laid so, or there is no terminal to show it.
    """
    display = find_display(args)
    players = tuple(args.names) or (login_name(),)
    invitation = Invitation(
        players=players,
        rules=args.rules,
        first=_find_first(args.first, players, display.options),
        seed=args.seed,
        duplicate=args.duplicate,
    )
    with refusals_as_complaints():
        invitation = _seat_computers(invitation, args.bot)
        invitation.lay()
    return _open(invitation, args, display)


def _seat_computers(invitation: Invitation, ranks: Iterable[str]) -> Invitation:
    """Return the invitation with a seat more for each computer player.

    Raises:
        Malformed: If there is no such rank.
    """
    for rank in ranks:
        from yahtzee_tui.strategy.bots import find_rank

        found = find_rank(rank.casefold())
        invitation = invitation.with_computer(found.id, found.name)
    return invitation


def resume(args: Namespace) -> int:
    """Go on with a saved game: the one named, or the newest unfinished one; or list them.

    Raises:
        Complaint: If there is none, or no terminal to show it.
    """
    if args.list:
        return list_unfinished(args)
    _find_plain(args)
    display = find_display(args)
    store = find_store(args)
    try:
        game = _find_game(store, args.game)
    except Complaint:
        store.close()
        raise
    return _open(None, args, display, store, game)


def _find_game(store: Store, wanted: str | None) -> str:
    """Return the id of the game wanted, or of the newest unfinished one.

    Raises:
        Complaint: If there is none to go on with.
    """
    from yahtzee_tui.store.saved_game import Status

    with problems_as_complaints():
        games = store.games
        if wanted:
            game = games.find(wanted)
            if games.read(game).status is Status.FINISHED:
                raise Complaint("This game is finished; yahtzee-tui export and review show it.")
            return game
        # One that is open in another window comes last: it may only be watched.
        by_place = sorted(games.by_status(Status.UNFINISHED), key=lambda saved: saved.elsewhere)
        if not by_place:
            raise Complaint(store.notice or "There is no unfinished game.")
        return by_place[0].id


def open_game(args: Namespace, invitation: Invitation | None, game: str | None = None) -> int:
    """Sit down at a table, or at a saved game.

    Args:
        args: What the command was told.
        invitation: A new game, None for a saved one.
        game: The id of a saved game.

    Raises:
        Complaint: If there is no terminal to show it.
    """
    return _open(invitation, args, find_display(args), game=game)


def open_review(args: Namespace, record: Record) -> int:
    """Look back on a game on the screen.

    Raises:
        Complaint: If there is no terminal to show it.
    """
    return _open(None, args, find_display(args), review=record)


def login_name() -> str:
    """Return who sits at the keyboard, as a player's name."""
    try:
        return check_name(getuser())
    # Without an entry for the user: KeyError before Python 3.13, ImportError on Windows.
    except (Malformed, KeyError, ImportError, OSError):
        return _NOBODY


def _find_first(named: str | None, players: tuple[str, ...], options: Options) -> str | None:
    """Return who begins, None to draw somebody; the options say if the words don't."""
    if named is None:
        return players[0] if options.first_player is FirstPlayer.FIXED else None
    return None if named.casefold() == _DRAWN else named


def _open(
    invitation: Invitation | None,
    args: Namespace,
    display: Display,
    store: Store | None = None,
    game: str | None = None,
    review: Record | None = None,
) -> int:
    if review is not None:
        check_terminal()
    elif (notice := _find_plain(args)) is not None:
        store, notices = store or find_store(args), filter(None, [notice])
        play_plainly(invitation, login_name(), display, store, game, notices)
        return 0
    from yahtzee_tui.tui import run

    saved_table = run(
        invitation,
        login_name(),
        **display._asdict(),
        store=store or find_store(args),
        resume=game,
        review=review,
    )
    if saved_table is not None and not _is_drawn_elsewhere():
        show(tell_result(saved_table.table.game))
        if saved_table.is_unfinished and not (saved_table.would_be_lost or saved_table.is_stale):
            show("It is saved: yahtzee-tui resume goes on with it.\n")
    return 0


def _find_plain(args: Namespace) -> str | None:
    """Return what to say first if the game is played in lines of text, None if on the screen.

    Raises:
        Complaint: If there is no terminal for the screen, and nobody has asked for lines.
    """
    if "plain" in args:
        return ""
    _check_streams("; with --plain it needs none")
    if kind := _tell_incapable():
        return f"{kind}, so the game is played in lines of text."
    return None


def check_terminal() -> None:
    """Make sure that there is a terminal which can show the game.

    Raises:
        Complaint: If there is none.
    """
    _check_streams()
    if kind := _tell_incapable():
        raise Complaint(f"This terminal can't show the game: {kind}.")


def _check_streams(advice: str = "") -> None:
    if _is_drawn_elsewhere():
        return
    for number, name in _STREAMS:
        if not os.isatty(number):
            raise Complaint(f"The game needs a terminal, and standard {name} is none{advice}.")


def _tell_incapable() -> str:
    """Return why a terminal can't show the game, nothing if it can."""
    terminal = os.environ.get("TERM", "")
    if _is_drawn_elsewhere() or os.name != "posix" or terminal not in ("", "dumb"):
        return ""
    return f"TERM is {terminal}" if terminal else "TERM is not set"


def _is_drawn_elsewhere() -> bool:
    """Return whether the game is shown by other means than a terminal, such as in a browser."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def play_plainly(
    invitation: Invitation | None,
    me: str,
    display: Display,
    store: Store,
    game: str | None,
    notices: Iterable[str],
) -> None:
    """Play in lines of text until everybody has left.

    Args:
        invitation: A game to begin with; None to ask who plays.
        me: Who plays if nobody says otherwise.
        display: The options of this run.
        store: Where games are saved, closed in the end.
        game: The id of a saved game to go on with.
        notices: What is to be said first, a sentence each.

    Raises:
        Complaint: If the saved game can't be gone on with, or nothing can be written.
        BrokenPipeError: If nobody reads what is written any more.
    """
    from yahtzee_tui.plain import run

    try:
        with problems_as_complaints():
            run(
                invitation,
                me,
                options=display.options,
                store=store,
                resume=game,
                notices=[*notices, *display.notices],
                ascii_only=display.ascii_only,
            )
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(error) from None


def tell_ranking(game: Game) -> str:
    """Return the ranking of a finished game and who won, a line each."""
    places = (f"{s.place}. {game.players[s.seat]} {s.total}\n" for s in game.ranking)
    return f"{''.join(places)}{tell_end(game)}\n"


def tell_result(game: Game) -> str:
    """Return how a game ended, or where it was left; nothing if it had not begun."""
    if game.is_over:
        return tell_ranking(game)
    left = tell_left(game)
    return f"{left}\n" if left else ""


def list_unfinished(args: Namespace) -> int:
    """List the unfinished games, the newest first, and then those that were put away.

    Raises:
        Complaint: If the store can't be read.
    """
    from yahtzee_tui.store.listing import unfinished_rows
    from yahtzee_tui.store.saved_game import Status

    if args.game is not None:
        raise Complaint("An ID and --list exclude each other.")
    with open_store(args, reads=True) as store:
        rows = unfinished_rows(store)
        away = unfinished_rows(store, Status.DISCARDED)
    lines = [(*row[:-1], "open" if row.elsewhere else "") for row in rows]
    table = align([*lines, *((*row[:-1], "put away") for row in away)])
    show(table or "There is no unfinished game.\n")
    return 0
