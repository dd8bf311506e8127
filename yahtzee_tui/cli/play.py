"""`yahtzee-tui` and `yahtzee-tui play`: to the screen and back, and the result on the way out."""

from __future__ import annotations

import os
from getpass import getuser
from typing import TYPE_CHECKING

from yahtzee_tui.cli.complaint import Complaint, refusals_as_complaints
from yahtzee_tui.cli.result import tell_result
from yahtzee_tui.cli.streams import show
from yahtzee_tui.rules import Malformed, check_name
from yahtzee_tui.table import Invitation

if TYPE_CHECKING:
    from argparse import Namespace

_STREAMS = ((0, "input"), (2, "error"))
_NOBODY = "Player 1"
_DRAWN = "random"


def open_title(args: Namespace) -> int:
    """Open the title screen."""
    return _open(None, args)


def play(args: Namespace) -> int:
    """Sit down at a table at once.

    Raises:
        Complaint: If no table can be laid so, or there is no terminal to show it.
    """
    invitation = Invitation(
        players=tuple(args.names) or (login_name(),),
        rules=args.rules,
        first=None if args.first.casefold() == _DRAWN else args.first,
        seed=args.seed,
        duplicate=args.duplicate,
    )
    with refusals_as_complaints():
        invitation.lay()
    return _open(invitation, args)


def login_name() -> str:
    """Return who sits at the keyboard, as a player's name."""
    try:
        return check_name(getuser())
    # Without an entry for the user: KeyError before Python 3.13, ImportError on Windows.
    except (Malformed, KeyError, ImportError, OSError):
        return _NOBODY


def _open(invitation: Invitation | None, args: Namespace) -> int:
    _check_terminal()
    from yahtzee_tui.tui import run

    table = run(invitation, login_name(), mouse="no_mouse" not in args)
    if table is not None:
        show(tell_result(table.game))
    return 0


def _check_terminal() -> None:
    for number, name in _STREAMS:
        if not os.isatty(number):
            raise Complaint(f"The game needs a terminal, and standard {name} is none.")
    terminal = os.environ.get("TERM", "")
    if os.name == "posix" and terminal in ("", "dumb"):
        kind = f"TERM is {terminal}" if terminal else "TERM is not set"
        raise Complaint(f"This terminal can't show the game: {kind}.")
