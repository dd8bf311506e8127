"""The game in lines of text, for `--plain` and for terminals that can't show more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.shelf import problems_as_complaints
from yahtzee_tui.cli.streams import unwritable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.cli.display import Display
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Invitation


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
